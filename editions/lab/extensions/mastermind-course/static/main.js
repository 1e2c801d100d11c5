/* The extension: a start page in place of the Launcher, and Validate beside every notebook. */
import { showCards, showVerdict } from "./card.js";
import { Side } from "./companion.js";
import { dates, says } from "./dates.js";
import { el } from "./elements.js";
import { describe, teaches } from "./notebooks.js";
import * as edition from "./edition.js";
import { accompanyFormgrader } from "./formgrader.js";
import { keepPictures, withPictures } from "./pictures.js";
import { startPage } from "./start.js";

const PHONE = 700;
const STYLES = ["play/pegs.css", "course.css", "start.css", "companion.css"];
const START = "mastermind-course-start";
const ATTEMPTS = 5; // to read a notebook that is being saved
const PAUSE = 300; // milliseconds
const PROGRESS = "progress.json"; // beside the folders of the notebooks, as my_mastermind.py is

const numbered = ({ content }) => content.filter(({ type, name }) => type === "directory" && /^\d/.test(name)).map(({ name }) => name).sort();

/** What all parts share: the application, JupyterLab's modules, and the ways from page to page. */
class Course {
  constructor(app, host) {
    Object.assign(this, { app, host, lite: edition.lite });
  }

  narrow = () => window.innerWidth < PHONE;

  open = (path) => {
    if (this.lite && this.narrow()) {
      location.href = edition.notebook(path);
    } else if (this.app.commands.hasCommand("docmanager:open")) {
      this.app.commands.execute("docmanager:open", { path });
    }
  };

  /** The notebook that comes after the one at a path, by the names of their folders. */
  next = async (path) => {
    const folder = path.split("/").slice(0, -2).join("/");
    const mine = path.split("/").slice(-2)[0];
    const all = await this.notebooks(folder);
    return all[all.findIndex((one) => one.name === mine) + 1] || null;
  };

  notebooks = async (folder) => {
    const found = await this.app.serviceManager.contents.get(folder, { content: true });
    const passed = await this.passed(folder, found);
    const read = numbered(found).map(async (name) => {
      const path = `${folder ? `${folder}/` : ""}${name}/${name}.ipynb`;
      try {
        const notebook = await this.read(path);
        return { name, path, notebook, passed: passed[`${name}/${name}.ipynb`], ...describe(notebook) };
      } catch {
        return null;
      }
    });
    return (await Promise.all(read)).filter(Boolean);
  };

  /** The notebooks of a listing as they were released: known at once, before any of them is read. */
  outlines = async (listing) => {
    this.released = this.released || fetch(new URL("notebooks.json", import.meta.url)).then((answer) => answer.json());
    const known = await this.released;
    return numbered(listing).filter((name) => known[name]).map((name) => (
      { name, path: `${name}/${name}.ipynb`, notebook: known[name], ...describe(known[name]) }));
  };

  /** A notebook: as it is open here, or as its file says.
   *
   * The file is asked for as text. A server that is asked for a notebook while it is being saved takes
   * it for a broken one, moves it aside and puts the copy back that is removed when it is saved: the
   * notebook is gone.
   */
  read = async (path) => {
    const open = [...this.app.shell.widgets("main")].find((widget) => widget.context?.path === path && widget.context.isReady);
    if (open) {
      return open.context.model.toJSON();
    }
    for (let attempt = 1; ; attempt++) {
      const { content } = await this.app.serviceManager.contents.get(path, { type: "file", format: "text", content: true });
      try {
        return typeof content === "string" ? JSON.parse(content) : content;
      } catch (error) {
        if (attempt === ATTEMPTS) {
          throw error;
        }
        await new Promise((done) => setTimeout(done, PAUSE)); // it is being saved
      }
    }
  };

  /** What a fresh Python has found right in the notebooks of a folder, by their paths in it. */
  passed = async (folder, listing) => {
    const { content } = listing || await this.app.serviceManager.contents.get(folder, { content: true });
    const file = content.find(({ name }) => name === PROGRESS);
    return file ? this.read(file.path).catch(() => ({})) : {};
  };

  /** Keep what was found right in a student's notebook; where nothing can be written, it is forgotten. */
  keep = async (path, passed) => {
    const { contents } = this.app.serviceManager;
    const [folder, name] = [path.split("/").slice(0, -2), path.split("/").slice(-2)].map((parts) => parts.join("/"));
    try {
      if (teaches((await contents.get("", { content: true })).content.map((entry) => entry.name))) {
        return;
      }
      const content = JSON.stringify({ ...await this.passed(folder), [name]: passed }, null, 1);
      await contents.save(`${folder ? `${folder}/` : ""}${PROGRESS}`, { type: "file", format: "text", content });
    } catch {
      // A folder to be read only.
    }
  };

  /** Away with the sheet that lies over a phone's page. */
  put = () => this.narrow() && this.side.close();

  clean = (html) => {
    this.sanitizer = this.sanitizer || new this.host.apputils.Sanitizer();
    return withPictures((text) => this.sanitizer.sanitize(text), html);
  };
}

