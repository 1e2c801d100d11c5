// The rules on one page, and what a player may switch on and off.

import { button, load, make, save, STORE } from "./dom.js";
import { keyLine } from "./peg.js";
import { Dialog } from "./sheet.js";

const KEYS = [
  ["letters, 1 to 9", "place a peg"], ["\u2190 \u2192", "move to another place"],
  ["\u2191 \u2193", "change the color"], ["Backspace", "remove a peg"], ["Enter", "submit"],
  ["U", "undo your last guess"], ["H, or a long press", "keep a peg for the next guess"],
];
const SWITCHES = { letters: "Letters on the pegs", shapes: "Shapes on the pegs", sound: "Click sound for each peg" };

export class Help extends Dialog {
  constructor(board) {
    super(board, "Rules", "peg-rules");
    this.element.querySelector(".peg-head").append(
      button("Close", () => this.close(), { icon: "close", class: "peg-quiet" }));
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
    const keys = KEYS.map(([key, does]) => make("div", {}, make("dt", {}, key), make("dd", {}, does)));
    this.body.replaceChildren(
      make("p", {}, "A code is hidden under the cover. Place a guess and submit it. The key pegs show how close it is:"),
      make("p", {}, keyLine("b"), " black: a peg of the right color in the right place."),
      make("p", {}, keyLine("w"), " white: a peg of the right color in the wrong place."),
      make("p", {}, "Key pegs do not show which pegs are right, and each peg of the code counts only once. For example:"),
      make("p", { class: "peg-example" }, "code ", looks.code("RBGG"), " guess ", looks.code("BGGG"), keyLine("bbw")),
      make("dl", { class: "peg-shortcuts" }, ...keys),
      make("p", { class: "peg-soft" }, "You can drag pegs from the palette, from another place, or from an earlier guess."),
      ...switches,
    );
  }
}
