// A drag: two clicks with the man in hand between them.

import { siteOf } from "./cells.js";

/** @typedef {import("./board.js").TouchBoard} TouchBoard */

/** How far a pointer goes before it drags, in hundredths of a cell. */
const BEGINS = 22;

/** Takes up the man under a pointer, if he may move, and follows it. @param {TouchBoard} board @param {PointerEvent} down */
export function grasp(board, down) {
  const site = siteOf(down.target);
  if (site === null || down.button !== 0) return;
  const { steps, next, path } = board.touch;
  const begins = steps.some((step) => step.clicks[0] === site);
  const goesOn = path.length === 0 || path.at(-1) === site;
  const man = board.menGroup.querySelector(`[data-site="${site}"]`);
  if (!man || !(begins || (steps.length > 0 && next.has(site))) || !(goesOn || begins)) return;
  const [startX, startY] = board.toBoard(down);
  let dragging = false;
  const move = (/** @type {PointerEvent} */ event) => {
    const [x, y] = board.toBoard(event);
    if (!dragging && Math.hypot(x - startX, y - startY) > BEGINS) {
      dragging = true;
      board.handGroup.append(man);
      board.svg.classList.add("dragging");
      const { path: now } = board.touch;
      if (now.at(-1) !== site) board.click(site);
    }
    if (dragging) man.setAttribute("transform", `translate(${x - startX} ${y - startY})`);
  };
  const up = (/** @type {PointerEvent} */ event) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
    board.svg.classList.remove("dragging");
    if (!dragging) return;
    man.removeAttribute("transform");
    board.menGroup.append(man);
    if (event.type === "pointercancel") return;
    const target = siteOf(document.elementFromPoint(event.clientX, event.clientY));
    if (target !== null && target !== site) board.click(board.meant(event, target));
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
}
