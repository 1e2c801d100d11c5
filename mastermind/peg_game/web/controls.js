// What is pressed beside the plate: the palette, Submit, and a row of controls in fixed places.

import { button, count, icon, make } from "./dom.js";
import { keyPicture, keyWords } from "./peg.js";

export class Controls {
  constructor(board) {
    this.board = board;
    const ask = (action) => () => board.when(action);
    this.palette = make("div", { class: "peg-palette", role: "group" });
    this.eraser = make("button", {
      type: "button", class: "peg-tool", "aria-label": "Remove peg", title: "Remove the last peg (Backspace)",
      click: ask(() => board.row.takeBack()),
    }, icon("erase"), make("span", { class: "peg-under", "aria-hidden": "true" }, "Remove"));
    this.submit = button("", () => board.submit(), { class: "peg-primary" });
    this.coach = button("Coach", ask(() => board.tell("coach", { on: !board.scene.coach })), { icon: "eye", title: "How many codes are left?" });
    this.hint = button("Hint", ask(() => this.askHint()), { icon: "bulb", title: "Help with the next guess, in three steps" });
    this.undo = button("Undo", () => board.undo(), {
      icon: "undo", "aria-label": "Undo guess", title: "Undo your last guess (U). This game will then not count.",
    });
    this.element = make("div", { class: "peg-dock" },
      make("div", { class: "peg-card peg-tray" }, this.palette, this.eraser), this.submit);
    this.more = make("div", { class: "peg-second" },
      button("New", () => board.sheet.open(), { icon: "choose", "aria-label": "New game", title: "New game" }),
      button("Rules", () => board.help.open(), { icon: "help" }), this.coach, this.hint, this.undo);
  }

  askHint() {
    if (this.board.scene.move !== "guess") return;
    if (!this.board.scene.coach) this.board.tell("coach", { on: true });
    this.board.tell("hint");
  }

  draw(scene) {
    const { move, coach, undo, sides } = scene;
    this.element.hidden = move === "over";
    this.more.hidden = move === "over";
    this.drawPalette(scene);
    // What a game never needs is not there; what is of no use now is gray, so that nothing moves.
    const guesses = sides[0].act === "copy";
    this.coach.hidden = this.hint.hidden = !guesses;
    this.undo.hidden = !guesses || sides.length > 1;
    this.hint.setAttribute("aria-disabled", String(move !== "guess"));
    this.undo.setAttribute("aria-disabled", String(!undo));
    this.coach.setAttribute("aria-pressed", String(coach));
    this.drawRow();
  }

  drawPalette({ move, colors }) {
    const { board } = this;
    const answers = move === "answer";
    const picks = answers
      ? [["b", "Black key peg", keyPicture("b"), "right place"], ["w", "White key peg", keyPicture("w"), "right color, wrong place"]]
      : colors.map((peg) => [peg, `Place ${board.looks.name(peg)}`, board.looks.picture(peg), peg]);
    this.palette.setAttribute("aria-label", answers ? "Key pegs" : "Pegs");
    this.palette.classList.toggle("peg-many", picks.length > 6);
    this.palette.replaceChildren(...picks.map(([peg, name, picture, word]) => {
      const pick = make("button", {
        type: "button", class: "peg-pick", "aria-label": name, title: name,
        click: () => board.when(() => board.row.pick(peg)),
      }, picture, make("span", { class: "peg-under", "aria-hidden": "true" }, word));
      if (!answers) pick.dataset.peg = peg;
      return pick;
    }));
  }

  drawRow() {
    const { draft, keys } = this.board.row;
    const answers = this.board.scene.move === "answer";
    const name = answers ? "Submit key pegs" : "Submit guess";
    const missing = answers ? 0 : draft.filter((peg) => !peg).length;
    const given = answers && (keys.some(Boolean) ? keyWords(keys.join("")) : "no key pegs");
    this.eraser.setAttribute("aria-disabled", String(!(answers ? keys : draft).some(Boolean)));
    this.submit.setAttribute("aria-label", name);
    this.submit.setAttribute("aria-disabled", String(missing > 0));
    this.submit.classList.toggle("peg-outlined", given === "no key pegs");
    this.submit.lastChild.textContent = given ? `Submit: ${given}` : missing ? `${name} \u00b7 ${count(missing, "peg")} to go` : name;
  }
}
