// All codes of a game as a mosaic: large squares are possible codes, and dots are crossed out.

import { make, number } from "./dom.js";

const TILE = 16; // pixels of the drawing, with the gap
const SIDES = { out: 5, was: 9, is: 15 }; // of squares: without colors, their size tells them apart

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
    const colors = Object.fromEntries(Object.keys(SIDES).map((kind) => [kind, style.getPropertyValue(`--tile-${kind}`).trim()]));
    const pen = canvas.getContext("2d");
    pen.clearRect(0, 0, canvas.width, canvas.height);
    all.forEach((code, place) => {
      const kind = is.has(code) ? "is" : was.has(code) ? "was" : "out";
      const edge = (TILE - SIDES[kind]) / 2;
      pen.fillStyle = colors[kind];
      pen.fillRect((place % columns) * TILE + edge, Math.floor(place / columns) * TILE + edge, SIDES[kind], SIDES[kind]);
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

// The words for its squares, once there are guesses that crossed some out.
export function mosaicKey(guess) {
  const kinds = [["is", "possible"], ["was", `crossed out by guess ${guess - 1}`], ["out", "crossed out before"]];
  return make("p", { class: "peg-tiles" },
    ...kinds.slice(0, guess).map(([kind, said]) => make("span", {}, make("i", { class: `peg-tile-${kind}` }), said)));
}

export const left = (many, total) =>
  many === total ? `All ${number(total)} codes are possible` : `${number(many)} of ${number(total)} codes left`;
