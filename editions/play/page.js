// The game without a notebook: the board, and behind it a game in this page.

import { Board } from "./board.js";
import { LocalGame } from "./game.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("peg-dark", dark.matches);
dark.addEventListener("change", follow);
follow();

const data = JSON.parse(document.getElementById("data").textContent);
const game = new LocalGame(data);
await game.begin(location.hash);
document.getElementById("game").append(new Board(game).root);
addEventListener("hashchange", () => game.begin(location.hash));
if ("serviceWorker" in navigator && location.protocol !== "file:") navigator.serviceWorker.register("service-worker.js");
