// What anywidget asks for: the board as the view of a widget, and results kept by the browser.

import { Board } from "./board.js";
import { load, save, STORE } from "./dom.js";
import { keepDay } from "./end.js";

const MOST_KEPT = 1000; // games of a kind

export function keepResult({ finished }) {
  const results = load(STORE, {});
  const [kind, guesses, day] = finished;
  results[kind] = [...(results[kind] || []), guesses].slice(-MOST_KEPT);
  if (day) keepDay(kind, day, guesses);
  return save(STORE, results);
}

export default {
  // Once for each game: results survive a restart, because the browser keeps them.
  initialize({ model }) {
    const show = () => {
      model.set("results", load(STORE, {}));
      model.save_changes();
    };
    // A browser that keeps nothing: Python knows the results of this session.
    const add = (message) => message.finished && keepResult(message) && show();
    if (Object.keys(load(STORE, {})).length) show();
    model.on("msg:custom", add);
    return () => model.off("msg:custom", add);
  },

  render({ model, el }) {
    const board = new Board(model);
    el.append(board.root);
    return () => board.remove();
  },
};
