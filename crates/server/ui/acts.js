// The buttons under the words, and the keys of a table. Every button keeps its place from the first turn to the
// last; what cannot be done now is dashed.

import { keep, kept } from "./api.js";
import { helpDialog } from "./help.js";
import { confirm, keyButton, runKey, speak, typing } from "./page.js";
import { knock } from "./sound.js";

/** @typedef {import("./play.js").Table} Table */

/**
 * @typedef {object} Act
 * @property {string} drawing
 * @property {string} words
 * @property {string} [key]
 * @property {() => void} act
 * @property {boolean} [able]
 */

/** @param {Table} table @returns {Act[]} */
function actsOf(table) {
  const { view, link, title, over } = table;
  if (!view) return [];
  const mine = link.mine.length > 0 && !view.read_only;
  const people = view.seats.filter((seat) => seat.kind !== "computer").length;
  const several = title.seats.length > 1;
  /** @type {Act[]} */
  const acts = [];
  if (mine) {
    acts.push({
      drawing: "i-back",
      words: "Take back",
      key: "U",
      act: () => table.act("take-back"),
      able: view.taken > 0,
    });
    if (table.computerThinks)
      acts.push({ drawing: "i-now", words: "Move now", key: "M", act: () => table.act("move-now") });
    else
      acts.push({ drawing: "i-hint", words: "Hint", key: "H", act: () => table.hints.ask(), able: table.myTurn > 0 });
  } else acts.push(...table.watcher.acts());
  acts.push({ drawing: "i-flip", words: "Flip", key: "F", act: () => table.flip() });
  if (mine) acts.push({ drawing: "i-list", words: "All steps", key: "L", act: () => table.notes.open("steps", true) });
  if (mine && several) {
    if (people > 1)
      acts.push({ drawing: "i-draw", words: "Offer draw", act: () => table.act("offer-draw"), able: !over });
    acts.push({ drawing: "i-flag", words: "Resign", act: () => resign(table), able: !over });
  }
  acts.push({ drawing: "i-more", words: "More", act: () => table.more() });
  return acts;
}

/** @param {Table} table */
async function resign(table) {
  const seat = table.mySeat;
  if (await confirm("Resign this game?", "Resign", "Play on")) await table.act("resign", {}, seat);
}

/** @param {Table} table @param {HTMLElement} place */
export function drawActs(table, place) {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.act : undefined;
  const acts = actsOf(table);
  place.dataset.count = String(acts.length);
  place.replaceChildren(
    ...acts.map(({ drawing, words, key = "", act, able }) => keyButton(words, key, act, { drawing, able })),
  );
  if (!focused) return;
  // Hint and Move now are one place.
  const wanted = ["hint", "move-now"].includes(focused)
    ? "[data-act=hint], [data-act=move-now]"
    : `[data-act=${focused}]`;
  const again = place.querySelector(wanted);
  if (again instanceof HTMLElement) again.focus();
}

/** How each seat stands, in words. @param {Table} table */
const spokenStandings = ({ scene, title }) =>
  (scene?.standings ?? [])
    .flatMap((one, nth) =>
      one ? [`${title.seats[nth]}: ${one.count} ${one.what}${one.more ? `, ${one.more}` : ""}.`] : [],
    )
    .join(" ");

/** Presses a button of the result, if it is there. @param {Table} table @param {string} which */
function press(table, which) {
  const button = table.words.choices.querySelector(which);
  if (button instanceof HTMLElement) button.click();
}

/** @param {Table} table @param {KeyboardEvent} event */
export function tableKey(table, event) {
  if (typing(event)) return;
  const nth = Number(event.key);
  if (nth >= 1 && nth <= 9) {
    const button = table.words.choices.querySelectorAll("button.choice[data-step]")[nth - 1];
    if (button instanceof HTMLElement) button.click();
    return;
  }
  const { past } = table;
  /** @type {Record<string, () => void>} */
  const keys = {
    u: () => table.act("take-back"),
    h: () => table.hints.ask(),
    f: () => table.flip(),
    l: () => table.notes.open("steps", true),
    m: () => table.act("move-now"),
    y: () => past.replay(),
    g: () => speak(`The goal: ${table.goal()}`),
    b: () => speak(spokenStandings(table)),
    p: () => table.watcher.toggle(),
    s: () => {
      keep("sound", !kept("sound", false));
      knock();
    },
    ...(table.over ? { n: () => press(table, ".btn-first"), r: () => press(table, ".over-look") } : {}),
    "?": () => helpDialog(),
    Escape: () => table.back(),
    Enter: () => table.board.finish(),
    "[": () => past.by(-1),
    "]": () => past.by(1),
    ",": () => past.by(-1),
    ".": () => past.by(1),
    ArrowLeft: () => past.by(-1),
    ArrowRight: () => past.by(1),
    Home: () => past.go(0),
    End: () => past.go(Infinity),
  };
  runKey(event, keys);
}
