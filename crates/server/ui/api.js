// Talking to the server, and what this browser remembers: the seats it holds.

/** @typedef {import("./types.d.ts").Problem} Problem */
/** @typedef {import("./types.d.ts").Key} Key */

/** An answer other than yes, with the server's words. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {Problem} problem
   * @param {number} [wait] seconds after which to ask again
   */
  constructor(status, problem, wait = 0) {
    super(problem.words);
    this.status = status;
    this.problem = problem;
    this.wait = wait;
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {string | null} [token]
 * @returns {Promise<any>}
 */
async function ask(method, path, body, token) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Unreachable("The server cannot be reached.");
  }
  const text = await answer.text();
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  const value = isJson && text ? JSON.parse(text) : text;
  if (answer.ok) return value;
  const problem = value?.error ?? { code: "unknown", words: `The server answered with ${answer.status}.` };
  throw new Refused(answer.status, problem, Number(answer.headers.get("Retry-After") ?? 0));
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/** @param {string} path @param {unknown} body @param {string | null} [token] */
export const post = (path, body, token) => ask("POST", path, body, token);
/** @param {string} path @param {string | null} token */
export const remove = (path, token) => ask("DELETE", path, undefined, token);

/** A name for one request, so that it can be repeated without being done twice. Works without a secure context. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Record<string, string | null | undefined>} parts */
export function query(parts) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value) search.set(name, value);
  const text = search.toString();
  return text ? `?${text}` : "";
}

/**
 * The options that differ from the usual ones, as an address carries them.
 * @param {import("./types.d.ts").Options} chosen
 * @param {import("./types.d.ts").Card} card
 * @param {Record<string, string | null | undefined>} [more]
 */
export function plainQuery(chosen, card, more = {}) {
  const unusual = card.options.filter(({ name, values }) => (chosen[name] ?? values[0]) !== values[0]);
  return query({ ...Object.fromEntries(unusual.map(({ name }) => [name, chosen[name]])), ...more });
}

// --- what this browser keeps -------------------------------------------------------------------------

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(`parlour.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`parlour.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays; it only forgets.
  }
}

/** @typedef {{id: string, game: string, keys: Key[]}} Held A table at which this browser holds seats or invitations. */

/** @returns {Held[]} The newest first. */
export const heldTables = () => kept("tables", /** @type {Held[]} */ ([]));

/** @param {string} id @returns {Key[]} */
export const heldKeys = (id) => heldTables().find((held) => held.id === id)?.keys ?? [];

/** The keys of seats that are played from here. @param {string} id */
export const seatKeys = (id) => heldKeys(id).filter(({ kind }) => kind === "seat");
/** @param {string} id */
export const heldSeats = (id) => seatKeys(id).map(({ seat }) => seat);

/** @param {string} id @param {string} game @param {Key[]} keys */
export function hold(id, game, keys) {
  const others = heldTables().filter((held) => held.id !== id);
  const before = heldKeys(id).filter((old) => !keys.some((key) => key.seat === old.seat && key.kind === old.kind));
  keep("tables", [{ id, game, keys: [...keys, ...before] }, ...others].slice(0, 200));
}

/**
 * Sets up a table, remembers its keys, and goes there.
 * @param {string} game
 * @param {object} how options, seats and whatever else a table begins with
 */
export async function sitDownAt(game, how) {
  const created = await post("/api/tables", { game, key: newKey(), ...how });
  hold(created.id, game, created.keys);
  location.href = `/play/${created.id}`;
}

/** @param {string[]} ids */
export function letGo(ids) {
  keep(
    "tables",
    heldTables().filter((held) => !ids.includes(held.id)),
  );
}

/** Of several requests under way only the newest counts: older answers, and older failures, are dropped. */
export class Latest {
  #newest = 0;

  /**
   * Asks, and gives what was answered, or null if something newer has been asked or begun meanwhile.
   * @template T
   * @param {() => Promise<T>} request
   * @returns {Promise<{value: T} | null>}
   */
  async ask(request) {
    this.#newest += 1;
    const own = this.#newest;
    try {
      const value = await request();
      return own === this.#newest ? { value } : null;
    } catch (error) {
      if (own !== this.#newest) return null;
      throw error;
    }
  }

  /** Whatever is under way no longer matters. */
  drop() {
    this.#newest += 1;
  }
}
