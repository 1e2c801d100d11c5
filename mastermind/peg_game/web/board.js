// The peg game in a page: it draws what the game says, and tells the game what was pressed.
// Pegs that are placed are drawn at once; rules, key pegs and turns are the game's: `model` is
// either Python, at the other end of a widget, or a game in this page.

import { Controls } from "./controls.js";
import { button, count, isStill, load, make, STORE } from "./dom.js";
import { takeHold } from "./drag.js";
import { EndCard, throwConfetti } from "./end.js";
import { Help } from "./help.js";
import { coachCard, LookBack } from "./look.js";
import { Note } from "./note.js";
import { keyPicture, Looks } from "./peg.js";
import { Plate } from "./plate.js";
import { analyze, MOST_LISTED, size } from "./referee.js";
import { Row } from "./row.js";
import { NewGame } from "./sheet.js";
import { Today } from "./today.js";

const NARROW = 620; // pixels: with less of them the coach is a sheet that can be folded
const PATIENCE = 500; // milliseconds without an answer, until a sign of work is shown
let boards = 0;
const OWNERS = {
  yours: ["b", "Yours"],
  corrected: ["w", "Yours, but the library's had to be used"],
  borrowed: ["", "Borrowed"],
};
const nameOf = (element) => element.getAttribute("aria-label") || element.textContent;

export class Board {
  constructor(model) {
    this.model = model;
    this.id = boards;
    boards += 1;
    this.sent = 0;
    this.waiting = []; // what was pressed before the last press was answered
    this.looks = new Looks(model.get("looks"));
    this.row = new Row(this);
    this.plate = new Plate(this);
    this.controls = new Controls(this);
    this.end = new EndCard(this);
    this.back = new LookBack(this);
    this.note = new Note(this);
    this.sheet = new NewGame(this);
    this.today = new Today(this);
    this.build();
    this.help = new Help(this);
    this.root.append(this.help.element);
    this.listen = {
      "change:scene": () => this.drawAll(),
      "change:done": () => this.answered(),
      "change:advice": () => this.drawAdvice(),
      "change:results": () => this.scene.move === "over" && !this.unveils && this.end.draw(this.scene),
      "msg:custom": (message) => message.focus && requestAnimationFrame(() => this.focus()),
    };
    for (const [event, action] of Object.entries(this.listen)) model.on(event, action);
    this.drawAll();
  }

  build() {
    this.headline = make("h2", { class: "peg-headline" });
    this.status = make("div", { class: "peg-status", role: "status", "aria-live": "polite", "aria-atomic": "true" });
    this.advice = make("div", { class: "peg-advice", role: "status", "aria-live": "polite" });
    const meaning = (key, words) => make("span", {}, keyPicture(key), ` ${words}`);
    this.owners = make("dl", { class: "peg-owners", "aria-label": "Functions that the game uses" });
    this.legend = make("p", { class: "peg-legend" },
      meaning("b", "right place"), " ", meaning("w", "right color, wrong place"));
    const head = make("div", { class: "peg-say" }, this.headline, this.today.first, this.today.chip);
    this.top = make("div", { class: "peg-top" }, head, this.status);
    const side = make("div", { class: "peg-side" },
      this.top, this.today.lesson, this.end.element, this.controls.element, this.controls.more,
      this.legend, this.note.element, this.back.element, this.advice, this.owners, this.today.card);
    this.root = make("div", {
      class: "peg-table", role: "group", "aria-label": "Mastermind",
      keydown: (event) => this.pressKey(event),
      pointerdown: (event) => this.hold(event),
    }, make("div", { class: "peg-stage" }, this.plate.element, side), this.sheet.element, this.today.element);
  }

  remove() {
    for (const [event, action] of Object.entries(this.listen)) this.model.off(event, action);
    clearTimeout(this.timer);
  }

  get scene() { return this.model.get("scene"); }

  get busy() { return this.model.get("done") < this.sent; }

  get turns() { return this.scene.sides.find((side) => side.act === "copy")?.rows ?? []; }

  get rules() {
    const { length, colors, repeats, sides } = this.scene;
    return { length, colors, repeats, total: sides[0].total };
  }

  // What each guess was worth: nothing where codes are too many, or key pegs contradict each other.
  get moves() {
    this.worth ??= size(this.rules) <= MOST_LISTED ? analyze(this.rules, this.turns) : [];
    return this.worth;
  }

