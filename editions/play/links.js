// Links to a game: `#pegs=5&colors=8&seed=class+1`; the same link hides the same code for everybody.

const MOST_TYPED = 40; // letters of a seed

export function linkOf({ rules, total, seed, day, mine }) {
  const page = globalThis.location ? location.href.split("#")[0] : "";
  if (day) return `${page}#today&keys=${mine.map(({ keys }) => keys.padEnd(rules.length, "-")).join(".")}`;
  const words = { pegs: rules.length, colors: rules.colors.length, guesses: total, ...(rules.repeats ? {} : { repeats: "no" }), seed };
  return `${page}#${new URLSearchParams(words)}`;
}

// The key pegs of somebody else's game, of which the link tells no more.
export const sentIn = (link) => (new URLSearchParams(link.replace(/^#/, "")).get("keys") ?? "").split(".")
  .filter((keys) => /^[bw-]{2,10}$/.test(keys)).slice(0, 15);

export function choicesOf(link, usual) {
  const words = new URLSearchParams(link.replace(/^#/, ""));
  if (words.has("today")) return { ...usual, role: "break", hider: "today", seed: "" };
  if (!["pegs", "colors", "seed"].some((name) => words.has(name))) return null;
  const number = (name, least, most, otherwise) => {
    const value = Number.parseInt(words.get(name), 10);
    return value >= least && value <= most ? value : otherwise;
  };
  const seed = (words.get("seed") || "").slice(0, MOST_TYPED).trim();
  return {
    ...usual, role: "break", hider: seed ? "seed" : "computer", seed, repeats: words.get("repeats") !== "no",
    code_length: number("pegs", 2, 10, 4), num_colors: number("colors", 2, 10, 6), max_guesses: number("guesses", 5, 15, 10),
  };
}
