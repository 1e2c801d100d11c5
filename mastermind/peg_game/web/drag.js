// Dragging: a peg from the palette, from a place or from an earlier guess.

const FAR = 6; // pixels that make a press a drag
const NEAR = 40; // pixels from a place that still mean it

function nearest(board, x, y) {
  let found = null;
  for (const place of board.root.querySelectorAll(".peg-place")) {
    const box = place.getBoundingClientRect();
    const far = Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
    if (far < NEAR && (!found || far < found.far)) found = { place, far };
  }
  return found?.place;
}

export function takeHold(board, event) {
  const source = event.target.closest("[data-peg]");
  if (!source || event.button !== 0 || board.scene.move !== "guess") return;
  const start = [event.clientX, event.clientY];
  const { peg, place: from } = source.dataset;
  let ghost = null;
  let target = null;
  const mark = (place) => {
    if (place === target) return;
    target?.classList.remove("peg-target");
    place?.classList.add("peg-target");
    target = place;
  };
  const drag = (now) => {
    if (!ghost && Math.hypot(now.clientX - start[0], now.clientY - start[1]) < FAR) return;
    if (!ghost) {
      ghost = board.looks.picture(peg);
      ghost.classList.add("peg-ghost");
      board.root.append(ghost);
      board.root.classList.add("peg-dragging");
    }
    mark(nearest(board, now.clientX, now.clientY));
    ghost.style.left = `${now.clientX}px`;
    ghost.style.top = `${now.clientY}px`;
  };
  const stop = (now) => {
    document.removeEventListener("pointermove", drag);
    document.removeEventListener("pointerup", stop);
    document.removeEventListener("pointercancel", stop);
    if (!ghost) return;
    const onto = target;
    mark(null);
    ghost.remove();
    board.root.classList.remove("peg-dragging");
    // The click that comes after a drag is none.
    const swallow = (click) => click.stopPropagation();
    document.addEventListener("click", swallow, true);
    setTimeout(() => document.removeEventListener("click", swallow, true));
    if (now.type === "pointerup") board.when(() => drop(board.row, peg, from, onto?.dataset.place));
  };
  document.addEventListener("pointermove", drag);
  document.addEventListener("pointerup", stop);
  document.addEventListener("pointercancel", stop);
}

// Onto another place: the two pegs change places. Beside the row: the peg goes away.
function drop(row, peg, from, to) {
  const other = to !== undefined && row.draft[to];
  if (from !== undefined && from !== to) row.place(Number(from), other || "");
  if (to !== undefined) row.place(Number(to), peg);
}
