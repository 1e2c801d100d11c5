// The rules on one page, and what a player may switch on and off.

import { load, make, save, STORE } from "./dom.js";
import { keyLine, keyPlate, keyWords } from "./peg.js";
import { Dialog } from "./sheet.js";

const KEYS = [
  ["letters, 1 to 9", "place a peg"], ["\u2190 \u2192", "move to another place"],
  ["\u2191 \u2193", "change the color"], ["Backspace", "remove a peg"], ["Enter", "submit"],
  ["U", "undo your last guess"], ["H", "keep a peg"],
];
const SWITCHES = { letters: "Letters on the pegs", shapes: "Shapes on the pegs", sound: "Click sound for each peg" };

export class Help extends Dialog {
  constructor(board) {
    super(board, "Rules and settings", "peg-rules");
    this.wear();
  }

  get looks() { return { letters: false, shapes: true, sound: false, ...load(`${STORE}-looks`, {}) }; }

  // Color alone never tells a peg: without shapes there are letters.
  wear() {
    const { letters, shapes, sound } = this.looks;
    this.board.sounds = sound;
    this.board.root.classList.toggle("peg-lettered", letters || !shapes);
    this.board.root.classList.toggle("peg-shapeless", !shapes);
  }

  draw() {
    const { looks } = this.board;
    const switches = Object.entries(SWITCHES).map(([name, words]) => {
      const box = make("input", {
        type: "checkbox", checked: this.looks[name] ? "" : false,
        change: () => { save(`${STORE}-looks`, { ...this.looks, [name]: box.checked }); this.wear(); },
      });
      return make("label", { class: "peg-field" }, make("span", {}, words), box);
    });
    const keys = KEYS.map(([key, does]) => make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, does)));
    const meaning = (sign, words) => make("p", { class: "peg-meaning" }, keyLine(sign), make("span", {}, words));
    this.body.replaceChildren(
      make("p", {}, "A code is hidden under the cover. Place a guess and submit it. The key pegs show how close it is:"),
      meaning("b", "black: a peg of the right color in the right place."),
      meaning("w", "white: a peg of the right color in the wrong place."),
      make("p", {}, "Key pegs do not show which pegs are correct, and each peg of the code counts only once. For example:"),
      make("div", { class: "peg-example" }, make("span", {}, "code"), looks.code("RBGG"), make("span"),
        make("span", {}, "guess"), looks.code("BGGG"), keyPlate("bbw", 4, { role: "img", "aria-label": keyWords("bbw") })),
      make("p", {}, "The last two greens are in the right place, so they earn two black key pegs. Blue earns a white one. The first green earns nothing, because the code has only two greens."),
      make("dl", { class: "peg-shortcuts" }, ...keys),
      make("p", { class: "peg-soft" }, "You can drag pegs from the palette, from another place, or from an earlier guess. A long press on a peg keeps it for the next guess."),
      make("h3", {}, "Settings"),
      ...switches,
    );
  }
}
