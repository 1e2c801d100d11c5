// Small helpers to build elements; what every other module uses.

export const STORE = "mastermind-peg-game"; // results, kept by the browser

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export function svg(inside, viewBox = "0 0 100 100", className = "") {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg viewBox="${viewBox}" class="${className}" aria-hidden="true">${inside}</svg>`;
  return holder.content.firstChild;
}

// Lines of 2 in a square of 24, as most icon sets have them.
const ICONS = {
  undo: '<path d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"/>',
  erase: '<path d="M21 5H9l-6 7 6 7h12zM17 9l-6 6M11 9l6 6"/>',
  eye: '<path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z"/><circle cx="12" cy="12" r="3"/>',
  bulb: '<path d="M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.500h6c0-1 .2-1.7 1-2.500A6 6 0 0 0 12 3z"/>',
  restart: '<path d="M4 4v6h6M4.6 10A8 8 0 1 1 4 14"/>',
  help: '<path d="M9 9a3 3 0 1 1 4.5 2.600c-1 .6-1.5 1.2-1.5 2.400M12 17.500v.5"/><circle cx="12" cy="12" r="10"/>',
  share: '<path d="M12 15V3M8 7l4-4 4 4M5 12v8h14v-8"/>',
  picture: '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m3 16 5-5 5 5 3-3 5 5"/>',
  check: '<path d="m5 13 4 4L19 7"/>',
  copy: '<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15H4V4h11v1"/>',
  back: '<path d="M19 12H5M11 6l-6 6 6 6"/>',
  next: '<path d="M5 12h14M13 6l6 6-6 6"/>',
  day: '<rect x="4" y="5" width="16" height="15" rx="2"/><path d="M4 10h16M9 3v4M15 3v4"/>',
  close: '<path d="M6 6l12 12M18 6 6 18"/>',
  choose: '<path d="M4 7h10M18 7h2M4 17h2M10 17h10"/><circle cx="16" cy="7" r="2"/><circle cx="8" cy="17" r="2"/>',
};

export const icon = (name) => svg(ICONS[name], "0 0 24 24", "peg-icon");

// A button with an icon and a word; its full name may say more than the word.
export function button(word, action, { icon: sign, ...more } = {}) {
  const children = [sign ? icon(sign) : "", make("span", {}, word)];
  return make("button", { type: "button", click: action, ...more }, ...children);
}

export const number = (value) => value.toLocaleString("en");

export const count = (many, one, several = `${one}s`) => `${number(many)} ${many === 1 ? one : several}`;

// What the browser keeps, by name; a browser that keeps nothing gives what is not there.
export function load(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function save(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export async function copyText(text, root) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // No clipboard on a page without https: select a field, and copy that.
    const field = make("textarea", {});
    field.value = text;
    root.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

// A click, as of a peg that falls into its hole.
let sounds = null;
export function click() {
  sounds ??= new AudioContext();
  const [tone, loud] = [sounds.createOscillator(), sounds.createGain()];
  tone.frequency.setValueAtTime(900, sounds.currentTime);
  tone.frequency.exponentialRampToValueAtTime(180, sounds.currentTime + 0.05);
  loud.gain.setValueAtTime(0.2, sounds.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.001, sounds.currentTime + 0.06);
  tone.connect(loud).connect(sounds.destination);
  tone.start();
  tone.stop(sounds.currentTime + 0.07);
}
