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
    return { text: "There is a good guess that fits all the key pegs so far, so it could be the code.", pegs: "" };
  }
  const left = candidates(rules, rows);
  const guess = bestGuess(rules, rows, left);
  if (step === 1) {
    if (left.length === 1) return { text: "Only one code is possible.", pegs: "" };
    const found = parts(guess, left, rules.colors).map(([, many]) => many);
    const largest = Math.max(...found);
    return {
      text: `There is a guess that divides the ${number(left.length)} possible codes into ${found.length} groups, `
        + `one for each possible answer. The largest group has ${largest === 1 ? "1 code" : `${number(largest)} codes`}.`,
      pegs: "",
    };
  }
  if (step === 2) return { text: "A good guess uses these pegs, in some order:", pegs: [...guess].sort().join("") };
  const text = left.includes(guess) ? "A good guess that could be the code:" : "A good guess that cannot be the code, but gives the most information:";
  return { text, pegs: guess };
}

const namesOf = (guesses) => `guesses ${guesses.slice(0, -1).join(", ")}${guesses.length > 2 ? "," : ""} and ${guesses.at(-1)}`;

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
  const names = found.sort((a, b) => a[0] - b[0]).map((one) => (fewest > 1 ? namesOf(one) : String(one[0])));
  const either = names.length > 2 ? `${names.slice(0, -1).join(", ")}, or ${names.at(-1)}` : names.join(" or ");
  return {
    rows: [...new Set(found.flat())],
    said: `These answers contradict each other, because no code fits them all. ${fewest > 1 ? "Several answers are wrong:" : "One answer is wrong: the answer for guess"} `
      + `${either}. Correct your answer for guess ${rows.length}, or go back to an earlier guess.`,
  };
}
