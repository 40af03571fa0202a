// What else can be done with a study: play from it, copy and save it, paste something, go to another one.

import { post, Refused } from "./api.js";
import { button, h } from "./dom.js";
import { boardFiles, fileButton, save } from "./files.js";
import { playOn } from "./move-menu.js";
import { copyButton, dialog, plainWords } from "./page.js";
import { keepRecord, MOST, recordsIn } from "./studies.js";
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
  const others = keeper.others.map(({ id, tree, when }) => {
    const day = new Date(when).toLocaleDateString("en", { day: "numeric", month: "long" });
    const start = Tree.read(tree).root.end.steps.slice(0, 6).join(" ");
    const take = trying(() => keeper.take(id), true);
    return h("li", {}, button(`${day}: ${start}`, take, "line"));
  });
  const box = dialog(
    "This position",
    h(
      "div",
      { class: "dialog-grid" },
      button(
        "Play the computer from here",
        trying(() => playOn(study, "computer")),
        "btn btn-first",
      ),
      button(
        "Play on one screen from here",
        trying(() => playOn(study, "person")),
      ),
      copyButton("Copy the position", position),
      copyButton("Copy the moves", () => study.at.steps.join(" ")),
      copyButton("Copy the address", () => location.origin + keeper.address),
      copyButton("Copy as a record", () => recordOf(study)),
      button(
        "Save as a record",
        trying(() => saveRecord(study)),
      ),
      h(
        "a",
        { class: "btn", href: `/edit/${title.id}?position=${encodeURIComponent(position())}` },
        "Change this position",
      ),
      ...boardFiles(board, title.id),
      button(
        "Start anew",
        trying(() => keeper.startAnew(), true),
      ),
    ),
    h("p", {}, keeper.holds),
    h("h3", {}, "Bring in"),
    text,
    h(
      "p",
      {},
      button(
        "Read it",
        trying(() => paste(study, text.value), true),
      ),
      " ",
      fileButton("Open a file", (file) => trying(async () => paste(study, await file.text()), true)()),
    ),
    trouble,
    ...(others.length > 0
      ? [h("h3", {}, "Other studies of this game, kept in this browser"), h("ul", { class: "record-list" }, ...others)]
      : []),
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

/** A record is a study of its own, perhaps of another game. Of several the first is opened, and lies on top. @param {string} text */
async function pasteRecord(text) {
  let there = "";
  for (const record of recordsIn(text).slice(0, MOST).reverse()) there = await keepRecord(record);
  if (there.split("#")[0] === location.pathname + location.search) {
    history.replaceState(null, "", there);
    location.reload();
  } else location.href = there;
}
