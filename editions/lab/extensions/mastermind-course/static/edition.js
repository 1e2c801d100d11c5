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
let kept = "";

export const notebook = (path) => new URL(`notebooks/index.html?path=${encodeURIComponent(path)}`, root).href;

/** A line for the start page: whether the course opens without a network. */
export const offline = () => (lite ? el("p", { className: "mmc-kept", role: "status" }, kept) : null);

export function begin(course) {
  if (lite && navigator.serviceWorker) {
    course.app.restored.then(keepFiles);
  }
}

/** Have the service worker see every file once, so that the site opens without a network. */
async function keepFiles() {
  try {
    await navigator.serviceWorker.ready;
    const { version, files } = await (await fetch(new URL("offline.json", root))).json();
    if (localStorage.getItem("mastermind-course:kept") !== version) {
      const waiting = [...files];
      const one = async () => {
        while (waiting.length) {
          say(`Keeping the course in this browser: ${files.length - waiting.length} of ${files.length} files.`);
          await (await fetch(new URL(waiting.shift(), root))).arrayBuffer();
        }
      };
      await Promise.all([one(), one(), one()]);
      localStorage.setItem("mastermind-course:kept", version);
    }
    say("All files are kept in this browser: the course opens without a network, too.");
  } catch {
    say("Without a network this page may not open again.");
  }
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

/** An empty page says nothing of Python, which is fetched first. */
function sayThatPythonLoads(course, panel) {
  const says = new course.host.widgets.Widget();
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
