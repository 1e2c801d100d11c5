// The computer as codebreaker, hints, and which answers contradict each other.

import { allCodes, bestGuess, candidates, feedback, MOST_LISTED, parts, size } from "./referee.js";
import { number } from "./dom.js";

export function nextGuess(rules, rows, strategy) {
  const left = candidates(rules, rows);
  if (strategy === "first") return left[0];
  if (strategy === "random") return left[Math.floor(Math.random() * left.length)];
  return bestGuess(rules, rows, left, strategy);
}

export function hint(rules, rows, step) {
  if (size(rules) > MOST_LISTED) {
    return { text: "A good guess is one that could be the code: it agrees with all key pegs so far.", pegs: "" };
  }
  const left = candidates(rules, rows);
  const guess = bestGuess(rules, rows, left);
  if (step === 1) {
    if (left.length === 1) return { text: "Only one code is possible.", pegs: "" };
    const found = parts(guess, left, rules.colors).map(([, many]) => many);
    const largest = Math.max(...found);
    return {
      text: `A good guess sorts the ${number(left.length)} possible codes into ${found.length} groups, by the `
        + `key pegs they would give; the largest has ${largest === 1 ? "1 code" : `${number(largest)} codes`}.`,
      pegs: "",
    };
  }
  if (step === 2) return { text: "These pegs make a good guess, in some order:", pegs: [...guess].sort().join("") };
  const text = left.includes(guess) ? "A good guess, which can be right:" : "A good guess, which cannot be right, but gives most information:";
  return { text, pegs: guess };
}

// The fewest answers that must be wrong, if no code earns all of them.
export function contradiction(rules, rows) {
  let fewest = rows.length + 1;
  let found = [];
  for (const code of allCodes(rules)) {
    const against = rows.flatMap(({ pegs, keys }, n) => (feedback(code, pegs) === keys ? [] : [n + 1]));
    if (!against.length) return null;
    if (against.length < fewest) [fewest, found] = [against.length, []];
    if (against.length === fewest && !found.some((other) => String(other) === String(against))) found.push(against);
  }
  const names = found.sort((a, b) => a[0] - b[0]).map((one) => (fewest > 1 ? `guesses ${one.join(" and ")}` : String(one[0])));
  const either = [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" or ");
  return {
    rows: [...new Set(found.flat())],
    said: `These key pegs contradict each other: no code earns them all. ${fewest > 1 ? "Several answers are" : "One answer is"} `
      + `wrong: ${fewest > 1 ? "" : "guess "}${either}. Change the answer to guess ${rows.length}, or go back to an earlier one.`,
  };
}
