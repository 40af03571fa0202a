// Mine: the games of this browser, running and finished, with how they came out. A file takes them elsewhere and back.

import { get, heldKeys, heldTables, keep, kept, letGo, post, remove } from "./api.js";
import { h, s } from "./dom.js";
import { picture } from "./draw.js";
import { save } from "./files.js";
import { nameOf } from "./names.js";
import { bar, confirm, fill, levelWords, plainWords, speak, typing } from "./page.js";
import { resultFor } from "./result.js";

/** @typedef {import("./types.d.ts").Card} Card */
/** @typedef {import("./types.d.ts").Summary} Summary */

/** A game that came from a file. @typedef {{game: string, title: string, text: string, result: string, when: number}} Brought */

/**
 * A row of the list: a table, or a record that was brought in.
 * @typedef {object} Row
 * @property {string} id
 * @property {string} game
 * @property {string} href
 * @property {string} against
 * @property {"running" | "won" | "lost" | "drawn" | "over"} result
 * @property {string} words
 * @property {number | null} level of the one computer it was played against
 * @property {number} when
 * @property {Summary | null} table
 */

const RESULTS = /** @type {[Row["result"], string][]} */ ([
  ["running", "Running"],
  ["won", "Won"],
  ["lost", "Lost"],
  ["drawn", "Drawn"],
  ["over", "Finished"],
]);

/** How many tables are asked for at a time. */
const ASKED = 50;

/** @returns {Promise<Summary[]>} */
async function tables() {
  const ids = heldTables().map(({ id }) => id);
  const found = [];
  for (let from = 0; from < ids.length; from += ASKED) {
    const { tables: some, gone } = await get(`/api/tables?ids=${ids.slice(from, from + ASKED).join(",")}`);
    found.push(...some);
    if (gone.length > 0) letGo(gone);
  }
  return found;
}

/** @param {Summary} table @param {Card} card @returns {Row} */
function rowOf(table, card) {
  const mine = heldKeys(table.id)
    .filter(({ kind }) => kind === "seat")
    .map(({ seat }) => seat);
  const others = table.seats.filter((seat) => !mine.includes(seat.number));
  const computers = others.filter((seat) => seat.kind === "computer");
  const over = table.status.type === "over";
  const { kind, lead } = resultFor(card, table.status, { mine, taken: table.turns });
  const yours = mine.includes(table.status.seat ?? 0);
  return {
    id: table.id,
    game: table.game,
    href: `/play/${table.id}`,
    against: others.map((seat) => nameOf(seat, [])).join("; ") || (card.seats.length === 1 ? "alone" : "on one screen"),
    result: over ? kind : "running",
    words: over ? lead : yours ? "Your move" : "Their move",
    level: mine.length === 1 && others.length === 1 && computers.length === 1 ? (computers[0]?.level ?? null) : null,
    when: table.updated,
    table,
  };
}

/** @param {Brought} brought @param {number} nth @returns {Row} */
const broughtRow = (brought, nth) => ({
  id: `brought-${nth}`,
  game: brought.game,
  href: `/analyse/${brought.game}?record=${nth}`,
  against: brought.title,
  result: "over",
  words: brought.result,
  level: null,
  when: brought.when,
  table: null,
});

/** Whether a row is of this game and level. @param {string} [game] @param {string} [level] */
const is = (game, level) => (/** @type {Row} */ row) => row.game === game && String(row.level) === level;

/** Games won, drawn and lost, a step each. @param {number[]} counts @param {number} most */
function resultBar(counts, most) {
  let x = 0;
  const parts = counts.map((count, nth) => {
    const width = (count / most) * 120;
    const part = s("rect", { class: `bar-${["won", "drawn", "lost"][nth]}`, x, y: 1, width, height: 12 });
    x += width;
    return part;
  });
  return s("svg", { viewBox: "-1 0 122 14", "aria-hidden": "true" }, ...parts);
}

