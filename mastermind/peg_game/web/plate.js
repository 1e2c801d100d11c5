// The plate: the code under its cover, the rows, and the open row in which pegs are placed.

import { button, icon, isStill, make } from "./dom.js";
import { keyPicture, keyPlate, keyWords } from "./peg.js";

// How high a part is that stays at an edge of the window, over the plate.
const stuck = (part) => (getComputedStyle(part).position === "sticky" ? part.offsetHeight : 0);

export class Plate {
  constructor(board) {
    this.board = board;
    // A press on the wood leaves the focus on the row.
    this.element = make("div", { class: "peg-boards", mousedown: (event) => event.target.closest("button") || event.preventDefault() });
  }

  get looks() { return this.board.looks; }

  get hasFocus() { return Boolean(this.active?.contains(document.activeElement)); }

  draw(scene, isNew) {
    const wasOpen = this.open;
    this.element.replaceChildren(...scene.sides.map((side) => this.drawSide(side, scene, isNew)));
    this.active = this.element.querySelector(".peg-active");
    this.open = scene.move === "over";
    if (this.open && wasOpen === false && !isStill()) this.cover?.classList.add("peg-closed");
    this.drawRow();
  }

  get cover() { return this.element.querySelector(".peg-cover"); }

  // At the end of a game: the key pegs drop, then the cover lifts.
  async unveil() {
    const ended = (part) => Promise.allSettled((part?.getAnimations({ subtree: true }) ?? []).map((one) => one.finished));
    const { cover } = this;
    await ended(this.element.querySelector(".peg-new"));
    cover?.classList.replace("peg-closed", "peg-lifting");
    await ended(cover);
  }

  drawSide(side, scene, isNew) {
    const rows = side.rows.map((row, n) =>
      this.drawTurn(side, row, n + 1, isNew && n === side.rows.length - 1));
    if (side.open) rows.push(this.drawOpen(side, side.rows.length + 1));
    while (rows.length < side.total) rows.push(this.drawLater(rows.length + 1, scene.length));
    const title = make("h2", { class: scene.sides.length > 1 ? "" : "peg-unseen" }, side.title);
    const own = side.act === "back" && (scene.move !== "over" || this.board.note.isWhole);
    const last = side.rows.at(-1);
    const isFound = !own && last?.keys === "b".repeat(scene.length); // what the computer found is shown
    const code = side.code || (isFound ? last.pegs : "");
    const cover = [...(code ? [this.drawCode(code)] : []), ...(own ? [this.drawOwn()] : [])];
    return make("section", { class: "peg-board" }, title, ...cover, ...rows);
  }

  // Where a codemaker puts the code: here it is noted.
  drawOwn() {
    const shown = this.shown("", [], "");
    shown.querySelector(".peg-code").replaceWith(this.board.note.places);
    return make("div", { class: "peg-row peg-secret" }, shown);
  }

  shown(number, pegs, keys, attributes = {}) {
    return make(
      "div", { class: "peg-shown", ...attributes },
      make("span", { class: "peg-number" }, String(number)),
      make("span", { class: "peg-code" }, ...pegs), keys,
    );
  }

  // The code lies there only when the game is over; before, nobody here knows it.
  drawCode(code) {
    const hidden = code.includes("?");
    const said = hidden ? "The code is hidden" : `Code: ${this.looks.names(code)}`;
    const pegs = [...code].map((peg) => (hidden ? make("span", { class: "peg-picture" }) : this.looks.picture(peg)));
    const marks = [...code].map(() => make("span", {}, "?"));
    const lid = make("span", { class: "peg-cover", "aria-hidden": "true" }, ...marks);
    const shown = this.shown("", pegs, "", { role: "img", "aria-label": said });
    shown.querySelector(".peg-code").append(lid);
    return make("div", { class: `peg-row peg-secret${hidden ? "" : " peg-bare"}` }, shown);
  }

  drawTurn(side, { pegs, keys, wrong }, number, isNew) {
    const drawn = [...pegs].map((peg) => {
      const picture = this.looks.picture(peg);
      picture.dataset.peg = peg;
      return picture;
    });
    const said = `Guess ${number}: ${this.looks.names(pegs)}. ${keyWords(keys)}`;
    const length = this.board.scene.length;
    const shown = this.shown(number, drawn, keyPlate(keys, length), { role: "img", "aria-label": said });
    const row = make("div", { class: "peg-row" }, shown, this.drawAct(side, pegs, number));
    row.classList.toggle("peg-new", isNew);
    row.classList.toggle("peg-wrong", wrong);
    row.classList.toggle("peg-looked", side.act === "copy" && this.board.looked === number);
    if (side.act === "copy") shown.addEventListener("click", () => this.board.lookAt(number));
    return row;
  }

