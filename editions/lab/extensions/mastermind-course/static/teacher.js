/* The start page of a teacher: this week's class, and the steps of grading, the next one first to be seen. */
import { says } from "./dates.js";
import { button, el } from "./elements.js";
import { FORMGRADER } from "./formgrader.js";
import { exercises, failure } from "./notebooks.js";

const FOLDERS = { handedIn: "submitted", graded: "autograded", answered: "feedback" };
const STEPS = [
  ["Collect", "python -m autograder import", "what lies in its archive folder"],
  ["Grade", "python -m autograder grade", "all that was handed in"],
  ["Release", "nbgrader generate_feedback --force", "a page for each student"],
  ["Report", "python -m autograder report", "a page on the class"],
  ["Groups", "python -m autograder group", "answers that are alike, to be graded once"],
  ["Export", "python -m autograder export", "points and pages for a learning platform"],
];
const REPORT = 3;

export async function teacherPage(course, node, root, chosen = "") {
  const { contents } = course.app.serviceManager;
  const all = await course.notebooks("source");
  const dates = await due();
  const found = await Promise.all(Object.entries(FOLDERS).map(async ([step, folder]) => [
    step, root.includes(folder) ? await people(contents, folder) : [],
  ]));
  const everybody = [...new Set(found.flatMap(([, list]) => list.map(([student]) => student)))].sort();
  const weeks = all.map((one) => ({
    ...one,
    due: dates[one.name],
    ...Object.fromEntries(found.map(([step, list]) => [step, list.filter(([, name]) => name === one.name).map(([student]) => student).sort()])),
  }));
  const now = weeks.find((one) => one.name === chosen) || current(weeks);
  const choose = (name) => teacherPage(course, node, root, name);
  if (node.querySelector(".mmc-deadline :is(input, select):focus")) {
    return; // somebody is setting a date
  }
  node.replaceChildren(el("div", { className: "mmc-teach" },
    head(course, now, everybody),
    now ? week(now, everybody, await work(contents, now), course) : null,
    table(weeks, now, everybody, choose),
    root.includes("release") ? null : el("p", {}, "There is no release/ yet: run make release first.")));
}

/** When work is due, as a Date by assignment: Formgrader knows; none where it is not there. */
async function due() {
  const { baseUrl } = JSON.parse(document.querySelector("#jupyter-config-data").textContent);
  try {
    const answer = await fetch(`${baseUrl}formgrader/api/assignments`);
    const known = (answer.ok ? await answer.json() : []).filter((one) => one.duedate_notimezone);
    return Object.fromEntries(known.map((one) => [one.name, new Date(`${one.duedate_notimezone}${one.duedate_timezone}`)]));
  } catch {
    return {};
  }
}

/** The notebook in hand: one that waits for a step, else the last that anybody has handed in. */
function current(weeks) {
  const inHand = weeks.filter((one) => one.handedIn.length);
  return inHand.find((one) => step(one) < REPORT) || inHand[inHand.length - 1] || weeks[0];
}

/** Which of the steps comes next. */
function step({ handedIn, graded, answered }) {
  return [!handedIn.length, graded.length < handedIn.length, answered.length < handedIn.length, true].indexOf(true);
}

/** Who has a folder in a step of grading, as [student, assignment]. */
async function people(contents, folder) {
  const list = async (path) => {
    try {
      const found = await contents.get(path, { content: true });
      return found.content.filter((entry) => entry.type === "directory").map((entry) => entry.path);
    } catch {
      return [];
    }
  };
  return (await Promise.all((await list(folder)).map(list))).flat().map((path) => path.split("/").slice(-2));
}

/** What was graded: for each student the path, and the exercises of which a test does not pass. */
function work(contents, { name, graded }) {
  return Promise.all(graded.map(async (student) => {
    const path = `autograded/${student}/${name}/${name}.ipynb`;
    try {
      const notebook = (await contents.get(path, { content: true })).content;
      const fails = ({ tests }) => tests.some((place) => failure(notebook.cells[place].outputs, notebook.cells[place]));
      const all = exercises(notebook).filter((one) => one.points);
      return { student, path, all: all.map((one) => one.name), lost: all.filter(fails).map((one) => one.name) };
    } catch {
      return { student, path, all: [], lost: [] };
    }
  }));
}

function head({ app }, now, everybody) {
  const next = now ? step(now) : 0;
  const steps = STEPS.map(([label, command, says], place) => {
    const look = place === next ? "mmc-button mmc-main" : place < REPORT ? "mmc-button" : "mmc-link";
    const press = button(label, () => run(app, `${command} ${now.name}`), look);
    press.setAttribute("aria-label", `${label} ${now.title || now.name}`);
    press.title = `${command} ${now.name}: ${says}`;
    return press;
  });
  return el("div", { className: "mmc-head" },
    el("p", { className: "mmc-small" }, "This week\u2019s class"),
    el("h1", {}, now ? now.title || now.name : "There is no notebook in source/ yet"),
    now ? el("p", { className: "mmc-says" }, said(now, everybody)) : null,
    now ? el("p", { className: "mmc-go" }, ...steps.slice(0, REPORT)) : null,
    el("p", { className: "mmc-more" }, ...(now ? steps.slice(REPORT) : []),
      app.commands.hasCommand(FORMGRADER) ? button("Formgrader", () => app.commands.execute(FORMGRADER), "mmc-link") : null),
    now ? deadline(app, now, everybody) : null,
    el("p", { className: "mmc-facts" }, "Each step runs in a terminal, so that you see what it says; come back here for what is new."));
}

