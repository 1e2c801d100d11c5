// Looking at the codes: what is left while one plays, and what each guess was worth afterwards.

import { button, icon, count, make, number } from "./dom.js";
import { left, mosaic, mosaicKey } from "./mosaic.js";
import { keyLine } from "./peg.js";
import { allCodes, bits, candidates, MOST_LISTED, parts, size } from "./referee.js";

const MOST_SHOWN = 12; // codes that are drawn one by one
const DEAR = 0.3; // bits: less than that is no mistake
const percent = (part) => `${Math.round(100 * part)}%`;

// What the game says about the moment, and the mosaic of what is left.
export function coachCard(board, { left: said, lines, hints }, narrow) {
  const { rules, turns } = board;
  const counted = size(rules) <= MOST_LISTED;
  const [title, ...more] = counted ? leftBefore(rules, turns, board.looked ?? turns.length + 1) : [make("h3", {}, said)];
  // On a phone it can be folded to its first line, so that one can play with it; in a low window it begins so.
  const card = narrow
    ? make("details", {
      class: "peg-card peg-coach", "aria-label": "Coach", open: (board.folded ??= innerHeight < 400) ? false : "",
      toggle: () => { board.folded = !card.open; board.plate.bringIntoView(); },
    }, make("summary", {}, title), ...more)
    : make("section", { class: "peg-card peg-coach", "aria-label": "Coach" }, title, ...more);
  card.append(...lines.map((line) => make("p", {}, line)));
  for (const hint of hints) {
    card.append(make("p", { class: "peg-hint" }, icon("bulb"),
      make("span", {}, `${hint.text} `, hint.pegs ? board.looks.code(hint.pegs) : "")));
  }
  if (counted && turns.length) card.append(drawWay(board, board.looked ?? turns.length + 1));
  return card;
}

// To the codes before an earlier guess, and back: also by pressing the guess's row.
function drawWay(board, now) {
  const last = board.turns.length + 1;
  const step = (name, sign, to) => make("button", {
    type: "button", class: "peg-step", "aria-label": name, disabled: to < 1 || to > last ? "" : false,
    click: () => {
      board.lookAt(to === last ? undefined : to);
      keepFocus(board.advice, name);
    },
  }, icon(sign));
  return make("div", { class: "peg-steps" }, step("Earlier", "back", now - 1), step("Later", "next", now + 1), mosaicKey(now));
}

// The mosaic before a guess, with what was left one guess earlier still faint in it.
function leftBefore(rules, turns, guess) {
  const all = allCodes(rules);
  const now = candidates(rules, turns.slice(0, guess - 1));
  const before = guess > 1 ? candidates(rules, turns.slice(0, guess - 2)) : now;
  const title = make("h3", {}, left(now.length, all.length));
  if (guess <= turns.length) title.append(make("span", { class: "peg-soft" }, ` before guess ${guess}`));
  else if (guess > 1) title.append(make("span", { class: "peg-soft peg-aside" }, ` (${number(before.length)} before guess ${guess - 1})`));
  const first = turns.length ? "" : make("p", { class: "peg-soft" }, "Each square is a possible code. Your guess crosses some of them out.");
  return [title, first, mosaic(all, before, turns.length ? now : [], `${title.textContent}, as a mosaic`)];
}

// Looking back: one guess at a time, the best one beside it, and another to try.
export class LookBack {
  constructor(board) {
    this.board = board;
    this.element = make("section", { class: "peg-card peg-back", "aria-label": "Look back" });
  }

  draw() {
    const { board } = this;
    const shown = Boolean(board.looked) && board.scene.move === "over" && board.turns.length > 0;
    this.element.hidden = !shown;
    if (!shown) return;
    if (size(board.rules) > MOST_LISTED) {
      const many = count(size(board.rules), "code");
      return this.element.replaceChildren(make("p", {}, `You cannot look back at this game, because ${many} are too many to compare.`));
    }
    if (!board.moves.length) {
      return this.element.replaceChildren(make("p", {}, "You cannot look back at this game, because some key pegs were counted wrong."));
    }
    this.drawMove(board.looked, board.moves[board.looked - 1]);
  }

  drawMove(guess, move) {
    const { rules, turns, looks } = this.board;
    const all = allCodes(rules);
    const before = candidates(rules, turns.slice(0, guess - 1));
    const after = candidates(rules, turns.slice(0, guess));
    const said = `${number(move.before)} codes before guess ${guess}, ${number(move.after)} after`;
    this.element.replaceChildren(
      this.drawSteps(guess),
      make("div", { class: "peg-sight" },
        make("div", {}, mosaic(all, before, after, said, (code) => this.type(code)), mosaicKey(guess + 1)), this.drawWorth(move, looks)),
      after.length > 1 && after.length <= MOST_SHOWN
        ? make("p", { class: "peg-lefts" }, make("span", { class: "peg-soft" }, "Left:"), ...after.map((code) => looks.code(code)))
        : "",
      this.drawTry(before),
    );
  }

