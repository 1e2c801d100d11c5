/* What a notebook says about itself: title, goal, facts, exercises with their tests. */
import { plain, text } from "./elements.js";

const EMPTY = /^(\s*(#.*)?\n?)*$/;
const PART = /^Points for this answer so far: ([\d.]+) of/;
export const OPEN = /^No answer yet/; // not begun is not wrong

export const marks = (cell) => (cell.metadata && cell.metadata.nbgrader) || {};
export const isTest = (cell) => cell.cell_type === "code" && marks(cell).grade && !marks(cell).solution;
export const isHidden = (cell) => isTest(cell) && EMPTY.test(text(cell.source));

/** Title, goal and table, which stand above the first heading below the title; and the exercises. */
export function describe(notebook) {
  const texts = notebook.cells.filter((cell) => cell.cell_type === "markdown").map((cell) => text(cell.source));
  const body = texts.findIndex((one, n) => n && /^#/m.test(one));
  const head = texts.slice(0, body < 0 ? texts.length : body).join("\n\n");
  const rows = {};
  for (const [, name, value] of head.matchAll(/^\|\s*\*\*(.+?)\*\*\s*\|\s*(.*?)\s*\|$/gm)) {
    rows[name.toLowerCase()] = plain(value);
  }
  return {
    title: plain((head.match(/^#\s+(.+)$/m) || [, ""])[1]),
    goal: plain((head.match(/^#.*\n+([^|#][^\n]*)/) || [, ""])[1]),
    rows,
    exercises: exercises(notebook),
  };
}

/** The exercises in order: heading, cells by their place, points that can be seen and hidden ones. */
export function exercises(notebook) {
  const found = [];
  let heading = "";
  let answers = [];
  notebook.cells.forEach((cell, place) => {
    const [title] = headings(cell).slice(-1);
    if (title) {
      [heading, answers] = [title, []];
    } else if (cell.cell_type === "code" && marks(cell).solution) {
      answers.push(place);
    } else if (isTest(cell)) {
      const name = heading.replace(/\s*\([^)]*points?\)$/, "");
      let one = found.find((other) => other.name === name);
      if (!one) {
        one = { name, answers, tests: [], hidden: 0, points: 0 };
        found.push(one);
      }
      if (isHidden(cell)) {
        one.hidden += marks(cell).points;
      } else {
        one.tests.push(place);
        one.points += marks(cell).points;
      }
    }
  });
  return found.filter((one) => one.tests.length);
}

/** Whether a folder is a teacher's course, by the names in it. */
export const teaches = (names) => names.includes("source") && names.includes("nbgrader_config.py");

const headings = (cell) =>
  cell.cell_type === "markdown" ? [...text(cell.source).matchAll(/^#{2,}\s+(.+)$/gm)].map((found) => plain(found[1])) : [];

/** What an exercise's result depends on, as a short number: its answers and its tests. */
function digest(exercise, cells) {
  const all = [...exercise.answers, ...exercise.tests].map((place) => text(cells[place].source)).join("\n\n");
  return [...all].reduce((sum, sign) => (Math.imul(sum, 31) + sign.codePointAt(0)) | 0, 0);
}

/** The exercises that a fresh Python has found right, as they are written now. */
export const right = (lines, cells) =>
  lines.filter((line) => line.peg === "black").map(({ exercise }) => digest(exercise, cells));

/** How an exercise stands: by those that were found right, or by the outputs in the file. */
export function state(exercise, cells, passed = []) {
  const ran = ({ execution_count: count }) => Boolean(count);
  const tests = exercise.tests.map((place) => cells[place]);
  const says = tests.filter(ran).map((cell) => failure(cell.outputs, cell));
  if (passed.includes(digest(exercise, cells)) || (tests.every(ran) && !says.some(Boolean))) {
    return "black";
  }
  if (says.some((words) => words && !OPEN.test(words))) {
    return "miss";
  }
  return [...exercise.answers, ...exercise.tests].some((place) => ran(cells[place])) ? "begun" : "";
}

/** How many of its points a test gives. */
export function got(outputs, cell) {
  const says = failure(outputs, cell);
  return says ? Number((says.match(PART) || [0, 0])[1]) : marks(cell).points;
}

/** Why a cell does not pass, in words; empty if it does. */
export function failure(outputs, cell) {
  for (const output of outputs || []) {
    if (output.output_type === "error") {
      return message(output);
    }
    if (output.output_type === "execute_result" && isTest(cell)) {
      const got = Number(text(output.data["text/plain"]));
      if (got < marks(cell).points) {
        return `Points for this answer so far: ${got} of ${marks(cell).points}.`;
      }
    }
  }
  return "";
}

/** The picture that a test has drawn of what is wrong, as HTML. */
export function picture(outputs) {
  const drawn = (outputs || []).find((output) => output.output_type === "display_data" && output.metadata?.mastermind === "failure");
  return drawn ? text(drawn.data["text/html"]) : "";
}

function message(error) {
  // In the panel there is no cell to be run.
  const says = (error.evalue || "").trim().replace(/\. Write your answer and run it, and then run this cell again\.$/, ". Write it, then press Validate.");
  // Pyodide's kernel names an error as Python prints its class: <class 'mastermind.checks.NotYet'>.
  const kind = error.ename.replace(/^<class '(?:.*\.)?(.*)'>$/, "$1");
  const own = /^(AssertionError|NotYet|NotImplementedError)$/.test(kind);
  if (says && own) {
    return says;
  }
  const lines = text((error.traceback || []).map((line) => `${line}\n`))
    .replace(/\x1b\[[0-9;]*m/g, "")
    .split("\n");
  // Of a cell that Python cannot read, the line and the sign below it say most.
  const place = /Syntax|Indentation|Tab/.test(kind) ? lines.slice(-5).join("\n") : "";
  return place.trim() ? place.trimEnd() : `${kind}: ${says}`;
}
