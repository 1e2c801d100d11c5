// The codemaker's note: the own code, written down in this page only, and the key pegs it means.

import { button, make } from "./dom.js";
import { keyWords } from "./peg.js";
import { feedback } from "./referee.js";

export class Note {
  constructor(board) {
    this.board = board;
    this.code = [];
    this.warned = "";
    this.element = make("section", { class: "peg-card peg-note", "aria-label": "My code" });
  }

  get isWhole() { return this.code.length > 0 && this.code.every((peg) => peg); }

  get asking() { return this.board.scene.sides.find((side) => side.asking)?.asking; }

  draw(scene) {
    const makes = scene.sides.some((side) => side.act === "back") && scene.move !== "over";
    this.element.hidden = !makes;
    if (!makes) return;
    const first = !this.board.drawn;
    if (this.code.length !== scene.length || (first && this.board.round !== this.round)) this.code = Array(scene.length).fill("");
    this.round = this.board.round;
    this.drawPlaces(scene);
  }

  drawPlaces({ colors }) {
    const { looks } = this.board;
    const places = this.code.map((peg, place) => make("button", {
      type: "button", class: "peg-small", "aria-label": `My code, peg ${place + 1}: ${peg ? looks.name(peg) : "empty"}`,
      click: () => this.turn(place, colors),
    }, looks.picture(peg)));
    const help = this.isWhole && this.asking
      ? button("Fill in the key pegs", () => this.board.row.setKeys(feedback(this.code.join(""), this.asking)), { icon: "check" })
      : make("span", { class: "peg-soft" }, "Press the holes to note it: then your key pegs are checked. The computer does not see it.");
    this.element.replaceChildren(
      make("p", {}, make("b", {}, "Think of a code. "), "The computer guesses, you give the key pegs."),
      make("div", { class: "peg-noted" }, ...places, help));
  }

  turn(place, colors) {
    const choices = ["", ...colors];
    this.code[place] = choices[(choices.indexOf(this.code[place]) + 1) % choices.length];
    this.drawPlaces(this.board.scene);
    this.element.querySelectorAll(".peg-small")[place].focus();
  }

  // Whether the key pegs are those that the noted code means; who insists may give others.
  agrees() {
    if (!this.isWhole || !this.asking) return true;
    const right = feedback(this.code.join(""), this.asking);
    const given = [...this.board.row.keys].sort().join("");
    const insisted = this.warned === `${this.asking} ${given}`;
    if (right === given || insisted) return true;
    this.warned = `${this.asking} ${given}`;
    this.board.say(`By the code you noted it is ${keyWords(right)}. Change the key pegs, or press again to give them as they are.`);
    return false;
  }
}
