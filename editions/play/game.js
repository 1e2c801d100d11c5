// A game in the page: it answers what the board sends as Python does at the other end of a widget.

import { load, save, STORE } from "./dom.js";
import { keyWords } from "./peg.js";
import { contradiction, hint, nextGuess } from "./computer.js";
import { choicesOf, linkOf, sentIn } from "./links.js";
import { PythonRandom } from "./random.js";
import { candidates, feedback, MOST_LISTED, size } from "./referee.js";
import { dayBefore } from "./today.js";
import { keepResult } from "./widget.js";

const KEPT = `${STORE}-play`;
const TODAYS = `${STORE}-today`; // the games of a day, by role and kind: each is played once
const plural = (guesses) => (guesses === 1 ? "1 guess" : `${guesses} guesses`);

export class LocalGame {
  constructor({ looks, offers, choices, best }) {
    this.best = best;
    this.usual = { ...choices, role: "break", hider: "today", seed: "" };
    this.state = { looks, offers, choices, refusal: "", advice: {}, done: 0, results: load(STORE, {}), scene: {} };
    this.listeners = {};
    this.coach = false;
  }

  // What the board asks of a widget's model

  get(name) { return this.state[name]; }

  on(event, listener) { (this.listeners[event] ??= []).push(listener); }

  off(event, listener) {
    this.listeners[event] = (this.listeners[event] || []).filter((other) => other !== listener);
  }

  send(press) {
    const work = this[`do_${press.do}`]?.(press);
    return Promise.resolve(work).then(() => press.id && this.put("done", press.id));
  }

  put(name, value) {
    this.state[name] = value;
    for (const listener of this.listeners[`change:${name}`] || []) listener();
  }

  // A match: from a link, as it was left, or a new one

  async begin(link) {
    const kind = kindOf({ rules: rulesOf(this.usual, this.state.offers) });
    this.put("today", { day: dayNow(), kind, choices: this.usual, sent: sentIn(link) });
    const linked = choicesOf(link, this.usual);
    const kept = load(KEPT, null);
    const isSame = linked ? kept?.match.origin && kept.match.seed === linked.seed : kept && isFresh(kept);
    return isSame ? this.resume(kept) : this.start(linked ?? this.usual);
  }

  resume(kept) {
    Object.assign(this, kept);
    this.round = (this.round || 0) + 1;
    this.put("refusal", "");
    return this.show("");
  }

  async start(choices, typed = "") {
    const rules = rulesOf(choices, this.state.offers);
    const code = readCode(rules, this.state.looks, typed);
    const fault = faultOf(rules, choices, code);
    this.put("refusal", fault);
    if (fault) return;
    const kept = choices.hider === "today" && load(TODAYS, {})[`${choices.role}, ${kindOf({ rules })}`];
    if (kept && kept.match.day === dayNow()) return this.resume(kept);
    // A seed or a day is for one game: the next one is the computer's, unless another is chosen.
    this.choices = { ...choices, seed: "", hider: ["seed", "today"].includes(choices.hider) ? "computer" : choices.hider };
    this.looked = 0;
    this.match = {
      rules, total: choices.max_guesses, role: choices.role, strategy: choices.strategy,
      ...(choices.role === "make" ? { code: "", origin: "", seed: "" } : await hide(rules, choices, code)),
      mine: [], theirs: [], asking: "", undone: 0,
    };
    this.hints = [];
    this.setDraft(Array(rules.length).fill(""), Array(rules.length).fill(false));
    this.askComputer();
    if (choices.role === "make" && code) this.playAlone(code);
    this.show(isOver(this.match) ? "" : "Game started:");
  }

  setDraft(draft, held) {
    Object.assign(this, { draft, held, round: (this.round || 0) + 1 });
  }

  askComputer() {
    if (moveOf(this.match) !== "answer") return;
    this.match.asking = nextGuess(this.match.rules, this.match.theirs, this.match.strategy);
  }

  // The computer was told the code: it gives itself the key pegs, to the end.
  playAlone(code) {
    const { match } = this;
    while (moveOf(match) === "answer") {
      match.theirs.push({ pegs: match.asking, keys: feedback(code, match.asking) });
      match.asking = "";
      this.askComputer();
    }
  }

