// The board of the peg game: it draws what Python says, and tells Python what was pressed.
// Pegs that are placed are drawn at once; rules, key pegs and turns are Python's.

const STORE = "mastermind-peg-game"; // results, kept by the browser
const PATIENCE = 500; // milliseconds without an answer, until a sign of work is shown
const FAR = 6; // pixels that make a press a drag

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

class Board {
  constructor(model) {
    this.model = model;
    this.cursor = 0;
    this.chosen = false; // whether the person moved the cursor there, onto a peg to be replaced
    this.draft = []; // the pegs in the open row, "" where there is none
    this.held = []; // which of them stay for the next guess
    this.keys = [];
    this.sent = 0;
    this.waiting = []; // what was pressed before the last press was answered
    this.turns = 0;
    this.status = make("div", { class: "peg-status", role: "status", "aria-live": "polite", "aria-atomic": "true" });
    this.boards = make("div", { class: "peg-boards" });
    this.palette = make("div", { class: "peg-palette", role: "group" });
    this.advice = make("div", { role: "status", "aria-live": "polite" });
    this.buttons = make("div", { class: "peg-buttons" });
    this.root = make(
      "div",
      {
        class: "peg-table", role: "region", "aria-label": "Mastermind",
        keydown: (event) => this.pressKey(event),
        pointerdown: (event) => this.takeHold(event),
      },
      this.boards, make("div", { class: "peg-side" }, this.palette, this.buttons, this.status, this.advice),
    );
    this.listen = {
      "change:scene": () => this.drawAll(),
      "change:done": () => this.answered(),
      "change:advice": () => this.drawAdvice(),
      "msg:custom": (message) => message.focus && requestAnimationFrame(() => this.focus()),
    };
    for (const [event, action] of Object.entries(this.listen)) model.on(event, action);
    this.drawAdvice();
    this.drawAll();
  }

  remove() {
    for (const [event, action] of Object.entries(this.listen)) this.model.off(event, action);
    clearTimeout(this.timer);
  }

  get scene() { return this.model.get("scene"); }
  get busy() { return this.model.get("done") < this.sent; }

  // Telling Python

