// A board that can be touched: by click, drag, keyboard. It turns touches into legal steps and leaves every
// judgement to the server.

import { s, stamp } from "./dom.js";
import {
  boardClasses,
  CELL,
  Plan,
  drawEnding,
  drawGround,
  drawJoined,
  drawLast,
  drawMen,
  mark,
  shapeOf,
  viewBox,
} from "./draw.js";
import { Motion } from "./motion.js";
import { Touch } from "./touch.js";
import { drawValues, valueOfSite } from "./values.js";
import { drawDarts } from "./darts.js";

/** @typedef {import("./types.d.ts").Board} Board */
/** @typedef {import("./types.d.ts").Scene} Scene */
/** @typedef {import("./types.d.ts").Taken} Taken */
/** @typedef {import("./types.d.ts").LegalStep} LegalStep */
/** @typedef {import("./types.d.ts").Man} Man */

/**
 * What a board tells its page.
 * @typedef {object} Owner
 * @property {(step: LegalStep) => void} play
 * @property {(steps: LegalStep[]) => void} choose several steps share these clicks
 * @property {(clicks: number[]) => void} refused
 * @property {() => void} changed the path has changed
 * @property {(site: number) => void} [looked] somebody looks at this site
 * @property {(site: number) => void} [unsure] a finger came near this small site; a second tap takes it
 */

const ARROWS = new Map([
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
]);