  // What can be pressed

  do_start({ choices, code }) { return this.start(choices, code); }

  do_again() { return this.start(this.choices); }

  do_draft({ draft, held, round }) {
    if (round !== this.round) return;
    Object.assign(this, { draft, held });
    this.keep();
  }

  do_guess({ pegs }) {
    const { match } = this;
    const guess = pegs.join("");
    if (moveOf(match) !== "guess") return;
    const fault = faultIn(match.rules, guess);
    if (fault) return this.show(fault, { isError: true });
    const keys = feedback(match.code, guess);
    match.mine.push({ pegs: guess, keys });
    this.hints = [];
    this.setDraft(this.draft.map((peg, n) => (this.held[n] ? peg : "")), this.held);
    this.askComputer();
    const names = [...guess].map((peg) => this.state.looks[peg].name).join(" ");
    return this.finish(`Guess ${match.mine.length}: ${names}. ${keyWords(keys)}.`);
  }

  do_answer({ keys }) {
    const { match } = this;
    if (moveOf(match) !== "answer") return;
    const given = [...keys].sort().join("");
    const { length } = match.rules;
    if (given === `${"b".repeat(length - 1)}w`) {
      return this.show(`A guess of ${length} pegs cannot get ${keyWords(given)}.`, { isError: true });
    }
    const rows = [...match.theirs, { pegs: match.asking, keys: given }];
    const wrong = contradiction(match.rules, rows);
    if (wrong) return this.show(wrong.said, { isError: true, wrong: wrong.rows });
    match.theirs = rows;
    match.asking = "";
    this.askComputer();
    return this.finish(`${keyWords(given)} for guess ${rows.length}.`);
  }

  do_undo() {
    const { match } = this;
    if (!canUndo(match)) return;
    const last = match.mine.pop();
    match.undone += 1;
    this.hints = [];
    this.setDraft([...last.pegs], this.held);
    this.show(`Guess ${match.mine.length + 1} was undone.`);
  }

  do_back({ number }) {
    this.match.asking = this.match.theirs[number - 1].pegs;
    this.match.theirs = this.match.theirs.slice(0, number - 1);
    this.show(`You went back to guess ${number}.`);
  }

  do_coach({ on }) {
    this.coach = on;
    this.show("");
  }

  do_hint() {
    const { match } = this;
    if (!this.coach || moveOf(match) !== "guess" || this.hints.length >= 3) return;
    this.hints.push(hint(match.rules, match.mine, this.hints.length + 1));
    this.advise();
  }

  do_look({ guess }) {
    this.looked = guess;
    this.keep();
  }

  // Yesterday's code, and how Knuth's strategy finds it.
  async do_yesterday() {
    const rules = rulesOf(this.usual, this.state.offers);
    const code = await codeOf(rules, `${dayBefore(dayNow())}: ${kindOf({ rules })}`);
    const rows = [];
    while (rows.at(-1)?.pegs !== code) {
      const pegs = nextGuess(rules, rows, "minimax");
      rows.push({ pegs, keys: feedback(code, pegs) });
      rows.at(-1).left = candidates(rules, rows).length;
    }
    this.put("yesterday", { code, rows });
  }

  finish(said) {
    const { match } = this;
    if (isOver(match) && match.role !== "make" && !match.undone && ended(match, match.mine)) {
      keepResult({ finished: [kindOf(match), found(match, match.mine) ? match.mine.length : 0, match.day || ""] });
      this.put("results", load(STORE, {}));
    }
    return this.show(said);
  }

  // What is to be seen

  show(said, { isError = false, wrong = [] } = {}) {
    const { match } = this;
    const over = isOver(match);
    this.put("choices", { ...this.state.choices, ...this.choices });
    this.put("scene", {
      ...match.rules, move: moveOf(match), sides: sidesOf(match, wrong), headline: headline(match),
      message: `${said} ${isError ? "" : standing(match)}`.trim(), warnings: [], mood: isError ? "error" : statusOf(match),
      coach: this.coach, again: over && ["computer", undefined].includes(this.choices.hider), undo: canUndo(match),
      result: over ? share(match) : "", end: over ? this.ending() : null,
      round: this.round, draft: this.draft, held: this.held, day: match.day || "", looked: this.looked,
    });
    this.advise();
    this.keep();
  }