/** When it is due, and a form to say when: for all, or for one who gets more time. */
function deadline(app, now, everybody) {
  const when = el("input", { type: "datetime-local", required: true, value: now.due ? local(now.due) : "" });
  const who = el("select", {}, el("option", { value: "" }, "everybody"), ...everybody.map((student) => el("option", { value: student }, student)));
  const form = el("form", { className: "mmc-deadline" },
    el("label", {}, "Due ", when), el("label", {}, "for ", who),
    el("button", { className: "mmc-button", type: "submit" }, "Set"),
    el("span", { className: "mmc-facts" }, now.due ? says({ due: now.due }) : "no date is set"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const time = new Date(when.value).toISOString().slice(0, 16);
    const only = who.value ? ` --student '${who.value.replaceAll("'", "'\\''")}'` : "";
    run(app, `python -m autograder due ${now.name} ${time}Z${only}`);
  });
  return form;
}

/** A time as the field for it wants it: of this place, without its zone. */
const local = (when) => new Date(when - 60000 * when.getTimezoneOffset()).toISOString().slice(0, 16);

const said = ({ handedIn, graded, answered }, everybody) => (everybody.length
  ? `${handedIn.length} of ${everybody.length} handed in, ${graded.length} graded, ${answered.length} with feedback.`
  : "Nobody has handed in yet. Put what you were given into downloaded/NOTEBOOK/archive, and press Collect.");

/** Who handed in, who is stuck, and how the exercises went. */
function week(now, everybody, graded, course) {
  if (!everybody.length) {
    return null;
  }
  const missing = everybody.filter((student) => !now.handedIn.includes(student));
  const stuck = graded.filter(({ all, lost }) => lost.length && 2 * lost.length >= all.length).sort((a, b) => b.lost.length - a.lost.length);
  const names = [...new Set(graded.flatMap(({ all }) => all))];
  return el("div", { className: "mmc-week" },
    card("Who handed in",
      el("p", {}, now.handedIn.join(", ") || "Nobody yet."),
      missing.length ? el("p", { className: "mmc-facts" }, `Not yet: ${missing.join(", ")}.`) : null),
    card("Who is stuck",
      ...stuck.map(({ student, path, lost }) => el("p", {}, button(student, () => course.open(path), "mmc-link"), `: ${lost.map(number).join(", ")}`)),
      stuck.length ? null : el("p", {}, graded.length ? "Nobody lost half of the exercises." : "This is known after grading.")),
    card("How the exercises went",
      ...names.map((name) => exercise(name, graded.filter(({ all }) => all.includes(name)))),
      names.length ? null : el("p", {}, "This is known after grading.")));
}

const card = (title, ...parts) => el("section", { className: "mmc-card" }, el("h2", {}, title), ...parts);

const number = (name) => name.split(" \u00b7 ")[0];

function exercise(name, graded) {
  const passed = graded.filter(({ lost }) => !lost.includes(name)).length;
  const meter = el("meter", { max: graded.length, value: passed });
  meter.setAttribute("aria-label", name);
  return el("p", { className: "mmc-passed" }, el("span", {}, name), meter, el("span", {}, `${passed} of ${graded.length} pass`));
}

function table(weeks, now, everybody, choose) {
  const of = (students) => (students.length ? `${students.length} of ${everybody.length}` : "\u2013");
  const rows = weeks.map((one) => {
    const press = button(one.title || one.name, () => choose(one.name), "mmc-link");
    if (one === now) {
      press.setAttribute("aria-current", "true");
    }
    return el("tr", { className: one === now ? "mmc-now" : "" },
      el("th", { scope: "row" }, press), el("td", {}, one.due ? one.due.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }) : "\u2013"),
      ...[one.handedIn, one.graded, one.answered].map((who) => el("td", {}, of(who))));
  });
  return el("section", { className: "mmc-class" },
    el("h2", {}, "All notebooks"),
    el("table", {},
      el("thead", {}, el("tr", {}, ...["notebook", "due", "handed in", "graded", "feedback"].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...rows)),
    el("p", { className: "mmc-facts" }, "Press one to see its class above. More in docs/instructor.md."));
}

/** Type a command into a new terminal. */
async function run(app, command) {
  const { content } = await app.commands.execute("terminal:create-new");
  await content.session.ready;
  content.session.send({ type: "stdin", content: [`${command}\r`] });
}