/** Show the start page, or the one that is open already, with what is true now. */
async function start(course) {
  const { app, host } = course;
  let page = [...app.shell.widgets("main")].find((widget) => widget.id === START);
  if (!page) {
    const content = new host.widgets.Widget();
    content.addClass("mmc-page");
    content.node.setAttribute("role", "region");
    content.node.setAttribute("aria-label", "Start");
    content.node.append(el("p", { className: "mmc-waits", role: "status" }, "Reading the notebooks."));
    page = new host.apputils.MainAreaWidget({ content });
    page.id = START;
    page.title.label = "Start";
    page.title.closable = true;
    app.shell.add(page, "main");
    content.onAfterShow = () => startPage(course, content.node);
  }
  app.shell.activateById(START);
  await startPage(course, page.content.node);
}

function accompany(course, panel) {
  const { apputils } = course.host;
  const press = new apputils.ToolbarButton({
    label: "Validate",
    tooltip: "Run all visible tests in a new Python process",
    onClick: () => {
      course.side.open(panel);
      course.side.companions.get(panel)?.validate();
    },
  });
  press.addClass("mmc-validate");
  keepPictures(panel.content.rendermime.sanitizer);
  showCards(course.host, panel.content.rendermime);
  panel.context.ready.then(() => {
    panel.toolbar.insertItem(0, "validate", press); // before JupyterLab's own, which are there by now
    edition.accompany(course, panel);
    stayAsSaved(panel);
    panel.content.widgets.filter((cell) => cell.model.type === "code").forEach(showVerdict);
    sayWhenDue(course, panel);
    const label = () => {
      const node = press.node.querySelector(".jp-ToolbarButtonComponent-label");
      if (node) {
        node.textContent = companion.label;
      }
    };
    const companion = course.side.accompany(panel, label);
    press.renderPromise?.then(label);
    label();
    if (course.app.shell.currentWidget === panel) {
      course.side.show(panel);
    }
  });
  return press;
}

/** Above a notebook stands when it is due; in the notebook itself it is not. */
async function sayWhenDue(course, panel) {
  const words = says((await dates())[panel.context.path.split("/").slice(-2)[0]]);
  if (words && !panel.isDisposed) {
    const line = new course.host.widgets.Widget();
    line.addClass("mmc-due");
    line.node.textContent = words[0].toUpperCase() + words.slice(1);
    panel.contentHeader.insertWidget(0, line);
  }
}

/** JupyterLab notes Python's version in a notebook and calls it changed; for its reader it is not. */
function stayAsSaved(panel) {
  const { model } = panel;
  const cells = () => JSON.stringify(model.toJSON().cells);
  const opened = cells();
  const look = () => {
    if (!model.dirty) {
      return;
    }
    if (cells() === opened) {
      model.dirty = false;
    } else {
      model.stateChanged.disconnect(look);
    }
  };
  model.stateChanged.connect(look);
  look();
}

/** A narrow window, on a phone or at 400 %, has no room for side bars; their tabs come back with the room. */
function arrange({ shell, commands }, narrow) {
  if (narrow) {
    shell.collapseLeft?.();
    shell.collapseRight?.();
  }
  const toggle = "application:toggle-side-tabbar";
  if (commands.hasCommand(toggle)) {
    for (const side of ["left", "right"]) {
      if ((shell.isSideTabBarVisible?.(side) ?? narrow) === narrow) {
        commands.execute(toggle, { side });
      }
    }
  }
}

function activate(app, host) {
  const course = new Course(app, host);
  course.side = new Side(course);
  for (const name of STYLES) {
    document.head.append(el("link", { rel: "stylesheet", href: new URL(name, import.meta.url).href }));
  }
  const create = "launcher:create"; // what JupyterLab asks for where nothing is open
  if (!app.commands.hasCommand(create)) {
    app.commands.addCommand(create, { label: "Start page", execute: () => start(course) });
  }
  app.docRegistry.addWidgetExtension("Notebook", { createNew: (panel) => accompany(course, panel) });
  host.notebook.NotebookActions.executed.connect((_, { notebook, cell }) => {
    course.side.companions.get(notebook.parent)?.ran(cell);
  });
  app.shell.currentChanged?.connect(() => course.side.show(app.shell.currentWidget));
  edition.begin(course);
  accompanyFormgrader(app);
  if (app.shell.isEmpty && app.shell.layoutModified) {
    const asked = new URLSearchParams(location.search).get("path");
    if (course.lite && course.narrow() && asked?.endsWith(".ipynb")) {
      course.open(asked); // a link made on a large screen
    }
    app.restored.then(() => {
      const look = () => app.shell.isEmpty("main") && app.commands.execute(create);
      if (course.narrow()) {
        arrange(app, true);
      }
      matchMedia(`(max-width: ${PHONE - 1}px)`).addEventListener("change", ({ matches }) => arrange(app, matches));
      look();
      app.shell.layoutModified.connect(look);
    });
  }
}

export const plugin = (host) => ({
  id: "mastermind-course:plugin",
  autoStart: true,
  activate: (app) => activate(app, host),
});
