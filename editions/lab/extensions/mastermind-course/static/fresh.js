/* A fresh Python runs a notebook: a new kernel where there is a server; in the browser edition,
 * where a new kernel takes as long as the first, a fresh namespace of the one that runs.
 */
import { text } from "./elements.js";

// Long experiments are left out, as nbgrader has it.
const QUICK = "import os; os.environ['NBGRADER_EXECUTION'] = os.environ['NBGRADER_VALIDATING'] = 'validate'";
// JupyterLite forgets all that waits as soon as a cell ends in an error, whatever it is told. So
// none does: an error is shown as something else.
const ERROR = "application/vnd.mastermind.error+json";
const ENTER = `
def _enter():
    import os, random, sys, types
    from IPython.display import display
    shell = get_ipython()
    mine = lambda name: name.partition(".")[0] in ("mastermind", "markposition")
    kept = shell.user_module, shell.user_ns, dict(os.environ), random.getstate(), sys.modules["__main__"], {
        name: sys.modules.pop(name) for name in list(sys.modules) if mine(name)}
    shell.user_module = types.ModuleType("__main__")
    shell.user_ns = shell.user_module.__dict__
    sys.modules["__main__"] = shell.user_module
    shell.init_user_ns()
    def show_error(kind, error, lines):
        name = getattr(kind, "__name__", str(kind))
        display({"${ERROR}": {"ename": name, "evalue": str(error), "traceback": lines}}, raw=True)
    shell._showtraceback = show_error
    def leave():
        del shell._showtraceback
        shell.user_module, shell.user_ns, environment, drawn, main, modules = kept
        os.environ.clear(); os.environ.update(environment); random.setstate(drawn)
        for name in [name for name in sys.modules if mine(name)]: del sys.modules[name]
        sys.modules.update(modules); sys.modules["__main__"] = main
    shell._mastermind_leave = leave
_enter()
${QUICK}`;
const LEAVE = "get_ipython()._mastermind_leave()";

// A new Python can end before it has run anything: another program took its ports meanwhile.
const STARTS = 3;

/** Save a notebook, run all cells, and return it with the outputs of each cell; `told` hears how far it is. */
export async function runFresh(app, panel, lite, told) {
  const started = lite ? null : begin(app, panel); // a new Python starts while the notebook is saved
  started?.catch(() => undefined);
  await panel.context.save().catch((error) => {
    started?.then(({ session }) => session.shutdown());
    throw error;
  });
  const notebook = panel.model.toJSON();
  return [notebook, await (lite ? inTheRunning(panel, notebook, told) : inANew(await started, notebook, told))];
}

async function inANew({ session, run }, notebook, told) {
  try {
    return await runAll(notebook, run, told);
  } finally {
    session.shutdown().catch(() => undefined);
  }
}

/** Start a new Python; no cell of the student's has run in it yet. */
async function begin(app, panel) {
  const { session: open, kernelPreference } = panel.sessionContext;
  for (let start = 0; start < STARTS; start++) {
    const session = await app.serviceManager.sessions.startNew({
      path: panel.context.path.replace(/\.ipynb$/, "-validated.ipynb"),
      type: "notebook",
      name: "Validate",
      kernel: { name: open?.kernel?.name || kernelPreference.name },
    }, { kernelConnectionOptions: { handleComms: false } }); // widgets are not shown
    const run = execution(session.kernel);
    try {
      await run(QUICK);
      return { session, run };
    } catch {
      await session.shutdown().catch(() => undefined);
    }
  }
  throw new Error("Python did not start. Press Validate again. If that does not help, save your notebook and restart JupyterLab.");
}

async function inTheRunning(panel, notebook, told) {
  await panel.sessionContext.ready;
  const { kernel } = panel.sessionContext.session;
  await idle(kernel);
  const run = execution(kernel);
  // Everything is asked for at once, so that no cell of the student's comes in between.
  const entered = run(ENTER);
  const all = runAll(notebook, run, told);
  const left = run(LEAVE);
  const [problem] = (await entered).filter((output) => output.output_type === "error");
  const results = await all;
  await left;
  if (problem) {
    throw new Error(`${problem.ename}: ${problem.evalue}`);
  }
  return results;
}

/** Wait until nothing runs: an error of a cell that runs would take what waits away. */
function idle(kernel) {
  return new Promise((resolve) => {
    const look = () => {
      if (kernel.status === "idle") {
        kernel.statusChanged.disconnect(look);
        resolve();
      }
    };
    kernel.statusChanged.connect(look);
    look();
  });
}

/** Run the cells with code, all of them asked for at once: Python runs them one after the other. */
async function runAll(notebook, run, told) {
  const code = notebook.cells.filter((cell) => cell.cell_type === "code" && text(cell.source).trim());
  const results = new Map();
  let done = 0;
  told(0, code.length);
  await Promise.all(code.map(async (cell) => {
    results.set(cell, await run(text(cell.source)));
    done += 1;
    told(done, code.length);
  }));
  return results;
}

/** A function that runs code, and fails where Python ends. */
function execution(kernel) {
  const ended = new Promise((_, fail) => {
    kernel.statusChanged.connect((_, status) => {
      if (/dead|restarting/.test(status)) {
        fail(new Error("Python stopped while running one of your cells. Look for a call that stops Python, such as exit()."));
      }
    });
  });
  ended.catch(() => undefined);
  return async (code) => {
    const future = kernel.requestExecute({ code, stop_on_error: false, store_history: false, allow_stdin: false });
    const outputs = [];
    future.onIOPub = ({ header, content }) => {
      if (/^(error|execute_result|display_data)$/.test(header.msg_type)) {
        const error = content.data?.[ERROR];
        outputs.push(error ? { output_type: "error", ...error } : { output_type: header.msg_type, ...content });
      }
    };
    await Promise.race([future.done, ended]);
    return outputs;
  };
}
