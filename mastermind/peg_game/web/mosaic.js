// All codes of a game as a mosaic: bright those that are possible, dim those that were before.

import { make, number } from "./dom.js";

const TILE = 8; // pixels of the drawing, with the gap

// Wide rather than high, and without a ragged last row where there is a way.
export function columnsFor(total) {
  const wanted = Math.sqrt(total * 2.2);
  let best = Math.ceil(wanted);
  for (let columns = Math.ceil(wanted * 0.75); columns <= wanted * 1.35; columns += 1) {
    if (total % columns === 0 && (total % best || Math.abs(columns - wanted) < Math.abs(best - wanted))) best = columns;
  }
  return Math.max(1, best);
}

// Who points at a tile is told its code; `pick` is called with that of the tile that is pressed.
export function mosaic(all, before, now, said, pick = null) {
  const columns = columnsFor(all.length);
  const canvas = make("canvas", {
    class: "peg-mosaic", role: "img", "aria-label": said,
    width: columns * TILE, height: Math.ceil(all.length / columns) * TILE,
  });
  const was = new Set(before);
  const is = new Set(now);
  const draw = () => {
    const style = getComputedStyle(canvas);
    const color = (name) => style.getPropertyValue(name).trim();
    const colors = [color("--tile-out"), color("--tile-was"), color("--tile-is")];
    const pen = canvas.getContext("2d");
    pen.clearRect(0, 0, canvas.width, canvas.height);
    all.forEach((code, place) => {
      pen.fillStyle = colors[is.has(code) ? 2 : was.has(code) ? 1 : 0];
      pen.fillRect((place % columns) * TILE, Math.floor(place / columns) * TILE, TILE - 1.5, TILE - 1.5);
    });
  };
  const codeAt = ({ offsetX, offsetY }) => {
    const tile = canvas.clientWidth / columns;
    return all[Math.floor(offsetY / tile) * columns + Math.floor(offsetX / tile)];
  };
  canvas.addEventListener("pointermove", (event) => { canvas.title = codeAt(event) ?? ""; });
  if (pick) canvas.addEventListener("click", (event) => codeAt(event) && pick(codeAt(event)));
  canvas.classList.toggle("peg-pickable", Boolean(pick));
  // Its colors are the page's, which it has only once it is there; they change with the theme.
  requestAnimationFrame(draw);
  const theme = matchMedia("(prefers-color-scheme: dark)");
  const again = () => (canvas.isConnected ? requestAnimationFrame(draw) : theme.removeEventListener("change", again));
  theme.addEventListener("change", again);
  return canvas;
}

export const left = (many, total) =>
  many === total ? `All ${number(total)} codes are possible` : `${number(many)} of ${number(total)} codes left`;