  advise() {
    const { match } = this;
    const wanted = this.coach && match.role !== "make" && !isOver(match);
    const many = size(match.rules).toLocaleString("en");
    const left = `This game has ${many} codes, which is too many for the coach to count.`;
    this.put("advice", wanted ? { left, lines: [], hints: this.hints } : {});
  }

  ending() {
    const { match } = this;
    const { length, colors, repeats } = match.rules;
    const best = this.best[`${length}x${colors.length}${repeats ? "" : "-distinct"}`];
    const breaks = match.role !== "make";
    return {
      title: match.day ? `Today's code, ${match.day}` : match.origin || capital(kindOf(match)),
      headline: endLine(match),
      counts: breaks, kind: kindOf(match), day: match.day || "",
      best: breaks && best ? best : null,
      notes: match.undone ? ["A game in which you undid a guess does not count."] : [],
    };
  }

  keep() {
    const { choices, match, hints, draft, held, coach, looked } = this;
    const kept = { choices, match, hints, draft, held, coach, looked, seen: dayNow() };
    save(KEPT, kept);
    if (!match.day) return;
    const todays = Object.entries(load(TODAYS, {})).filter(([, other]) => other.match.day === match.day);
    save(TODAYS, { ...Object.fromEntries(todays), [`${match.role}, ${kindOf(match)}`]: kept });
  }
}

