"""A notebook in JupyterLab: opened, filled in, and run cell by cell.

The same functions serve a JupyterLab with a server and the edition in the browser.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

PATIENCE = 300
"""Seconds to wait for anything: however busy the machine is, only what never comes takes longer."""
Outcomes = dict[str, list[dict[str, Any]]]

READY = """
() => {
  const panel = window.jupyterapp && window.jupyterapp.shell.currentWidget;
  const context = panel && panel.sessionContext;
  return Boolean(context && context.isReady && context.session
    && context.session.kernel && context.session.kernel.status === 'idle');
}
"""
RUN = """
async ([answers, chosen, seconds]) => {
  const work = async () => {
    const app = window.jupyterapp, panel = app.shell.currentWidget;
    const outcomes = {};
    for (let i = 0; i < panel.content.widgets.length; i++) {
      const model = panel.content.widgets[i].model;
      if (chosen && !chosen.includes(model.id)) continue;
      if (model.id in answers) model.sharedModel.setSource(answers[model.id]);
      panel.content.activeCellIndex = i;
      await app.commands.execute('notebook:run-cell');
      if (model.type === 'code') outcomes[model.id] = model.outputs.toJSON();
    }
    await panel.context.save();
    return outcomes;
  };
  const late = new Promise((_, no) => setTimeout(() => no(new Error('too late')), 1000 * seconds));
  return Promise.race([work(), late]);
}
"""
_OPEN = """
async path => {
  const { commands, serviceManager, shell } = window.jupyterapp;
  // Without these, it may join a session that has just ended, or lie behind a late start page.
  await serviceManager.sessions.refreshRunning();
  const panel = await commands.execute('docmanager:open', {path});
  await panel.sessionContext.ready;
  shell.activateById(panel.id);
}
"""
_CLOSE = """
async () => {
  const panel = window.jupyterapp.shell.currentWidget;
  await panel.sessionContext.shutdown();
  panel.close();
}
"""
_CLOSE_ALL = """
async () => {
  const { shell, serviceManager } = window.jupyterapp;
  for (const widget of [...shell.widgets('main')]) {
    await widget.context?.sessionContext.shutdown();
    widget.dispose();
  }
  await serviceManager.sessions.shutdownAll();
  window.localStorage.clear();
}
"""
_CAN_DOWNLOAD = """
() => window.jupyterapp.commands.isEnabled('docmanager:download')
"""
_EXECUTE = """
code => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
  .requestExecute({code}).done.then(reply => reply.content.status)
"""


def show_notebook(page: Page, address: str) -> None:
    """Open a notebook, and wait until its cells are there."""
    page.goto(address)
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell")


def open_notebook(page: Page, address: str) -> None:
    """Open a notebook, and wait until its kernel waits for the first cell."""
    show_notebook(page, address)
    page.wait_for_function(READY)


def open_another(page: Page, name: str) -> None:
    """Open a notebook where JupyterLab is open already; wait until its kernel waits."""
    page.evaluate(_OPEN, f"{name}/{name}.ipynb")
    page.wait_for_function(READY)


def close_notebook(page: Page) -> None:
    """Close the notebook that is shown, and end its kernel."""
    page.evaluate(_CLOSE)


def close_all(page: Page) -> None:
    """Close every notebook without saving it, end the kernels, and forget what the browser kept.

    JupyterLab then opens its start page anew.
    """
    page.evaluate(_CLOSE_ALL)


def run(page: Page, answers: Mapping[str, str], chosen: list[str] | None = None) -> Outcomes:
    """Fill in the answers by cell id, run the cells in order, and save.

    Returns the outputs of each cell. With `chosen`, only these cells are run.
    """
    return page.evaluate(RUN, [dict(answers), chosen, PATIENCE])


def leave_out_what_takes_long(page: Page) -> None:
    """Let the notebook do without its long experiments, as while it is graded; nbval runs them."""
    code = "import os; os.environ['NBGRADER_EXECUTION'] = 'validate'"
    assert page.evaluate(_EXECUTE, code) == "ok"


def download(page: Page, path: Path) -> None:
    """Save the notebook as a student does who is going to hand it in."""
    page.wait_for_function(_CAN_DOWNLOAD)  # what is grey when a menu is opened stays grey
    with page.expect_download() as downloaded:
        page.get_by_role("menuitem", name="File", exact=True).click()
        page.get_by_role("menuitem", name="Download", exact=True).click()
    downloaded.value.save_as(path)


def errors(outcomes: Outcomes) -> list[dict[str, Any]]:
    """The errors among the outputs."""
    return [o for outputs in outcomes.values() for o in outputs if o["output_type"] == "error"]
