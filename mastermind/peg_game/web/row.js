// The open row: what is placed, where the next peg goes, which pegs stay; typing and pressing.

import { click } from "./dom.js";

const PLACES = "1234567890";

export class Row {
  constructor(board) {
    this.board = board;
    this.reset({ draft: [], held: [], length: 0 });
  }

  reset({ draft, held, length }) {
    this.draft = draft; // the pegs in the open row, "" where there is none
    this.held = held; // which of them stay for the next guess
    this.keys = Array(length).fill("");
    this.settle();
  }

  // The cursor goes to the first empty place.
  settle() {
    this.cursor = Math.max(0, this.draft.indexOf(""));
    this.chosen = false; // whether the person moved the cursor there, onto a peg to be replaced
    this.last = undefined;
  }

  get scene() { return this.board.scene; }

  // The game is told of the pegs, but gives them back only with a new round: no late word of
  // its own can undo what was placed since.
  keep(what) {
    Object.assign(this, what);
    this.board.model.send({ do: "draft", draft: this.draft, held: this.held, round: this.scene.round });
  }

  pick(peg) {
    if (this.scene.move === "answer") return this.addKey(peg);
    if (this.scene.move !== "guess") return null;
    if (this.draft[this.cursor] && !this.chosen) return null; // all places are full
    return this.place(this.cursor, peg);
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
    const focused = this.board.plate.hasFocus;
    this.keep({ draft });
    this.board.plate.drawRow(peg ? place : -1);
    this.board.plate.bringIntoView();
    if (peg && this.board.sounds) click();
    if (focused) this.board.focus();
  }

  fill(pegs) {
    this.keep({ draft: [...pegs] });
    this.cursor = 0;
    this.chosen = true;
    this.board.plate.drawRow();
    this.board.focus();
  }

  takeBack() {
    if (this.scene.move === "answer") {
      const last = this.keys.findLastIndex((key) => key);
      if (last >= 0) this.keys[last] = "";
      return this.board.plate.drawRow();
    }
    const draft = this.draft;
    const last = draft[this.cursor] ? this.cursor : draft.slice(0, this.cursor).findLastIndex((peg) => peg);
    const place = last >= 0 ? last : draft.findLastIndex((peg) => peg);
    return place >= 0 && this.place(place, "");
  }

  pressPlace(place) {
    this.place(place, "");
    this.board.focus();
  }

  move(by) {
    const { length } = this.scene;
    this.cursor = (this.cursor + by + length) % length;
    this.chosen = true;
    this.board.plate.drawRow();
    this.board.focus();
  }

  turnColor(by) {
    const colors = [...this.scene.colors, ""];
    const now = colors.indexOf(this.draft[this.cursor] || "");
    const place = this.cursor;
    this.place(place, colors[(now + by + colors.length) % colors.length]);
    this.cursor = place;
    this.chosen = true;
    this.board.plate.drawRow();
    this.board.focus();
  }

  // Which peg the letter H keeps: where the person went, else the peg that was placed last.
  get kept() {
    return this.chosen || this.draft[this.cursor] || this.last === undefined ? this.cursor : this.last;
  }

  hold(place = this.kept) {
    this.keep({ held: this.held.map((held, n) => (n === place ? !held : held)) });
    this.board.plate.drawRow();
  }

  addKey(key) {
    const empty = this.keys.indexOf("");
    if (empty >= 0) this.keys[empty] = key;
    this.board.plate.drawRow();
  }

  turnKey(hole) {
    this.keys[hole] = { "": "b", b: "w", w: "" }[this.keys[hole]];
    this.board.plate.drawRow();
  }

  setKeys(keys) {
    this.keys = this.keys.map((_, hole) => keys[hole] || "");
    this.board.plate.drawRow();
  }

  // What a key on the keyboard means, as a function; nothing for keys that mean nothing here.
  meaning(key, target) {
    const { move, colors } = this.scene;
    const onPegs = !target.closest("button, summary") || target.closest(".peg-place, .peg-pick, .peg-hole");
    if (key === "Enter") return onPegs && move !== "over" ? () => this.board.submit() : null;
    if (key === "Backspace") return () => this.takeBack();
    if (move === "guess") return this.meaningInGuess(key, colors);
    if (move === "answer" && "bw".includes(key.toLowerCase())) return () => this.pick(key.toLowerCase());
    return null;
  }

  meaningInGuess(key, colors) {
    const moves = { ArrowLeft: -1, ArrowRight: 1, Home: -this.cursor, End: -this.cursor - 1 };
    if (key in moves) return () => this.move(moves[key]);
    const turns = { ArrowUp: -1, ArrowDown: 1 };
    if (key in turns) return () => this.turnColor(turns[key]);
    if (key === "Delete") return () => this.place(this.cursor, "");
    if (key.length > 1) return null;
    const letter = key.toUpperCase();
    const color = colors.includes(letter) ? letter : colors[PLACES.indexOf(key)];
    if (color) return () => this.pick(color);
    if (letter === "U") return () => this.board.undo();
    if (letter === "H") return () => this.hold();
    return /[\p{L}\d]/u.test(key) ? () => this.board.say(`${letter} is not a color in this game.`) : null;
  }
}
