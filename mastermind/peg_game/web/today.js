// Today's code: its date, the streak, four weeks, and how the day before could have been solved.

import { button, count, isStill, load, make, STORE } from "./dom.js";
import { keyPicture, keyPlate } from "./peg.js";
import { Dialog } from "./sheet.js";

const DAYS = 28; // in the calendar
const STEP = 700; // milliseconds between two guesses of a replay
export const DAYS_KEPT = `${STORE}-days`;
const FIRST = { role: "break", hider: "computer", code_length: 2, num_colors: 3, max_guesses: 6, repeats: true, seed: "" };
const lesson = ({ length, colors }) => [
  `A code of ${length} pegs is hidden under the cover. There are ${colors.length} colors.`,
  `Place ${length} pegs and press Submit guess.`,
  make("span", {}, "A black key peg ", keyPicture("b"), " means the right color in the right place, and a white key peg ", keyPicture("w"), " means the right color in the wrong place."),
];

export const LONG = { weekday: "long", day: "numeric", month: "long" };
export const written = (day, options) => new Date(`${day}T12:00:00Z`).toLocaleDateString("en-US", { timeZone: "UTC", ...options });

export function dayBefore(day, back = 1) {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - back);
  return date.toISOString().slice(0, 10);
}

// Days in a row that were solved; a day that is not over does not end them.
export function streakOf(days, today) {
  let day = days[today] === undefined ? dayBefore(today) : today;
  let streak = 0;
  for (; days[day] > 0; day = dayBefore(day)) streak += 1;
  return streak;
}

export class Today extends Dialog {
  constructor(board) {
    super(board, "Today's code", "peg-day-sheet");
    this.chip = button("", () => this.open(), { icon: "day", class: "peg-chip" });
    this.first = button("First time?", () => this.begin(FIRST), { class: "peg-chip" });
    this.lesson = make("ol", { class: "peg-card peg-lesson", "aria-label": "How to play" });
    this.card = make("section", { class: "peg-card peg-today", "aria-label": "Today's code" });
  }

  // What the page knows of today; a notebook knows nothing, and shows the day of its own game only.
  get known() { return this.board.model.get("today") ?? { day: this.board.scene.day, kind: this.board.scene.end?.kind }; }

  get days() { return load(DAYS_KEPT, {})[this.known.kind] || {}; }

  // Whether today's code is still to be played, after another game.
  get waits() { return Boolean(this.board.model.get("today")) && this.board.scene.day !== this.known.day && this.days[this.known.day] === undefined; }

  begin(choices) {
    const { board } = this;
    this.close();
    board.when(() => board.tell("start", { choices: { ...board.model.get("choices"), ...choices } }));
  }

  drawAll(scene) {
    const { day } = this.known;
    const over = scene.move === "over";
    const page = this.board.model.get("today");
    const begun = scene.sides.some((side) => side.rows.length);
    const isNew = Object.keys(load(STORE, {})).length === 0;
    const isTaught = (isNew || !(page || begun)) && !scene.coach; // then the room beside the board is for the rules
    const isFirst = scene.length === 2 && !over;
    this.lesson.hidden = over || scene.sides.some((side) => side.act === "back") || !(isFirst || isTaught);
    this.lesson.classList.toggle("peg-aside", scene.length > 2);
    this.lesson.replaceChildren(...lesson(scene).map((says) => make("li", {}, says)));
    this.first.hidden = !isNew || isFirst || begun || !page || scene.day !== day;
    this.card.hidden = !day || isFirst || (!over && (!page || scene.coach));
    this.card.classList.toggle("peg-plain", !over);
    this.chip.hidden = !day || over;
    if (!day) return;
    const streak = streakOf(this.days, day);
    const date = written(day, { day: "numeric", month: "short" }) + (streak > 1 ? ` \u00b7 ${streak} in a row` : "");
    this.chip.lastChild.replaceChildren(scene.day === day ? make("span", { class: "peg-aside" }, "Today's code \u00b7 ") : "", date);
    this.chip.setAttribute("aria-label", `Today's code, ${written(day, LONG)}. Streak: ${count(streak, "day")}`);
    this.card.replaceChildren(...this.content(false));
  }

  draw() { this.body.replaceChildren(...this.content(true)); }

