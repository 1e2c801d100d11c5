/* Hand in, in the edition in the browser: one file whose name says whose it is, which notebook,
 * and when. `nbgrader zip_collect` reads the name by the pattern in nbgrader_config.py.
 */
import { el } from "./elements.js";
import { say } from "./stop.js";

const NAME = "mastermind-course:name";
const FORBIDDEN = /[^\p{L}\p{N}.-]+/gu;

/** Ada Lovelace, 03-feedback -> ada-lovelace__03-feedback__20261123T203000Z.ipynb */
export function fileName(who, notebook, when) {
  const id = who.normalize("NFC").trim().toLowerCase().replace(FORBIDDEN, "-").replace(/^[-.]+|[-.]+$/g, "");
  const time = when.toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "");
  return id && `${id}__${notebook}__${time}.ipynb`;
}

export function handInButton(course, panel) {
  const press = new course.host.apputils.ToolbarButton({
    label: "Hand in",
    tooltip: "Save a file for your teacher, named after you, the notebook, and the time",
    onClick: () => handIn(course, panel),
  });
  press.addClass("mmc-hand-in");
  return press;
}

async function handIn(course, panel) {
  const asked = await course.host.apputils.InputDialog.getText({
    title: "Hand in",
    label: "Your name or student number, as it appears in your teacher's list",
    text: localStorage.getItem(NAME) || "",
    okLabel: "Save the file",
  });
  if (!asked.button.accept) {
    return;
  }
  const notebook = panel.context.path.split("/").pop().replace(/\.ipynb$/, "");
  const name = fileName(asked.value || "", notebook, new Date());
  if (!name) {
    say(course, panel, "No file was saved, because the name has no letters or digits. Press Hand in again and type your name.");
    return;
  }
  localStorage.setItem(NAME, asked.value.trim());
  await panel.context.save();
  const file = new Blob([JSON.stringify(panel.model.toJSON(), null, 1)], { type: "application/x-ipynb+json" });
  const link = el("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  say(course, panel, `Your file ${name} is in your downloads. Give it to your teacher. You can hand in the notebook again later.`);
}
