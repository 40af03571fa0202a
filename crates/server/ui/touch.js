// How touching sites becomes a step. The legal steps and their click paths come from the server; this walks
// the prefix tree of those paths and knows nothing else.

/** @typedef {import("./types.d.ts").LegalStep} LegalStep */

/**
 * What a touch leads to.
 * @typedef {{type: "play", step: LegalStep}
 *   | {type: "choose", steps: LegalStep[]}
 *   | {type: "path"}
 *   | {type: "back"}
 *   | {type: "refused", clicks: number[]}} Result
 */

export class Touch {
  /** @param {LegalStep[]} steps @param {boolean} [goesOn] whether they go on with a turn: its man is chosen, if only one can */
  constructor(steps, goesOn = false) {
    this.steps = steps;
    const [man] = steps[0]?.clicks ?? [];
    const isOnly = goesOn && steps.every(({ clicks }) => clicks[0] === man && clicks.length > 1);
    /** What is chosen from the first, and stays so. @type {number[]} */
    this.fixed = isOnly && man !== undefined ? [man] : [];
    this.path = [...this.fixed];
  }

  /** Whether somebody has chosen anything. */
  get isBegun() {
    return this.path.length > this.fixed.length;
  }

  /** The steps that the path may still become. */
  get open() {
    return this.steps.filter(({ clicks }) => clicks.length > 0 && this.path.every((site, nth) => clicks[nth] === site));
  }

  /** The steps that the path already is, though it could go on. */
  get complete() {
    return this.path.length === 0 ? [] : this.open.filter(({ clicks }) => clicks.length === this.path.length);
  }

  /** The sites that may be touched next. @returns {Set<number>} */
  get next() {
    const sites = this.open.map(({ clicks }) => clicks[this.path.length]);
    return new Set(/** @type {number[]} */ (sites.filter((site) => site !== undefined)));
  }

  /** Steps offered as buttons: all of them until something is chosen, then those that the path may still become. */
  get buttons() {
    const { isBegun, open } = this;
    return this.steps.filter((step) => step.button && (!isBegun || open.includes(step)));
  }

  /** One touch back, or nothing left to go back from. */
  back() {
    return this.isBegun && this.path.pop() !== undefined;
  }

  /**
   * @param {number} site
   * @returns {Result}
   */
  touch(site) {
    if (this.next.has(site)) {
      this.path.push(site);
      const { complete, open } = this;
      if (open.length > complete.length) return { type: "path" };
      const [only] = complete;
      if (only && complete.length === 1) return { type: "play", step: only };
      return { type: "choose", steps: complete };
    }
    if (this.path.length > 0 && site === this.path[this.path.length - 1]) {
      if (this.complete.length > 0) return this.finish();
      return this.back() ? { type: "back" } : { type: "path" };
    }
    const clicks = [...this.path, site];
    const starts = this.steps.some((step) => step.clicks[0] === site);
    if (starts) {
      // Another man was meant, or the same from the first: begin anew with him.
      if (site === this.fixed[0]) {
        this.path = [...this.fixed];
        return { type: "path" };
      }
      this.path = [];
      return this.touch(site);
    }
    return { type: "refused", clicks };
  }

  /** The path is enough. @returns {Result} */
  finish() {
    const { complete } = this;
    const [only] = complete;
    if (!only) return { type: "refused", clicks: [...this.path] };
    return complete.length === 1 ? { type: "play", step: only } : { type: "choose", steps: complete };
  }
}