  content(isSheet) {
    const { board, days } = this;
    const { day, sent } = this.known;
    const page = board.model.get("today");
    const done = days[day];
    const said = done === undefined ? "Not played yet." : done ? `Solved in ${done}. The next code appears at midnight.` : "You didn't find the code. The next code appears at midnight.";
    const streak = streakOf(days, day);
    const over = board.scene.move === "over";
    const here = board.scene.day === day && !isSheet;
    return [
      isSheet ? make("p", { class: "peg-soft" }, written(day, LONG), streak > 1 ? ` \u00b7 ${streak} days in a row` : "") : "",
      here && !over ? "" : make("h3", {}, here ? `${streak > 1 ? `${streak} days in a row. ` : ""}The next code appears at midnight.` : `Today's code: ${said}`),
      Object.keys(days).length ? drawCalendar(days, day) : "",
      sent?.length ? make("p", { class: "peg-sent" }, `Sent to you: ${count(sent.length, "guess", "guesses")}.`, drawKeys(sent)) : "",
      drawLadder(board.scene.end?.ladder ?? []),
      page ? make("div", { class: "peg-ends" },
        board.scene.day === day ? "" : button("Today's code", () => this.begin({ ...page.choices }), { icon: "day", class: over && this.waits ? "peg-primary" : "peg-whole" }),
        button("Yesterday's solution", () => this.replay(), { icon: "next" }),
        isSheet || (here && !over && this.first.hidden) ? button("First time?", () => this.begin(FIRST), { icon: "help" }) : "") : "",
    ];
  }

  // Yesterday's code, guess by guess, as Knuth's strategy finds it.
  replay() {
    const { board } = this;
    board.when(() => board.tell("yesterday", {}, () => {
      const { code, rows } = board.model.get("yesterday");
      const mine = this.days[dayBefore(this.known.day)];
      const shown = make("ol", { class: "peg-replay" });
      const says = make("p", {}, `Knuth's strategy needs ${count(rows.length, "guess", "guesses")}.`,
        mine === undefined ? "" : ` ${mine ? `You needed ${mine}.` : "You did not find it."}`);
      this.body.replaceChildren(shown, says);
      if (!this.element.open) this.element.showModal();
      this.name("Yesterday's code");
      const add = (n) => {
        const { pegs, keys, left } = rows[n];
        const plate = keyPlate(keys, pegs.length);
        shown.append(make("li", {}, board.looks.code(pegs), plate, make("span", { class: "peg-soft" }, pegs === code ? "found" : `${count(left, "code")} left`)));
        if (n + 1 < rows.length) if (isStill()) add(n + 1); else setTimeout(() => shown.isConnected && add(n + 1), STEP);
      };
      add(0);
    }));
  }
}

function drawLadder(ladder) {
  if (!ladder.length) return "";
  const lines = ladder.map(([name, guesses]) => make("li", {}, `${name}: ${guesses ? count(guesses, "guess", "guesses") : "not found"}`));
  return make("div", {}, make("h3", {}, "The class"), make("ol", { class: "peg-ladder" }, ...lines));
}

function drawKeys(rows) {
  const length = Math.max(...rows.map((keys) => keys.length));
  const grid = make("span", { class: "peg-grid", "aria-hidden": "true" },
    ...rows.flatMap((keys) => Array.from({ length }, (_, hole) => keyPicture({ b: "b", w: "w" }[keys[hole]]))));
  grid.style.setProperty("--peg-length", length);
  return grid;
}

function drawCalendar(days, today) {
  const cells = Array.from({ length: DAYS }, (_, n) => {
    const name = dayBefore(today, DAYS - 1 - n);
    const guesses = days[name];
    const said = guesses === undefined ? "not played" : guesses ? `solved in ${guesses}` : "not solved";
    const css = guesses === undefined ? "" : guesses ? " peg-solved" : " peg-missed";
    return make("li", { class: `peg-day${css}${name === today ? " peg-now" : ""}`, title: `${name}: ${said}` },
      make("span", { class: "peg-unseen" }, `${name}: ${said}`),
      make("span", { "aria-hidden": "true" }, guesses ? String(guesses) : guesses === 0 ? "\u00d7" : ""));
  });
  const letters = cells.slice(0, DAYS / 2).map((_, n) => // two weeks in a row of days
    make("li", { class: "peg-weekday", "aria-hidden": "true" }, written(dayBefore(today, DAYS - 1 - n), { weekday: "narrow" })));
  return make("ol", { class: "peg-calendar", "aria-label": "The last four weeks" }, ...letters, ...cells);
}