  // The number of the guess that cost most; the one that found the code cost nothing.
  get dearest() {
    const costs = this.moves.map(({ bestBits, expected }, n) => (n && this.turns[n].pegs === this.scene.sides[0].code ? 0 : bestBits - expected));
    return costs.length ? costs.indexOf(Math.max(...costs)) + 1 : this.turns.length;
  }

  // The games of a kind, as the browser has kept them, or else as the game knows them.
  results(kind) {
    const known = this.model.get("results")[kind] || [];
    const kept = load(STORE, {})[kind] || [];
    return kept.length > known.length ? kept : known;
  }

  // Telling the game

  tell(what, more = {}, then = null) {
    this.sent = Math.max(this.sent, this.model.get("done")) + 1;
    if (then) this.waiting.unshift(then);
    this.model.send({ do: what, id: this.sent, ...more });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.busy) this.status.append(make("p", { class: "peg-work" }, "Working \u2026"));
    }, PATIENCE);
    this.answered();
  }

  answered() {
    if (this.busy) return;
    clearTimeout(this.timer);
    this.status.querySelector(".peg-work")?.remove();
    while (this.waiting.length && !this.busy) this.waiting.shift()();
  }

  // What is pressed between a guess and its answer is meant for the row that follows.
  when(action) {
    if (this.busy) this.waiting.push(action);
    else action();
  }

  submit() {
    this.when(() => {
      const { move } = this.scene;
      if (move === "guess") this.tell("guess", { pegs: this.row.draft });
      if (move === "answer" && this.note.agrees()) this.tell("answer", { keys: this.row.keys.join("") });
    });
  }

  undo() {
    this.when(() => this.scene.undo && this.tell("undo"));
  }

  // Look at a guess: before the end in the coach's mosaic, after it in the look back.
  lookAt(guess) {
    const { move, coach } = this.scene;
    if (move !== "over" && !coach) return;
    const pressed = this.root.contains(document.activeElement) ? nameOf(document.activeElement) : "";
    this.looked = guess === this.looked && move !== "over" ? undefined : guess;
    this.plate.draw(this.scene, false);
    this.back.draw();
    this.drawAdvice();
    if (move === "over") {
      this.end.draw(this.scene);
      this.today.drawAll(this.scene);
      this.model.send({ do: "look", guess: this.looked ?? 0 });
    }
    // What was pressed is drawn anew: the focus stays on it.
    [...this.root.querySelectorAll("button")].find((one) => pressed && nameOf(one) === pressed)?.focus({ preventScroll: true });
    if (move === "over" && this.looked) this.back.element.scrollIntoView?.({ block: "nearest" });
  }

  pressKey(event) {
    if (event.target.closest("dialog, input, select")) return event.stopPropagation();
    const withCtrl = event.ctrlKey || event.metaKey;
    if (event.altKey || (withCtrl && event.key !== "z")) return null;
    event.stopPropagation(); // JupyterLab would cut or turn the cell at many a letter
    const act = withCtrl ? () => this.undo() : this.row.meaning(event.key, event.target);
    if (!act) return null;
    event.preventDefault();
    return this.when(act);
  }

  hold(event) {
    if (event.target.closest("dialog, .peg-advice, .peg-back, .peg-end, .peg-note")) return;
    if (!event.target.closest("button")) this.focus();
    takeHold(this, event);
  }

  focus() {
    if (!this.plate.focus()) this.end.element.querySelector("h2")?.focus({ preventScroll: true });
  }

  say(message) { this.drawStatus({ message, warnings: [], mood: "told" }); }

  // Drawing

  drawAll() {
    const { scene } = this;
    const isRound = scene.round !== this.round;
    const isFirst = this.round === undefined; // where the page is, nobody has scrolled it yet
    this.round = scene.round;
    const inside = this.root.contains(document.activeElement);
    const turns = scene.sides.reduce((all, side) => all + side.rows.length, 0);
    const isNew = turns > (this.drawn ?? turns);
    if (isRound || isNew || scene.move !== "answer" || this.row.keys.length !== scene.length) {
      this.row.reset(isRound ? scene : { ...this.row, length: scene.length });
    } else this.row.settle();
    if (turns !== this.drawn) this.forget();
    const over = scene.move === "over";
    if (isFirst && over) this.looked = scene.looked || undefined;
    const ends = over && isNew;
    this.drawn = turns;
    this.drawFrame(scene);
    this.plate.draw(scene, isNew);
    if (!ends || isStill()) return this.drawBeside(scene, { ends, inside, moves: isNew || (isRound && !isFirst) });
    // First the key pegs, then the cover, then the card.
    this.unveils = true;
    return this.plate.unveil().then(() => {
      this.unveils = false;
      if (scene === this.scene) this.drawBeside(scene, { ends, inside, moves: true });
    });
  }

  drawBeside(scene, { ends, inside, moves }) {
    const over = scene.move === "over";
    this.root.dataset.move = scene.move;
    this.root.dataset.mood = scene.mood;
    this.headline.hidden = over;
    this.legend.hidden = scene.move !== "guess";
    if (ends && scene.mood === "lost" && this.moves.length) { // a loss teaches: where it went wrong
      this.looked = this.dearest;
      this.plate.draw(scene, false);
    }
    this.drawStatus(scene);
    this.drawOwners(scene);
    this.controls.draw(scene);
    this.end.draw(scene);
    this.note.draw(scene);
    this.back.draw();
    this.drawAdvice();
    this.today.drawAll(scene);
    if (ends && scene.mood === "won" && scene.sides[0].code) throwConfetti(this, scene.sides[0].code);
    if (inside) this.focus();
    const opens = scene.coach && this.coached === false;
    this.coached = scene.coach;
    if (moves || opens || scene.mood === "error") this.plate.bringIntoView(); // what is new may cover the row
    if (ends) this.end.bringIntoView();
  }

  forget() {
    this.looked = undefined;
    this.worth = undefined;
  }

  drawFrame({ length, sides }) {
    const style = this.root.style;
    style.setProperty("--peg-count", length);
    style.setProperty("--peg-columns", Math.ceil(length / 2));
    style.setProperty("--peg-rows", sides[0].total);
    this.root.classList.toggle("peg-wide", length > 4);
    this.root.classList.toggle("peg-long", length > 6);
    this.root.classList.toggle("peg-two", sides.length > 1);
  }

  drawStatus({ message, warnings, mood, headline }) {
    if (headline !== undefined) this.headline.textContent = headline;
    const isSeen = warnings.length || mood === "error" || (mood === "told" && this.scene.move !== "over");
    this.status.classList.toggle("peg-seen", Boolean(isSeen));
    const line = make("p", {}, message);
    const wrong = mood === "error" ? this.scene.sides.flatMap(({ rows }) => rows.map((row, n) => row.wrong && n + 1).filter(Boolean)) : [];
    const ways = wrong.map((number) => button(`Answer guess ${number} again`, () => this.when(() => this.tell("back", { number })), { class: "peg-chip" }));
    const others = warnings.map((warning) => make("p", { class: "peg-warning" }, `\u26a0 ${warning}`));
    this.status.replaceChildren(line, ...others, ...(ways.length && ways.length < 4 ? [make("p", { class: "peg-ways" }, ...ways)] : [])); // more would hide the board
    // With the board magnified, or on a phone, it would stand above the edge.
    if (mood === "error") this.status.scrollIntoView?.({ block: "nearest" });
  }

  // Whose functions play; a game without any of a student's has nothing to show.
  drawOwners({ owners = [] }) {
    const groups = Object.entries(OWNERS).map(([owner, [key, title]]) => {
      const rows = owners.filter(([, whose]) => whose === owner)
        .map(([name, , does]) => make("dd", {}, keyPicture(key), make("span", {}, make("code", {}, name), ` ${does}`)));
      return rows.length ? make("div", {}, make("dt", {}, `${title}: ${count(rows.length, "function")}`), ...rows) : "";
    });
    this.owners.replaceChildren(...groups);
  }

  drawAdvice() {
    const advice = this.model.get("advice");
    const wanted = advice?.lines && this.scene.move !== "over";
    const wide = this.root.clientWidth; // 0 as long as it is not to be seen
    this.advice.replaceChildren(...(wanted ? [coachCard(this, advice, wide > 0 && wide < NARROW)] : []));
  }
}