class Archive {
  /** @param {Map<string, Card>} cards @param {Row[]} rows */
  constructor(cards, rows) {
    this.cards = cards;
    this.rows = rows;
    /** @type {Set<string>} */
    this.chosen = new Set();
    this.list = h("div", { class: "archive" });
    this.chips = h("div", { class: "chips", role: "group", "aria-label": "Filter" });
    this.acts = h("p", { class: "archive-acts" });
    this.trouble = h("p", { class: "trouble", role: "alert" });
    this.results = h("section", { "aria-label": "Against the computer" });
  }

  get filter() {
    const search = new URLSearchParams(location.search);
    return { game: search.get("game"), result: search.get("result"), level: search.get("level") };
  }

  /** @param {string} name @param {string | null} value */
  choose(name, value) {
    const search = new URLSearchParams(location.search);
    if (value === null || search.get(name) === value) search.delete(name);
    else search.set(name, value);
    history.replaceState(null, "", `/mine${search.size > 0 ? `?${search}` : ""}`);
    this.draw();
  }

  get shown() {
    const { game, result, level } = this.filter;
    return this.rows.filter(
      (row) =>
        (!game || row.game === game) && (!result || row.result === result) && (!level || String(row.level) === level),
    );
  }

  draw() {
    const { filter, shown } = this;
    const chip = (
      /** @type {string} */ name,
      /** @type {string} */ value,
      /** @type {string} */ words,
      /** @type {number} */ count,
    ) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": String(filter[/** @type {"game"} */ (name)] === value),
          onclick: () => this.choose(name, value),
        },
        `${words} (${count})`,
      );
    const count = (/** @type {(row: Row) => boolean} */ fits) => this.rows.filter(fits).length;
    const games = [...new Set(this.rows.map(({ game }) => game))];
    const levels = [...new Set(this.rows.flatMap(({ level }) => level ?? []))].sort((one, other) => one - other);
    this.chips.replaceChildren(
      ...RESULTS.filter(([result]) => count((row) => row.result === result) > 0).map(([result, words]) =>
        chip(
          "result",
          result,
          words,
          count((row) => row.result === result),
        ),
      ),
      ...games.map((game) =>
        chip(
          "game",
          game,
          this.cards.get(game)?.name ?? game,
          count((row) => row.game === game),
        ),
      ),
      ...levels.map((level) =>
        chip(
          "level",
          String(level),
          levelWords(level),
          count((row) => row.level === level),
        ),
      ),
    );
    const none = h(
      "p",
      { class: "soft" },
      "No game like this. ",
      h("button", { type: "button", class: "line", onclick: () => this.clear() }, h("u", {}, "Clear the filter")),
    );
    this.list.replaceChildren(...(shown.length > 0 ? shown.map((row) => this.row(row)) : [none]));
    this.drawActs();
    this.drawResults();
  }

  clear() {
    history.replaceState(null, "", "/mine");
    this.draw();
  }

  /** @param {Row} row */
  row(row) {
    const card = this.cards.get(row.game);
    const box = h("input", {
      type: "checkbox",
      checked: this.chosen.has(row.id),
      "aria-label": `Choose ${card?.name}, ${row.words}`,
    });
    box.addEventListener("change", () => {
      if (box.checked) this.chosen.add(row.id);
      else this.chosen.delete(row.id);
      this.drawActs();
    });
    const thumb = card && picture(card.id, card.board, row.table?.pieces ?? card.pieces, { label: "" });
    thumb?.classList.add("thumb");
    thumb?.setAttribute("aria-hidden", "true");
    const day = new Date(row.when).toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" });
    const turns = row.table ? `${row.table.turns} turns; ` : "";
    return h(
      "div",
      { class: `archive-row result-row-${row.result}`, "data-id": row.id },
      h("span", { class: "pick" }, box),
      h(
        "a",
        { class: "ticket", href: row.href },
        thumb,
        h("span", {}, h("b", {}, card?.name ?? row.game), h("small", {}, `${row.against}; ${turns}${day}`)),
        h(
          "span",
          { class: `turn result-sign-${row.result}${row.words === "Your move" ? " turn-you" : ""}` },
          row.words,
        ),
      ),
      row.table && row.result !== "running" && (card?.seats.length ?? 0) > 1
        ? h("a", { class: "btn btn-small archive-review", href: `/review/${row.id}` }, "Review")
        : null,
    );
  }

  drawActs() {
    const count = this.chosen.size;
    const act = (/** @type {string} */ words, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", class: "btn", onclick }, words);
    const file = h("input", {
      type: "file",
      accept: ".txt,.pgn,.pdn,text/plain",
      class: "visually-hidden",
      "aria-label": "A file of records",
    });
    file.addEventListener("change", () => this.bringIn(file.files?.[0]));
    this.acts.replaceChildren(
      act(count > 0 ? `Save ${count} chosen` : "Save all", () => this.save()),
      h("label", { class: "btn" }, "Bring in a file", file),
      count > 0 ? act(`Delete ${count} chosen`, () => this.delete()) : "",
    );
  }

  /** The records of some rows, in order. @param {Row[]} rows @returns {Promise<string>} */
  async records(rows) {
    const brought = kept("brought", /** @type {Brought[]} */ ([]));
    const texts = await Promise.all(
      rows.map((row) =>
        row.table
          ? get(`/api/tables/${row.id}/record`).catch(() => "")
          : (brought[Number(row.id.slice(8))]?.text ?? ""),
      ),
    );
    return texts.filter(Boolean).join("\n");
  }

  get picked() {
    return this.chosen.size > 0 ? this.rows.filter((row) => this.chosen.has(row.id)) : this.rows;
  }

  async save() {
    save(new Blob([await this.records(this.picked)], { type: "text/plain" }), "parlour-games.txt");
  }

  /** @param {File | undefined} file */
  async bringIn(file) {
    if (!file) return;
    const parts = (await file.text()).split(/\n(?=\[Game )/).filter((part) => part.trim());
    const brought = kept("brought", /** @type {Brought[]} */ ([]));
    let read = 0;
    for (const text of parts) {
      try {
        const record = await post("/api/records", { text });
        const title = record.players?.filter(Boolean).join(" and ") || "brought in";
        if (brought.some((known) => known.text === text)) continue;
        brought.push({ game: record.game, title, text, result: record.result ?? "*", when: Date.now() });
        read += 1;
      } catch (error) {
        this.trouble.textContent = plainWords(error);
      }
    }
    keep("brought", brought);
    speak(`${read} games brought in.`);
    const own = this.rows.filter(({ table }) => table);
    this.rows = [...own, ...brought.map(broughtRow)];
    this.draw();
  }

  async delete() {
    const rows = this.picked;
    const people = rows.filter(({ table }) =>
      table?.seats.some(
        (seat) => seat.kind === "person" && !heldKeys(table.id).some((key) => key.seat === seat.number),
      ),
    );
    const others = people.length > 0 ? ` ${people.length} of them are gone for the other players, too.` : "";
    if (!(await confirm(`Delete ${rows.length} games for good?${others}`, "Delete them", "Keep them"))) return;
    const brought = kept("brought", /** @type {Brought[]} */ ([]));
    for (const row of rows) {
      if (!row.table) continue;
      const key = heldKeys(row.id).find(({ kind }) => kind === "seat");
      await remove(`/api/tables/${row.id}`, key?.token ?? null).catch(() => {});
    }
    letGo(rows.filter(({ table }) => table).map(({ id }) => id));
    const gone = new Set(rows.map(({ id }) => id));
    const left = brought.filter((_, nth) => !gone.has(`brought-${nth}`));
    keep("brought", left);
    this.chosen.clear();
    this.rows = [...this.rows.filter((row) => row.table && !gone.has(row.id)), ...left.map(broughtRow)];
    this.draw();
  }

  /** Won, drawn and lost against one computer, counted by game and level, one bar each. No rating and no trend. */
  drawResults() {
    const rows = this.shown.filter(({ level, result }) => level !== null && ["won", "lost", "drawn"].includes(result));
    this.results.hidden = rows.length === 0;
    const names = [...new Set(rows.map(({ game, level }) => `${game} ${level}`))].map((name) => name.split(" "));
    const called = (/** @type {string} */ game) => this.cards.get(game)?.name ?? game;
    names.sort(
      ([one = "", low], [other = "", high]) => called(one).localeCompare(called(other)) || Number(low) - Number(high),
    );
    const most = Math.max(1, ...names.map(([game, level]) => rows.filter(is(game, level)).length));
    const few = rows.length < 10 ? h("p", { class: "soft" }, "Fewer than ten games: too few to tell much.") : null;
    const row = (/** @type {string[]} */ [game = "", level = ""]) => {
      const here = rows.filter(is(game, level));
      const counts = ["won", "drawn", "lost"].map((result) => here.filter((one) => one.result === result).length);
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, called(game)),
        h("td", {}, `${level}, ${levelWords(Number(level))}`),
        ...counts.map((count) => h("td", {}, String(count))),
        h("td", { class: "levels-bar" }, resultBar(counts, most)),
      );
    };
    const heads = ["Game", "Level", "Won", "Drawn", "Lost"].map((words) => h("th", { scope: "col" }, words));
    this.results.replaceChildren(
      h("div", { class: "shelf-head" }, h("h2", {}, "Against the computer")),
      h(
        "table",
        { class: "levels" },
        h("thead", {}, h("tr", {}, ...heads, h("td"))),
        h("tbody", {}, ...names.map(row)),
      ),
      ...(few ? [few] : []),
    );
  }

  /** Up and down through the games, R to a review. @param {KeyboardEvent} event */
  key(event) {
    if (typing(event)) return;
    const links = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll(".ticket")]);
    const nth = links.findIndex((link) => link.closest(".archive-row")?.contains(document.activeElement));
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      links[Math.max(0, Math.min(links.length - 1, nth + (event.key === "ArrowDown" ? 1 : -1)))]?.focus();
    } else if (event.key.toLowerCase() === "r" && nth >= 0) {
      /** @type {HTMLElement | null | undefined} */ (
        links[nth]?.closest(".archive-row")?.querySelector(".archive-review")
      )?.click();
    }
  }

  /** Matches of several games, as far as they have come. */
  series() {
    const rows = this.rows.filter(({ table }) => table?.series);
    if (rows.length === 0) return null;
    return h(
      "section",
      { "aria-label": "Matches" },
      h("div", { class: "shelf-head" }, h("h2", {}, "Matches")),
      h(
        "ul",
        { class: "record-list" },
        ...rows.map(({ href, game, against, table }) => {
          const { games, played, score } = table?.series ?? { games: 0, played: 0, score: [] };
          return h(
            "li",
            {},
            h("a", { href }, this.cards.get(game)?.name ?? game),
            ` ${against}: ${played} of ${games} played, ${score.join(" to ")}`,
          );
        }),
      ),
    );
  }
}

