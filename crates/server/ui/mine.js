// Mine: the games of this browser, running and finished, with how they came out. A file takes them elsewhere and back.

import { heldSeats, keep, letGo, post, Refused } from "./api.js";
import { archived, broughtIn, broughtRows, inOrder, ORDERS, saveRecords } from "./archive.js";
import { h } from "./dom.js";
import { fileButton } from "./files.js";
import { picture } from "./draw.js";
import { bar, fill, levelWords, plainWords, slip, speak, typing } from "./page.js";
import { Selection } from "./selection.js";
import { resultsByLevel, seriesTables } from "./standings.js";
import { recordsIn } from "./studies.js";

/** @typedef {import("./archive.js").Archived} Archived */
/** @typedef {import("./archive.js").Row} Row */

const RESULTS = /** @type {[Row["result"], string][]} */ ([
  ["running", "Running"],
  ["won", "Won"],
  ["drawn", "Drawn"],
  ["lost", "Lost"],
  ["over", "Finished"],
]);

export class Archive {
  /** @param {Archived} archive */
  constructor({ cards, rows, gone, isCopy }) {
    this.cards = cards;
    this.rows = rows;
    this.gone = gone;
    this.isCopy = isCopy;
    this.selection = new Selection(this);
    this.counted = h("p", { class: "soft" });
    this.list = h("div", { class: "archive" });
    this.filters = h("div", { class: "filters", role: "group", "aria-label": "Filter" });
    this.acts = h("p", { class: "archive-acts" });
    this.notice = h("div", {});
    this.trouble = h("p", { class: "trouble", role: "alert" });
    this.results = h("section", { class: "archive-card", "aria-label": "Against the computer" });
    this.series = h("section", { class: "archive-card", "aria-label": "Matches" });
    addEventListener("keydown", (event) => this.key(event));
  }

  get filter() {
    const search = new URLSearchParams(location.search);
    const of = (/** @type {string} */ name) => search.get(name);
    return { game: of("game"), result: of("result"), level: of("level"), sort: of("sort") };
  }

  /** @param {string} name @param {string | null} value */
  choose(name, value) {
    const search = new URLSearchParams(location.search);
    if (!value || search.get(name) === value) search.delete(name);
    else search.set(name, value);
    history.replaceState(null, "", `/mine${search.size > 0 ? `?${search}` : ""}`);
    this.draw();
  }

  clear() {
    history.replaceState(null, "", "/mine");
    this.draw();
  }

  /** Whether a row passes all filters but one. @param {Row} row @param {string} [but] */
  fits(row, but) {
    const { game, result, level } = this.filter;
    return (
      (but === "game" || !game || row.game === game) &&
      (but === "result" || !result || row.result === result) &&
      (but === "level" || !level || String(row.level) === level)
    );
  }

  /** The rows that pass the filters, in the order that was chosen. */
  get shown() {
    const shown = this.rows.filter((row) => this.fits(row));
    return inOrder(shown, this.filter.sort, this.cards);
  }

  draw() {
    const { rows, shown } = this;
    const running = rows.filter(({ result }) => result === "running").length;
    const tried = new Set(rows.map(({ game }) => game)).size;
    this.counted.textContent = `${running} running, ${rows.length - running} finished, of ${tried} ${tried === 1 ? "game" : "games"}.`;
    this.drawFilters(shown.length);
    this.counted.hidden = rows.length === 0;
    this.filters.hidden = rows.length === 0;
    this.list.replaceChildren(...(shown.length > 0 ? shown.map((row) => this.row(row)) : [this.nothing()]));
    this.selection.draw();
    this.drawActs();
    this.drawNotice();
    this.results.replaceChildren(...resultsByLevel(shown, this.cards));
    this.series.replaceChildren(...seriesTables(rows, this.cards));
  }

  /** What stands where no game is to be listed. */
  nothing() {
    const clear = { class: "line", onclick: () => this.clear() };
    return this.rows.length > 0
      ? h("p", { class: "soft" }, "No game like this. ", h("button", clear, h("u", {}, "Clear the filter")))
      : h(
          "div",
          { class: "nothing" },
          h("h2", {}, "Nothing here yet"),
          h("p", {}, "Games begun in this browser will be listed here, running or finished. Nothing needs an account."),
          h("a", { class: "btn btn-first", href: "/" }, "To the shelf"),
        );
  }

