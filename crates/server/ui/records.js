// The records of games of this browser, as text.

import { get } from "./api.js";
import { broughtIn } from "./archive.js";
import { save } from "./files.js";

/** @typedef {import("./archive.js").Row} Row */

/** The records of rows; all of them or none. @param {Row[]} rows @returns {Promise<string[]>} */
export async function recordsOf(rows) {
  const brought = broughtIn();
  const record = (/** @type {Row} */ row) =>
    row.table ? get(`/api/tables/${row.id}/record`) : (brought[Number(row.id.slice(8))]?.text ?? "");
  const texts = await Promise.all(rows.map(record));
  return texts.filter(Boolean);
}

/** Saves the records of rows as one file. @param {Row[]} rows */
export async function saveRecords(rows) {
  save(new Blob([(await recordsOf(rows)).join("\n")], { type: "text/plain" }), "parlour-games.txt");
}
