// What is pressed beside the plate: the palette, and two rows of controls in fixed places.

import { button, icon, make } from "./dom.js";
import { keyPicture } from "./peg.js";

export class Controls {
  constructor(board) {
    this.board = board;
    this.palette = make("div", { class: "peg-palette", role: "group" });
    this.tools = this.drawTools();
    this.rows = make("div", { class: "peg-controls" });
    this.element = make("div", { class: "peg-dock" },
      make("div", { class: "peg-card peg-tray" }, this.palette, this.tools), this.rows);
  }

  drawTools() {
    const { board } = this;
    const tool = (word, name, action, title) =>
      button(word, () => board.when(action), { icon: name, title, class: "peg-tool" });
    this.holder = tool("Keep peg", "pin", () => { board.row.hold(); board.focus(); },
      "Keep this peg for the next guess (H)");
    this.takers = [
      tool("Take back", "erase", () => board.row.takeBack(), "Take back the last peg (Backspace)"),
      tool("Clear", "clear", () => board.row.clear(), "Take all pegs back"),
    ];
    return make("div", { class: "peg-tools" }, ...this.takers, this.holder);
  }

  draw(scene) {
    this.element.hidden = scene.move === "over";
    this.drawPalette(scene);
    this.drawButtons(scene);
  }

  drawPalette({ move, colors }) {
    const { board } = this;
    const answers = move === "answer";
    const picks = answers
      ? [["b", "Black key peg", keyPicture("b"), "right place"], ["w", "White key peg", keyPicture("w"), "wrong place"]]
      : colors.map((peg) => [peg, `Place ${board.looks.name(peg)}`, board.looks.picture(peg), peg]);
    this.palette.setAttribute("aria-label", answers ? "Key pegs to give" : "Pegs");
    this.palette.classList.toggle("peg-many", picks.length > 6);
    this.palette.replaceChildren(...picks.map(([peg, name, picture, word]) => {
      const pick = make("button", {
        type: "button", class: "peg-pick", "aria-label": name, title: name,
        click: () => board.when(() => board.row.pick(peg)),
      }, picture, make("span", { class: "peg-under", "aria-hidden": "true" }, word));
      if (!answers) pick.dataset.peg = peg;
      return pick;
    }));
    this.holder.hidden = answers;
  }

  drawButtons({ move, coach, undo, sides }) {
    const { board } = this;
    const guessing = move === "guess";
    const ask = (what, more) => () => board.when(() => board.tell(what, more));
    const first = guessing ? "Submit guess" : "Give key pegs";
    const noCoach = sides[0].act === "back";
    const hint = () => {
      if (!coach) board.tell("coach", { on: true });
      board.tell("hint");
    };
    this.rows.replaceChildren(
      make("div", { class: "peg-first" },
        button(first, () => board.submit(), { class: "peg-primary" }),
        button("Undo", () => board.undo(), {
          icon: "undo", "aria-label": "Undo guess", "aria-disabled": String(!undo),
          title: "Take the last guess back (U): the game will not count",
        })),
      make("div", { class: "peg-second" },
        button("Coach", () => noCoach || ask("coach", { on: !coach })(), {
          icon: "eye", "aria-pressed": String(coach), "aria-disabled": String(noCoach),
          title: "How many codes are left?",
        }),
        button("Hint", () => guessing && board.when(hint), {
          icon: "bulb", "aria-disabled": String(!guessing), title: "Help with the next guess, in three steps",
        }),
        button("New", () => board.sheet.open(), { icon: "choose", "aria-label": "New game", title: "New game" }),
        make("button", { type: "button", class: "peg-help", "aria-label": "Rules", title: "Rules", click: () => board.help.open() }, icon("help"))),
    );
  }

  drawRow() {
    const { held, kept, draft, keys } = this.board.row;
    const placed = this.board.scene.move === "answer" ? keys : draft;
    for (const taker of this.takers) taker.setAttribute("aria-disabled", String(!placed.some((peg) => peg)));
    this.holder.setAttribute("aria-pressed", String(Boolean(held[kept])));
  }
}
