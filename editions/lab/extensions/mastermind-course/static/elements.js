/* Small pieces of a page: elements, buttons, key pegs. */

/** Make an element: el("p", {className: "x"}, "text", child, ...). */
export function el(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function button(label, press, className = "mmc-button") {
  const made = el("button", { className, type: "button" }, label);
  made.addEventListener("click", press);
  return made;
}

/** A plate with a hole for each point or exercise: "black" passes, "miss" does not, others are open. */
export function plate(pegs, says, className = "mmc-plate") {
  const made = el("span", { className: `${className}${pegs.length > 4 ? " mmc-wide" : ""}` });
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", says);
  made.append(...pegs.map((peg) => el("span", { className: `mmc-key ${peg ? `mmc-${peg}` : ""}` })));
  return made;
}

/** The text of a cell or an output, which a file may hold as lines. */
export const text = (value) => (Array.isArray(value) ? value.join("") : value || "");

export const plain = (markdown) => markdown.replace(/[*_`]/g, "").trim();
