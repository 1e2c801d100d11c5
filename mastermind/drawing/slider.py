"""A slider with a name that a screen reader says: the browser's own, for mouse, thumb and keys."""

import anywidget
import traitlets


class Slider(anywidget.AnyWidget):
    """A slider over the whole numbers from 0."""

    _esm = """
    function render({ model, el }) {
      const slider = Object.assign(document.createElement("input"), { type: "range", min: 0 });
      const shown = document.createElement("output");
      const label = document.createElement("label");
      label.append(`${model.get("name")} `, slider, " ", shown);
      label.style.cssText = "display: flex; gap: 1em; align-items: center; padding: 4px 2px";
      slider.style.cssText = "width: 20em; max-width: 60%; min-height: 32px";
      const show = () => {
        Object.assign(slider, { max: model.get("max"), value: model.get("value") });
        shown.textContent = `${model.get("value")} of ${model.get("max")}`;
      };
      slider.addEventListener("input", () => {
        model.set("value", slider.valueAsNumber);
        model.save_changes();
        show();
      });
      // JupyterLab's shortcuts take the arrow keys of whatever is in a cell.
      slider.addEventListener("keydown", (event) => event.stopPropagation());
      model.on("change", show);
      show();
      el.append(label);
    }
    export default { render };
    """
    name = traitlets.Unicode().tag(sync=True)
    max = traitlets.Int().tag(sync=True)
    value = traitlets.Int().tag(sync=True)

    @traitlets.validate("value")
    def _within(self, proposal: traitlets.Bunch) -> int:
        return max(0, min(int(proposal["value"]), self.max))

    @traitlets.observe("max")
    def _shrink(self, _: traitlets.Bunch) -> None:
        self.value = min(self.value, self.max)