export class TouchBoard {
  /**
   * @param {import("./types.d.ts").Card} card the game
   * @param {Owner} owner
   */
  constructor(card, owner) {
    const { id: game, name, board, seats } = card;
    this.game = game;
    this.name = name;
    this.board = board;
    this.seats = seats;
    this.owner = owner;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Taken[]} */
    this.last = [];
    this.touch = new Touch([]);
    this.focus = board.sites.findIndex((site) => site.kind !== "tray");
    this.flipped = false;
    this.turned = false;
    /** The site that a refusal or a hint points at. @type {number | null} */
    this.pointed = null;
    /** @type {number[]} */
    this.hinted = [];
    /** Known values of the legal steps, to be shown. @type {import("./types.d.ts").KnownStep[]} */
    this.values = [];
    /** Turns to be drawn over the men. @type {import("./darts.js").Dart[]} */
    this.darts = [];
    /** A small site that a finger came near: the next tap there takes it. @type {number | null} */
    this.near = null;
    /** @type {Motion | null} */
    this.motion = null;
    /** A step that is shown before the server has answered. @type {{step: string, motion: Motion} | null} */
    this.ahead = null;
    /** Whether the focus on the board came from a pointer: the arrow keys then belong to the page. */
    this.byPointer = false;
    this.svg = s("svg", { class: `board game-${game}${boardClasses(board)}`, id: "board" });
    this.plan = new Plan(game, board);
    this.shape = shapeOf(board);
    this.lay();
    this.listen();
    this.followScreen();
  }

  /** A long board stands upright on a narrow screen, and lies down on a low one. */
  followScreen() {
    const narrow = matchMedia("(max-width: 720px)");
    const low = matchMedia("(max-height: 520px) and (orientation: landscape)");
    const long = this.shape === "wide" && this.board.width > 9;
    const follow = () => this.turn({ turned: (long && narrow.matches) || (this.shape === "tall" && low.matches) });
    for (const screen of [narrow, low]) screen.addEventListener("change", follow);
    follow();
  }

  /** Lays the board anew: after a flip, or when the screen is turned. */
  lay() {
    this.motion?.stop();
    this.plan = new Plan(this.game, this.board, { flipped: this.flipped, turned: this.turned });
    this.lastGroup = s("g", {});
    this.menGroup = s("g", {});
    this.endGroup = s("g", { class: "b-end", "aria-hidden": "true" });
    this.markGroup = s("g", { class: "b-marks", "aria-hidden": "true" });
    this.handGroup = s("g", { class: "b-hand", "aria-hidden": "true" });
    this.cellGroup = s("g", { class: "b-cells" });
    this.svg.setAttribute("viewBox", viewBox(this.plan, true));
    this.svg.replaceChildren(
      drawGround(this.plan),
      this.lastGroup,
      this.menGroup,
      this.endGroup,
      this.markGroup,
      this.handGroup,
      this.cellGroup,
    );
    this.makeCells();
    if (this.scene) this.draw();
  }

  /** @param {{flipped?: boolean, turned?: boolean}} how */
  turn({ flipped = this.flipped, turned = this.turned }) {
    if (flipped === this.flipped && turned === this.turned) return;
    this.flipped = flipped;
    this.turned = turned;
    this.lay();
  }

  /**
   * Shows a scene. With `moves`, these steps led to it and are seen to happen first; the board may be touched all
   * the same, which ends the showing.
   * @param {Scene} scene
   * @param {{last?: Taken[], moves?: Taken[], mayTouch?: boolean}} [how]
   */
  async show(scene, { last = [], moves = [], mayTouch = true } = {}) {
    const before = this.scene;
    const { ahead } = this;
    this.ahead = null;
    this.scene = scene;
    this.last = last;
    this.touch = new Touch(mayTouch ? scene.steps : []);
    this.pointed = null;
    this.near = null;
    this.hinted = [];
    if (ahead?.step !== moves[0]?.step) this.motion?.stop();
    if (before && moves.length > 0) {
      const motion = ahead && ahead.step === moves[0]?.step ? ahead.motion : new Motion(this.plan, this.menGroup);
      this.motion = motion;
      this.lastGroup.replaceChildren();
      this.endGroup.replaceChildren();
      this.markGroup.replaceChildren();
      this.nameCells();
      await motion.play(moves, (site) => manOn(before, site) ?? manOn(scene, site));
      if (this.motion !== motion) return;
    }
    this.motion = null;
    this.draw();
    this.owner.changed();
  }

  /** What is being shown has been seen: the board as it stands. */
  settle() {
    if (!this.motion) return;
    this.motion.stop();
    this.motion = null;
    if (this.ahead) return;
    this.draw();
    this.owner.changed();
  }

  /** Moves the man of a step at once; `show` then corrects what was not so. @param {LegalStep} step */
  begin(step) {
    this.settle();
    const path = step.clicks.filter((site) => this.plan.onBoard(site));
    const [first] = path;
    const mover = this.scene?.status.seat;
    const man = first === undefined ? null : this.scene && manOn(this.scene, first);
    this.touch = new Touch([]);
    this.hinted = [];
    const pit = first !== undefined && this.board.sites[first]?.kind === "pit";
    if (path.length < 2 || pit || !man || (man.seat !== mover && this.seats.length > 1)) return;
    this.lastGroup.replaceChildren();
    this.markGroup.replaceChildren();
    const motion = new Motion(this.plan, this.menGroup);
    this.motion = motion;
    this.ahead = { step: step.text, motion };
    motion.walk(path);
  }

  draw() {
    if (!this.scene) return;
    const last = drawLast(this.plan, this.last);
    const ending = drawEnding(this.plan, this.scene.status.ends?.sites ?? []);
    last.prepend(...drawJoined(this.plan, this.scene.joined ?? []), ...ending.under);
    this.endGroup.replaceChildren(...ending.over);
    const men = drawMen(this.plan, this.scene.pieces);
    this.lastGroup.replaceWith(last);
    this.menGroup.replaceWith(men);
    this.lastGroup = last;
    this.menGroup = men;
    this.drawMarks();
  }

  // --- marks ------------------------------------------------------------------------------------------

  drawMarks() {
    const group = this.markGroup;
    group.replaceChildren();
    const { path, next } = this.touch;
    const held = new Set((this.scene?.pieces ?? []).filter(({ men }) => men.length > 0).map(({ site }) => site));
    for (const site of path) this.frame(site);
    if (path.length === 0) {
      const empty = [...next].filter((site) => !held.has(site));
      for (const site of next) {
        if (this.board.sites[site]?.kind === "pit") this.dotted(site);
        else if (held.has(site)) mark(group, this.plan, site, "m-can", 104);
        else if (empty.length <= 16) mark(group, this.plan, site, "m-target", 64);
        else this.dot(site);
      }
    } else {
      for (const site of next)
        mark(group, this.plan, site, held.has(site) ? "m-take" : "m-target", held.has(site) ? 108 : 100);
      this.walk(path);
    }
    drawValues(group, this.plan, this.values, path);
    if (path.length === 0) drawDarts(group, this.plan, this.darts);
    this.hinted.forEach((site, nth) => (nth === 0 ? this.manicule(site) : this.ring(site)));
    if (this.near !== null) this.frame(this.near);
    if (this.pointed !== null && this.plan.onBoard(this.pointed)) {
      const [x, y] = this.plan.middle(this.pointed);
      group.append(stamp("m-why", x + 34, y - 38, 48));
    }
    this.nameCells();
  }

  /** @param {number} site */
  frame(site) {
    if (!this.plan.onBoard(site)) return;
    const [x, y] = this.plan.middle(site);
    const box = { x: x - 48, y: y - 48, width: 96, height: 96 };
    this.markGroup.append(s("rect", { class: "halo mk-box", ...box }), s("rect", { class: "mk mk-box", ...box }));
  }

  /** A hand that points at a site, from the side where there is room. @param {number} site */
  manicule(site) {
    if (!this.plan.onBoard(site)) return;
    const [x, y] = this.plan.middle(site);
    const fromRight = x < this.plan.width / 2;
    const place = `translate(${fromRight ? x + 138 : x - 138} ${y - 24})${fromRight ? " scale(-1 1)" : ""}`;
    this.markGroup.append(
      s(
        "g",
        { class: "manicule", transform: place },
        s("rect", { class: "manicule-bed", x: -4, y: -5, width: 92, height: 57, rx: 6 }),
        s("use", { href: "#hand", width: 84, height: 47 }),
      ),
    );
  }

  /** What was done here was right. @param {number} site */
  seal(site) {
    if (!this.plan.onBoard(site)) return;
    const [x, y] = this.plan.middle(site);
    this.markGroup.append(
      s(
        "g",
        { class: "seal", transform: `translate(${x + 38} ${y - 38})` },
        s("circle", { r: 20 }),
        s("path", { d: "M-9 0L-3 7L10 -8" }),
      ),
    );
  }

  /** This click was refused. It goes with the next touch. @param {number} site */
  cross(site) {
    if (!this.plan.onBoard(site)) return;
    const [x, y] = this.plan.middle(site);
    const d = `M${x - 22} ${y - 22}L${x + 22} ${y + 22}M${x + 22} ${y - 22}L${x - 22} ${y + 22}`;
    this.markGroup.append(s("path", { class: "wrong-h", d }), s("path", { class: "wrong-x", d }));
  }

  /** Where a hint leads. @param {number} site */
  ring(site) {
    if (!this.plan.onBoard(site)) return;
    const [cx, cy] = this.plan.middle(site);
    this.markGroup.append(
      s("circle", { class: "halo", cx, cy, r: 44 }),
      s("circle", { class: "hint-ring", cx, cy, r: 44 }),
    );
  }

  /** A pit that may be chosen: its ring would hide its number. @param {number} site */
  dotted(site) {
    const [x, y] = this.plan.middle(site);
    const box = { x: x - 47, y: y - 47, width: 94, height: 94 };
    this.markGroup.append(s("rect", { class: "can", ...box }));
  }

  /** @param {number} site */
  dot(site) {
    if (!this.plan.onBoard(site)) return;
    const [cx, cy] = this.plan.middle(site);
    this.markGroup.append(s("circle", { class: "mk-dot", cx, cy, r: 7 }));
  }

  /** The way touched so far. @param {number[]} path */
  walk(path) {
    if (path.length < 2) return;
    const d = `M${path.map((site) => this.plan.middle(site).join(" ")).join("L")}`;
    this.markGroup.append(s("path", { class: "way-h", d }), s("path", { class: "way", d }));
  }

  /** Points at a site: the man that a refusal is about. @param {number | null} site */
  point(site) {
    this.pointed = site;
    this.drawMarks();
  }

  /** @param {import("./types.d.ts").KnownStep[]} steps */
  showValues(steps) {
    this.values = steps;
    this.drawMarks();
  }

  /** @param {import("./darts.js").Dart[]} darts */
  showDarts(darts) {
    this.darts = darts;
    this.drawMarks();
  }

  /** @param {number[]} sites */
  hint(sites) {
    this.hinted = sites;
    this.drawMarks();
  }

  // --- cells ------------------------------------------------------------------------------------------

  makeCells() {
    const { board, plan } = this;
    const isGrid = board.sites.every((site) => site.kind === "cell" || site.kind === "tray");
    this.svg.setAttribute("role", isGrid ? "grid" : "group");
    this.svg.setAttribute("aria-label", `${this.name} board`);
    /** @type {Map<number, SVGElement>} */
    this.cells = new Map();
    /** @type {Map<number, SVGElement>} */
    const rows = new Map();
    const order = board.sites.map((_, site) => site).filter((site) => plan.onBoard(site));
    order.sort(
      (first, second) =>
        plan.middle(first)[1] - plan.middle(second)[1] || plan.middle(first)[0] - plan.middle(second)[0],
    );
    for (const site of order) {
      const [x, y] = plan.middle(site);
      const attributes = {
        class: "cell",
        "data-site": site,
        role: isGrid ? "gridcell" : "button",
        tabindex: site === this.focus ? 0 : -1,
      };
      const round = board.sites[site]?.kind === "point";
      const cell = round
        ? s("circle", { cx: x, cy: y, r: 46, ...attributes })
        : s("rect", { x: x - 50, y: y - 50, width: CELL, height: CELL, ...attributes });
      this.cells.set(site, cell);
      const row = isGrid ? Math.round(y / 10) : 0;
      let group = rows.get(row);
      if (!group) {
        group = s("g", isGrid ? { role: "row" } : {});
        rows.set(row, /** @type {SVGElement} */ (group));
        this.cellGroup.append(/** @type {SVGElement} */ (group));
      }
      group?.append(cell);
    }
  }

  /** Each cell says in words what stands on it and whether it may be touched. */
  nameCells() {
    const { scene } = this;
    if (!scene) return;
    const standing = new Map(scene.pieces.map(({ site, men }) => [site, men]));
    const decided = new Set(scene.status.ends?.sites ?? []);
    const { next, path } = this.touch;
    const starts = new Set(this.touch.steps.map((step) => step.clicks[0]));
    for (const [site, cell] of this.cells ?? []) {
      const place = this.board.sites[site];
      if (!place) continue;
      const men = standing.get(site) ?? [];
      const words = [this.placeName(site), menInWords(men, place.kind, this.seats)];
      if (decided.has(site)) words.push("decided the game");
      if (path.includes(site)) words.push("chosen");
      else if (next.has(site))
        words.push(path.length > 0 ? "may go here" : men.length > 0 ? "may be chosen" : "may be taken up");
      words.push(valueOfSite(this.values, path, site));
      cell.setAttribute("aria-label", words.filter(Boolean).join(", "));
      cell.classList.toggle("may", next.has(site));
      cell.classList.toggle("grab", next.has(site) || path.includes(site) || starts.has(site));
    }
  }

  /** @param {number} site */
  placeName(site) {
    const place = this.board.sites[site];
    if (!place) return "";
    if (place.kind === "pennant") return `pennant ${place.name}`;
    return place.kind === "pit" ? `side ${place.name.charAt(0)} ${place.name.slice(1)}` : place.name;
  }

  /** The sites that carry a mark, for whatever must not hide them. @returns {Element[]} */
  markedCells() {
    const sites = [...this.touch.path, ...this.touch.next, ...this.hinted];
    if (this.pointed !== null) sites.push(this.pointed);
    return sites.flatMap((site) => this.cells?.get(site) ?? []);
  }

  /** The board takes the focus, where it last had it. */
  takeFocus() {
    this.cells?.get(this.focus)?.focus({ preventScroll: true });
  }

  /** @param {number} site */
  moveFocus(site) {
    this.cells?.get(this.focus)?.setAttribute("tabindex", "-1");
    this.focus = site;
    const cell = this.cells?.get(site);
    cell?.setAttribute("tabindex", "0");
    cell?.focus();
  }

  // --- touching ---------------------------------------------------------------------------------------

  listen() {
    this.svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const site = siteOf(event.target);
      if (site !== null) this.tap(event, site);
    });
    this.svg.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => {
      const site = siteOf(event.target);
      if (site !== null) this.owner.looked?.(site);
    });
    this.svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.svg.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
      const site = siteOf(event.target);
      if (site !== null) this.owner.looked?.(site);
      if (site !== null && site !== this.focus) {
        this.cells?.get(this.focus)?.setAttribute("tabindex", "-1");
        this.focus = site;
        this.cells?.get(site)?.setAttribute("tabindex", "0");
      }
    });
    this.svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      this.byPointer = true;
      this.settle();
      this.grasp(event);
    });
    // A finger on a man that may move drags him; elsewhere it scrolls the page. Browsers do not ask the shapes
    // inside a drawing for their touch-action.
    this.svg.addEventListener(
      "touchmove",
      (/** @type {TouchEvent} */ event) => {
        if (event.target instanceof Element && event.target.classList.contains("grab")) event.preventDefault();
      },
      { passive: false },
    );
    // Whoever comes with the Tab key goes on with the arrows.
    addEventListener("keydown", (event) => {
      if (event.key === "Tab") this.byPointer = false;
    });
  }

  /** @param {MouseEvent} event @param {number} site */
  tap(event, site) {
    const meant = event.detail === 0 ? site : this.meant(event, site);
    if (meant !== site && meant !== this.near) {
      this.near = meant;
      this.drawMarks();
      this.owner.unsure?.(meant);
      return;
    }
    this.click(meant);
  }

  /** A finger is wider than a small square: the nearest legal site to it. @param {MouseEvent} event @param {number} site */
  meant(event, site) {
    const { next, path } = this.touch;
    if (next.has(site) || path.includes(site) || this.pixelsOfCell() > 34) return site;
    const [x, y] = this.toBoard(event);
    const near = this.plan.nearest(x, y, (other) => next.has(other));
    return near.distance < 85 ? near.site : site;
  }

  pixelsOfCell() {
    const matrix = this.svg.getScreenCTM();
    return matrix ? matrix.a * CELL : CELL;
  }

  /** @param {MouseEvent} event @returns {[number, number]} */
  toBoard(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  /** @param {number} site */
  click(site) {
    this.settle();
    if (this.touch.steps.length === 0) return;
    this.pointed = null;
    this.near = null;
    this.hinted = [];
    this.follow(this.touch.touch(site));
  }

  finish() {
    if (this.touch.complete.length > 0) this.follow(this.touch.finish());
  }

  /** @returns {boolean} whether there was anything to go back from */
  back() {
    const went = this.touch.back();
    if (went) {
      this.drawMarks();
      this.owner.changed();
    }
    return went;
  }

  /** @param {import("./touch.js").Result} result */
  follow(result) {
    this.drawMarks();
    if (result.type === "play") this.owner.play(result.step);
    else if (result.type === "choose") this.owner.choose(result.steps);
    else if (result.type === "refused") this.owner.refused(result.clicks);
    else this.owner.changed();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const arrow = ARROWS.get(event.key);
    if (arrow && this.byPointer) return;
    if (arrow) {
      event.preventDefault();
      event.stopPropagation();
      this.moveFocus(this.plan.neighbour(this.focus, arrow[0] ?? 0, arrow[1] ?? 0));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.click(this.focus);
    } else if (event.key === "Escape" && this.back()) {
      event.stopPropagation();
    }
  }

  /** A drag is two clicks with the man in hand between them. @param {PointerEvent} down */
  grasp(down) {
    const site = siteOf(down.target);
    if (
      site === null ||
      down.button !== 0 ||
      !this.touch.steps.some((step) => step.clicks[0] === site || this.touch.next.has(site))
    )
      return;
    const man = this.menGroup.querySelector(`[data-site="${site}"]`);
    if (
      !man ||
      (this.touch.path.length > 0 &&
        this.touch.path[this.touch.path.length - 1] !== site &&
        !this.touch.steps.some((step) => step.clicks[0] === site))
    )
      return;
    const [startX, startY] = this.toBoard(down);
    let dragging = false;
    const move = (/** @type {PointerEvent} */ event) => {
      const [x, y] = this.toBoard(event);
      if (!dragging && Math.hypot(x - startX, y - startY) > 22) {
        dragging = true;
        this.handGroup.append(man);
        this.svg.classList.add("dragging");
        if (this.touch.path[this.touch.path.length - 1] !== site) this.click(site);
      }
      if (dragging) man.setAttribute("transform", `translate(${x - startX} ${y - startY})`);
    };
    const up = (/** @type {PointerEvent} */ event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      this.svg.classList.remove("dragging");
      if (!dragging) return;
      man.removeAttribute("transform");
      this.menGroup.append(man);
      if (event.type === "pointercancel") return;
      const target = siteOf(document.elementFromPoint(event.clientX, event.clientY));
      if (target !== null && target !== site) this.click(this.meant(event, target));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }
}

/** @param {EventTarget | null} target @returns {number | null} */
function siteOf(target) {
  const cell = target instanceof Element ? target.closest("[data-site]") : null;
  return cell ? Number(cell.getAttribute("data-site")) : null;
}

/** @param {Scene} scene @param {number} site @returns {Man | null} */
function manOn(scene, site) {
  const men = scene.pieces.find((placed) => placed.site === site)?.men ?? [];
  return men[men.length - 1] ?? null;
}

/**
 * @param {Man[]} men
 * @param {string} kind
 * @param {string[]} seats what the sides are called
 */
export function menInWords(men, kind, seats) {
  const [first] = men;
  if (!first) return "empty";
  const side = (/** @type {Man} */ man) => seats[man.seat - 1] ?? ["White", "Black"][man.seat - 1] ?? "";
  const name = (/** @type {Man} */ man) =>
    side(man).toLowerCase().includes(man.kind.toLowerCase()) ? side(man) : `${side(man)} ${man.kind}`;
  if (men.length === 1) return name(first);
  if (kind === "pit" || kind === "tray") return `${men.length} of ${side(first)}`;
  return `column of ${men.length}, from the top: ${[...men].reverse().map(name).join(", ")}`;
}