  /** @param {number} count how many are shown */
  drawFilters(count) {
    const { filter, rows } = this;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.filter : undefined;
    const number = (/** @type {(row: Row) => boolean} */ is, /** @type {string} */ name) =>
      rows.filter((row) => is(row) && this.fits(row, name)).length;
    const chips = RESULTS.filter(([result]) => rows.some((row) => row.result === result)).map(([result, words]) =>
      h(
        "button",
        {
          class: "chip",
          "aria-pressed": String(filter.result === result),
          "data-filter": result,
          onclick: () => this.choose("result", result),
        },
        `${words} ${number((row) => row.result === result, "result")}`,
      ),
    );
    const select = (
      /** @type {"game" | "level" | "sort"} */ name,
      /** @type {string} */ label,
      /** @type {[string, string][]} */ values,
    ) => {
      const element = h(
        "select",
        { "aria-label": label, "data-filter": name },
        ...values.map(([value, words]) => h("option", { value, selected: (filter[name] ?? "") === value }, words)),
      );
      element.addEventListener("change", () => this.choose(name, element.value));
      return element;
    };
    const games = [...new Set(rows.map(({ game }) => game))];
    const levels = [...new Set(rows.flatMap(({ level }) => level ?? []))].sort((one, other) => one - other);
    this.filters.replaceChildren(
      select("game", "Game", [
        ["", "All games"],
        ...games.map((game) => /** @type {[string, string]} */ ([game, this.cards.get(game)?.name ?? game])),
      ]),
      ...chips,
      select("level", "Level", [
        ["", "Any level"],
        ...levels.map((level) => /** @type {[string, string]} */ ([String(level), `${level}, ${levelWords(level)}`])),
      ]),
      select("sort", "Order", ORDERS),
      h("output", {}, count === 1 ? "One game" : `${count} games`),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.filters.querySelector(`[data-filter="${focused}"]`))?.focus();
  }

  /** @param {Row} row */
  nameOf({ game }) {
    return this.cards.get(game)?.name ?? game;
  }

  /** @param {Row} row */
  day({ when }) {
    return new Date(when).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
  }

  /** @param {Row} row */
  row(row) {
    const card = this.cards.get(row.game);
    const thumb = card && picture(card.id, card.board, row.table?.pieces ?? card.pieces, { label: "" });
    thumb?.classList.add("thumb");
    thumb?.setAttribute("aria-hidden", "true");
    // Counted as in the list of moves, which has a column for each seat.
    const played = Math.ceil((row.table?.turns ?? 0) / (card?.seats.length ?? 1));
    const turns = row.table ? `; ${played} ${played === 1 ? "turn" : "turns"}` : "";
    const seats = row.table ? heldSeats(row.table.id) : [];
    const side = seats.length === 1 && (card?.seats.length ?? 0) > 1 ? card?.seats[(seats[0] ?? 1) - 1] : "";
    const you = side ? `; you ${row.result === "running" ? "play" : "played"} ${side}` : "";
    const { hints, back } = row.help;
    const help = [hints > 0 && "with hints", back > 0 && "with turns taken back"].filter(Boolean).join(", ");
    return h(
      "div",
      { class: `archive-row result-row-${row.result}`, "data-id": row.id },
      h("span", { class: "pick" }, this.selection.box(row, `${this.nameOf(row)}, ${row.words}`)),
      h(
        "a",
        { class: "ticket", href: row.href },
        thumb,
        h(
          "span",
          {},
          h("b", {}, this.nameOf(row)),
          h("small", {}, `${row.against}${you}${turns}${help ? `; ${help}` : ""}`),
        ),
        h(
          "span",
          { class: `turn result-sign-${row.result}${row.words === "Your move" ? " turn-you" : ""}` },
          row.words,
          h("small", {}, this.day(row)),
        ),
      ),
      row.table && row.result !== "running" && (card?.seats.length ?? 0) > 1
        ? h("a", { class: "btn btn-small archive-review", href: `/review/${row.id}` }, reviewWords(row))
        : null,
    );
  }

  /** What is not as it should be: the server away, tables that are gone. */
  drawNotice() {
    const button = (/** @type {string} */ words, /** @type {() => void} */ onclick) =>
      h("button", { class: "btn btn-small", onclick }, words);
    const { gone } = this;
    const forget = () => {
      letGo(gone);
      this.gone = [];
      this.drawNotice();
    };
    const many = gone.length === 1 ? "One game is" : `${gone.length} games are`;
    this.notice.replaceChildren(
      ...(this.isCopy
        ? [
            slip(
              "The house cannot be reached. These are your games as this browser saw them last; they cannot be opened, saved or deleted until it is back. ",
              button("Try again", () => location.reload()),
            ),
          ]
        : []),
      ...(gone.length > 0
        ? [slip(`${many} gone: deleted elsewhere, or by this house. `, button("Forget them", forget))]
        : []),
    );
  }

  /** A button of this page; what needs the server is dashed while that is away. @param {string} words @param {() => void} act @param {object} [more] */
  button(words, act, more = {}) {
    const able = !this.isCopy;
    const onclick = () => able && act();
    return h("button", { class: "btn", "aria-disabled": able ? null : "true", onclick, ...more }, words);
  }

