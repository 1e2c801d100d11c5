/* Stop, in the edition in the browser: Python there cannot be interrupted while it computes, so
 * it is ended, a new one is started, and the cells above are run in it again.
 */
import { el, text } from "./elements.js";

const STOPPED = "You stopped this cell. Does the cell, or a function that it calls, contain a loop that never ends?";
const ENDLESS = 120; // seconds for all cells above, of which one could be what never ends

/** Add the button to a notebook; it can be pressed while a cell runs. */
export function stopButton(course, panel) {
  const press = new course.host.apputils.ToolbarButton({
    label: "Stop",
    tooltip: "Stop the running cell and keep your text",
    onClick: () => stop(course, panel),
  });
  press.addClass("mmc-stop");
  return press;
}

async function stop(course, panel) {
  const running = panel.content.widgets.findIndex(runs);
  const { sessionContext } = panel;
  if (running < 0 && !/busy|starting|connecting/.test(sessionContext.kernelDisplayStatus)) {
    say(course, panel, "No cell is running.");
    return;
  }
  const { name } = sessionContext.session.kernel;
  say(course, panel, "Stopped. Your text is saved, and Python is restarting.");
  const saved = panel.context.save().catch(() => undefined);
  await sessionContext.changeKernel({ name });
  await saved;
  if (running >= 0) {
    const { model } = panel.content.widgets[running];
    model.outputs.add({ output_type: "error", ename: "KeyboardInterrupt", evalue: STOPPED, traceback: [STOPPED] });
  }
  await sessionContext.session.kernel.requestExecute({ code: "" }).done; // it is there
  const left = await again(sessionContext.session.kernel, panel, running);
  say(course, panel, left
    ? "Python has restarted. The cells above took too long again, so run them one by one."
    : "Python has restarted. The cells above have been run again.");
}

const runs = (cell) => cell.model.type === "code" && /\*/.test(cell.promptNode?.textContent || cell.node.querySelector(".jp-InputPrompt")?.textContent || "");

/** Run the cells that had been run above a place, without a trace; tell whether time ran out. */
async function again(kernel, panel, place) {
  const above = panel.content.widgets.slice(0, Math.max(place, 0)).filter((cell) => cell.model.type === "code" && cell.model.executionCount);
  const work = (async () => {
    for (const { model } of above) {
      const code = text(model.sharedModel.getSource());
      await kernel.requestExecute({ code, silent: true, store_history: false, stop_on_error: false, allow_stdin: false }).done;
    }
    return false;
  })().catch(() => true);
  const late = new Promise((resolve) => { setTimeout(() => resolve(true), 1000 * ENDLESS); });
  return Promise.race([work, late]);
}

/** Say something above a notebook; what was said before goes. */
export function say(course, panel, words) {
  const says = new course.host.widgets.Widget({ node: el("div", { className: "mmc-loading" }, words) });
  says.node.setAttribute("role", "status");
  panel.mastermindSays?.dispose();
  panel.mastermindSays = says;
  panel.contentHeader.insertWidget(0, says);
}
