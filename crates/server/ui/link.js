// The line to a table: steps up by POST, changes down by a stream. A change says all that a page needs; the whole table is
// asked for only at first, by pages without a stream, and if something was missed.

import { get, heldSeats, newKey, post, Refused, seatKeys, Unreachable } from "./api.js";
import { listen } from "./stream.js";

/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").Taken} Taken */
/** @typedef {import("./types.d.ts").Change} Change */

/**
 * What a table tells its page.
 * @typedef {object} Listener
 * @property {(view: View, moves: Taken[]) => void} seen a new state, and the steps that led to it
 * @property {(thought: {depth: number, nodes: number, chance: number, line: string[]}) => void} thought
 * @property {(state: "live" | "reconnecting" | "gone") => void} line how the connection is
 * @property {(build: string) => void} build which build of the pages the server has
 */

/** A hidden page gives its connection to others and only asks now and then. */
const HIDDEN_ASKS_EVERY = 20_000;
/** A shown page that others have crowded out asks more often. */
const CROWDED_ASKS_EVERY = 3_000;
/** Browsers allow six connections to a host; streams may have some of them, asking needs the others. */
const MOST_STREAMS = 3;
/** How long to wait before listening again, at first and at most. */
const LISTEN_AGAIN = [500, 10_000];

/**
 * The view after one more event: what the server's own `View::apply` does.
 * @param {View} view
 * @param {Change} change
 * @returns {View}
 */
function applied(view, change) {
  const { version, time, board, offers, series, next } = change;
  const seats = view.seats.map((seat, nth) => ({ ...seat, ...change.seats?.[nth] }));
  const after = { ...view, version, updated: time, offers, series, next, seats };
  if (board) {
    after.scene = board.scene;
    after.taken = board.taken;
    after.last = board.last;
    after.turns = [...view.turns.slice(0, board.turns_before), ...board.turns];
  }
  const mover = seats.find((seat) => seat.number === after.scene.status.seat);
  after.thinking = mover?.kind === "computer" ? { seat: mover.number, since_ms: 0 } : null;
  return after;
}

export class TableLink {
  /** @param {string} id @param {Listener} listener @param {boolean} watching */
  constructor(id, listener, watching) {
    this.id = id;
    this.listener = listener;
    this.watching = watching;
    /** @type {View | null} */
    this.view = null;
    /** What ends the stream, while there is one. @type {AbortController | null} */
    this.stream = null;
    /** @type {number | undefined} */
    this.asking = undefined;
    this.crowded = false;
    this.refreshing = false;
    this.again = false;
    /** Pages of this browser that have opened a stream since this one did. @type {Set<string>} */
    this.younger = new Set();
    this.name = newKey();
    this.tabs = new BroadcastChannel("parlour.streams");
    this.tabs.addEventListener("message", ({ data }) => this.makeRoom(data));
    addEventListener("focus", () => {
      if (this.crowded) this.comeBack();
    });
    document.addEventListener("visibilitychange", () => this.followVisibility());
    addEventListener("pagehide", () => this.closeStream());
  }

  get path() {
    return `/api/tables/${this.id}`;
  }

  /** The seats that this browser may play. @returns {number[]} */
  get mine() {
    return this.watching ? [] : heldSeats(this.id);
  }

  /** @param {number} seat @returns {string | null} */
  token(seat) {
    return seatKeys(this.id).find((key) => key.seat === seat)?.token ?? null;
  }

  async open() {
    this.take(await get(this.path));
    this.followVisibility();
  }

  /** @param {View} view */
  take(view) {
    const before = this.view;
    if (before && view.version < before.version) return;
    this.view = view;
    const more = before ? view.taken - before.taken : 0;
    const moves = more > 0 ? view.last.slice(-more) : [];
    this.listener.seen(view, moves);
  }

  async refresh() {
    if (this.refreshing) {
      this.again = true;
      return;
    }
    this.refreshing = true;
    try {
      do {
        this.again = false;
        this.take(await get(this.path));
      } while (this.again);
      this.listener.line("live");
    } catch (error) {
      this.listener.line(error instanceof Refused && error.status === 404 ? "gone" : "reconnecting");
    } finally {
      this.refreshing = false;
    }
  }

  followVisibility() {
    if (document.hidden) this.askEvery(HIDDEN_ASKS_EVERY);
    else if (!this.stream) this.comeBack();
  }

