/* Validate as a companion: a panel beside the notebook with a line for each exercise. */
import { paragraphs, showVerdict } from "./card.js";
import { button, el, plate } from "./elements.js";
import { runFresh } from "./fresh.js";
import { OPEN, describe, exercises, failure, got, picture, right, state } from "./notebooks.js";

const ROOMY = 1200; // pixels: in a narrower window the list of files makes room for the panel
const BROKEN = /^(.*\n)*(Syntax|Indentation|Tab)Error/;
/** The state of one notebook's exercises, drawn into `node`; `changed` hears of each change. */
export class Companion {
  constructor(course, panel, changed) {
    Object.assign(this, { course, panel, changed, lines: [], running: null, says: "" });
    this.node = el("div", { className: "mmc-companion" });
    this.look();
    const parts = panel.context.path.split("/");
    course.passed(parts.slice(0, -2).join("/")).then((passed) => {
      this.found = passed[parts.slice(-2).join("/")];
      this.lines = this.lines.filter((line) => line.says); // said meanwhile
      this.look();
      changed();
    }, () => undefined); // its folder cannot be read
  }

  /** Read the exercises, and what the file says of them. */
  look() {
    const notebook = this.panel.model.toJSON();
    this.title = describe(notebook).title;
    const before = new Map(this.lines.map((line) => [line.exercise.name, line]));
    this.lines = exercises(notebook).map((exercise) => {
      // What a fresh Python or a cell has said stays until a test says something else.
      return { peg: state(exercise, notebook.cells, this.found), says: "", drawn: "", ...before.get(exercise.name), exercise };
    });
    this.show();
  }

  get passed() {
    return this.lines.filter((line) => line.peg === "black").length;
  }

  get label() {
    const all = this.lines.length;
    return `Validate${all ? (this.passed === all ? " \u2713" : ` ${this.passed}/${all}`) : ""}`;
  }

  /** Save the notebook, run it in a fresh Python, and say of each exercise how it went. */
  async validate() {
    if (this.running) {
      return;
    }
    this.running = true;
    this.says = this.course.lite ? "Waiting for Python. The first time, your browser has to load it." : "Starting a new Python process.";
    this.show();
    try {
      const told = (done, of) => {
        this.status.textContent = `Running cell ${Math.min(done + 1, of)} of ${of}.`;
        Object.assign(this.bar, { max: of, value: done });
      };
      this.judge(...await runFresh(this.course.app, this.panel, this.course.lite, told));
    } catch (error) {
      this.says = `Validate could not run your notebook. ${error && error.message ? error.message : error}`;
    }
    this.running = false;
    this.show();
    this.changed();
  }

  judge(notebook, results) {
    this.lines = exercises(notebook).map((exercise) => {
      const answers = exercise.answers.map((place) => failure(results.get(notebook.cells[place]), notebook.cells[place]));
      const broken = answers.find((says) => BROKEN.test(says));
      const tests = exercise.tests.map((place) => ({ place, outputs: results.get(notebook.cells[place]) }));
      const failing = tests.find(({ place, outputs }) => failure(outputs, notebook.cells[place]));
      const says = broken || (failing ? failure(failing.outputs, notebook.cells[failing.place]) : "");
      const peg = says ? (OPEN.test(says) ? "begun" : "miss") : "black";
      const points = tests.map(({ place, outputs }) => got(outputs, notebook.cells[place]));
      return { exercise, says, drawn: !broken && failing ? picture(failing.outputs) : "", peg, points };
    });
    this.found = right(this.lines, notebook.cells);
    this.course.keep(this.panel.context.path, this.found);
    const hidden = this.lines.some((line) => line.exercise.hidden) ? " The hidden tests will run after you submit your notebook." : "";
    if (!this.lines.length) {
      this.says = `This notebook has no visible tests.${hidden}`;
    } else {
      this.says = this.passed < this.lines.length
        ? `The visible tests pass for ${this.passed} of ${this.lines.length} exercises.`
        : `All visible tests pass.${hidden}`;
    }
  }

  /** A cell was run in the notebook: a test that passes now takes its message away. */
  ran(cell) {
    showVerdict(cell);
    const place = this.panel.content.widgets.indexOf(cell);
    const line = this.lines.find(({ exercise }) => exercise.tests.includes(place));
    if (this.running || !line) {
      return;
    }
    const model = cell.model.toJSON();
    const says = failure(model.outputs, model);
    const others = this.panel.model.toJSON().cells;
    const all = line.exercise.tests.every((test) => others[test].execution_count && !failure(others[test].outputs, others[test]));
    const peg = all ? "black" : says && !OPEN.test(says) ? "miss" : "begun";
    Object.assign(line, { says, drawn: says ? picture(model.outputs) : "", peg, points: [] });
    this.says = "";
    this.show();
    this.changed();
  }

