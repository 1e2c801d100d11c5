/* The start page of a student: the way through the notebooks, as the rows of a board. */
import { button, el, plate } from "./elements.js";
import { dates, says, secondLook } from "./dates.js";
import { offline } from "./edition.js";
import { state, teaches } from "./notebooks.js";

const ASSIGNMENTS = "nbgrader:open-assignment-list"; // on a hub
const GAME = new URL("play/index.html", import.meta.url).href; // its own page: no Python is waited for
const COVER = "?".repeat(4).split("");
const CODE = ["green", "red", "blue", "orange"];

export async function startPage(course, node) {
  const { contents } = course.app.serviceManager;
  const listing = await contents.get("", { content: true });
  if (teaches(listing.content.map((entry) => entry.name))) {
    teach(node);
    return;
  }
  if (!node.querySelector(".mmc-start")) {
    await course.outlines(listing).then((all) => draw(course, node, all), () => undefined);
  }
  const [all, due] = await Promise.all([course.notebooks(""), dates()]);
  draw(course, node, all, due);
}

/** Draw the page; without dates it is not known yet how far the notebooks are. */
function draw(course, node, notebooks, dated) {
  const due = dated || {};
  const all = notebooks.map((one) => ({ ...standing(one), due: says(due[one.name]) }));
  const fetching = course.app.commands.hasCommand(ASSIGNMENTS);
  const page = [
    el("div", { className: "mmc-start" },
      el("div", { className: "mmc-head" },
        el("p", { className: "mmc-name" }, "Mastermind"),
        el("h1", {}, "Build the game, piece by piece"),
        dated ? (all.length || !fetching ? goOn(course, all) : fetchFirst(course)) : reading(),
        ...(fetching ? toFetch(due, all) : []), ...sum(all, dated)),
      play(course, all),
      el("ol", { className: "mmc-rows" }, ...all.map((one) => row(course, one, dated && one === current(all)))),
      ...(all.length || fetching ? [handingIn(course, fetching)] : [])),
    ...[offline()].filter(Boolean)];
  if (page.map((part) => part.outerHTML).join("") !== node.innerHTML) { // the focus stays where nothing changes
    node.replaceChildren(...page);
  }
}

/** The teacher's page comes from the grader's own extension of the server. */
function teach(node) {
  if (!node.querySelector("iframe")) {
    const { baseUrl } = JSON.parse(document.querySelector("#jupyter-config-data").textContent);
    node.classList.add("mmc-teach");
    node.replaceChildren(el("iframe", { src: `${baseUrl}teach`, title: "The class" }));
  }
}

/** How far a notebook is: a key peg for each exercise. */
function standing(one) {
  const pegs = one.exercises.map((exercise) => state(exercise, one.notebook.cells, one.passed));
  const [, number = "", name = one.title] = one.title.match(/^(\d+)\s*·\s*(.*)$/) || [];
  return {
    ...one, pegs, number, name: name || one.name,
    done: pegs.length > 0 && pegs.every((peg) => peg === "black"),
    core: !/^(a )?challenge/i.test(one.rows.kind || ""),
  };
}

/** The first one that is not done; of the challenges, only one that was begun. */
const current = (all) => all.find((one) => !one.done && (one.core || one.pegs.some(Boolean))) || all.find((one) => !one.done);

/** How many are done, with a bar; its place is kept until that is known, so that nothing below it moves. */
function sum(all, dated) {
  const done = all.filter((one) => one.done).length;
  const says = `${done} of ${all.length} notebooks done`;
  return all.length ? [el("p", { className: `mmc-facts mmc-sum${dated ? "" : " mmc-later"}` }, says, el("progress", { max: all.length, value: done, ariaLabel: says }))] : [];
}

function goOn(course, all) {
  const now = current(all);
  if (!now) {
    return all.length
      ? el("p", { className: "mmc-says" }, "All visible tests pass. Now play the game.")
      : el("div", { className: "mmc-go" },
        el("p", {}, "This folder has no course notebooks. Start JupyterLab in the folder of the course, or ask your teacher for the notebooks."),
        button("Look again", () => course.app.commands.execute("launcher:create"), "mmc-button mmc-main"));
  }
  const begun = all.some((one) => one.pegs.some(Boolean));
  const exercise = now.pegs.findIndex((peg) => peg !== "black") + 1;
  const label = begun ? `Continue: ${now.title}, exercise ${exercise}` : `Begin: ${now.title}`;
  return el("p", { className: "mmc-go" },
    button(label, () => course.open(now.path), "mmc-button mmc-main"),
    now.due ? el("span", { className: "mmc-facts" }, now.due) : null);
}

function reading() {
  const press = button("Finding where you left off", () => undefined, "mmc-button mmc-main");
  press.setAttribute("aria-disabled", "true");
  return el("p", { className: "mmc-go" }, press);
}

