/* The course in JupyterLab and in the browser edition: a start page in place of the Launcher,
 * and a Validate button that tells visible tests from hidden ones. It is a prebuilt extension
 * as JupyterLab's documents describe them, written by hand: there is nothing to build.
 */
"use strict";
{
  const HERE = document.currentScript.src;
  const EMPTY = /^(\s*(#.*)?\n?)*$/;
  const SECONDS_UNTIL_A_WORD = 2;
  const PHONE = 700;
  const ASSIGNMENTS = "nbgrader:open-assignment-list"; // on a hub
  const shared = {};

  /** Make an element: el("p", {className: "x"}, "text", child, ...). */
  function el(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  }

  /** The text of a cell or an output, which a file may hold as lines. */
  const text = (value) => (Array.isArray(value) ? value.join("") : value || "");

  const plain = (markdown) => markdown.replace(/[*_`]/g, "").trim();

  // ---- What a notebook says about itself

  const marks = (cell) => (cell.metadata && cell.metadata.nbgrader) || {};
  const isTest = (cell) => cell.cell_type === "code" && marks(cell).grade && !marks(cell).solution;
  const isHidden = (cell) => isTest(cell) && EMPTY.test(text(cell.source));

  /** Title, goal and the table of a notebook's first cell; its visible tests and how they went. */
  function describe(notebook) {
    const head = text((notebook.cells.find((cell) => cell.cell_type === "markdown") || {}).source);
    const rows = {};
    for (const [, name, value] of head.matchAll(/^\|\s*\*\*(.+?)\*\*\s*\|\s*(.*?)\s*\|$/gm)) {
      rows[name.toLowerCase()] = plain(value);
    }
    const tests = notebook.cells.filter((cell) => isTest(cell) && !isHidden(cell));
    return {
      title: plain((head.match(/^#\s+(.+)$/m) || [, ""])[1]),
      goal: plain((head.match(/^#.*\n+([^|#][^\n]*)/) || [, ""])[1])
        .replace(/^At the end of this notebook you will (have )?/, (_, has) => (has ? "You build " : "You will ")),
      rows,
      tests: tests.length,
      passed: tests.filter((cell) => cell.execution_count && !failure(cell.outputs, cell)).length,
      begun: notebook.cells.some((cell) => cell.execution_count),
    };
  }

  /** Why a cell does not pass, in words; empty if it does. */
  function failure(outputs, cell) {
    for (const output of outputs || []) {
      if (output.output_type === "error") {
        return message(output);
      }
      if (output.output_type === "execute_result" && isTest(cell)) {
        const got = Number(text(output.data["text/plain"]));
        if (got < marks(cell).points) {
          return `So far this gives ${got} of ${marks(cell).points} points.`;
        }
      }
    }
    return "";
  }

  function message(error) {
    const says = (error.evalue || "").trim();
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

  // ---- Validate: a fresh Python runs the saved notebook

  /** Run all cells in a new kernel; `told` hears how far it is. */
  async function runFresh(app, panel, notebook, told) {
    const { session: open, kernelPreference } = panel.sessionContext;
    const session = await app.serviceManager.sessions.startNew({
      path: panel.context.path.replace(/\.ipynb$/, "-validated.ipynb"),
      type: "notebook",
      name: "Validate",
      kernel: { name: open?.kernel?.name || kernelPreference.name },
    });
    const stop = () => session.shutdown().catch(() => undefined);
    const ended = new Promise((_, fail) => {
      session.kernel.statusChanged.connect((_, status) => {
        if (/dead|restarting/.test(status)) {
          fail(new Error("Python ended while it ran a cell; look for what ends it, such as exit()."));
        }
      });
    });
    ended.catch(() => undefined);
    const run = async (code) => {
      const future = session.kernel.requestExecute({
        code, stop_on_error: false, store_history: false, allow_stdin: false,
      });
      const outputs = [];
      future.onIOPub = ({ header, content }) => {
        if (header.msg_type === "error" || header.msg_type === "execute_result") {
          outputs.push({ output_type: header.msg_type, ...content });
        }
      };
      await Promise.race([future.done, ended]);
      return outputs;
    };
    const work = async () => {
      // Long experiments are left out, as nbgrader has it.
      await run("import os; os.environ['NBGRADER_EXECUTION'] = os.environ['NBGRADER_VALIDATING'] = 'validate'");
      const code = notebook.cells.filter((cell) => cell.cell_type === "code");
      const results = new Map();
      for (const [number, cell] of code.entries()) {
        told(`Running cell ${number + 1} of ${code.length} ...`);
        if (text(cell.source).trim()) {
          results.set(cell, await run(text(cell.source)));
        }
      }
      return results;
    };
    return { work: work().finally(stop), stop };
  }

  /** What to say about a run: a first line, and one entry for each failure. */
  function verdict(notebook, results) {
    let heading = "";
    const failed = [];
    let visible = 0;
    let hidden = 0;
    notebook.cells.forEach((cell, place) => {
      if (cell.cell_type === "markdown") {
        const found = [...text(cell.source).matchAll(/^#{2,}\s+(.+)$/gm)].pop();
        heading = found ? plain(found[1]) : heading;
        return;
      }
      if (isHidden(cell)) {
        hidden += 1;
        return;
      }
      const says = failure(results.get(cell), cell);
      visible += isTest(cell) ? 1 : 0;
      const broken = /^(.*\n)*(Syntax|Indentation|Tab)Error/.test(says);
      if (says && (isTest(cell) || (marks(cell).solution && broken))) {
        failed.push({ heading, place, says, test: isTest(cell) });
      }
    });
    const later = hidden ? " The hidden ones run when you hand in." : "";
    if (!visible) {
      return { first: `There are no visible tests in this notebook.${later}`, failed };
    }
    const lost = failed.filter((entry) => entry.test).length;
    return {
      first: failed.length
        ? `${lost} of ${visible} visible tests ${lost === 1 ? "does" : "do"} not pass yet.`
        : `All visible tests pass.${later}`,
      failed,
    };
  }

  async function validate(app, panel) {
    const { Dialog } = shared.apputils;
    await panel.context.save();
    const notebook = panel.model.toJSON();
    const first = el("p", { className: "mmc-first", role: "status" }, "Starting Python ...");
    const body = el("div", { className: "mmc-verdict" }, first);
    const dialog = new Dialog({
      title: "Validate",
      body: new shared.widgets.Widget({ node: body }),
      buttons: [Dialog.okButton({ label: "Close" })],
    });
    let closed = false;
    const closing = dialog.launch().then(() => { closed = true; });
    try {
      const { work, stop } = await runFresh(app, panel, notebook, (says) => { first.textContent = says; });
      closing.then(stop);
      const result = verdict(notebook, await work);
      first.textContent = result.first;
      for (const { heading, place, says } of result.failed) {
        const go = el("button", { className: "mmc-link", type: "button" }, "Show the cell");
        go.addEventListener("click", () => {
          dialog.resolve(0);
          closing.then(() => {
            panel.content.activeCellIndex = place;
            panel.content.scrollToItem(place, "center");
          });
        });
        body.append(el("h2", {}, heading), el("pre", {}, says), go);
      }
    } catch (error) {
      if (!closed) {
        first.textContent = `This could not be run: ${error && error.message ? error.message : error}`;
      }
    }
    await closing;
  }

  // ---- The start page

  const card = (title, open, ...more) => {
    const button = el("button", { className: "mmc-link", type: "button" }, title);
    button.addEventListener("click", open);
    return el("li", { className: "mmc-card" }, el("h2", {}, button), ...more);
  };

  function progress({ tests, passed, begun }) {
    if (tests && passed === tests) {
      return "\u25cf All visible tests pass";
    }
    return begun ? `\u25d0 ${passed} of ${tests} visible tests pass` : "\u25cb Not begun";
  }

  async function notebooks(app, folder) {
    const contents = app.serviceManager.contents;
    const found = await contents.get(folder, { content: true });
    const names = found.content.filter((entry) => entry.type === "directory").map((entry) => entry.name);
    const read = names.sort().map(async (name) => {
      const path = `${folder ? `${folder}/` : ""}${name}/${name}.ipynb`;
      try {
        return { name, path, ...describe((await contents.get(path, { content: true })).content) };
      } catch {
        return null;
      }
    });
    return (await Promise.all(read)).filter(Boolean);
  }

  async function startPage(app, node) {
    const contents = app.serviceManager.contents;
    const open = (path) => () => openNotebook(app, path);
    const root = (await contents.get("", { content: true })).content.map((entry) => entry.name);
    const teacher = root.includes("source") && root.includes("nbgrader_config.py");
    const all = await notebooks(app, teacher ? "source" : "");
    const cards = all.map(({ name, path, title, goal, rows, ...tests }) => {
      const kind = /^(a )?challenge/i.test(rows.kind || "") ? "challenge" : "core";
      const facts = [(rows.time || "").split(":")[0], rows.points && `${parseInt(rows.points)} points`, kind].filter(Boolean).join(" \u00b7 ");
      const state = teacher ? name : progress(tests);
      return card(title || name, open(path), el("p", {}, goal), el("p", { className: "mmc-facts" }, facts), el("p", {}, state));
    });
    if (root.includes("peg-game.ipynb")) {
      cards.push(card("The game", open("peg-game.ipynb"), el("p", {}, "Mastermind on a board of colored pegs, against the computer or a friend.")));
    }
    if (teacher && app.commands.hasCommand("nbgrader:open-formgrader")) {
      cards.push(card("Formgrader", () => app.commands.execute("nbgrader:open-formgrader"), el("p", {}, "Collect, grade, comment and give feedback, with nbgrader.")));
    }
    const fetching = !teacher && app.commands.hasCommand(ASSIGNMENTS);
    if (fetching) {
      cards.push(card("Assignments", () => app.commands.execute(ASSIGNMENTS), el("p", {}, "Fetch a notebook, hand it in, and fetch your feedback.")));
    }
    node.replaceChildren(...[
      el("h1", {}, teacher ? "Mastermind: for teachers" : "Mastermind"),
      el("p", {}, teacher
        ? "The notebooks with solutions and hidden tests. After a change: make solutions."
        : "You build the game, notebook by notebook: hide codes, check guesses, give key pegs, break codes. Begin with the first one."),
      el("ul", { className: "mmc-cards" }, ...cards),
      ...(teacher ? commands() : handingIn(fetching)),
      lite ? el("p", { className: "mmc-kept", role: "status" }, kept) : null,
    ].filter(Boolean));
  }

  const handingIn = (fetching) => [
    el("h2", {}, "How to hand in"),
    el("ol", {},
      el("li", {}, "In the notebook press Validate: it runs all tests that you can see, in a fresh Python."),
      el("li", {}, "Save with Ctrl+S (on a Mac: Cmd+S)."),
      el("li", {}, fetching
        ? "In Assignments press Submit. A few seconds later Fetch Feedback finds your page; you may hand in again."
        : "Menu File, Download; give the file to your teacher in the way that you have agreed on.")),
    el("p", {}, "You can hand in unfinished work. What passes counts."),
  ];

  const commands = () => [
    el("h2", {}, "From release to grades"),
    el("p", {}, "In a terminal (File, New, Terminal), for one assignment:"),
    el("pre", { tabIndex: 0 }, [
      "make release                               # what students get",
      "python -m autograder grade 03-feedback     # submitted/STUDENT/03-feedback/03-feedback.ipynb",
      "nbgrader generate_feedback 03-feedback     # a page for each student",
      "python -m autograder report 03-feedback    # a page on the class",
      "nbgrader export                            # grades.csv",
    ].join("\n")),
    el("p", {}, "More in docs/instructor.md."),
  ];

  /** Show the start page, or the one that is open already, with what is true now. */
  async function start(app) {
    const id = "mastermind-course-start";
    let panel = [...app.shell.widgets("main")].find((widget) => widget.id === id);
    if (!panel) {
      const content = new shared.widgets.Widget();
      content.addClass("mmc-page");
      content.node.tabIndex = 0;
      panel = new shared.apputils.MainAreaWidget({ content });
      panel.id = id;
      panel.title.label = "Start";
      panel.title.closable = true;
      app.shell.add(panel, "main");
      content.onAfterShow = () => startPage(app, content.node);
    }
    app.shell.activateById(id);
    await startPage(app, panel.content.node);
  }

  const plugin = {
    id: "mastermind-course:plugin",
    autoStart: true,
    activate: (app) => {
      document.head.append(el("link", { rel: "stylesheet", href: new URL("course.css", HERE).href }));
      const create = "launcher:create"; // what JupyterLab asks for where nothing is open
      if (!app.commands.hasCommand(create)) {
        app.commands.addCommand(create, { label: "Start page", execute: () => start(app) });
      }
      app.docRegistry.addWidgetExtension("Notebook", { createNew: (panel) => toolbar(app, panel) });
      if (lite && navigator.serviceWorker) {
        app.restored.then(keepFiles);
      }
      if (app.shell.isEmpty && app.shell.layoutModified) {
        app.restored.then(() => {
          const look = () => app.shell.isEmpty("main") && app.commands.execute(create);
          if (window.innerWidth < PHONE && app.shell.collapseLeft) {
            app.shell.collapseLeft();
          }
          look();
          app.shell.layoutModified.connect(look);
        });
      }
    },
  };

  function toolbar(app, panel) {
    const button = new shared.apputils.ToolbarButton({
      label: "Validate",
      tooltip: "Run all visible tests in a fresh Python",
      onClick: () => validate(app, panel),
    });
    panel.toolbar.insertItem(10, "validate", button);
    sayThatPythonLoads(panel);
    return button;
  }

  /** In the browser edition Python is fetched first; an empty page says nothing of it. */
  function sayThatPythonLoads(panel) {
    const says = new shared.widgets.Widget();
    says.addClass("mmc-loading");
    const timer = setTimeout(() => {
      if (!panel.isDisposed) {
        says.node.setAttribute("role", "status");
        says.node.textContent = "Python is loading. The first time this takes about ten seconds; you can read on.";
        panel.contentHeader.insertWidget(0, says);
      }
    }, 1000 * SECONDS_UNTIL_A_WORD);
    const look = () => {
      if (/idle|busy/.test(panel.sessionContext.kernelDisplayStatus)) {
        clearTimeout(timer);
        panel.sessionContext.statusChanged.disconnect(look);
        says.dispose();
      }
    };
    panel.sessionContext.statusChanged.connect(look);
  }

  // ---- The browser edition: files are kept, and a phone gets one document at a time

  const lite = document.querySelector("#jupyter-config-data[data-jupyter-lite-root]");
  const root = lite && new URL(`${lite.dataset.jupyterLiteRoot}/`, location.href);
  let kept = "";

  /** Have the service worker see every file once, so that the site opens without a network. */
  async function keepFiles() {
    try {
      await navigator.serviceWorker.ready;
      const { version, files } = await (await fetch(new URL("offline.json", root))).json();
      if (localStorage.getItem("mastermind-course:kept") !== version) {
        const waiting = [...files];
        const one = async () => {
          while (waiting.length) {
            await (await fetch(new URL(waiting.shift(), root))).arrayBuffer();
          }
        };
        await Promise.all([one(), one(), one()]);
        localStorage.setItem("mastermind-course:kept", version);
      }
      kept = "All files are kept in this browser: the course opens without a network, too.";
    } catch {
      kept = "Without a network this page may not open again.";
    }
    document.querySelectorAll(".mmc-kept").forEach((node) => { node.textContent = kept; });
  }

  function openNotebook(app, path) {
    if (lite && window.innerWidth < PHONE) {
      location.href = new URL(`notebooks/index.html?path=${encodeURIComponent(path)}`, root);
    } else {
      app.commands.execute("docmanager:open", { path });
    }
  }

  // ---- What JupyterLab asks of a prebuilt extension

  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB["mastermind-course"] = {
    init: async (scope) => {
      const load = async (name) => {
        const [version] = Object.values(scope[name]);
        return (await version.get())();
      };
      shared.load = async () => {
        shared.apputils = await load("@jupyterlab/apputils");
        shared.widgets = await load("@lumino/widgets");
      };
    },
    get: async () => {
      await shared.load();
      return () => ({ __esModule: true, default: plugin });
    },
  };
}
