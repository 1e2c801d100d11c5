/* The edition in the browser: its files are kept, a phone gets one document at a time, and
 * Python, which is slow to come, is waited for with a word.
 */
import { el } from "./elements.js";
import { handInButton } from "./hand_in.js";
import { stopButton } from "./stop.js";

const SECONDS_UNTIL_A_WORD = 2;

const data = document.querySelector("#jupyter-config-data[data-jupyter-lite-root]");
const root = data && new URL(`${data.dataset.jupyterLiteRoot}/`, location.href);
export const lite = Boolean(data);
const GAME = new URL("play/index.html", import.meta.url).href;
const SPARE = 4000; // milliseconds; then it is seen whether a Python is waited for
const loading = new Set(); // notebooks whose Python is not there yet
let kept = "";
let python = "Python is starting.";

export const notebook = (path) => new URL(`notebooks/index.html?path=${encodeURIComponent(path)}`, root).href;

/** A line for the start page: whether the course opens without a network. */
export const offline = () => (lite ? el("p", { className: "mmc-kept", role: "status" }, kept) : null);

export function begin(course) {
  if (lite && navigator.serviceWorker) {
    course.app.restored.then(keepFiles);
  }
}

/** Have the service worker see every file once, so that the site opens without a network: Python's first. */
async function keepFiles() {
  try {
    await navigator.serviceWorker.ready;
    const { version, first, later } = await (await fetch(new URL("offline.json", root))).json();
    if (localStorage.getItem("mastermind-course:kept") !== version) {
      await fetchAll(first, 4, (words) => {
        tell(`Step 1 of 2: Python is loading, ${words}.`);
        say(`Python is loading, ${words}.`);
      });
      tell("Step 2 of 2: Python is starting.");
      await quiet();
      await fetchAll(later, 1, (words) => say(`Saving the course in this browser, ${words}.`));
      localStorage.setItem("mastermind-course:kept", version);
    }
    say("The course is saved in this browser, so you can open it offline.");
  } catch {
    say("The course could not be saved in this browser, so you will need the internet to open it again.");
  }
}

/** Fetch files, given as [name, bytes], a few at a time; `told` hears how much there is. */
async function fetchAll(files, atOnce, told) {
  const all = files.reduce((sum, [, bytes]) => sum + bytes, 0);
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const waiting = [...files];
  let come = 0;
  const one = async () => {
    while (waiting.length) {
      if (atOnce === 1 && loading.size) {
        await quiet();
      }
      const reader = (await fetch(new URL(waiting.shift()[0], root))).body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        come += part.value.length;
        told(`${megabytes(Math.min(come, all))} of ${megabytes(all)} MB`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** Wait until no Python loads, which needs the processor for itself. */
async function quiet() {
  do {
    await new Promise((done) => { setTimeout(done, SPARE); });
  } while (loading.size);
}

/** Tell above notebooks how far Python is. */
function tell(words) {
  python = words;
  document.querySelectorAll(".mmc-step").forEach((node) => { node.textContent = words; });
}

function say(words) {
  kept = words;
  document.querySelectorAll(".mmc-kept").forEach((node) => { node.textContent = kept; });
}

export function accompany(course, panel) {
  if (lite) {
    panel.addClass("mmc-lite");
    panel.toolbar.insertItem(1, "stop", stopButton(course, panel));
    panel.toolbar.insertItem(2, "hand-in", handInButton(course, panel));
  }
  sayThatPythonLoads(course, panel);
}

/** An empty page says nothing of Python, which is fetched first: in the browser edition with the game meanwhile. */
function sayThatPythonLoads(course, panel) {
  const says = new course.host.widgets.Widget();
  says.addClass("mmc-loading");
  loading.add(panel);
  panel.disposed.connect(() => loading.delete(panel));
  const timer = setTimeout(() => {
    if (!panel.isDisposed) {
      says.node.replaceChildren(
        el("span", { className: "mmc-step" }, python),
        el("span", { role: "status" }, " In the meantime, you can read on"),
        ...(lite ? [", or ", el("a", { href: GAME, target: "mastermind-play" }, "play a game")] : []), ".");
      panel.contentHeader.insertWidget(0, says);
    }
  }, 1000 * SECONDS_UNTIL_A_WORD);
  const look = () => {
    if (/idle|busy/.test(panel.sessionContext.kernelDisplayStatus)) {
      clearTimeout(timer);
      loading.delete(panel);
      panel.sessionContext.statusChanged.disconnect(look);
      says.dispose();
    }
  };
  panel.sessionContext.statusChanged.connect(look);
}
