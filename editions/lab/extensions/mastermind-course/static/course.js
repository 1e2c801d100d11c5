/* The course in JupyterLab and in the browser edition, as the prebuilt extension that JupyterLab
 * asks for. It is written by hand: there is nothing to build. What it does is in main.js.
 */
"use strict";
{
  const HERE = document.currentScript.src;
  const NEEDED = ["@jupyterlab/apputils", "@jupyterlab/notebook", "@lumino/widgets"];
  let scope;

  const load = async (name) => {
    const [version] = Object.values(scope[name]);
    return (await version.get())();
  };

  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB["mastermind-course"] = {
    init: async (offered) => {
      scope = offered;
    },
    get: async () => {
      const [apputils, notebook, widgets] = await Promise.all(NEEDED.map(load));
      const { plugin } = await import(new URL("main.js", HERE));
      return () => ({ __esModule: true, default: plugin({ apputils, notebook, widgets }) });
    },
  };
}
