/* The start page of a teacher: this week's class, and a button for each step of grading. */
import { button, el } from "./elements.js";

const FORMGRADER = "nbgrader:open-formgrader";

export async function teacherPage(course, node, root) {
  const { app } = course;
  const [all, handedIn, graded, answered] = await Promise.all([
    course.notebooks("source"), ...["submitted", "autograded", "feedback"].map((folder) => people(app, folder, root)),
  ]);
  const steps = all.map((one) => ({ ...one, students: (who) => who.filter((name) => name.endsWith(`/${one.name}`)).length }))
    .map((one) => ({ ...one, handedIn: one.students(handedIn), graded: one.students(graded), answered: one.students(answered) }));
  const inHand = steps.filter((one) => one.handedIn);
  const now = inHand.find((one) => one.graded < one.handedIn) || inHand.find((one) => one.answered < one.handedIn) || inHand[inHand.length - 1];
  node.replaceChildren(
    el("div", { className: "mmc-teach" },
      el("div", { className: "mmc-head" },
        el("p", { className: "mmc-small" }, "Mastermind, for teachers"),
        el("h1", {}, "This week\u2019s class"),
        el("p", { className: "mmc-says" }, now ? summary(now) : "Nobody has handed in yet. Put submissions into submitted/STUDENT/NOTEBOOK, or collect them."),
        el("p", { className: "mmc-go" },
          now ? button(next(now)[0], () => run(app, next(now)[1]), "mmc-button mmc-main") : null,
          app.commands.hasCommand(FORMGRADER) ? button("Formgrader", () => app.commands.execute(FORMGRADER)) : null)),
      table(course, steps, root)));
}

const summary = (one) => `${one.title || one.name}: ${one.handedIn} handed in, ${one.graded} graded, ${one.answered} with feedback.`;

/** What is to be done next for a notebook: a label and a command. */
function next(one) {
  if (one.graded < one.handedIn) {
    return [`Grade ${one.title}`, `nbgrader autograde ${one.name}`];
  }
  if (one.answered < one.handedIn) {
    return [`Make feedback for ${one.title}`, `nbgrader generate_feedback ${one.name}`];
  }
  return [`Report on ${one.title}`, `python -m autograder report ${one.name}`];
}

/** Who has a folder in a step of grading, as "student/assignment". */
async function people(app, folder, root) {
  if (!root.includes(folder)) {
    return [];
  }
  const list = async (path) => {
    try {
      const found = await app.serviceManager.contents.get(path, { content: true });
      return found.content.filter((entry) => entry.type === "directory").map((entry) => entry.path);
    } catch {
      return [];
    }
  };
  return (await Promise.all((await list(folder)).map(list))).flat();
}

function table(course, steps, root) {
  const { app } = course;
  const rows = steps.map((one) => el("tr", {},
    el("th", { scope: "row" }, button(one.title || one.name, () => course.open(one.path), "mmc-link")),
    ...[one.handedIn, one.graded, one.answered].map((count) => el("td", {}, String(count || "\u2013"))),
    el("td", { className: "mmc-steps" },
      step("Collect", `nbgrader zip_collect ${one.name}`, one, app),
      step("Grade", `nbgrader autograde ${one.name}`, one, app),
      step("Release", `nbgrader generate_feedback ${one.name}`, one, app),
      step("Report", `python -m autograder report ${one.name}`, one, app))));
  const shut = root.includes("release");
  return el("section", { className: "mmc-class" },
    el("table", {},
      el("thead", {}, el("tr", {}, ...["notebook", "handed in", "graded", "feedback", "steps"].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...rows)),
    el("p", { className: "mmc-facts" }, "A step runs in a terminal, so that you see what it says. More in docs/instructor.md."),
    shut ? null : el("p", {}, "There is no release/ yet: run make release first."));
}

function step(label, command, one, app) {
  const press = button(label, () => run(app, command), "mmc-button mmc-step");
  press.setAttribute("aria-label", `${label} ${one.title || one.name}`);
  press.title = command;
  return press;
}

/** Type a command into a new terminal. */
async function run(app, command) {
  const { content } = await app.commands.execute("terminal:create-new");
  await content.session.ready;
  content.session.send({ type: "stdin", content: [`${command}\r`] });
}
