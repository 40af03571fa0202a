// Looking back at a table: earlier positions of the game under way, one key or one press away.

import { Latest, post } from "./api.js";
import { plainWords } from "./page.js";

/** @typedef {import("./play.js").Table} Table */
/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").Line} Line */

export class Past {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.requests = new Latest();
    /** How many steps had been played on the board that is looked at; null: the game as it stands. @type {number | null} */
    this.at = null;
    /** The game as it was last read. @type {{version: number, line: Line} | null} */
    this.read = null;
  }

  get count() {
    return this.table.view?.taken ?? 0;
  }

  /** The turn whose end is on the board, for the list of moves. */
  get turn() {
    if (this.at === null) return undefined;
    let sum = 0;
    const ends = (this.table.view?.turns ?? []).map(({ steps }) => {
      sum += steps.length;
      return sum;
    });
    return this.at === 0 ? -1 : ends.findIndex((end) => end >= (this.at ?? 0));
  }

  /** Back to the present, without showing it. */
  forget() {
    this.requests.drop();
    this.at = null;
  }

  /** @param {number} turn */
  goToTurn(turn) {
    const turns = (this.table.view?.turns ?? []).slice(0, turn + 1);
    this.go(turns.flatMap(({ steps }) => steps).length);
  }

  /** So many steps further, or back. @param {number} steps */
  by(steps) {
    this.go((this.at ?? this.count) + steps);
  }

  /** Every position of the game so far. @param {View} view @returns {Promise<Line>} */
  async whole(view) {
    if (this.read?.version === view.version) return this.read.line;
    const body = { options: view.options, position: view.start, moves: movesOf(view) };
    const line = await post(`/api/games/${view.game}/scene?all=1`, body);
    this.read = { version: view.version, line };
    return line;
  }

  /** Shows the board after so many steps. @param {number} nth */
  async go(nth) {
    const { table } = this;
    const { view, board } = table;
    if (!view) return;
    if (nth >= view.taken) {
      if (this.at === null) return;
      this.forget();
      table.chrome();
      await board.show(view.scene, { last: view.last, mayTouch: table.myTurn > 0 });
      return;
    }
    const before = this.at ?? view.taken;
    const at = Math.max(0, nth);
    this.at = at;
    try {
      const answer = await this.requests.ask(() => this.whole(view));
      if (!answer || table.view?.version !== view.version) return;
      const { scenes = [], taken } = answer.value;
      const [scene, last] = [scenes[at], taken[at - 1]];
      if (!scene) return;
      const moves = at === before + 1 && last ? [last] : [];
      table.chrome();
      await board.show({ ...scene, steps: [] }, { last: last ? [last] : [], moves, mayTouch: false });
    } catch (error) {
      this.forget();
      table.showSlip(plainWords(error), null, null);
    }
  }

  /** Shows the last turn once more. */
  async replay() {
    const { table } = this;
    const { view, board } = table;
    if (!view || view.last.length === 0 || this.at !== null) return;
    const answer = await this.requests.ask(() => this.whole(view));
    if (!answer || table.view?.version !== view.version) return;
    const before = answer.value.scenes?.[Math.max(0, view.taken - view.last.length)];
    if (!before) return;
    await board.show({ ...before, steps: [] }, { mayTouch: false });
    if (table.view?.version !== view.version) return;
    await board.show(view.scene, { last: view.last, moves: view.last, mayTouch: table.myTurn > 0 });
  }
}

/** Everything played, as the API reads it. @param {View} view */
export const movesOf = (view) => view.turns.flatMap((turn) => turn.steps).join(" ");
