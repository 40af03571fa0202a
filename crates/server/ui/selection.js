// Several games of the archive chosen at once, to be saved, studied or deleted.

import { heldSeats, Refused, remove, seatKeys } from "./api.js";
import { recordsOf, saveRecords } from "./archive.js";
import { h } from "./dom.js";
import { choose, speak } from "./page.js";
import { keepRecord } from "./studies.js";

/** @typedef {import("./archive.js").Row} Row */

/** How many games a question names one by one. */
const NAMED = 3;

export class Selection {
  /** @param {import("./mine.js").Archive} archive */
  constructor(archive) {
    this.archive = archive;
    this.isOpen = false;
    /** @type {Set<string>} */
    this.chosen = new Set();
    /** The box that was touched last: with Shift the next touch takes all between. @type {string | null} */
    this.last = null;
    this.bar = h("footer", { class: "pick-bar", role: "group", "aria-label": "Chosen games" });
  }

  /** The rows that are chosen, as they stand. */
  get rows() {
    return this.archive.shown.filter(({ id }) => this.chosen.has(id));
  }

  /** Shows the boxes, or puts them away and everything chosen with them. */
  toggle() {
    this.isOpen = !this.isOpen;
    this.chosen.clear();
    this.last = null;
    this.archive.draw();
    if (this.isOpen) /** @type {HTMLElement | null} */ (this.archive.list.querySelector(".pick input"))?.focus();
    /** @type {HTMLElement | null} */ else this.archive.acts.querySelector(".archive-choose")?.focus();
  }

  /** @param {Row} row @param {string} words */
  box(row, words) {
    const box = h("input", { type: "checkbox", checked: this.chosen.has(row.id), "aria-label": `Choose ${words}` });
    box.addEventListener("click", (/** @type {MouseEvent} */ event) => this.set(row.id, box.checked, event.shiftKey));
    return box;
  }

  /** Chooses a game or lets it go, from the keyboard. @param {string} id */
  flip(id) {
    this.isOpen = true;
    this.set(id, !this.chosen.has(id), false);
    this.archive.drawActs();
  }

  /** @param {string} id @param {boolean} wanted @param {boolean} range */
  set(id, wanted, range) {
    const ids = this.archive.shown.map((row) => row.id);
    const [from, to] = [ids.indexOf(this.last ?? id), ids.indexOf(id)];
    const meant = range && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    for (const one of meant) {
      if (wanted) this.chosen.add(one);
      else this.chosen.delete(one);
    }
    this.last = id;
    this.draw();
    speak(this.words);
  }

  get words() {
    const { length } = this.rows;
    return length === 0 ? "No game chosen" : length === 1 ? "One game chosen" : `${length} games chosen`;
  }

  /** The bar, and the boxes as they are. A row that a filter has taken away is not chosen any more. */
  draw() {
    const { archive, chosen } = this;
    const shown = new Set(archive.shown.map(({ id }) => id));
    for (const id of chosen) if (!shown.has(id)) chosen.delete(id);
    archive.list.classList.toggle("choosing", this.isOpen);
    for (const row of archive.list.querySelectorAll(".archive-row")) {
      const wanted = chosen.has(row.dataset.id ?? "");
      row.classList.toggle("picked", wanted);
      row.querySelector("input").checked = wanted;
    }
    const some = chosen.size > 0;
    const act = (/** @type {string} */ words, /** @type {() => unknown} */ doIt) =>
      archive.button(words, () => some && doIt(), some ? {} : { "aria-disabled": "true" });
    this.bar.hidden = !this.isOpen;
    this.bar.replaceChildren(
      h("b", {}, this.words),
      act("Save as one file", () => archive.trying(() => saveRecords(this.rows))),
      act(chosen.size > 1 ? "Open as studies" : "Open as a study", () => archive.trying(() => this.study())),
      act("Delete", () => this.remove()),
      archive.button("None", () => this.toggle()),
    );
  }

  /** Keeps each game as a study, and opens the first. */
  async study() {
    const addresses = [];
    for (const text of await recordsOf(this.rows)) addresses.push(await keepRecord(text));
    if (addresses[0]) location.href = addresses[0];
  }

  /** Deletes what is chosen, or else this game, if that is what is wanted. @param {string} [id] */
  async remove(id) {
    const { archive } = this;
    const rows = this.chosen.size > 0 ? this.rows : archive.shown.filter((row) => row.id === id);
    if (rows.length === 0) return;
    const answers = [rows.length === 1 ? "Keep it" : "Keep them", "Save, then delete", "Delete"];
    const question = rows.length === 1 ? "Delete this game?" : `Delete ${rows.length} games?`;
    const answer = await choose(question, answers, h("p", {}, this.what(rows)), h("p", { class: "soft" }, UNDONE));
    if (answer === 0) return;
    await archive.trying(async () => {
      if (answer === 1) await saveRecords(rows);
      await this.removeAll(rows);
    });
  }

  /** Deletes rows, one after another; those that could not be deleted stay. @param {Row[]} rows */
  async removeAll(rows) {
    /** What is really gone: the key of a table that stays is not thrown away. @type {Set<string>} */
    const gone = new Set();
    try {
      for (const { id, table } of rows) {
        const key = seatKeys(id)[0];
        if (table)
          await remove(`/api/tables/${id}`, key?.token ?? null).catch((error) => {
            if (!(error instanceof Refused && error.status === 404)) throw error;
          });
        gone.add(id);
      }
    } finally {
      this.isOpen = false;
      this.chosen.clear();
      this.archive.forget(gone);
      speak(gone.size === 1 ? "One game deleted." : `${gone.size} games deleted.`);
      /** @type {HTMLElement | null} */ (this.archive.list.querySelector(".ticket"))?.focus();
    }
  }

  /** What is deleted, and for whom. @param {Row[]} rows */
  what(rows) {
    const names = rows.slice(0, NAMED).map((row) => `${this.archive.nameOf(row)} of ${this.archive.day(row)}`);
    const more = rows.length > NAMED ? `, and ${rows.length - NAMED} more` : "";
    const others = rows.filter(({ table }) =>
      table?.seats.some((seat) => seat.kind === "person" && !heldSeats(table.id).includes(seat.number)),
    );
    const [one, ...further] = others;
    const shared = one
      ? further.length > 0
        ? ` ${others.length} of them are deleted for the other players, too.`
        : ` The game of ${this.archive.nameOf(one)} is deleted for the other player, too.`
      : "";
    return `${names.join(", ")}${more}.${shared}`;
  }
}

const UNDONE = "This cannot be undone. Save the record first if you may want it back.";
