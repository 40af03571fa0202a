// Mine: the games of this browser, running and finished, with how they came out. A file takes them elsewhere and back.

import { get, heldKeys, keep, letGo, post, Refused, remove } from "./api.js";
import { archived, broughtIn, broughtRows, seatsAt } from "./archive.js";
import { h } from "./dom.js";
import { picture } from "./draw.js";
import { save } from "./files.js";
import { bar, confirm, fill, levelWords, plainWords, slip, speak, typing } from "./page.js";
import { resultsByLevel, seriesTables } from "./standings.js";

/** @typedef {import("./archive.js").Archived} Archived */
/** @typedef {import("./archive.js").Row} Row */

const RESULTS = /** @type {[Row["result"], string][]} */ ([
  ["running", "Running"],
  ["won", "Won"],
  ["drawn", "Drawn"],
  ["lost", "Lost"],
  ["over", "Finished"],
]);

class Archive {
  /** @param {Archived} archive */
  constructor({ cards, rows, gone, isCopy }) {
    this.cards = cards;
    this.rows = rows;
    this.gone = gone;
    this.isCopy = isCopy;
    /** @type {Set<string>} */
    this.chosen = new Set();
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
    return { game: search.get("game"), result: search.get("result"), level: search.get("level") };
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

  draw() {
    const { rows } = this;
    const shown = rows.filter((row) => this.fits(row));
    const running = rows.filter(({ result }) => result === "running").length;
    const tried = new Set(rows.map(({ game }) => game)).size;
    this.counted.textContent = `${running} running, ${rows.length - running} finished, of ${tried} ${tried === 1 ? "game" : "games"}.`;
    this.drawFilters(shown.length);
    this.counted.hidden = rows.length === 0;
    this.filters.hidden = rows.length === 0;
    this.list.replaceChildren(...(shown.length > 0 ? shown.map((row) => this.row(row)) : [this.nothing()]));
    this.drawActs();
    this.drawNotice();
    this.results.replaceChildren(...resultsByLevel(shown, this.cards));
    this.series.replaceChildren(...seriesTables(rows, this.cards));
  }

  /** What stands where no game is to be listed. */
  nothing() {
    const clear = { type: "button", class: "line", onclick: () => this.clear() };
    return this.rows.length > 0
      ? h("p", { class: "soft" }, "No game like this. ", h("button", clear, h("u", {}, "Clear the filter")))
      : h(
          "p",
          {},
          "No game has been played in this browser yet. ",
          h("a", { class: "btn", href: "/" }, "To the shelf"),
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
          type: "button",
          class: "chip",
          "aria-pressed": String(filter.result === result),
          "data-filter": result,
          onclick: () => this.choose("result", result),
        },
        `${words} ${number((row) => row.result === result, "result")}`,
      ),
    );
    const select = (
      /** @type {"game" | "level"} */ name,
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
      h("output", {}, count === 1 ? "One game" : `${count} games`),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.filters.querySelector(`[data-filter="${focused}"]`))?.focus();
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
    const day = new Date(row.when).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
    const played = row.table?.turns ?? 0;
    const turns = row.table ? `; ${played} ${played === 1 ? "turn" : "turns"}` : "";
    const { hints, back } = row.help;
    const help = [hints > 0 && "with hints", back > 0 && "with turns taken back"].filter(Boolean).join(", ");
    return h(
      "div",
      { class: `archive-row result-row-${row.result}`, "data-id": row.id },
      h("span", { class: "pick" }, box),
      h(
        "a",
        { class: "ticket", href: row.href },
        thumb,
        h(
          "span",
          {},
          h("b", {}, card?.name ?? row.game),
          h("small", {}, `${row.against}${turns}${help ? `; ${help}` : ""}`),
        ),
        h(
          "span",
          { class: `turn result-sign-${row.result}${row.words === "Your move" ? " turn-you" : ""}` },
          row.words,
          h("small", {}, day),
        ),
      ),
      row.table && row.result !== "running" && (card?.seats.length ?? 0) > 1
        ? h("a", { class: "btn btn-small archive-review", href: `/review/${row.id}` }, "Review")
        : null,
    );
  }

  /** What is not as it should be: the server away, tables that are gone. */
  drawNotice() {
    const button = (/** @type {string} */ words, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", class: "btn btn-small", onclick }, words);
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

  drawActs() {
    const count = this.chosen.size;
    const able = !this.isCopy;
    const act = (/** @type {string} */ words, /** @type {() => void} */ doIt) =>
      h(
        "button",
        { type: "button", class: "btn", "aria-disabled": able ? null : "true", onclick: () => able && doIt() },
        words,
      );
    const file = h("input", {
      type: "file",
      accept: ".txt,.pgn,.pdn,text/plain",
      class: "visually-hidden",
      disabled: !able,
      "aria-label": "A file of records",
    });
    file.addEventListener("change", () => this.bringIn(file.files?.[0]));
    this.acts.replaceChildren(
      act(count > 0 ? `Save ${count} chosen` : "Save all", () => this.save()),
      h("label", { class: "btn", "aria-disabled": able ? null : "true" }, "Bring in a file", file),
      count > 0 ? act(`Delete ${count} chosen`, () => this.delete()) : "",
    );
  }

  get picked() {
    return this.chosen.size > 0 ? this.rows.filter((row) => this.chosen.has(row.id)) : this.rows;
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

  /** The records of the chosen rows in one file; all of them or none. */
  save() {
    return this.trying(async () => {
      const brought = broughtIn();
      const record = (/** @type {Row} */ row) =>
        row.table ? get(`/api/tables/${row.id}/record`) : (brought[Number(row.id.slice(8))]?.text ?? "");
      const texts = await Promise.all(this.picked.map(record));
      save(new Blob([texts.filter(Boolean).join("\n")], { type: "text/plain" }), "parlour-games.txt");
    });
  }

  /** @param {File | undefined} file */
  async bringIn(file) {
    if (!file) return;
    await this.trying(async () => {
      const parts = (await file.text()).split(/\n(?=\[Game )/).filter((part) => part.trim());
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

  async delete() {
    const rows = this.picked;
    const people = rows.filter(({ table }) =>
      table?.seats.some((seat) => seat.kind === "person" && !seatsAt(table).includes(seat.number)),
    );
    const others = people.length > 0 ? ` ${people.length} of them are gone for the other players, too.` : "";
    const count = rows.length === 1 ? "this game" : `${rows.length} games`;
    if (!(await confirm(`Delete ${count} for good?${others}`, "Delete them", "Keep them"))) return;
    const brought = broughtIn();
    /** What is really gone: the key of a table that stays is not thrown away. @type {Set<string>} */
    const gone = new Set(rows.filter(({ table }) => !table).map(({ id }) => id));
    await this.trying(async () => {
      for (const { id, table } of rows) {
        if (!table) continue;
        const key = heldKeys(id).find(({ kind }) => kind === "seat");
        await remove(`/api/tables/${id}`, key?.token ?? null).catch((error) => {
          if (!(error instanceof Refused && error.status === 404)) throw error;
        });
        gone.add(id);
      }
    });
    letGo([...gone]);
    keep(
      "brought",
      brought.filter((_, nth) => !gone.has(`brought-${nth}`)),
    );
    this.chosen.clear();
    this.rows = [...this.rows.filter((row) => row.table && !gone.has(row.id)), ...broughtRows()];
    this.draw();
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
}

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
  fill(bar({ name: "My games", more: "kept by this browser", links: [["Shelf", "/"]] }), main);
  archive.draw();
}
