// The end of a game: a card with a word that rates it, its grid, figures, and what can be shared.

import { button, copyText, count, isStill, load, make, save } from "./dom.js";
import { keyPicture } from "./peg.js";
import { DAYS_KEPT, LONG, written } from "./today.js";

const CONFETTI = 36;

export class EndCard {
  constructor(board) {
    this.board = board;
    this.element = make("section", { class: "peg-card peg-end", "aria-label": "The end of the game" });
    this.said = make("p", { class: "peg-soft" }); // the board announces what is written here later
  }

  draw(scene) {
    this.element.hidden = scene.move !== "over";
    if (this.element.hidden) return;
    this.element.classList.toggle("peg-folded", Boolean(this.board.looked)); // the look back has the room
    const { title, headline, notes, kind, best, counts, day } = scene.end;
    const results = this.board.results(kind);
    this.said.textContent = day ? `Today's code, ${written(day, LONG)}` : title;
    const { code } = scene.sides[0];
    const missed = counts && code && scene.mood === "lost" && scene.sides.length === 1;
    this.element.replaceChildren(
      make("h2", { tabindex: -1 }, headline, ...(missed ? [". The code was ", this.board.looks.code(code)] : [])), this.said,
      make("p", { class: "peg-judged" }, ...[...this.judge(scene), best?.text].filter(Boolean).flatMap((said) => [said, " "])),
      counts ? make("div", { class: "peg-summary" }, this.drawGrid(scene),
        make("div", { class: "peg-history" }, drawFigures(results), drawBars(results))) : "",
      ...notes.map((note) => make("p", { class: "peg-soft" }, note)),
      this.drawButtons(scene),
    );
  }

  // On a phone, or magnified, it may stand below the edge.
  bringIntoView() {
    this.element.querySelector(".peg-judged")?.scrollIntoView?.({ block: "nearest" });
  }

  // A word, and skill and luck where every code can be looked at.
  judge({ end, mood }) {
    const { turns, rules, moves } = this.board;
    if (!end.counts || !turns.length) return [];
    const word = mood === "won" ? rate(turns.length, end.best?.average, rules.total) : "";
    const said = word ? [make("b", {}, word)] : [];
    if (!moves.length) return said;
    const mean = (name) => moves.reduce((sum, move) => sum + move[name], 0) / moves.length;
    return [...said, `Whole game: skill ${Math.round(100 * mean("skill"))}%, luck ${Math.round(100 * mean("luck"))}%.`];
  }

  drawGrid({ sides, length }) {
    const { rows } = sides[0];
    const marks = rows.flatMap(({ keys }) => Array.from({ length }, (_, hole) => keyPicture(keys[hole])));
    const grid = make("div", { class: "peg-grid", "aria-hidden": "true" }, ...marks);
    grid.style.setProperty("--peg-length", length);
    return grid;
  }

  // After a loss the next step is another code or game, after a win it is to show the result.
  drawButtons({ result, again, mood }) {
    const { board } = this;
    const primary = (isFirst) => (isFirst && !board.today.waits ? { class: "peg-primary" } : {}); // one on the page
    const goesOn = mood === "lost";
    const hand = navigator.share && matchMedia("(pointer: coarse)").matches; // a phone's own way
    const share = hand
      ? button("Share result", () => navigator.share({ text: result }).catch(() => {}), { icon: "share", ...primary(!goesOn) })
      : button("Copy result", () => this.copy(result), { icon: "share", ...primary(!goesOn) });
    const look = button("Look back", () => board.lookAt(board.looked ? undefined : board.dearest), {
      icon: "eye", "aria-pressed": String(Boolean(board.looked)),
    });
    const other = button("New game", () => board.sheet.open(), { icon: "choose", ...primary(goesOn && !again) });
    const next = again ? button("Another code", () => board.when(() => board.tell("again")), { icon: "restart", ...primary(goesOn) }) : other;
    const first = goesOn ? [next, share] : [share, next].filter((one) => one !== other);
    return make("div", { class: "peg-ends" }, ...first,
      board.turns.length ? look : "",
      button("Picture", () => this.download(), { icon: "picture", title: "Save the result as a picture" }),
      first.includes(other) ? "" : other);
  }

  async copy(result) {
    await copyText(result, this.board.root);
    this.say("Result copied.");
  }

  say(words) {
    this.said.textContent = words;
    this.board.say(words);
  }

  async download() {
    const { scene } = this.board;
    const judged = this.judge(scene).map((said) => said.textContent ?? said).join(" ");
    const picture = await paint(scene, getComputedStyle(this.board.root), judged);
    picture.toBlob((blob) => {
      const link = make("a", { href: URL.createObjectURL(blob), download: "mastermind.png" });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      this.say("Picture saved.");
    });
  }
}

function rate(guesses, average, total) {
  if (guesses === 1) return "A shot in the dark!";
  const usual = average ?? total * 0.6;
  const better = usual - guesses;
  if (better >= 1.3) return "Brilliant!";
  if (better >= 0.3) return "Excellent!";
  if (better >= -0.7) return "Very good!";
  if (better >= -1.7) return "Well done!";
  return guesses === total ? "Just in time!" : "Solved!";
}