  // A bar for each guess: how many codes it left, in bits.
  drawSteps(guess) {
    const { board } = this;
    const many = board.turns.length;
    const most = Math.log2(size(board.rules));
    const plies = board.moves.map(({ after }, n) => {
      const bar = make("span", { class: "peg-bar", "aria-hidden": "true" });
      bar.style.setProperty("--part", Math.log2(after) / most);
      return make("button", {
        type: "button", class: "peg-ply", "aria-label": `Guess ${n + 1}: ${count(after, "code")} left`, title: `${count(after, "code")} left`,
        "aria-current": n + 1 === guess && "step", click: () => board.lookAt(n + 1),
      }, bar, String(n + 1));
    });
    const step = (name, sign, to) => make("button", {
      type: "button", class: "peg-step", "aria-label": name, disabled: to < 1 || to > many ? "" : false,
      click: () => { board.lookAt(to); keepFocus(this.element, name); },
    }, icon(sign));
    return make("div", { class: "peg-steps" },
      step("Previous guess", "back", guess - 1),
      make("div", { class: "peg-plies", role: "group", "aria-label": "Guesses" }, ...plies), step("Next guess", "next", guess + 1));
  }

  drawWorth(move, looks) {
    const { board } = this;
    const same = move.best === move.pegs;
    const row = (name, pegs, gained) => make("tr", {},
      make("th", { scope: "row" }, name), make("td", {}, looks.code(pegs)),
      make("td", {}, meter(gained / Math.max(move.bestBits, 1e-9)), ` ${gained.toFixed(1)} bits`));
    const table = make("table", { class: "peg-figures" }, row("Yours", move.pegs, move.expected));
    if (!same) table.append(row("Best", move.best, move.bestBits));
    const isDear = board.looked === board.dearest && board.turns.length > 2 && move.bestBits - move.expected > DEAR;
    const dearest = isDear ? " This guess cost you the most." : "";
    const words = `Guess ${board.looked}: skill ${percent(move.skill)}, luck ${percent(move.luck)}.${same ? " There is no better guess." : dearest}`;
    const facts = make("p", { class: "peg-facts" },
      make("b", {}, `${number(move.before)} \u2192 ${number(move.after)}`), " codes",
      make("span", { class: "peg-soft" }, move.possible ? "" : " \u00b7 could not have been the code"));
    return make("div", { class: "peg-worth" }, facts, table, make("p", {}, words),
      make("p", { class: "peg-soft" }, "1 bit halves the number of possible codes."));
  }

  // Another guess at this place: the parts into which it would have sorted the codes.
  drawTry(before) {
    const { rules, looks } = this.board;
    const result = make("div", { role: "status", "aria-live": "polite", class: "peg-parts" });
    const field = make("input", {
      type: "text", maxlength: rules.length, spellcheck: "false", autocomplete: "off", autocapitalize: "characters",
      "aria-label": "Try another guess", placeholder: rules.colors.slice(0, rules.length).join("").padEnd(rules.length, rules.colors[0]),
      input: () => this.drawParts(result, field.value.toUpperCase().replace(/\s/g, ""), before),
    });
    this.field = field;
    const add = (peg) => this.type((field.value.length < rules.length ? field.value : "") + peg);
    const picks = rules.colors.map((peg) => make("button", {
      type: "button", class: "peg-small", "aria-label": `Try ${looks.name(peg)}`, click: () => add(peg),
    }, looks.picture(peg)));
    return make("div", { class: "peg-try" },
      make("h3", {}, "Try another guess here"), make("div", { class: "peg-entry" }, field, ...picks), result);
  }

  type(guess) {
    this.field.value = guess;
    this.field.dispatchEvent(new Event("input"));
  }

  drawParts(result, guess, before) {
    const { rules, looks } = this.board;
    if ([...guess].some((peg) => !rules.colors.includes(peg))) {
      return result.replaceChildren(make("p", {}, `Use only the colors ${rules.colors.join(" ")}.`));
    }
    if (guess.length < rules.length) return result.replaceChildren();
    const found = parts(guess, before, rules.colors);
    const most = Math.max(...found.map(([, many]) => many));
    const learned = bits(found.map(([, many]) => many), before.length);
    const rows = found.map(([keys, many]) => make("tr", {},
      make("th", { scope: "row" }, keyLine(keys)), make("td", {}, meter(many / most)), make("td", {}, number(many))));
    const words = `${count(found.length, "possible answer")}, of which the most common leaves ${count(most, "code")}. You gain ${learned.toFixed(1)} bits on average.`;
    return result.replaceChildren(
      make("p", {}, looks.code(guess), " ", words), make("table", { class: "peg-figures" }, ...rows));
  }
}

// At an end there is no further step: then the focus goes to the way back.
function keepFocus(card, name) {
  (card.querySelector(`[aria-label="${name}"]:enabled`) ?? card.querySelector(".peg-step:enabled"))?.focus();
}

const meter = (part) => {
  const bar = make("span", { class: "peg-meter", "aria-hidden": "true" });
  bar.style.setProperty("--part", Math.min(1, part));
  return bar;
};
