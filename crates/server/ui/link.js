// The line to a table: steps up by POST, events down by a stream, everything else by asking again.

import { get, heldKeys, newKey, post, Refused, Unreachable } from "./api.js";

/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").Taken} Taken */

/**
 * What a table tells its page.
 * @typedef {object} Listener
 * @property {(view: View, moves: Taken[]) => void} seen a new state, and the steps that led to it
 * @property {(thought: {depth: number, nodes: number, chance: number, line: string[]}) => void} thought
 * @property {(state: "live" | "reconnecting" | "gone") => void} line how the connection is
 */

/** A hidden page gives its connection to others and only asks now and then. */
const HIDDEN_ASKS_EVERY = 20_000;
/** A shown page that others have crowded out asks more often. */
const CROWDED_ASKS_EVERY = 3_000;
/** Browsers allow six connections to a host; streams may have some of them, asking needs the others. */
const MOST_STREAMS = 3;
const EVENTS = [
  "step",
  "take-back",
  "offer",
  "accept",
  "decline",
  "withdraw",
  "resign",
  "claim",
  "rematch",
  "rename",
  "computer",
  "delete",
];

export class TableLink {
  /** @param {string} id @param {Listener} listener @param {boolean} watching */
  constructor(id, listener, watching) {
    this.id = id;
    this.listener = listener;
    this.watching = watching;
    /** @type {View | null} */
    this.view = null;
    /** @type {EventSource | null} */
    this.source = null;
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
    addEventListener("pagehide", () => this.source?.close());
  }

  get path() {
    return `/api/tables/${this.id}`;
  }

  /** The seats that this browser may play. @returns {number[]} */
  get mine() {
    return this.watching
      ? []
      : heldKeys(this.id)
          .filter((key) => key.kind === "seat")
          .map((key) => key.seat);
  }

  /** @param {number} seat @returns {string | null} */
  token(seat) {
    return heldKeys(this.id).find((key) => key.kind === "seat" && key.seat === seat)?.token ?? null;
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
    else if (!this.source) this.comeBack();
  }

  comeBack() {
    clearInterval(this.asking);
    this.crowded = false;
    this.younger.clear();
    this.listen();
    this.refresh();
  }

  /** Without a stream of its own. @param {number} every */
  askEvery(every) {
    clearInterval(this.asking);
    this.source?.close();
    this.source = null;
    this.asking = setInterval(() => this.refresh(), every);
  }

  /** Another page of this browser has opened a stream: the oldest gives way. @param {string} other */
  makeRoom(other) {
    if (!this.source) return;
    this.younger.add(other);
    if (this.younger.size < MOST_STREAMS) return;
    this.crowded = true;
    this.askEvery(document.hidden ? HIDDEN_ASKS_EVERY : CROWDED_ASKS_EVERY);
  }

  listen() {
    this.tabs.postMessage(this.name);
    const seat = this.mine[0];
    const source = new EventSource(
      `${this.path}/events?since=${this.view?.version ?? 0}${seat ? `&seat=${seat}` : ""}`,
    );
    this.source = source;
    source.addEventListener("hello", (event) => {
      this.listener.line("live");
      if (JSON.parse(event.data).version > (this.view?.version ?? 0)) this.refresh();
    });
    for (const name of EVENTS) {
      source.addEventListener(name, (event) => {
        if (JSON.parse(event.data).version > (this.view?.version ?? 0)) this.refresh();
      });
    }
    source.addEventListener("present", () => this.refresh());
    source.addEventListener("thinking", (event) => this.listener.thought(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      if (this.source !== source) return;
      this.listener.line("reconnecting");
      // The browser comes back by itself unless the answer was a refusal.
      if (source.readyState === EventSource.CLOSED) {
        this.source = null;
        setTimeout(() => {
          if (!this.source && !document.hidden) {
            this.listen();
            this.refresh();
          }
        }, 2000);
      }
    });
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
