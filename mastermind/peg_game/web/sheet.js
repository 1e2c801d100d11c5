// New game: a sheet over the board with three cards, sliders of pegs, and a small board that follows.

import { button, make } from "./dom.js";
import { keyPlate } from "./peg.js";

const ROLES = [
  ["break", "Break a code", "You look for the hidden code."],
  ["make", "Make a code", "The computer guesses your code."],
  ["duel", "Duel", "You and the computer take turns."],
];
const SIZES = { code_length: ["Pegs", 2, 10], num_colors: ["Colors", 2, 10], max_guesses: ["Guesses", 5, 15] };
const SHOWN = "BGYR"; // on the cards

// A dialog over the page: Escape and its close button lead back to the board.
export class Dialog {
  constructor(board, title, css) {
    this.board = board;
    this.title = title;
    this.body = make("div", { class: "peg-body" });
    this.heading = make("h2");
    this.element = make("dialog", {
      class: `peg-sheet ${css}`,
      click: (event) => event.target === this.element && this.close(),
      close: () => board.focus(),
    }, make("div", { class: "peg-head" }, this.heading,
      button("Close", () => this.close(), { icon: "close", class: "peg-quiet" })), this.body);
  }

  open() {
    this.draw();
    this.name(this.title);
    this.element.showModal();
  }

  name(title) {
    this.heading.textContent = title;
    this.element.setAttribute("aria-label", title);
  }

  close() { this.element.close(); }
}

export class NewGame extends Dialog {
  constructor(board) {
    super(board, "New game", "peg-new-game");
  }

  draw() {
    this.chosen = { ...this.board.model.get("choices") };
    const { waysToGuess, hiders } = this.board.model.get("offers");
    this.sliders = {};
    this.preview = make("div", { class: "peg-preview", "aria-hidden": "true" });
    this.fault = make("p", { class: "peg-fault", role: "alert" });
    this.hider = this.drawList("Code hidden by", "hider", hiders);
    this.strategy = this.drawList("Computer plays", "strategy", waysToGuess);
    this.seed = this.drawField("Seed", "text", "any word or number");
    this.code = this.drawField("Hidden code", "password", "such as RGBY");
    this.own = this.drawField("Your code", "text", "to watch the computer play");
    this.about = make("p", { class: "peg-soft peg-about", "aria-hidden": "true" }); // on a phone the cards have no room for it
    this.body.replaceChildren(
      this.drawRoles(), this.about,
      make("div", { class: "peg-sizes" },
        make("div", { class: "peg-fields" },
          ...Object.keys(SIZES).map((name) => this.drawSlider(name)), this.drawRepeats(),
          this.hider, this.seed, this.code, this.own, this.strategy),
        this.preview),
      make("div", { class: "peg-foot" }, this.fault, button("Start game", () => this.start(), { class: "peg-primary" })),
    );
    this.follow();
  }

  drawRoles() {
    const cards = ROLES.map(([role, title, says]) => make("label", { class: "peg-role" },
      make("input", {
        type: "radio", name: `peg-role-${this.board.id}`, value: role, checked: this.chosen.role === role ? "" : false,
        change: () => this.set("role", role),
      }), this.drawRole(role), make("b", {}, title), make("span", { class: "peg-soft" }, says)));
    return make("div", { class: "peg-roles", role: "radiogroup", "aria-label": "Role" }, ...cards);
  }

  // Who hides and who guesses: a cover, pegs, or both.
  drawRole(role) {
    const pegs = [...SHOWN].map((peg) => this.board.looks.picture(peg));
    const cover = make("span", { class: "peg-lid" }, "? ? ? ?");
    const halves = [...pegs.slice(0, 2), make("span", { class: "peg-lid" }, "? ?")];
    return make("span", { class: "peg-scene", "aria-hidden": "true" }, ...{ break: [cover], make: pegs, duel: halves }[role]);
  }

