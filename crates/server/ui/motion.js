// Men that glide: animation from a step's effects, never from comparing two pictures.

import { kept } from "./api.js";
import { s } from "./dom.js";
import { drawMan } from "./draw.js";

/** @typedef {import("./draw.js").Plan} Plan */
/** @typedef {import("./types.d.ts").Taken} Taken */
/** @typedef {import("./types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").Man} Man */

const STEP = 240;
const SOW = 180;
const EASE = "cubic-bezier(.2, .7, .2, 1)";

/** How quickly men may move: how long they take beside what is usual, and what that is called. @type {[number, string][]} */
export const PACES = [
  [2, "Slow"],
  [1, "Brisk"],
  [0, "At once"],
];

/** How quickly men move, by choice. */
export const pace = () => kept("pace", 1);

/** Nothing glides: asked of the system, or of us. */
const calm = () => pace() === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Plays the effects of steps on the men of a board, one beat after the other. */
export class Motion {
  /**
   * @param {Plan} plan
   * @param {SVGElement} men the group that holds them
   */
  constructor(plan, men) {
    this.plan = plan;
    this.men = men;
    this.stopped = false;
    /** @type {Animation[]} */
    this.running = [];
    /** @type {Map<number, SVGElement>} */
    this.standing = new Map();
    for (const man of men.querySelectorAll("[data-site]")) {
      this.standing.set(Number(man.getAttribute("data-site")), /** @type {SVGElement} */ (man));
    }
    /** Where each group has glided to, beside where it was drawn. @type {Map<SVGElement, [number, number]>} */
    this.shift = new Map();
    /** Men who stood where one has arrived before the server was heard. @type {Map<number, SVGElement>} */
    this.struck = new Map();
    /** Done when the man moved ahead of the answer has arrived. @type {Promise<unknown>} */
    this.walking = Promise.resolve();
    /** @type {[number, number] | null} */
    this.hand = null;
    /** @type {Man | null} */
    this.held = null;
  }

  /** Ends it at once; what follows is drawn in its place. */
  stop() {
    this.stopped = true;
    for (const animation of this.running) animation.cancel();
  }

  /** @param {Taken[]} steps @param {(site: number) => Man | null} manFor who comes from a tray or lies in a pit */
  async play(steps, manFor) {
    if (calm()) return;
    await this.walking;
    for (const { beats } of steps) {
      for (const beat of beats) {
        if (this.stopped) return;
        await Promise.all(beat.map((effect) => this.effect(effect, manFor).catch(() => {})));
      }
    }
  }

  /** @param {Effect} effect @param {(site: number) => Man | null} manFor */
  async effect({ type, from = -1, to = -1, at = -1 }, manFor) {
    switch (type) {
      case "move":
      case "jump":
      case "carry": {
        const struck = this.standing.get(to);
        const man = this.leaving(from);
        // On a square one man stands; on a pennant there is company.
        if (struck && struck !== man && this.plan.board.sites[to]?.kind === "cell") this.fade(struck, STEP);
        if (!man) return;
        if (this.plan.onBoard(to)) {
          await this.glide(man, from, to, type === "jump" ? STEP * 1.2 : STEP);
          this.standing.set(to, man);
        } else await this.fade(man, STEP);
        return;
      }
      case "take": {
        const struck = this.struck.get(from);
        const man = struck ?? this.standing.get(from);
        if (!man) return;
        // A column gives only its leader, a pit all it holds: what is left is drawn at the end.
        if (man.childElementCount === 1 || this.plan.board.sites[from]?.kind === "pit") {
          if (!struck) this.standing.delete(from);
          await this.fade(man, STEP * 0.8);
        }
        return;
      }
      case "place": {
        const man = manFor(from) ?? manFor(to);
        if (!man || !this.plan.onBoard(to)) return;
        const [x, y] = this.plan.middle(to);
        const group = s("g", { class: "man" }, drawMan(man, x, y, 96));
        this.men.append(group);
        this.standing.set(to, group);
        await this.run(
          group,
          [
            { opacity: 0, transform: "translateY(-30px)" },
            { opacity: 1, transform: "none" },
          ],
          STEP,
        );
        return;
      }
      case "lift": {
        this.hand = this.plan.middle(from);
        this.held = manFor(from);
        const man = this.standing.get(from);
        this.standing.delete(from);
        if (man) await this.fade(man, SOW);
        return;
      }
      case "drop": {
        const [x, y] = this.plan.middle(to);
        const [fromX, fromY] = this.hand ?? [x, y];
        this.hand = [x, y];
        if (!this.held) return;
        const seed = s("g", { class: "man" }, drawMan(this.held, x, y, 30));
        this.men.append(seed);
        await this.run(seed, [{ transform: `translate(${fromX - x}px, ${fromY - y}px)` }, { transform: "none" }], SOW);
        const count = this.standing.get(to)?.querySelector(".count");
        if (count) count.textContent = String(Number(count.textContent) + 1);
        return;
      }
      case "change": {
        const man = this.standing.get(at);
        if (man) await this.run(man, [{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }], STEP);
      }
    }
  }

  /** Takes up who leaves a site: one man of several on a pennant, elsewhere all. @param {number} from */
  leaving(from) {
    const group = this.standing.get(from);
    const last = group?.lastElementChild;
    if (group && last && this.plan.board.sites[from]?.kind === "pennant" && group.childElementCount > 1) {
      const one = s("g", { class: "man" }, last);
      group.after(one);
      return one;
    }
    this.standing.delete(from);
    return group;
  }

  /** Moves a man along the sites that were touched, before the server has answered. @param {number[]} path */
  walk(path) {
    const [first, ...rest] = path;
    const man = first === undefined ? undefined : this.leaving(first);
    if (first === undefined || !man) return;
    let at = first;
    const legs = rest.map((to) => {
      const leg = /** @type {const} */ ([at, to]);
      at = to;
      return leg;
    });
    const struck = this.standing.get(at);
    if (struck) this.struck.set(at, struck);
    this.standing.set(at, man);
    const go = async () => {
      for (const [from, to] of legs) {
        if (this.stopped) return;
        await this.glide(man, from, to, calm() ? 0 : STEP).catch(() => {});
      }
    };
    this.walking = go();
  }

  /** @param {SVGElement} man @param {number} from @param {number} to @param {number} time */
  async glide(man, from, to, time) {
    const [x, y] = this.shift.get(man) ?? [0, 0];
    const [fromX, fromY] = this.plan.middle(from);
    const [toX, toY] = this.plan.middle(to);
    const [nextX, nextY] = [x + toX - fromX, y + toY - fromY];
    this.shift.set(man, [nextX, nextY]);
    man.parentNode?.append(man);
    await this.run(
      man,
      [{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${nextX}px, ${nextY}px)` }],
      time,
    );
  }

  /** @param {SVGElement} man @param {number} time */
  fade(man, time) {
    return this.run(man, [{ opacity: 1 }, { opacity: 0 }], time);
  }

  /** @param {SVGElement} element @param {Keyframe[]} frames @param {number} duration */
  async run(element, frames, duration) {
    const animation = element.animate(frames, { duration: duration * pace(), easing: EASE, fill: "forwards" });
    this.running.push(animation);
    await animation.finished;
  }
}
