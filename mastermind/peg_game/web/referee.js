// The referee and what it takes to look back: key pegs, candidates, parts, bits.

// Key pegs by the rules: equal places are black; what colors have in common beyond them is white.
export function feedback(code, guess) {
  let black = 0;
  let common = 0;
  const left = {};
  for (let place = 0; place < code.length; place += 1) {
    if (code[place] === guess[place]) black += 1;
    left[code[place]] = (left[code[place]] || 0) + 1;
  }
  for (const peg of guess) {
    if (left[peg] > 0) {
      left[peg] -= 1;
      common += 1;
    }
  }
  return "b".repeat(black) + "w".repeat(common - black);
}

export const MOST_LISTED = 10_000; // codes; beyond, nothing is counted here

export function size({ length, colors, repeats }) {
  let codes = 1;
  for (let place = 0; place < length; place += 1) codes *= repeats ? colors.length : colors.length - place;
  return codes;
}

const listed = new Map(); // by rules: all codes, and each as numbers

export function allCodes(rules) {
  const name = `${rules.length} ${rules.colors.join("")} ${rules.repeats}`;
  if (!listed.has(name)) {
    let codes = [""];
    for (let place = 0; place < rules.length; place += 1) {
      codes = codes.flatMap((code) =>
        rules.colors.filter((peg) => rules.repeats || !code.includes(peg)).map((peg) => code + peg));
    }
    listed.set(name, codes);
  }
  return listed.get(name);
}

// Rows are turns: {pegs, keys}.
export const candidates = (rules, rows) =>
  allCodes(rules).filter((code) => rows.every(({ pegs, keys }) => feedback(code, pegs) === keys));

// The same as `feedback`, for many codes at once: a number for each answer.
function counter(guess, colors) {
  const length = guess.length;
  const own = colors.map((peg) => [...guess].filter((other) => other === peg).length);
  const digits = [...guess].map((peg) => colors.indexOf(peg));
  const seen = new Uint8Array(colors.length);
  return (code) => {
    let black = 0;
    let common = 0;
    seen.fill(0);
    for (let place = 0; place < length; place += 1) {
      const peg = code[place];
      if (peg === digits[place]) black += 1;
      if (seen[peg] < own[peg]) common += 1;
      seen[peg] += 1;
    }
    return black * (length + 1) + common - black;
  };
}

export function inNumbers(codes, colors) {
  return codes.map((code) => Uint8Array.from(code, (peg) => colors.indexOf(peg)));
}

// How many codes there are for each answer to a guess, as an array over all answers.
export function sizes(guess, numbers, colors) {
  const found = new Uint32Array((guess.length + 1) ** 2);
  const answer = counter(guess, colors);
  for (const code of numbers) found[answer(code)] += 1;
  return found;
}

// The parts in order of their answers: [["bbw", 3], ...].
export function parts(guess, codes, colors) {
  const found = sizes(guess, inNumbers(codes, colors), colors);
  return [...found.entries()].filter(([, many]) => many).reverse().map(([answer, many]) => {
    const black = Math.floor(answer / (guess.length + 1));
    return ["b".repeat(black) + "w".repeat(answer % (guess.length + 1)), many];
  });
}

export function bits(found, total) {
  let left = 0;
  for (const many of found) if (many) left += many * Math.log2(many);
  return Math.max(0, Math.log2(total) - left / total);
}

// All codes, but only the first of those that differ in the names of unplayed colors.
function differentGuesses(rules, rows) {
  const played = new Set(rows.map(({ pegs }) => pegs).join(""));
  const unplayed = rules.colors.filter((peg) => !played.has(peg));
  return allCodes(rules).filter((code) => {
    const fresh = [...new Set(code)].filter((peg) => !played.has(peg));
    return fresh.every((peg, place) => peg === unplayed[place]);
  });
}

// What a guess is worth by the sizes of its parts, by the names of Python's `REGISTRY`.
const WORTH = {
  entropy: bits,
  minimax: (found) => -found.reduce((a, b) => Math.max(a, b)),
  "expected-size": (found) => -found.reduce((sum, many) => sum + many * many, 0),
  "most-parts": (found) => found.filter(Boolean).length,
};

// The guess that is worth most, among equals one that can be right.
export function bestGuess(rules, rows, left = candidates(rules, rows), rule = "entropy") {
  if (left.length === 1) return left[0];
  const numbers = inNumbers(left, rules.colors);
  const possible = new Set(left);
  let best = null;
  for (const guess of differentGuesses(rules, rows)) {
    const found = sizes(guess, numbers, rules.colors);
    const worth = WORTH[rule](found, left.length);
    const better = best === null ? 1 : worth - best.worth;
    if (better > 1e-9 || (better > -1e-9 && possible.has(guess) && !possible.has(best.guess))) {
      best = { guess, worth };
    }
  }
  return best.guess;
}

// What each guess was worth; nothing where the key pegs contradict each other.
export function analyze(rules, rows) {
  const moves = [];
  let before = allCodes(rules);
  for (const [number, { pegs, keys }] of rows.entries()) {
    const found = sizes(pegs, inNumbers(before, rules.colors), rules.colors);
    const after = before.filter((code) => feedback(code, pegs) === keys);
    if (!after.length) return [];
    const best = bestGuess(rules, rows.slice(0, number), before);
    const bestBits = bits(sizes(best, inNumbers(before, rules.colors), rules.colors), before.length);
    const expected = bits(found, before.length);
    const skill = before.length === 1 ? Number(before[0] === pegs) : Math.min(1, expected / bestBits);
    moves.push({
      pegs, before: before.length, after: after.length, possible: before.includes(pegs),
      expected, best, bestBits, skill, luck: luckOf(found, after.length, before.length),
    });
    before = after;
  }
  return moves;
}

// The share of the codes that would have told less, and half of those that would have told as much.
function luckOf(found, mine, total) {
  let less = 0;
  for (const many of found) less += many > mine ? many : many === mine ? many / 2 : 0;
  return less / total;
}
