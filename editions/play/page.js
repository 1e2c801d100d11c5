// The game without a notebook: the board, and behind it a game in this page.

import { Board } from "./board.js";
import { LocalGame } from "./game.js";

const framed = window.top !== window;
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("peg-dark", dark.matches);
dark.addEventListener("change", follow);
follow();

// Back to where the game was opened from, or to the site around it; in a frame nothing leads back.
const back = document.getElementById("back");
const own = document.referrer.startsWith(`${location.origin}/`) && !document.referrer.startsWith(location.href.split("#")[0]);
back.href = own ? document.referrer : back.dataset.home;
back.hidden = !back.getAttribute("href") || framed;

const data = JSON.parse(document.getElementById("data").textContent);
const game = new LocalGame(data);
await game.begin(location.hash);
const board = new Board(game);
document.getElementById("game").append(board.root);
document.body.classList.toggle("framed", framed);
if (!framed) board.focus(); // letters go to the row at once
addEventListener("hashchange", () => game.begin(location.hash));
if ("serviceWorker" in navigator && location.protocol !== "file:") navigator.serviceWorker.register("service-worker.js");
