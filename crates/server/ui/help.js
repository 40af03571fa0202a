// Help: how boards are touched, the keys, what a seat link is.

import { h } from "./dom.js";
import { bar, dialog, fill } from "./page.js";

/** Where they mean something, and what. @type {Record<string, [string, string][]>} */
const KEYS = {
  "The board": [
    ["Tab", "to the board, then on to the buttons"],
    ["Arrows", "from site to site on the board"],
    ["Enter", "touch the site, or finish a step that could go on"],
    ["Esc", "one touch back"],
    ["1 … 9", "choose among the buttons beside the board"],
    ["L", "list all legal steps"],
    ["F", "flip the board"],
    ["?", "these keys"],
  ],
  "A study": [
    ["E", "the engine on or off"],
    ["V", "known values on or off, where there are any"],
    ["Up, Down", "the variation before or after"],
    ["M, C", "the menu of this move; a remark on it"],
    ["I", "bring in, take out"],
    ["P, Del, Z", "make this line the main one, delete from here, undo that"],
  ],
  "A table": [
    ["H", "a hint; again for where; again for why"],
    ["U", "take back"],
    ["M", "the computer moves now"],
    ["Y", "show the last turn once more"],
    ["G, B", "hear the goal, or how both sides stand"],
    ["[ ]", "look back and on through the game; off the board Left and Right do so, too"],
    ["P", "watching: pause or go on"],
    ["S", "soft wooden knocks, on or off"],
    ["N, R", "after a game: a rematch, or its review"],
  ],
  "A lesson": [["S, M", "skip the task, or see it done"]],
};

function keyTable() {
  return h(
    "div",
    { class: "keys" },
    ...Object.entries(KEYS).map(([where, keys]) =>
      h(
        "table",
        {},
        h("caption", {}, where),
        ...keys.map(([key, words]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, words))),
      ),
    ),
  );
}

export function helpDialog() {
  dialog("Keys", h("p", {}, h("a", { href: "/help" }, "More help")), keyTable());
}

export async function open() {
  const main = h(
    "main",
    { class: "leaf help" },
    h("h1", {}, "Help"),
    h("h2", {}, "Playing"),
    h(
      "p",
      {},
      "A dotted ring marks the men you may choose. Touch one, and the places it may go are marked; touch one of those. Dragging does the same. Touch the man again, or press Escape, to put him back.",
    ),
    h(
      "p",
      {},
      "Some turns have several steps: a second jump, a man to take away, a number to spend. The line beside the board always says what is asked of you now. A step that could stop or go on waits for Done.",
    ),
    h(
      "p",
      {},
      "Touch anything that is not allowed, and a slip tells why, with the number of the rule. Press the number to read it.",
    ),
    h("h2", {}, "With somebody else"),
    h(
      "p",
      {},
      "“A friend, by link” gives you a link to send. Whoever opens it and presses “Sit down” has the seat; everybody after that watches. To go on with a game on another device, copy your seat link under More: whoever has it can play your men.",
    ),
    h(
      "p",
      {},
      "When this program runs on your own computer, such a link works only there until it is opened to the house network; the invitation offers that.",
    ),
    h("h2", {}, "Nothing is lost"),
    h(
      "p",
      {},
      "Every step is on disk before you see it played. Close the page, switch the computer off: the game waits under Resume on the shelf, in the browser that played it. Records can be copied, saved, and read again on the analysis page and by the command line.",
    ),
    h("h2", {}, "By keyboard alone"),
    keyTable(),
    h(
      "p",
      {},
      "Every game can be played by keyboard and by screen reader: each site of a board says what stands on it, and the list of all legal steps is one key away.",
    ),
  );
  fill(bar({ name: "Help" }), main);
}
