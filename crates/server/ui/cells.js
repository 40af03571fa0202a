// The cells of a board: what is touched and read aloud. They lie over everything that is drawn.

import { s } from "./dom.js";
import { CELL } from "./draw.js";
import { valueOfSite } from "./values.js";

/** @typedef {import("./board.js").TouchBoard} TouchBoard */
/** @typedef {import("./types.d.ts").Man} Man */

/** A cell for each site on the board, in rows where it has rows. @param {TouchBoard} touched @returns {Map<number, SVGElement>} */
export function makeCells({ board, plan, svg, name, focus, cellGroup }) {
  const isGrid = board.sites.every((site) => site.kind === "cell" || site.kind === "tray");
  svg.setAttribute("role", isGrid ? "grid" : "group");
  svg.setAttribute("aria-label", `${name} board`);
  /** @type {Map<number, SVGElement>} */
  const cells = new Map();
  /** @type {Map<number, SVGElement>} */
  const rows = new Map();
  const order = board.sites.map((_, site) => site).filter((site) => plan.onBoard(site));
  order.sort(
    (first, second) => plan.middle(first)[1] - plan.middle(second)[1] || plan.middle(first)[0] - plan.middle(second)[0],
  );
  for (const site of order) {
    const [x, y] = plan.middle(site);
    const attributes = {
      class: "cell",
      "data-site": site,
      role: isGrid ? "gridcell" : "button",
      tabindex: site === focus ? 0 : -1,
    };
    const round = board.sites[site]?.kind === "point";
    const cell = round
      ? s("circle", { cx: x, cy: y, r: 46, ...attributes })
      : s("rect", { x: x - 50, y: y - 50, width: CELL, height: CELL, ...attributes });
    cells.set(site, cell);
    const number = isGrid ? Math.round(y / 10) : 0;
    const row = rows.get(number) ?? s("g", isGrid ? { role: "row" } : {});
    if (!rows.has(number)) cellGroup.append(row);
    rows.set(number, row);
    row.append(cell);
  }
  return cells;
}

/** Each cell says in words what stands on it and whether it may be touched. @param {TouchBoard} touched */
export function nameCells(touched) {
  const { scene, cells, board, seats, values } = touched;
  if (!scene) return;
  const standing = new Map(scene.pieces.map(({ site, men }) => [site, men]));
  const decided = new Set(scene.status.ends?.sites ?? []);
  const { next, path, steps } = touched.touch;
  const starts = new Set(steps.map((step) => step.clicks[0]));
  for (const [site, cell] of cells) {
    const place = board.sites[site];
    if (!place) continue;
    const men = standing.get(site) ?? [];
    const words = [touched.placeName(site), menInWords(men, place.kind, seats)];
    if (decided.has(site)) words.push("decided the game");
    if (path.includes(site)) words.push("chosen");
    else if (next.has(site))
      words.push(path.length > 0 ? "may go here" : men.length > 0 ? "may be chosen" : "may be taken up");
    words.push(valueOfSite(values, path, site));
    cell.setAttribute("aria-label", words.filter(Boolean).join(", "));
    cell.classList.toggle("may", next.has(site));
    cell.classList.toggle("grab", next.has(site) || path.includes(site) || starts.has(site));
  }
}

/** The site that an event is about. @param {EventTarget | null} target @returns {number | null} */
export function siteOf(target) {
  const cell = target instanceof Element ? target.closest("[data-site]") : null;
  return cell ? Number(cell.getAttribute("data-site")) : null;
}

/**
 * @param {Man[]} men
 * @param {string} kind
 * @param {string[]} seats what the sides are called
 */
function menInWords(men, kind, seats) {
  const [first] = men;
  if (!first) return "empty";
  const side = (/** @type {Man} */ man) => seats[man.seat - 1] ?? ["White", "Black"][man.seat - 1] ?? "";
  const name = (/** @type {Man} */ man) =>
    side(man).toLowerCase().includes(man.kind.toLowerCase()) ? side(man) : `${side(man)} ${man.kind}`;
  if (men.length === 1) return name(first);
  if (kind === "pit" || kind === "tray") return `${men.length} of ${side(first)}`;
  return `column of ${men.length}, from the top: ${[...men].reverse().map(name).join(", ")}`;
}
