// A board that can be touched: by click, drag, keyboard. It turns touches into legal steps and leaves every
// judgement to the server.

import { makeCells, nameCells, siteOf } from "./cells.js";
import { s } from "./dom.js";
import { grasp } from "./drag.js";
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
  markMen,
  shapeOf,
  viewBox,
} from "./draw.js";
import { drawHand, drawSowing, drawWay, putMark } from "./marks.js";
import { Motion } from "./motion.js";
import { becoming, Picker } from "./picker.js";
import { Touch } from "./touch.js";
import { drawValues } from "./values.js";
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
   * @param {import("./types.d.ts").Title} card the game
   * @param {Owner} owner
   */
  constructor(card, owner) {
    const { id: game, name, board, seats, men } = card;
    this.game = game;
    this.name = name;
    this.board = board;
    this.seats = seats;
    this.men = men;
    this.owner = owner;
    this.picker = new Picker(this);
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Taken[]} */
    this.last = [];
    this.touch = new Touch([]);
    /** What is touched, by site. @type {Map<number, SVGElement>} */
    this.cells = new Map();
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
    /** The site that is looked at. @type {number | null} */
    this.looking = null;
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
    this.picker.close();
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
    this.cells = makeCells(this);
    if (this.scene) this.draw();
  }

  flip() {
    this.turn({ flipped: !this.flipped });
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
    this.picker.close();
    const before = this.scene;
    const { ahead } = this;
    this.ahead = null;
    this.scene = scene;
    this.last = last;
    this.touch = new Touch(mayTouch ? scene.steps : [], scene.status.type === "continue");
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
      nameCells(this);
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
    const ending = drawEnding(this.plan, this.scene.status.ends?.sites ?? [], this.scene.pieces);
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
    const { plan, markGroup: group } = this;
    group.replaceChildren();
    const { path, next } = this.touch;
    const pieces = (this.scene?.pieces ?? []).filter(({ men }) => men.length > 0);
    const held = new Map(pieces.map((placed) => [placed.site, placed]));
    for (const site of path) putMark(group, plan, "frame", site);
    const begun = path.length > 0;
    const empty = [...next].filter((site) => !held.has(site));
    for (const site of next) {
      const placed = held.get(site);
      if (this.board.sites[site]?.kind === "pit") putMark(group, plan, "pit", site);
      else if (placed && (begun || this.isOthers(placed))) markMen(group, plan, placed, "m-take", 108);
      else if (placed) markMen(group, plan, placed, "m-can", 104);
      else if (begun || empty.length <= 16) mark(group, plan, site, "m-target", begun ? 100 : 64);
      else putMark(group, plan, "dot", site);
    }
    drawWay(group, plan, path);
    const from = path[0] ?? this.looking;
    const sown = this.touch.open.find(({ clicks, sown }) => sown && clicks[0] === from)?.sown;
    if (sown) drawSowing(group, plan, [from ?? 0, ...sown]);
    drawValues(group, plan, this.values, path);
    if (!this.touch.isBegun) drawDarts(group, plan, this.darts);
    const [man, ...places] = this.hinted;
    const goes = this.touch.open.filter(({ clicks }) => clicks[0] === man).flatMap(({ clicks }) => clicks);
    if (man !== undefined) drawHand(group, plan, man, [...held.keys(), ...next, ...goes, ...places]);
    for (const site of places) putMark(group, plan, "ring", site);
    putMark(group, plan, "frame", this.near);
    putMark(group, plan, "why", this.pointed);
    nameCells(this);
  }

  /** Whether men are not the mover's own: touching them first takes them. @param {import("./types.d.ts").Placed} placed */
  isOthers({ men }) {
    return this.seats.length > 1 && men[men.length - 1]?.seat !== this.scene?.status.seat;
  }

  /** What was done here was right, or this click was refused; either goes with the next touch. @param {"seal" | "cross"} kind @param {number} site */
  stampMark(kind, site) {
    putMark(this.markGroup, this.plan, kind, site);
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
    return sites.flatMap((site) => this.cells.get(site) ?? []);
  }

  /** The board takes the focus, where it last had it. */
  takeFocus() {
    this.cells.get(this.focus)?.focus({ preventScroll: true });
  }

  /** @param {number} site */
  moveFocus(site) {
    this.cells.get(this.focus)?.setAttribute("tabindex", "-1");
    this.focus = site;
    const cell = this.cells.get(site);
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
      if (site !== null) this.look(site);
    });
    this.svg.addEventListener("pointerleave", () => this.look(null));
    this.svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.svg.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
      const site = siteOf(event.target);
      if (site !== null) this.look(site);
      if (site !== null && site !== this.focus) {
        this.cells.get(this.focus)?.setAttribute("tabindex", "-1");
        this.focus = site;
        this.cells.get(site)?.setAttribute("tabindex", "0");
      }
    });
    this.svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      this.byPointer = true;
      this.settle();
      grasp(this, event);
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

  /** Somebody looks at a site, or away: a sowing from there is shown before it is played. @param {number | null} site */
  look(site) {
    if (site !== null) this.owner.looked?.(site);
    const before = this.looking;
    this.looking = site;
    if (before !== site && !this.motion && this.touch.steps.some(({ sown }) => sown)) this.drawMarks();
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
    else if (result.type === "choose") this.choose(result.steps);
    else if (result.type === "refused") this.owner.refused(result.clicks);
    else this.owner.changed();
  }

  /** Several steps are touched alike: what a man becomes is chosen beside him, anything else with the page. @param {LegalStep[]} steps */
  choose(steps) {
    this.owner.choose(steps);
    const [from = 0] = this.touch.path;
    const site = this.touch.path[this.touch.path.length - 1];
    const men = becoming(steps, this.men);
    if (men && site !== undefined) this.picker.open(men, site, (this.scene && manOn(this.scene, from)?.kind) ?? "man");
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
}

/** @param {Scene} scene @param {number} site @returns {Man | null} */
function manOn(scene, site) {
  const men = scene.pieces.find((placed) => placed.site === site)?.men ?? [];
  return men[men.length - 1] ?? null;
}