  drawActs() {
    const { selection } = this;
    const focused = document.activeElement?.classList.contains("archive-choose");
    const choose = this.button("Choose…", () => selection.toggle(), {
      class: "btn archive-choose",
      "aria-pressed": String(selection.isOpen),
    });
    this.acts.replaceChildren(
      this.rows.length > 0 ? this.button("Save all", () => this.trying(() => saveRecords(this.rows))) : "",
      fileButton("Bring in a file", (file) => this.bringIn(file), !this.isCopy),
      this.rows.length > 0 ? choose : "",
    );
    if (focused) choose.focus();
  }

  /** Does something that asks the server, and says what went wrong. @param {() => Promise<void>} act */
  async trying(act) {
    this.trouble.textContent = "";
    try {
      await act();
    } catch (error) {
      this.trouble.textContent = plainWords(error);
    }
  }

  /** @param {File} file */
  async bringIn(file) {
    await this.trying(async () => {
      const parts = recordsIn(await file.text());
      const brought = broughtIn();
      let [read, known] = [0, 0];
      const refused = [];
      for (const text of parts) {
        if (brought.some((other) => other.text === text)) {
          known += 1;
          continue;
        }
        try {
          const record = await post("/api/records", { text });
          const title = record.players?.filter(Boolean).join(" and ") || "brought in";
          brought.push({ game: record.game, title, text, result: record.result ?? "*", when: Date.now() });
          read += 1;
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          refused.push(plainWords(error));
        }
      }
      keep("brought", brought);
      this.rows = [...this.rows.filter(({ table }) => table), ...broughtRows()];
      this.draw();
      const words = [
        `${read === 1 ? "One game" : `${read} games`} brought in.`,
        known > 0 && `${known} were here already.`,
        refused.length > 0 && `${refused.length} could not be read: ${refused[0]}`,
      ];
      speak(words.filter(Boolean).join(" "));
      if (refused.length > 0 || read === 0) this.trouble.textContent = words.filter(Boolean).join(" ");
    });
  }

  /** Rows are gone: tables by their names, records by their places. @param {Set<string>} gone */
  forget(gone) {
    letGo([...gone]);
    keep(
      "brought",
      broughtIn().filter((_, nth) => !gone.has(`brought-${nth}`)),
    );
    this.rows = [...this.rows.filter((row) => row.table && !gone.has(row.id)), ...broughtRows()];
    this.draw();
  }

  /**
   * Up and down through the games, R to a review, Space chooses, Delete deletes, / goes to the filters.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const { target } = event;
    const onBox = target instanceof HTMLInputElement && target.type === "checkbox" && event.key !== " ";
    if (typing(event) && !(onBox && !document.querySelector("dialog[open]"))) return;
    const rows = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll(".archive-row")]);
    const nth = rows.findIndex((row) => row.contains(document.activeElement));
    const part = (/** @type {number} */ at, /** @type {string} */ name) =>
      /** @type {HTMLElement | null | undefined} */ (rows[at]?.querySelector(name));
    const beside = (/** @type {number} */ step) =>
      part(Math.max(0, Math.min(rows.length - 1, nth + step)), onBox ? ".pick input" : ".ticket")?.focus();
    const { selection } = this;
    /** @type {Record<string, () => unknown>} */
    const keys = {
      ArrowDown: () => beside(1),
      ArrowUp: () => beside(-1),
      "/": () => this.filters.querySelector("select")?.focus(),
      Escape: () => selection.isOpen && selection.toggle(),
    };
    if (nth >= 0) {
      const id = rows[nth]?.dataset.id ?? "";
      keys.r = () => part(nth, ".archive-review")?.click();
      if (!this.isCopy) keys[" "] = () => selection.flip(id);
      if (!this.isCopy) keys.Delete = () => selection.remove(id);
    }
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** @param {Row} row */
const reviewWords = ({ moments }) => (moments ? (moments === 1 ? "One moment" : `${moments} moments`) : "Review");

export async function open() {
  const archive = new Archive(await archived());
  const main = h(
    "main",
    { class: "shelf-main mine" },
    h("div", { class: "archive-top" }, h("h1", {}, "My games"), archive.counted, archive.acts),
    archive.notice,
    archive.trouble,
    archive.filters,
    archive.list,
    h(
      "div",
      { class: "archive-side" },
      archive.results,
      archive.series,
      h(
        "section",
        { class: "archive-card", "aria-label": "Where these are kept" },
        h("h2", {}, "Where these are kept"),
        h(
          "p",
          {},
          "In this house, opened by keys in this browser. Another browser needs the file, or each seat’s link. A private window forgets its keys when it closes: save the file.",
        ),
      ),
    ),
  );
  document.title = "My games – Parlour";
  fill(bar({ name: "My games", more: "kept by this browser" }), main, archive.selection.bar);
  archive.draw();
}