  show() {
    const { running } = this;
    const all = this.lines.length && this.passed === this.lines.length;
    const wrong = this.lines.some((line) => line.peg === "miss");
    const press = button(running ? "Validating" : "Validate", () => this.validate(), `mmc-button ${(all || wrong) && !running ? "" : "mmc-main"}`); // then the next step is
    press.setAttribute("aria-disabled", String(Boolean(running)));
    this.bar = el("progress", { max: 1, value: 0, ariaLabel: "Cells run so far" });
    const focus = this.node.contains(document.activeElement) && document.activeElement.textContent;
    this.status = this.status || el("p", { className: "mmc-says" });
    this.status.setAttribute("role", "status");
    this.status.textContent = this.says || (this.lines.some((line) => line.peg) ? `So far, ${this.passed} of ${this.lines.length} exercises pass.` : "Not validated yet.");
    this.node.replaceChildren(
      el("h1", { className: "mmc-small" }, this.title || "This notebook"),
      press,
      this.status,
      ...(running ? [this.bar] : []),
      ...(all && !running ? [this.celebration()] : []),
      el("ol", { className: "mmc-lines" }, ...this.lines.map((line) => this.line(line))),
    );
    [...this.node.querySelectorAll("button")].find((one) => focus && (one.textContent === focus || one === press))?.focus();
  }

  line({ exercise, says, drawn, peg, points = [] }) {
    const words = { black: "passes", miss: "does not pass yet", begun: "started", "": "not started" }[peg];
    const have = peg === "black" ? exercise.points : points.reduce((sum, one) => sum + one, 0);
    const facts = `${have || peg === "miss" ? `${have} of ` : ""}${exercise.points} visible ${exercise.points === 1 ? "point" : "points"}${exercise.hidden ? `, ${exercise.hidden} hidden` : ""}`;
    const pegs = Array.from({ length: Math.max(exercise.points, 1) }, (_, point) => (point < have ? "black" : peg));
    const shown = drawn ? el("div", { className: "mmc-drawn" }) : null;
    if (shown) {
      shown.innerHTML = this.course.clean(drawn);
    }
    return el("li", { className: `mmc-line ${says && !OPEN.test(says) ? "mmc-wrong" : ""}` },
      plate(pegs, words),
      el("div", {},
        el("h2", { className: peg === "black" ? "mmc-right" : "" }, exercise.name),
        el("p", { className: `mmc-facts ${peg === "miss" ? "mmc-lost" : ""}` }, facts),
        ...(says ? [BROKEN.test(says) ? el("pre", { className: "mmc-why" }, says) : el("div", {}, ...paragraphs(says, "mmc-why")), shown, this.ways(exercise)] : [])));
  }

  ways({ answers, tests }) {
    const go = (place) => () => {
      this.course.put(this.panel);
      this.panel.content.activeCellIndex = place;
      this.panel.content.scrollToItem(place, "center");
      this.panel.content.activate();
    };
    return el("p", { className: "mmc-ways" },
      answers.length ? button("Go to my answer", go(answers[0]), "mmc-button mmc-main") : null,
      button("Show the test", go(tests[0]), "mmc-link"));
  }

  celebration() {
    const node = el("div", { className: "mmc-won" },
      plate(this.lines.map(() => "black"), "All key pegs are black", "mmc-plate mmc-hop"),
      el("p", {}, "Well done! Every exercise has earned its black key pegs."));
    let following = null;
    const press = button("Next", () => this.course.open(following.path), "mmc-button mmc-main");
    press.style.visibility = "hidden"; // its place is kept
    node.append(press);
    this.course.next(this.panel.context.path).then((next) => {
      if (next) {
        following = next;
        press.textContent = `Next: ${next.title}`;
        press.style.visibility = "";
      }
    });
    return node;
  }
}

/** The panel at the right: it shows the companion of the notebook in front. */
export class Side {
  constructor(course) {
    const { widgets } = course.host;
    this.course = course;
    this.companions = new WeakMap();
    this.widget = new widgets.Widget();
    this.widget.id = "mastermind-course-validate";
    this.widget.addClass("mmc-side");
    this.widget.title.label = "Validate";
    this.widget.title.caption = "Validate: see which exercises pass";
    this.widget.node.setAttribute("role", "region");
    this.widget.node.setAttribute("aria-label", "Validate");
  }

  /** Begin to accompany a notebook; returns what validates it. */
  accompany(panel, changed) {
    const companion = new Companion(this.course, panel, changed);
    this.companions.set(panel, companion);
    panel.disposed.connect(() => companion.node.isConnected && this.widget.node.replaceChildren());
    return companion;
  }

  show(panel) {
    const companion = this.companions.get(panel);
    if (!companion) {
      return;
    }
    if (!companion.running) {
      companion.look();
    }
    if (this.widget.node.firstChild !== companion.node) {
      this.widget.node.replaceChildren(companion.node);
    }
  }

  /** Open the panel: at the right, or over the lower half of a phone. */
  open(panel) {
    const { shell } = this.course.app;
    this.show(panel);
    if (this.course.narrow()) {
      this.sheet();
      return;
    }
    if (this.widget.hasClass("mmc-sheet")) {
      this.close();
    }
    if (window.innerWidth < ROOMY) {
      shell.collapseLeft?.();
    }
    if (!this.widget.isAttached) {
      shell.add(this.widget, "right", { rank: 10 });
    }
    shell.expandRight?.(this.widget.id);
    shell.activateById(this.widget.id);
  }

  sheet() {
    if (!this.widget.hasClass("mmc-sheet")) {
      this.widget.parent = null;
      this.widget.addClass("mmc-sheet");
      this.course.host.widgets.Widget.attach(this.widget, document.body);
      this.away = button("Close", () => this.close(), "mmc-button mmc-close");
    }
    this.widget.node.append(this.away);
  }

  close() {
    this.widget.removeClass("mmc-sheet");
    this.away?.remove();
    this.course.host.widgets.Widget.detach(this.widget);
  }
}
