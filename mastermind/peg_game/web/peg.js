// How pegs look: as Python draws them, with their letters beside them; holes and key plates.

import { make, svg } from "./dom.js";

// `looks` has of each peg its name and its drawing by `mastermind.drawing.pegs`; or, if a
// student draws it, a style and a text.
export class Looks {
  constructor(looks) { this.looks = looks; }

  name(peg) { return this.looks[peg]?.name ?? peg; }

  names(pegs) { return [...pegs].map((peg) => this.name(peg)).join(" "); }

  // A peg, or the hole for one.
  picture(peg, tag = "span") {
    const look = this.looks[peg];
    if (!look) return make(tag, { class: "peg-picture peg-hollow" });
    if (look.text) return make(tag, { class: "peg-picture peg-own", style: look.style }, look.text);
    return make(tag, { class: "peg-picture peg-ball" },
      svg(look.drawing, "0 0 100 100", "peg-drawn"), make("span", { class: "peg-letter", "aria-hidden": "true" }, peg));
  }

  // A code in a line of text, named for who cannot see it.
  code(pegs) {
    const balls = [...pegs].map((peg) => this.picture(peg));
    return make("span", { class: "peg-line", role: "img", "aria-label": this.names(pegs) }, ...balls);
  }
}

export const keyPicture = (key) => make("span", { class: `peg-key peg-key-${key || "none"}` });

export function keyWords(keys) {
  const [black, white] = ["b", "w"].map((key) => keys.split(key).length - 1);
  return `${black} black, ${white} white`;
}

export function keyPlate(keys, length, more = {}) {
  const holes = Array.from({ length }, (_, hole) => keyPicture(keys[hole]));
  return make("span", { class: "peg-keys", ...more }, ...holes);
}

// Key pegs in a line of text.
export const keyLine = (keys) =>
  make("span", { class: "peg-line peg-keyline", role: "img", "aria-label": keyWords(keys) },
    ...[...keys].map(keyPicture), keys ? "" : "no key pegs");