  // What can be done with a row: copy it, go back to it, or look back on it.
  drawAct(side, pegs, number) {
    const { move } = this.board.scene;
    if (move === "over") {
      if (side.act === "back") return "";
      const look = button("Look", () => this.board.lookAt(number), { icon: "eye", class: "peg-act" });
      look.setAttribute("aria-label", `Look at guess ${number}`);
      return look;
    }
    const act = make("button", {
      type: "button", class: "peg-act", "aria-label": `${side.verb} guess ${number}`, title: side.verb,
      click: () => this.board.when(() =>
        (side.act === "back" ? this.board.tell("back", { number }) : this.board.row.fill(pegs))),
    }, icon(side.act === "back" ? "undo" : "copy"));
    if (side.act === "copy" && move !== "guess") act.hidden = true;
    return act;
  }

  drawLater(number, length) {
    const holes = Array.from({ length }, () => this.looks.picture(""));
    const row = make("div", { class: "peg-row peg-later" },
      this.shown(number, holes, keyPlate("", length), { "aria-hidden": "true" }));
    return row;
  }

  drawOpen(side, number) {
    const { length } = this.board.scene;
    const { row: open } = this.board;
    let shown;
    if (side.asking) {
      const holes = Array.from({ length }, (_, hole) =>
        make("button", { type: "button", class: "peg-hole", click: () => open.turnKey(hole) }));
      const pegs = make("span", { class: "peg-code", role: "img", "aria-label": `Guess ${number}: ${this.looks.names(side.asking)}` },
        ...[...side.asking].map((peg) => this.looks.picture(peg)));
      shown = this.shown(number, [pegs], make("span", { class: "peg-keys", role: "group", "aria-label": "Key pegs" }, ...holes));
    } else {
      const places = Array.from({ length }, (_, place) =>
        make("button", {
          type: "button", class: "peg-place", "data-place": place,
          click: () => this.board.when(() => open.pressPlace(place)),
          contextmenu: (event) => { event.preventDefault(); open.hold(place); },
        }));
      shown = this.shown(number, places, keyPlate("", length), { role: "group", "aria-label": `Guess ${number}` });
    }
    return make("div", { class: "peg-row peg-active" }, shown);
  }

  // The open row: what is placed, where the next peg goes, what is kept.
  drawRow(fresh = -1) {
    if (!this.active) return;
    const { draft, held, cursor, keys } = this.board.row;
    this.active.querySelectorAll(".peg-place").forEach((place, n) => {
      const peg = draft[n] || "";
      const name = peg ? this.looks.name(peg) : "empty";
      place.setAttribute("aria-label", `Place ${n + 1}: ${name}${held[n] ? ", kept" : ""}`);
      place.tabIndex = n === cursor ? 0 : -1;
      place.classList.toggle("peg-next", n === cursor);
      place.classList.toggle("peg-held", Boolean(held[n]));
      if (place.dataset.peg !== peg || !place.firstChild) {
        place.replaceChildren(this.looks.picture(peg));
        if (peg) place.dataset.peg = peg;
        else delete place.dataset.peg;
      }
      place.classList.toggle("peg-fresh", n === fresh);
    });
    this.active.querySelectorAll(".peg-keys .peg-hole").forEach((hole, n) => {
      const name = { b: "black", w: "white" }[keys[n]] || "empty";
      hole.setAttribute("aria-label", `Key peg ${n + 1}: ${name}`);
      hole.replaceChildren(keyPicture(keys[n]));
    });
    this.board.controls.drawRow();
  }

  focus() {
    const where = this.active?.querySelector('.peg-place[tabindex="0"], .peg-keys .peg-hole');
    where?.focus({ preventScroll: true });
    return Boolean(where);
  }

  // On a phone the open row may be below the edge, or under the palette.
  bringIntoView() {
    const { root, top, controls, advice } = this.board;
    root.style.setProperty("--over", `${stuck(top)}px`);
    const dock = stuck(controls.element) + stuck(controls.more);
    root.style.setProperty("--dock", `${dock}px`);
    root.style.setProperty("--under", `${dock + stuck(advice)}px`);
    this.active?.scrollIntoView?.({ block: "nearest" });
  }
}
