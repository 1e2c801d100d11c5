/* What a test says, as a card below its cell: a red edge and the sentence, or a row of black key pegs. */
import { el, text } from "./elements.js";
import { OPEN, failure, isHidden, isTest, marks } from "./notebooks.js";

const ERROR = "application/vnd.jupyter.error";
const CONSOLE = "application/vnd.jupyter.stderr";
const OWN = /NotYet|^AssertionError$/;
const CODE = /`([^`]+)`|(\b[a-z_]\w*\((?:'[^']*'|[^()'])*\)|(?<!\w)'[^'\s]*'(?!\w))/g;

const CASE = /^(.+?\. It should .+?\.) ([A-Z0-9].*)$/s;

/** A sentence with its calls, texts and `names` set as code. */
function quoted(sentence) {
  const parts = [];
  let from = 0;
  for (const found of sentence.matchAll(CODE)) {
    parts.push(sentence.slice(from, found.index), el("code", {}, found[1] ?? found[2]));
    from = found.index + found[0].length;
  }
  return [...parts, sentence.slice(from)];
}

/** What a test says, in paragraphs: first what was returned and what is right, then the reason. */
export function paragraphs(sentence, className = "") {
  const [, said, reason] = sentence.match(CASE) || ["", sentence];
  return [said, reason].filter(Boolean).map((part) => el("p", { className }, ...quoted(part)));
}

/** Have a notebook show what our tests say as a card; all other errors are JupyterLab's. */
export function showCards({ widgets }, rendermime) {
  class Card extends widgets.Widget {
    async renderModel(model) {
      const { ename, evalue, traceback } = model.data[ERROR];
      const lines = text((traceback || []).map((line) => `${line}\n`));
      if (!OWN.test(ename) || !evalue || !lines.startsWith(evalue)) {
        const plain = rendermime.createRenderer(CONSOLE);
        this.node.append(plain.node); // `attach` would want it on the page already
        this.disposed.connect(() => plain.dispose());
        await plain.renderModel(model);
        return;
      }
      const more = lines.slice(evalue.length).trim();
      this.node.replaceChildren(el("div", { className: `mmc-card-says ${OPEN.test(evalue) ? "" : "mmc-fails"}` },
        ...paragraphs(evalue), more ? el("pre", {}, more) : null));
    }
  }
  rendermime.addFactory({ safe: true, mimeTypes: [ERROR], createRenderer: () => new Card() }, 0);
}

/** Put a row of black key pegs above what a visible test prints that passes: one for each point. */
export function showVerdict(cell) {
  const model = cell.model.toJSON();
  const passes = isTest(model) && !isHidden(model) && model.execution_count && !failure(model.outputs, model);
  cell.toggleClass("mmc-passes", Boolean(passes));
  cell.node.style.setProperty("--mmc-points", marks(model).points || 0);
}