  comeBack() {
    clearInterval(this.asking);
    this.crowded = false;
    this.younger.clear();
    this.listen();
  }

  /** Without a stream of its own. @param {number} every */
  askEvery(every) {
    clearInterval(this.asking);
    this.closeStream();
    this.asking = setInterval(() => this.refresh(), every);
  }

  /** Another page of this browser has opened a stream: the oldest gives way. @param {string} other */
  makeRoom(other) {
    if (!this.stream) return;
    this.younger.add(other);
    if (this.younger.size < MOST_STREAMS) return;
    this.crowded = true;
    this.askEvery(document.hidden ? HIDDEN_ASKS_EVERY : CROWDED_ASKS_EVERY);
  }

  closeStream() {
    this.stream?.abort();
    this.stream = null;
  }

  listen() {
    this.closeStream();
    this.tabs.postMessage(this.name);
    this.stream = new AbortController();
    this.follow(this.stream);
  }

  /** Listens, and listens again when the stream breaks off. @param {AbortController} stream */
  async follow(stream) {
    const [first = 0, most = 0] = LISTEN_AGAIN;
    let wait = first;
    while (this.stream === stream) {
      try {
        await listen(`${this.path}/events?since=${this.view?.version ?? 0}`, {
          token: this.token(this.mine[0] ?? 0),
          signal: stream.signal,
          heard: (name, data) => {
            wait = first;
            if (this.stream === stream) this.heard(name, data);
          },
        });
      } catch (error) {
        if (this.stream !== stream) return;
        if (error instanceof Refused && error.status === 404) {
          this.closeStream();
          this.listener.line("gone");
          return;
        }
        if (error instanceof Refused) wait = Math.max(wait, 1000 * error.wait);
      }
      if (this.stream !== stream) return;
      this.listener.line("reconnecting");
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(2 * wait, most);
    }
  }

  /** @param {string} name @param {any} data */
  heard(name, data) {
    if (name === "hello") {
      this.listener.line("live");
      this.listener.build(data.build);
      this.presence(data.present);
    } else if (name === "present") {
      this.presence(data.present);
    } else if (name === "thinking") {
      this.listener.thought(data);
    } else if (name === "view") {
      this.take(data);
    } else if (name === "delete") {
      this.closeStream();
      this.listener.line("gone");
    } else if (name !== "bye") {
      this.change(data);
    }
  }

  /** @param {Change} change */
  change(change) {
    const { view } = this;
    if (!view || change.version <= view.version) return;
    if (change.version > view.version + 1) {
      // Something was missed that the stream did not bring.
      this.refresh();
      return;
    }
    this.view = applied(view, change);
    this.listener.seen(this.view, change.board?.step ? [change.board.step] : []);
  }

  /** Who is there, seat by seat. @param {boolean[]} present */
  presence(present) {
    const { view } = this;
    if (!view) return;
    const seats = view.seats.map((seat) => ({ ...seat, present: present[seat.number - 1] ?? false }));
    if (seats.every((seat, nth) => seat.present === view.seats[nth]?.present)) return;
    this.view = { ...view, seats };
    this.listener.seen(this.view, []);
  }

  /**
   * Sends a step, and sends it again under the same key until it is answered.
   * @param {number} seat
   * @param {string} step
   */
  async step(seat, step) {
    await this.send(`${this.path}/steps`, { version: this.view?.version ?? 0, step, key: newKey() }, seat);
  }

  /** @param {number} seat @param {string} action @param {object} [more] */
  async act(seat, action, more = {}) {
    return this.send(
      `${this.path}/actions`,
      { version: this.view?.version ?? 0, key: newKey(), action, ...more },
      seat,
    );
  }

  /** @param {string} path @param {object} body @param {number} seat */
  async send(path, body, seat) {
    for (;;) {
      try {
        const answer = await post(path, body, this.token(seat));
        const view = answer.view ?? answer;
        this.listener.line("live");
        if (view?.version !== undefined) this.take(view);
        return answer;
      } catch (error) {
        if (error instanceof Unreachable) {
          this.listener.line("reconnecting");
          await new Promise((resolve) => setTimeout(resolve, 1000));
          continue;
        }
        if (error instanceof Refused && error.status === 429) {
          await new Promise((resolve) => setTimeout(resolve, 1000 * Math.max(1, error.wait)));
          continue;
        }
        if (error instanceof Refused && error.status === 409 && error.problem.view) this.take(error.problem.view);
        throw error;
      }
    }
  }
}