  // The track is made of what is counted, one above the other with a slider that is not seen.
  drawSlider(name) {
    const [title, least, most] = SIZES[name];
    const slider = make("input", {
      type: "range", min: least, max: most, "aria-label": title, input: () => this.set(name, Number(slider.value)),
    });
    const shown = make("output", { class: "peg-value" });
    const units = Array.from({ length: most }, (_, n) => this.drawUnit(name, n));
    const track = make("span", { class: "peg-track" }, make("span", { class: "peg-units", "aria-hidden": "true" }, ...units), slider);
    track.style.setProperty("--least", least);
    track.style.setProperty("--most", most);
    this.sliders[name] = [slider, shown, units];
    return make("label", { class: "peg-field" }, make("span", {}, title), track, shown);
  }

  drawUnit(name, n) {
    if (name === "num_colors") return this.board.looks.picture(this.board.model.get("offers").colors[n]);
    return name === "code_length" ? this.board.looks.picture("") : make("span", { class: "peg-tick" });
  }

  drawRepeats() {
    const box = make("input", {
      type: "checkbox", checked: this.chosen.repeats ? "" : false, change: () => this.set("repeats", box.checked),
    });
    return make("label", { class: "peg-field" }, make("span", {}, "Colors may repeat"), box);
  }

  drawList(title, name, options) {
    const list = make("select", { "aria-label": title, change: () => this.set(name, list.value) },
      ...Object.entries(options).map(([value, text]) => make("option", { value }, text)));
    list.value = this.chosen[name];
    return make("label", { class: "peg-field" }, make("span", {}, title), list);
  }

  drawField(title, type, placeholder) {
    const field = make("input", {
      type, placeholder, "aria-label": title, autocomplete: "off", spellcheck: "false",
      keydown: (event) => event.key === "Enter" && this.start(),
    });
    return make("label", { class: "peg-field" }, make("span", {}, title), field);
  }

  set(name, value) {
    this.chosen[name] = value;
    this.fault.textContent = "";
    this.follow();
  }

  // What is chosen decides what else is asked, and what the small board shows.
  follow() {
    const { role, hider, code_length: length, num_colors: colors, max_guesses: guesses } = this.chosen;
    for (const [name, [slider, shown, units]] of Object.entries(this.sliders)) {
      slider.value = this.chosen[name];
      shown.textContent = this.chosen[name];
      units.forEach((unit, n) => unit.classList.toggle("peg-off", n >= this.chosen[name]));
    }
    const hides = role !== "make";
    this.about.textContent = ROLES.find(([name]) => name === role)[2];
    this.hider.hidden = !hides;
    this.seed.hidden = !hides || hider !== "seed";
    this.code.hidden = !hides || hider !== "person";
    this.own.hidden = hides;
    this.strategy.hidden = role === "break";
    this.drawPreview(length, colors, guesses);
  }

  drawPreview(length, colors, guesses) {
    const { looks } = this.board;
    const all = this.board.model.get("offers").colors.slice(0, colors);
    const row = (number) => make("div", { class: `peg-shown${number ? " peg-later" : ""}` },
      make("span", { class: "peg-code" }, ...Array.from({ length }, (_, place) =>
        looks.picture(number ? "" : all[(place * 2 + (place >= colors / 2 ? 1 : 0)) % colors]))),
      keyPlate(number ? "" : "bw", length));
    const cover = make("div", { class: "peg-lid" }, Array(length).fill("?").join(" "));
    this.preview.style.setProperty("--peg-columns", Math.ceil(length / 2));
    this.preview.style.setProperty("--peg-count", length);
    this.preview.replaceChildren(
      make("div", { class: "peg-board" }, cover, ...Array.from({ length: guesses }, (_, n) => row(n))));
  }

  start() {
    const { board } = this;
    const typed = this.chosen.role === "make" ? this.own : this.code;
    const [code, seed] = [typed, this.seed].map((label) => label.querySelector("input").value);
    this.code.querySelector("input").value = "";
    board.when(() => board.tell("start", { choices: { ...this.chosen, seed }, code }, () => {
      const refusal = board.model.get("refusal");
      this.fault.textContent = refusal;
      if (!refusal) this.close();
    }));
  }
}
