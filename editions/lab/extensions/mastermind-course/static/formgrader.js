/* Formgrader, in its frame: with a name, and without a warning of what this course does not use. */
import { el } from "./elements.js";

export const FORMGRADER = "nbgrader:open-formgrader";

/** Look after the frame, however it is opened. */
export function accompanyFormgrader({ shell, commands }) {
  commands.commandExecuted.connect(async (_, { id, result }) => {
    if (id !== FORMGRADER) {
      return;
    }
    await result;
    const frame = shell.currentWidget?.node.querySelector("iframe");
    if (frame && !frame.title) {
      frame.title = "Formgrader";
      frame.style.visibility = "hidden"; // until the warning is away
      frame.addEventListener("load", () => {
        quiet(frame.contentDocument);
        frame.style.visibility = "";
      });
    }
  });
}

/** Without an exchange files are downloaded and collected by hand: that is a way, and no fault. */
function quiet(page) {
  const warning = page?.querySelector("#warning-exchange");
  const says = "This course does not use an exchange folder. Press Import on the start page to read the files that you have downloaded.";
  warning?.replaceWith(el("p", {}, says));
}