function drawFigures(results) {
  const found = results.filter((guesses) => guesses);
  const streak = results.length - 1 - results.lastIndexOf(0);
  const mean = found.length ? (found.reduce((a, b) => a + b) / found.length).toFixed(1) : "\u2013";
  const figures = [
    [results.length, "played"], [`${Math.round((100 * found.length) / Math.max(results.length, 1))}%`, "solved"],
    [streak, "streak"], [mean, "guesses"],
  ];
  return make("div", { class: "peg-counts" },
    ...figures.map(([figure, name]) => make("div", {}, make("b", {}, String(figure)), " ", make("span", {}, name))));
}

// A bar for each number of guesses that was needed, as high as it was frequent.
function drawBars(results) {
  const found = results.filter((guesses) => guesses);
  if (found.length < 3) return ""; // one bar tells nothing
  const [least, most] = [Math.min(...found), Math.max(...found)];
  const counts = Array.from({ length: most - least + 1 }, (_, n) => found.filter((guesses) => guesses === least + n).length);
  const bars = counts.map((many, n) => {
    const bar = make("span", { class: `peg-bar${results.at(-1) === least + n ? " peg-mine" : ""}`, "aria-hidden": "true" });
    bar.style.setProperty("--part", many / Math.max(...counts));
    return make("li", {}, make("span", { class: "peg-unseen" }, `${count(many, "game")} in `), bar, String(least + n));
  });
  return make("ol", { class: "peg-bars", "aria-label": "Games by number of guesses" }, ...bars);
}

// Today's games: how many guesses each day took.
export function keepDay(kind, day, guesses) {
  const all = load(DAYS_KEPT, {});
  all[kind] = { [day]: guesses, ...all[kind] }; // the first game of a day is the one that counts
  save(DAYS_KEPT, all);
}

// The grid as a picture, with its headline; nothing of the code is in it.
async function paint({ sides, length, end }, style, judged) {
  const color = (name) => style.getPropertyValue(name).trim();
  const { rows } = sides[0];
  const [edge, top] = [36, 172];
  const kind = `Mastermind \u00b7 ${end.kind}${end.day ? ` \u00b7 ${end.day}` : ""}`;
  const lines = [[end.headline, "bold 46px", 76], [judged, "20px", 114], [kind, "20px", 144]]; // the last is the foot
  const canvas = make("canvas");
  const pen = canvas.getContext("2d");
  const write = (size) => { pen.font = `${size} system-ui, sans-serif`; };
  const widths = lines.map(([text, size]) => { write(size); return pen.measureText(text).width; });
  const across = Math.ceil(Math.max(420, length * 52, ...widths));
  const cell = Math.min(across / length, 84); // how high a row is; its holes are as far apart as there is room
  const step = across / length;
  const [wide, high] = [across + 2 * edge, top + rows.length * cell + edge];
  Object.assign(canvas, { width: 2 * wide, height: 2 * high }); // as sharp as a screen of today
  pen.scale(2, 2);
  const plate = (from, to, x, y, across, down, round) => {
    pen.fillStyle = pen.createLinearGradient(x, y, x, y + down);
    pen.fillStyle.addColorStop(0, color(from));
    pen.fillStyle.addColorStop(1, color(to));
    pen.beginPath();
    pen.roundRect(x, y, across, down, round);
    pen.fill();
  };
  plate("--plate-from", "--plate-to", 0, 0, wide, high, 28);
  pen.fillStyle = color("--plate-text");
  for (const [text, size, foot] of lines) {
    write(size);
    pen.fillText(text, edge, foot);
  }
  plate("--keys-from", "--keys-to", edge, top, across, rows.length * cell, 16);
  const drawn = Object.fromEntries(await Promise.all(["b", "w"].map(async (key) => [key, await pictureOf(color(`--peg-${key}`))])));
  rows.forEach(({ keys }, row) => {
    for (let hole = 0; hole < length; hole += 1) {
      const [x, y] = [edge + (hole + 0.5) * step, top + (row + 0.5) * cell];
      if (keys[hole]) pen.drawImage(drawn[keys[hole]], x - cell * 0.36, y - cell * 0.36, cell * 0.72, cell * 0.72);
      else {
        pen.beginPath();
        pen.arc(x, y, cell / 7, 0, 2 * Math.PI);
        pen.fillStyle = "rgb(0 0 0 / 0.5)";
        pen.fill();
      }
    }
  });
  return canvas;
}

async function pictureOf(address) {
  const picture = new Image(128, 128);
  picture.src = address.replace(/^url\(["']?|["']?\)$/g, "");
  await picture.decode();
  return picture;
}

// Confetti of the winning pegs, for those who like motion.
export function throwConfetti(board, code) {
  if (isStill()) return;
  const pegs = Array.from({ length: CONFETTI }, (_, n) => {
    const peg = board.looks.picture(code[n % code.length]);
    peg.style.setProperty("--x", `${(Math.random() - 0.5) * 520}px`);
    peg.style.setProperty("--y", `${Math.random() * 340 - 60}px`);
    peg.style.setProperty("--turn", `${Math.random() * 540 - 270}deg`);
    return peg;
  });
  const party = make("div", { class: "peg-confetti", "aria-hidden": "true" }, ...pegs);
  board.plate.element.append(party);
  // Not after a time: on a busy machine it would be over before it is seen.
  Promise.allSettled(party.getAnimations({ subtree: true }).map((flight) => flight.finished)).then(() => party.remove());
}
