// What else can be done with a study: play from it, copy and save it, paste something, go to another one.

import { post, Refused } from "./api.js";
import { h } from "./dom.js";
import { boardFiles, save } from "./files.js";
import { playOn } from "./move-menu.js";
import { copyButton, dialog, plainWords } from "./page.js";
import { keepRecord } from "./studies.js";
import { Tree } from "./tree.js";

/** @typedef {import("./analyse.js").Study} Study */

/** @param {Study} study */
export function studyMore(study) {
  const { title, keeper, board } = study;
  const placeholder = "A position’s text, steps, or a whole record";
  const text = h("textarea", { rows: 6, "aria-label": "A position or a record", placeholder });
  const trouble = h("p", { class: "trouble", role: "alert" });
  const position = () => board.scene?.position ?? "";
  /** Does something, and says what went wrong. @param {() => unknown} act @param {boolean} [closes] */
  const trying =
    (act, closes = false) =>
    async () => {
      try {
        await act();
        if (closes) box.close();
      } catch (error) {
        trouble.textContent = plainWords(error);
      }
    };
  const plain = (/** @type {string} */ words, /** @type {() => void} */ onclick, kind = "btn") =>
    h("button", { class: kind, onclick }, words);
  const others = keeper.others.map(({ id, tree, when }) => {
    const day = new Date(when).toLocaleDateString("en", { day: "numeric", month: "long" });
    const start = Tree.read(tree).root.end.steps.slice(0, 6).join(" ");
    return h(
      "li",
      {},
      plain(
        `${day}: ${start}`,
        trying(() => keeper.take(id), true),
        "line",
      ),
    );
  });
  const box = dialog(
    "This position",
    h(
      "div",
      { class: "dialog-grid" },
      plain(
        "Play the computer from here",
        trying(() => playOn(study, "computer")),
        "btn btn-first",
      ),
      plain(
        "Play on one screen from here",
        trying(() => playOn(study, "person")),
      ),
      copyButton("Copy the position", position),
      copyButton("Copy the moves", () => study.at.steps.join(" ")),
      copyButton("Copy the address", () => location.origin + keeper.address),
      copyButton("Copy as a record", () => recordOf(study)),
      plain(
        "Save as a record",
        trying(() => saveRecord(study)),
      ),
      h(
        "a",
        { class: "btn", href: `/edit/${title.id}?position=${encodeURIComponent(position())}` },
        "Change this position",
      ),
      ...boardFiles(board, title.id),
      plain(
        "Start anew",
        trying(() => keeper.startAnew(), true),
      ),
    ),
    h("h3", {}, "Paste"),
    text,
    h(
      "p",
      {},
      plain(
        "Read it",
        trying(() => paste(study, text.value), true),
      ),
    ),
    trouble,
    others.length > 0 && h("h3", {}, "Other studies of this game, kept in this browser"),
    others.length > 0 && h("ul", { class: "record-list" }, ...others),
  );
}

/** The whole study as a record. @param {Study} study @returns {Promise<string>} */
const recordOf = ({ options, position, title, tree, heading }) =>
  post("/api/records/text", { game: title.id, options, position, tree: tree.write(), title: heading });

/** @param {Study} study */
async function saveRecord(study) {
  const { id, record_extension } = study.title;
  save(new Blob([await recordOf(study)], { type: "text/plain" }), `${id}.${record_extension}`);
}

/** Reads a record, a position or steps. @param {Study} study @param {string} text */
async function paste(study, text) {
  const wanted = text.trim();
  if (!wanted) throw new Error("Paste a position’s text, steps, or a record first.");
  if (wanted.includes("[")) return pasteRecord(wanted);
  const before = { position: study.position, tree: study.tree };
  let end = null;
  try {
    study.position = wanted;
    study.tree = new Tree();
    end = await study.load("");
  } catch (notAPosition) {
    study.position = before.position;
    study.tree = before.tree;
    try {
      end = await study.load(wanted);
    } catch (notSteps) {
      throw notSteps instanceof Refused ? notSteps : notAPosition;
    }
  }
  if (study.tree !== before.tree) study.keeper.begin();
  await study.show(end);
}

/** A record is a study of its own, perhaps of another game. @param {string} text */
async function pasteRecord(text) {
  const there = await keepRecord(text);
  if (there.split("#")[0] === location.pathname + location.search) {
    history.replaceState(null, "", there);
    location.reload();
  } else location.href = there;
}
