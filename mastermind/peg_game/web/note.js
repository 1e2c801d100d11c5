// The codemaker's note: the own code, in the holes on top of the computer's plate and in this page only.

import { button, make } from "./dom.js";
import { keyWords } from "./peg.js";
import { feedback } from "./referee.js";

export class Note {
  constructor(board) {
    this.board = board;
    this.code = [];
    this.warned = "";
    this.places = make("span", { class: "peg-code", role: "group", "aria-label": "My code" });
    this.element = make("section", { class: "peg-card peg-note", "aria-label": "Think of a code" });
  }

  get isWhole() { return this.code.length > 0 && this.code.every((peg) => peg); }

  get asking() { return this.board.scene.sides.find((side) => side.asking)?.asking; }

  draw(scene) {
    const makes = scene.sides.some((side) => side.act === "back") && scene.move !== "over";
    this.element.hidden = !makes;
    if (!makes) return this.places.querySelectorAll("button").forEach((place) => { place.disabled = true; });
    const first = !this.board.drawn;
    if (this.code.length !== scene.length || (first && this.board.round !== this.round)) this.code = Array(scene.length).fill("");
    this.round = this.board.round;
    return this.drawPlaces(scene);
  }

  drawPlaces({ colors, sides }) {
    const { looks } = this.board;
    this.places.replaceChildren(...this.code.map((peg, place) => make("button", {
      type: "button", class: "peg-hole", "aria-label": `My code, peg ${place + 1}: ${peg ? looks.name(peg) : "empty"}`,
      title: "Press for the next color, or type the letter of a color", click: () => this.turn(place, colors),
      keydown: (event) => this.type(event, place, colors),
    }, looks.picture(peg))));
    const begun = sides.some((side) => side.act === "back" && side.rows.length); // then the task is known
    const help = this.isWhole && this.asking
      ? button("Fill in the key pegs", () => this.board.row.setKeys(feedback(this.code.join(""), this.asking)), { icon: "check" })
      : make("span", { class: "peg-soft" }, `Place your code in the holes at the top if you want your key pegs checked.${begun ? "" : " The computer does not see it."}`);
    const task = make("p", {}, make("b", {}, "Think of a code"), " and answer the computer's guess with key pegs.");
    this.element.replaceChildren(...(begun ? [] : [task]), help);
  }

  turn(place, colors) {
    const choices = ["", ...colors];
    this.set(place, choices[(choices.indexOf(this.code[place]) + 1) % choices.length], place);
  }

  // A letter puts its peg there, and goes on to the next hole.
  type(event, place, colors) {
    if (event.key === "Enter") return event.stopPropagation(); // it presses the hole
    const letter = event.key.toUpperCase();
    const clears = event.key === "Backspace";
    if (event.ctrlKey || event.metaKey || event.altKey || (!clears && !colors.includes(letter))) return null;
    event.preventDefault();
    event.stopPropagation(); // a B is no black key peg here
    return this.set(place, clears ? "" : letter, clears ? place : Math.min(place + 1, this.code.length - 1));
  }

  set(place, peg, then) {
    this.code[place] = peg;
    this.drawPlaces(this.board.scene);
    this.places.children[then].focus();
  }

  // Whether the key pegs are those that the noted code means; who insists may give others.
  agrees() {
    if (!this.isWhole || !this.asking) return true;
    const right = feedback(this.code.join(""), this.asking);
    const given = [...this.board.row.keys].sort().join("");
    const insisted = this.warned === `${this.asking} ${given}`;
    if (right === given || insisted) return true;
    this.warned = `${this.asking} ${given}`;
    this.board.say(`For the code that you wrote down, the correct answer is ${keyWords(right)}. Change the key pegs, or press Submit key pegs again to submit them anyway.`);
    return false;
  }
}