/** On a hub notebooks come through nbgrader's list. */
function fetchFirst(course) {
  return el("p", { className: "mmc-go" },
    button("Fetch a notebook", () => course.app.commands.execute(ASSIGNMENTS), "mmc-button mmc-main"),
    el("span", { className: "mmc-facts" }, "Press Fetch next to a notebook's name, and then come back here."));
}

/** When work is due that is not here yet. */
function toFetch(due, all) {
  const missing = Object.keys(due).filter((name) => !all.some((one) => one.name === name)).sort();
  return missing.map((name) => el("p", { className: "mmc-facts" }, `${name}: ${says(due[name])}`));
}

function row(course, one, isCurrent) {
  const passed = one.pegs.filter((peg) => peg === "black").length;
  const says = passed || one.pegs.some(Boolean)
    ? `The visible tests pass for ${passed} of ${one.pegs.length} exercises`
    : "Not started";
  const facts = [one.core ? "" : "challenge", brief(one.rows.time || ""), one.rows.points && `${parseInt(one.rows.points, 10)} points`, one.due];
  return el("li", { className: ["mmc-row", one.done && "mmc-done", isCurrent && "mmc-now"].filter(Boolean).join(" ") },
    el("span", { className: "mmc-number", ariaHidden: "true" }, one.done ? "\u2713" : one.number),
    el("div", {},
      el("h2", {}, button(`${one.title || one.name}`, () => course.open(one.path), "mmc-link")),
      el("p", { className: "mmc-goal" }, short(one.goal)),
      el("p", { className: "mmc-facts" }, facts.filter(Boolean).join(" \u00b7 "))),
    plate(one.pegs, says));
}

const brief = (time) => time.split(":")[0].replace(/^about (\d+) minutes/, "$1 min").replace(", in two sittings", " \u00b7 2 sittings");

/** A goal without the words that all of them begin with, and without its explanation. */
const short = (goal) => {
  const said = goal.replace(/^(?:At|By) the end of this notebook you will (have )?/, (_, has) => (has ? "You build " : "You will "));
  const [first] = said.split(/[:;]|(?<=\w)\. /);
  return `${first.replace(/\.$/, "")}.`;
};

const peg = (color) => el("span", { className: `mmc-peg mmc-${color}` });

function play(course, all) {
  const core = all.filter((one) => one.core);
  const open = core.length > 0 && core.every((one) => one.done);
  const missing = new Intl.ListFormat("en").format(core.filter((one) => !one.done).map((one) => one.number));
  const cells = open
    ? CODE.map(peg)
    : COVER.map((sign) => el("span", { className: "mmc-covered" }, sign));
  const lines = [["blue", "green", "green", "green"], ["red", "", "", ""], ["", "", "", ""]];
  const board = el("div", { className: "mmc-board", ariaHidden: "true" },
    el("div", { className: open ? "mmc-code mmc-open" : "mmc-code" }, ...cells),
    ...lines.map((pegs, number) => el("div", { className: `mmc-turn ${number === 1 ? "mmc-next" : ""}` },
      ...pegs.map((color) => (color ? peg(color) : el("span", { className: "mmc-hole" }))),
      plate(number ? COVER.map(() => "") : ["black", "black", "white", ""], ""))));
  return el("section", { className: "mmc-play", ariaLabel: "Play" },
    board,
    el("a", { className: "mmc-button", href: GAME, target: course.narrow() ? "" : "mastermind-play" }, "Play"),
    all.length ? el("p", { className: "mmc-facts" }, open
      ? "You can see the hidden code because you have solved the core of the course."
      : `Finish notebooks ${missing} to see the hidden code.`) : null);
}

const handingIn = (course, fetching) => el("section", { className: "mmc-hand" },
  el("h2", {}, "How to hand in"),
  el("ol", {},
    el("li", {}, "In the notebook, press Validate. It runs all visible tests in a new Python process."),
    course.lite ? null : el("li", {}, "Save with Ctrl+S (on a Mac: Cmd+S)."),
    el("li", {}, fetching
      ? "In Assignments, press Submit. A few seconds later, press Fetch Feedback to get your feedback page. You can submit as often as you like."
      : course.lite
        ? "Press Hand in above the notebook, and give the file to your teacher as agreed."
        : "Choose Download in the File menu, and give the file to your teacher as agreed.")),
  el("p", {}, "You can hand in unfinished work. You earn points for every test that passes."),
  secondLook()
    ? el("p", {}, "Do you think that an exercise was not graded correctly? ", el("a", { href: secondLook(), target: "_blank" }, "Ask for a second look"))
    : null,
  fetching ? button("Assignments", () => course.app.commands.execute(ASSIGNMENTS)) : null);