  tell(what, more = {}) {
    this.sent = Math.max(this.sent, this.model.get("done")) + 1;
    this.model.send({ do: what, id: this.sent, ...more });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.busy) this.status.append(make("p", { class: "peg-work" }, "Working \u2026"));
    }, PATIENCE);
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

  // Python is told of the pegs, but gives them back only with a new round: no late word of
  // its own can undo what was placed since.
  keep(what) {
    Object.assign(this, what);
    this.model.send({ do: "draft", draft: this.draft, held: this.held, round: this.scene.round });
  }

  // Pressing

  submit() {
    this.when(() => {
      const { move } = this.scene;
      if (move === "guess") this.tell("guess", { pegs: this.draft });
      if (move === "answer") this.tell("answer", { keys: this.keys.join("") });
      if (move === "over") this.tell("again");
    });
  }

  pick(peg) {
    this.when(() => {
      if (this.scene.move === "answer") return this.addKey(peg);
      if (this.scene.move !== "guess") return null;
      const draft = this.draft;
      if (draft[this.cursor] && !this.chosen) return null; // all places are full
      return this.place(this.cursor, peg);
    });
  }

  place(place, peg) {
    const draft = [...this.draft];
    draft[place] = peg;
    this.chosen = false;
    this.cursor = place;
    this.last = peg ? place : undefined;
    if (peg) {
      const empty = draft.findIndex((other, n) => !other && n > place);
      this.cursor = empty < 0 ? draft.findIndex((other) => !other) : empty;
      if (this.cursor < 0) this.cursor = place;
    }
    const focused = this.active?.contains(document.activeElement);
    this.keep({ draft });
    this.drawDraft(peg ? place : -1);
    if (focused) this.focus();
  }

  clear() {
    this.when(() => {
      this.keys = this.keys.map(() => "");
      this.cursor = 0;
      if (this.scene.move === "guess") this.keep({ draft: this.draft.map(() => "") });
      this.drawDraft();
    });
  }

  takeBack() {
    this.when(() => {
      if (this.scene.move === "answer") {
        const last = this.keys.findLastIndex((key) => key);
        if (last >= 0) this.keys[last] = "";
        return this.drawDraft();
      }
      const draft = this.draft;
      const last = draft[this.cursor] ? this.cursor : draft.slice(0, this.cursor).findLastIndex((peg) => peg);
      const place = last >= 0 ? last : draft.findLastIndex((peg) => peg);
      return place >= 0 && this.place(place, "");
    });
  }

  undo() {
    this.when(() => this.scene.undo && this.tell("undo"));
  }

  pressPlace(place) {
    this.when(() => {
      this.place(place, "");
      this.focus();
    });
  }

  move(by) {
    const length = this.scene.length;
    this.cursor = (this.cursor + by + length) % length;
    this.chosen = true;
    this.drawDraft();
    this.focus();
  }

  turnColor(by) {
    const colors = [...this.scene.colors, ""];
    const now = colors.indexOf(this.draft[this.cursor] || "");
    const place = this.cursor;
    this.place(place, colors[(now + by + colors.length) % colors.length]);
    this.cursor = place;
    this.chosen = true;
    this.drawDraft();
    this.focus();
  }

  // What "Keep peg" is about: where the person went, else the peg that was placed last.
  get kept() {
    return this.chosen || this.draft[this.cursor] || this.last === undefined ? this.cursor : this.last;
  }

  hold(place = this.kept) {
    this.keep({ held: this.held.map((held, n) => (n === place ? !held : held)) });
    this.drawDraft();
  }

  addKey(key) {
    const empty = this.keys.indexOf("");
    if (empty >= 0) this.keys[empty] = key;
    this.drawDraft();
  }

  turnKey(hole) {
    this.keys[hole] = { "": "b", b: "w", w: "" }[this.keys[hole]];
    this.drawDraft();
  }

  pressKey(event) {
    const withCtrl = event.ctrlKey || event.metaKey;
    if (event.altKey || (withCtrl && event.key !== "z")) return;
    event.stopPropagation(); // JupyterLab would cut or turn the cell at many a letter
    const act = withCtrl ? () => this.undo() : this.meaning(event.key, event.target);
    if (!act) return;
    event.preventDefault();
    act();
  }

  meaning(key, target) {
    const { move, colors } = this.scene;
    const pegs = !target.closest("button") || target.closest(".peg-place, .peg-pick, .peg-hole");
    if (key === "Enter") return pegs && move !== "over" ? () => this.submit() : null;
    if (key === "Backspace") return () => this.takeBack();
    if (move === "guess") {
      const moves = { ArrowLeft: -1, ArrowRight: 1, Home: -this.cursor, End: -this.cursor - 1 };
      if (key in moves) return () => this.when(() => this.move(moves[key]));
      const turns = { ArrowUp: -1, ArrowDown: 1 };
      if (key in turns) return () => this.when(() => this.turnColor(turns[key]));
      if (key === "Delete") return () => this.when(() => this.place(this.cursor, ""));
      if (key.toLowerCase() === "u") return () => this.undo();
      if (key.toLowerCase() === "h") return () => this.when(() => this.hold());
      const number = "1234567890".indexOf(key);
      const color = colors.includes(key.toUpperCase()) ? key.toUpperCase() : colors[number];
      if (color && key.length === 1) return () => this.pick(color);
    }
    if (move === "answer" && "bw".includes(key.toLowerCase())) return () => this.pick(key.toLowerCase());
    return null;
  }

  // Dragging: a peg from the palette, from a place or from an earlier guess

  takeHold(event) {
    const source = event.target.closest("[data-peg]");
    if (!event.target.closest("button")) this.focus();
    if (!source || event.button !== 0 || this.scene.move !== "guess") return;
    const start = [event.clientX, event.clientY];
    const peg = source.dataset.peg;
    let ghost = null;
    const drag = (now) => {
      if (!ghost && Math.hypot(now.clientX - start[0], now.clientY - start[1]) < FAR) return;
      if (!ghost) {
        ghost = this.picture(peg);
        ghost.classList.add("peg-ghost");
        this.root.append(ghost);
      }
      ghost.style.left = `${now.clientX}px`;
      ghost.style.top = `${now.clientY}px`;
    };
    const stop = (now) => {
      document.removeEventListener("pointermove", drag);
      document.removeEventListener("pointerup", stop);
      document.removeEventListener("pointercancel", stop);
      if (!ghost) return;
      ghost.remove();
      // The click that comes after a drag is none.
      const swallow = (click) => click.stopPropagation();
      document.addEventListener("click", swallow, true);
      setTimeout(() => document.removeEventListener("click", swallow, true));
      if (now.type === "pointerup") this.drop(peg, source, document.elementFromPoint(now.clientX, now.clientY));
    };
    document.addEventListener("pointermove", drag);
    document.addEventListener("pointerup", stop);
    document.addEventListener("pointercancel", stop);
  }

  drop(peg, source, onto) {
    const to = onto?.closest(".peg-place");
    const from = source.dataset.place;
    this.when(() => {
      const other = to && this.draft[to.dataset.place];
      if (from !== undefined && from !== to?.dataset.place) this.place(Number(from), other || "");
      if (to && this.root.contains(to)) this.place(Number(to.dataset.place), peg);
    });
  }

  // Drawing

  look(peg) { return this.model.get("looks")[peg] || { name: peg, drawing: "" }; }

  picture(peg) {
    const span = make("span", { class: "peg-picture" });
    span.innerHTML = `<svg viewBox="-4 -4 108 108" aria-hidden="true">${this.look(peg || "_").drawing}</svg>`;
    return span;
  }

  keyPicture(key) {
    const span = make("span", { class: "peg-key" });
    span.innerHTML = `<svg viewBox="0 0 100 100" aria-hidden="true">${this.model.get("key_looks")[key || "_"]}</svg>`;
    return span;
  }

  names(pegs) { return [...pegs].map((peg) => this.look(peg).name).join(" "); }

  drawAll() {
    const scene = this.scene;
    if (scene.round !== this.round) ({ round: this.round, draft: this.draft, held: this.held } = scene);
    const inside = this.root.contains(document.activeElement);
    const turns = scene.sides.reduce((all, side) => all + side.rows.length, 0);
    const isNew = turns > this.turns;
    this.turns = turns;
    if (this.keys.length !== scene.length || isNew || scene.move !== "answer") this.keys = Array(scene.length).fill("");
    this.root.style.setProperty("--peg-count", scene.length);
    this.root.style.setProperty("--peg-columns", Math.ceil(scene.length / 2));
    this.root.dataset.mood = scene.mood;
    this.root.classList.toggle("peg-long", scene.length > 6);
    this.root.classList.toggle("peg-many", scene.length > 6 || scene.sides[0].total > 10);
    this.drawStatus(scene);
    this.boards.replaceChildren(...scene.sides.map((side) => this.drawSide(side, scene, isNew)));
    this.active = this.boards.querySelector(".peg-active");
    this.cursor = Math.max(0, this.draft.indexOf(""));
    this.chosen = false;
    this.last = undefined;
    this.drawPalette(scene);
    this.drawButtons(scene);
    this.drawDraft();
    if (inside) this.focus();
  }

  drawStatus({ message, warnings, mood }) {
    const signs = { won: "\u2605", lost: "\u25a0", drawn: "\u25c6", error: "\u26a0" };
    const line = make("p", {}, message);
    if (signs[mood]) line.prepend(make("span", { class: "peg-sign", "aria-hidden": "true" }, signs[mood]), " ");
    const others = warnings.map((warning) => make("p", { class: "peg-warning" }, `\u26a0 ${warning}`));
    this.status.replaceChildren(line, ...others);
  }

  drawAdvice() {
    // The coach is heard; the result and the statistics wait until they are looked for.
    this.advice.setAttribute("aria-live", this.scene.move === "over" ? "off" : "polite");
    this.advice.innerHTML = this.model.get("advice");
  }

  drawSide(side, scene, isNew) {
    const rows = [];
    if (side.code) rows.push(this.drawCode(side));
    else if (scene.sides.length > 1) rows.push(make("div", { class: "peg-row peg-secret" }, "your own code"));
    side.rows.forEach((row, n) => rows.push(this.drawTurn(side, row, n + 1, isNew && n === side.rows.length - 1)));
    if (side.open) rows.push(this.drawOpen(side, side.rows.length + 1));
    const above = side.code || scene.sides.length > 1 ? 1 : 0;
    while (rows.length < side.total + above) {
      const number = rows.length + 1 - above;
      const holes = Array.from({ length: scene.length }, () => this.picture("_"));
      const row = this.row(number, holes, this.keyHoles(""), { "aria-hidden": "true" });
      row.classList.add("peg-later");
      rows.push(row);
    }
    return make("section", { class: "peg-board" }, make("h3", {}, side.title), ...rows);
  }

  row(number, pegs, keys, attributes = {}, ...more) {
    const shown = make(
      "div", { class: "peg-shown", ...attributes },
      make("span", { class: "peg-number" }, String(number)), make("span", { class: "peg-code" }, ...pegs), keys,
    );
    return make("div", { class: "peg-row" }, shown, ...more);
  }

  drawCode({ code }) {
    const said = code.includes("?") ? "The code is hidden" : `Code: ${this.names(code)}`;
    const pegs = [...code].map((peg) => this.picture(peg));
    const row = this.row("", pegs, "", { role: "img", "aria-label": said });
    row.classList.add("peg-secret");
    return row;
  }

  drawTurn(side, { pegs, keys, wrong }, number, isNew) {
    const drawn = [...pegs].map((peg) => {
      const picture = this.picture(peg);
      picture.dataset.peg = peg;
      return picture;
    });
    const [black, white] = ["b", "w"].map((key) => keys.split(key).length - 1);
    const said = `Guess ${number}: ${this.names(pegs)}. ${black} black, ${white} white`;
    const button = make(
      "button", { type: "button", class: "peg-act", "aria-label": `${side.verb} guess ${number}` }, side.word,
    );
    button.addEventListener("click", () => this.act(side, pegs, number));
    button.hidden = this.scene.move === "over" || (side.act === "copy" && this.scene.move !== "guess");
    const row = this.row(number, drawn, this.keyHoles(keys), { role: "img", "aria-label": said }, button);
    row.classList.toggle("peg-new", isNew);
    row.classList.toggle("peg-wrong", wrong);
    return row;
  }

  act(side, pegs, number) {
    this.when(() => {
      if (side.act === "back") return this.tell("back", { number });
      this.keep({ draft: [...pegs] });
      this.cursor = 0;
      this.chosen = true;
      this.drawDraft();
      return this.focus();
    });
  }

  keyHoles(keys) {
    const holes = Array.from({ length: this.scene.length }, (_, n) => this.keyPicture(keys[n]));
    return make("span", { class: "peg-keys" }, ...holes);
  }

  drawOpen(side, number) {
    const length = this.scene.length;
    let row;
    if (side.asking) {
      const holes = Array.from({ length }, (_, hole) =>
        make("button", { type: "button", class: "peg-hole", click: () => this.turnKey(hole) }));
      const pegs = make("span", { role: "img", "aria-label": `Guess ${number}: ${this.names(side.asking)}` },
        ...[...side.asking].map((peg) => this.picture(peg)));
      const keys = make("span", { class: "peg-keys", role: "group", "aria-label": "Key pegs" }, ...holes);
      row = this.row(number, [pegs], keys);
    } else {
      const places = Array.from({ length }, (_, place) =>
        make("button", {
          type: "button", class: "peg-place", "data-place": place,
          click: () => this.pressPlace(place),
          contextmenu: (event) => { event.preventDefault(); this.hold(place); },
        }));
      row = this.row(number, places, this.keyHoles(""), { role: "group", "aria-label": `Guess ${number}` });
    }
    row.classList.add("peg-active");
    return row;
  }

  drawPalette({ move, colors }) {
    const picks = move === "answer"
      ? [["b", "Black key peg", this.keyPicture("b")], ["w", "White key peg", this.keyPicture("w")]]
      : colors.map((peg) => [peg, `Place ${this.look(peg).name}`, this.picture(peg)]);
    this.palette.setAttribute("aria-label", move === "answer" ? "Key pegs to give" : "Pegs");
    this.palette.classList.toggle("peg-away", move === "over");
    this.palette.replaceChildren(...picks.map(([peg, name, picture]) => {
      const button = make("button", { type: "button", class: "peg-pick", "aria-label": name, title: name, click: () => this.pick(peg) }, picture);
      if (move !== "answer") button.dataset.peg = peg;
      return button;
    }));
  }

  drawButtons({ move, coach, result, again, undo }) {
    const button = (name, action, more = {}) =>
      make("button", { type: "button", click: action, ...more }, name);
    const ask = (what, more) => () => this.when(() => this.tell(what, more));
    const first = { guess: "Submit guess", answer: "Give key pegs", over: "Play again" }[move];
    const buttons = move === "over" && !again ? [] : [button(first, () => this.submit(), { class: "peg-primary" })];
    if (move !== "over") {
      buttons.push(button("Take back", () => this.takeBack()), button("Clear", () => this.clear()));
    }
    if (undo) {
      const title = "Take the last guess back (U): the game will not count";
      buttons.push(button("Undo guess", () => this.undo(), { title }));
    }
    if (move === "guess") {
      this.holder = button("Keep peg", () => this.when(() => { this.hold(); this.focus(); }), {
        title: "Keep this peg for the next guess (H)",
      });
      buttons.push(this.holder);
      buttons.push(button("Coach", ask("coach", { on: !coach }), { "aria-pressed": String(coach) }));
      if (coach) buttons.push(button("Hint", ask("hint")));
    }
    if (result) {
      const hand = navigator.share && matchMedia("(pointer: coarse)").matches; // a phone's own way
      buttons.push(hand
        ? button("Share result", () => navigator.share({ text: result }).catch(() => {}))
        : button("Copy result", () => this.copy(result)));
    }
    buttons.push(button("New game", ask("new")));
    this.buttons.replaceChildren(...buttons);
  }

  // The open row: what is placed, where the next peg goes, what is kept.
  drawDraft(fresh = -1) {
    if (!this.active) return;
    const { draft, held } = this;
    this.active.querySelectorAll(".peg-place").forEach((button, place) => {
      const peg = draft[place] || "";
      const kept = held[place] ? ", kept" : "";
      button.setAttribute("aria-label", `Place ${place + 1}: ${peg ? this.look(peg).name : "empty"}${kept}`);
      button.tabIndex = place === this.cursor ? 0 : -1;
      button.classList.toggle("peg-next", place === this.cursor);
      button.classList.toggle("peg-held", Boolean(held[place]));
      if (button.dataset.peg !== peg || !button.firstChild) {
        button.replaceChildren(this.picture(peg));
        if (peg) button.dataset.peg = peg;
        else delete button.dataset.peg;
      }
      button.classList.toggle("peg-fresh", place === fresh);
    });
    this.active.querySelectorAll(".peg-hole").forEach((button, hole) => {
      const key = this.keys[hole];
      const name = { b: "black", w: "white" }[key] || "empty";
      button.setAttribute("aria-label", `Key peg ${hole + 1}: ${name}`);
      button.replaceChildren(this.keyPicture(key));
    });
    this.holder?.setAttribute("aria-pressed", String(Boolean(held[this.kept])));
  }

  focus() {
    const where = this.active?.querySelector('.peg-place[tabindex="0"], .peg-hole')
      || this.buttons.querySelector("button");
    where?.focus({ preventScroll: true });
  }

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // No clipboard on a page without https: select a field, and copy that.
      const field = make("textarea", {});
      field.value = text;
      this.root.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    this.drawStatus({ message: "The result is copied.", warnings: [], mood: "playing" });
  }
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) || {};
  } catch {
    return {}; // nothing there, or a browser that keeps nothing
  }
}

export default {
  // Once for each game: results survive a restart, because the browser keeps them.
  initialize({ model }) {
    const show = () => {
      model.set("results", stored());
      model.save_changes();
    };
    const add = ({ finished }) => {
      if (!finished) return;
      const results = stored();
      const [kind, guesses] = finished;
      results[kind] = [...(results[kind] || []), guesses].slice(-1000);
      try {
        localStorage.setItem(STORE, JSON.stringify(results));
        show();
      } catch {
        // A browser that keeps nothing: Python knows the results of this session.
      }
    };
    if (Object.keys(stored()).length) show();
    model.on("msg:custom", add);
    return () => model.off("msg:custom", add);
  },

  render({ model, el }) {
    const board = new Board(model);
    el.append(board.root);
    return () => board.remove();
  },
};