function dayNow() {
  const now = new Date();
  return new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

// A game of another day is gone, unless it is nobody's day, was begun and is not over.
const isFresh = ({ match, seen }) =>
  (match.day || seen) === dayNow() || (!match.day && !isOver(match) && match.mine.length + match.theirs.length > 0);

const rulesOf = ({ code_length: length, num_colors: many, repeats }, { colors }) => ({ length, colors: [...colors].slice(0, many), repeats });

// Rules of a match, as `mastermind.match` has them

const found = (match, rows) => rows.length > 0 && rows.at(-1).keys === "b".repeat(match.rules.length);
const ended = (match, rows) => found(match, rows) || rows.length === match.total;
const isOver = (match) => moveOf(match) === "over";
const canUndo = (match) => match.role === "break" && moveOf(match) === "guess" && match.mine.length > 0;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function moveOf(match) {
  const { role, mine, theirs } = match;
  if (role === "break") return ended(match, mine) ? "over" : "guess";
  if (role === "make") return ended(match, theirs) ? "over" : "answer";
  if (mine.length > theirs.length) return "answer";
  return ended(match, mine) || ended(match, theirs) ? "over" : "guess";
}

function statusOf(match) {
  if (!isOver(match)) return "playing";
  const [mine, theirs] = [found(match, match.mine), found(match, match.theirs)];
  if (match.role === "break") return mine ? "won" : "lost";
  if (match.role === "make") return theirs ? "lost" : "won";
  return mine === theirs ? "drawn" : mine ? "won" : "lost";
}

function sidesOf(match, wrong) {
  const over = isOver(match);
  const move = moveOf(match);
  const rows = (turns, marked = []) => turns.map((turn, n) => ({ ...turn, wrong: marked.includes(n + 1) }));
  const mine = {
    title: "Your guesses", verb: "Copy", act: "copy", rows: rows(match.mine), open: move === "guess", asking: "",
    code: over ? match.code : "?".repeat(match.rules.length), total: match.total,
  };
  const theirs = {
    title: "The computer's guesses", verb: "Go back to", act: "back", rows: rows(match.theirs, wrong),
    open: move === "answer", asking: match.asking, code: "", total: match.total,
  };
  return { break: [mine], make: [theirs], duel: [mine, theirs] }[match.role];
}

function headline(match) {
  if (moveOf(match) === "answer") return `Answer guess ${match.theirs.length + 1}`;
  return `Guess ${match.mine.length + 1} of ${match.total}`;
}

function standing(match) {
  if (!isOver(match)) {
    if (moveOf(match) === "answer") return `The computer is waiting for your key pegs for guess ${match.theirs.length + 1}.`;
    return `${plural(match.total - match.mine.length)} left.`;
  }
  const words = { won: "You won!", lost: "Game over.", drawn: "Game over." };
  const code = match.code && !found(match, match.mine) ? ` The code was ${match.code}.` : "";
  return `${words[statusOf(match)]} ${endLine(match)}.${code}`;
}

function endLine(match) {
  const status = statusOf(match);
  if (match.role === "make") return status === "lost" ? `Broken in ${match.theirs.length}` : "Your code held";
  if (match.role === "duel") return { won: "You won the duel", lost: "The computer was faster", drawn: "A draw" }[status];
  return status === "won" ? `Solved in ${match.mine.length}` : "Not found";
}

export function kindOf({ rules }) {
  return `${rules.length} pegs, ${rules.colors.length} colors${rules.repeats ? "" : ", no repeats"}`;
}

function share(match) {
  const signs = { b: "\u26ab", w: "\u26aa" };
  const rows = match.role === "make" ? match.theirs : match.mine;
  const lines = rows.map(({ keys }, n) =>
    `${n + 1} ${[...keys.padEnd(match.rules.length, "-")].map((key) => signs[key] || "\u00b7").join("")}`);
  const title = `Mastermind: ${kindOf(match)}${match.day ? ` (today's code, ${match.day})` : ""}`;
  return [title, `${endLine(match)}.`, ...lines, ...(match.role === "break" && match.seed ? [linkOf(match)] : [])].join("\n");
}

// Codes

function faultIn(rules, code) {
  const { length, colors, repeats } = rules;
  const strange = [...code].find((peg) => !colors.includes(peg));
  if (strange) return `'${strange}' is not a peg in this game; the pegs are ${colors.join(" ")}.`;
  if (code.length !== length) return `Your code has ${code.length === 1 ? "1 peg" : `${code.length} pegs`}, but a code in this game has ${length}.`;
  if (!repeats && new Set(code).size < length) return "In this game, colors may not repeat.";
  return "";
}

// A typed code: each peg is a letter, its number counted from 1, or its name.
function readCode({ colors }, looks, typed) {
  const named = typed.split(/[\s,;|/-]+/).map((word) => colors.find((peg) => looks[peg].name === word.toLowerCase()) ?? word);
  return [...named.join("").toUpperCase()].map((sign) => colors[Number(sign) - 1] ?? sign).join("");
}

function faultOf(rules, choices, code) {
  const { length, colors, repeats } = rules;
  if (!repeats && length > colors.length) {
    return `${length} pegs without repeats need at least ${length} colors; there are only ${colors.length}.`;
  }
  if (choices.role !== "break" && size(rules) > MOST_LISTED) {
    return "This game has too many codes for the computer on this page. Play it in a notebook.";
  }
  if (choices.role !== "make" && choices.hider === "seed" && !choices.seed.trim()) return "Type any word or number as a seed. The same seed always gives the same code.";
  const isTyped = choices.role === "make" ? code : choices.hider === "person";
  if (isTyped && faultIn(rules, code)) {
    return `This code is not valid: a code has ${length} pegs from ${colors.join(" ")}${repeats ? "" : ", and no color may repeat"}.`;
  }
  return "";
}

async function hide(rules, choices, code) {
  if (choices.hider === "person") return { code, origin: "", seed: "" };
  if (choices.hider === "today") {
    const day = dayNow();
    const drawn = await codeOf(rules, `${day}: ${kindOf({ rules })}`);
    return { code: drawn, origin: `today's code, ${day}`, seed: day, day };
  }
  const given = choices.hider === "seed" ? choices.seed.trim() : "";
  const seed = given || [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36)).join("");
  return { code: await codeOf(rules, seed), origin: given ? `Seed ${given}` : "", seed };
}

// `Rules.random_code` of the library, with the same generator.
export async function codeOf({ length, colors, repeats }, seed) {
  const random = await PythonRandom.of(seed);
  if (repeats) return Array.from({ length }, () => colors[Math.floor(random.random() * colors.length)]).join("");
  return sample(random, colors, length).join("");
}

function sample(random, colors, length) {
  const pool = [...colors];
  return Array.from({ length }, (_, n) => {
    const drawn = random.below(pool.length - n);
    const peg = pool[drawn];
    pool[drawn] = pool[pool.length - n - 1];
    return peg;
  });
}