export async function open() {
  /** @type {{games: Card[]}} */
  const { games } = await get("/api/games");
  const cards = new Map(games.map((card) => [card.id, card]));
  const own = (await tables()).flatMap((table) => {
    const card = cards.get(table.game);
    return card ? [rowOf(table, card)] : [];
  });
  own.sort(
    (one, other) => Number(other.result === "running") - Number(one.result === "running") || other.when - one.when,
  );
  const rows = [...own, ...kept("brought", /** @type {Brought[]} */ ([])).map(broughtRow)];
  const archive = new Archive(cards, rows);
  const empty = h(
    "p",
    {},
    "No game has been played in this browser yet. ",
    h("a", { class: "btn", href: "/" }, "To the shelf"),
  );
  const main = h(
    "main",
    { class: "shelf-main mine" },
    h("h1", {}, "My games"),
    h("p", { class: "soft" }, "Kept in this browser. Save them as a file to take them elsewhere."),
    rows.length > 0 ? archive.chips : empty,
    archive.acts,
    archive.trouble,
    archive.list,
    archive.results,
    archive.series(),
  );
  addEventListener("keydown", (event) => archive.key(event));
  document.title = "My games – Parlour";
  fill(bar({ name: "My games", links: [["Shelf", "/"]] }), main);
  archive.draw();
}
