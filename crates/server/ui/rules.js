// The rules as a page reads them: sections, numbered clauses, examples as small boards.

import { get } from "./api.js";
import { h, ownHtml } from "./dom.js";
import { picture } from "./draw.js";

/** @typedef {import("./types.d.ts").Card} Card */
/** @typedef {import("./types.d.ts").Rules} Rules */
/** @typedef {import("./types.d.ts").Example} Example */

/** @type {Record<string, string>} What a clause rests on, where it is not the sheet itself. */
const MARKS = { forced: "no other reading", parent: "from its parent game", house: "our ruling" };

/** @param {string} number */
export const clauseId = (number) => `rule-${number.replace(".", "-")}`;

/**
 * @param {Card} card
 * @param {Rules} rules
 * @param {{figures: boolean, prefix?: string}} how
 */
export function rulesPart(card, rules, { figures, prefix = "" }) {
  const part = h("div", { class: "rules" });
  for (const section of rules.sections) {
    if (section.heading) part.append(h("h3", {}, section.heading.replace(/^\d+\s+/, "")));
    let list = null;
    for (const piece of section.parts) {
      if (piece.type === "text") {
        list = null;
        part.append(h("div", { class: "rule-text" }, ownHtml(piece.html)));
        continue;
      }
      if (!list) {
        list = h("ol", { class: "clauses" });
        part.append(list);
      }
      const mark = MARKS[piece.mark];
      const words = h(
        "div",
        {},
        ownHtml(piece.html),
        mark ? h("span", { class: "ours", title: "What this rule rests on" }, mark) : null,
      );
      if (figures) words.append(evidence(piece));
      if (figures && piece.examples > 0) words.append(figure(card, piece.number, piece.examples));
      list.append(h("li", { id: `${prefix}${clauseId(piece.number)}` }, h("b", {}, piece.number), words));
    }
  }
  if (figures && rules.readings.length > 0) part.append(otherReadings(rules.readings));
  return part;
}

/** Where the sheet speaks of a clause, and why it is read so. @param {import("./types.d.ts").Clause} clause */
function evidence(clause) {
  return h(
    "details",
    { class: "evidence" },
    h("summary", {}, "Where does it say that?"),
    h(
      "p",
      {},
      `Marked ${clause.mark}. `,
      clause.place ? `In the sheet: ${clause.place}. ` : "The sheet is silent. ",
      clause.why ? `Why: ${clause.why}.` : "",
    ),
  );
}

/** What else the sheet could mean. @param {import("./types.d.ts").OtherReading[]} readings */
function otherReadings(readings) {
  const item = (/** @type {import("./types.d.ts").OtherReading} */ other) =>
    h(
      "li",
      {},
      h("b", {}, other.clause),
      ` ${other.reading} `,
      other.option ? h("code", {}, other.option) : "",
      ` Not taken: ${other.why_not}`,
      other.measured ? h("small", {}, ` Measured: ${other.measured}`) : "",
    );
  return h(
    "details",
    { class: "evidence" },
    h("summary", {}, "What else could the sheet mean?"),
    h("ul", {}, ...readings.map(item)),
  );
}

/** Examples of a clause, fetched when they are opened. @param {Card} card @param {string} number @param {number} count */
function figure(card, number, count) {
  const details = h(
    "details",
    { class: "examples" },
    h("summary", {}, count === 1 ? "An example" : `${count} examples`),
  );
  details.addEventListener("toggle", async () => {
    if (!details.open || details.children.length > 1) return;
    /** @type {{examples: Example[]}} */
    const { examples } = await get(`/api/games/${card.id}/clauses/${number}/examples`);
    details.append(plate(card, examples));
  });
  return details;
}

/** A plate: one example at a time, before and after, that can be stepped through. @param {Card} card @param {Example[]} examples */
function plate(card, examples) {
  let nth = 0;
  let after = false;
  const frame = h("div", { class: "frames" });
  const words = h("p", { "aria-live": "polite" });
  const steps = h("div", { class: "steps" });
  const show = () => {
    const example = examples[nth];
    if (!example) return;
    const seen = after && example.after ? example.after : example.before;
    const allowed = example.verdict.type !== "refused";
    const last = after && allowed ? [{ step: example.step, seat: 0, says: "", beats: example.beats }] : [];
    const drawn = picture(card.id, card.board, seen.pieces, {
      label: `${card.name}: ${seen.prompt}`,
      labels: true,
      last,
    });
    frame.replaceChildren(drawn);
    const options = Object.entries(example.options)
      .map(([name, value]) => `${name}=${value}`)
      .join(", ");
    words.replaceChildren(
      h("b", {}, `${example.step}: `),
      verdict(card, example),
      options ? h("small", { class: "soft" }, ` With ${options}.`) : "",
    );
    for (const [at, button] of [...steps.children].entries()) button.setAttribute("aria-pressed", String(at === nth));
    turn.textContent = after ? "Before" : "Play it";
    turn.hidden = !example.after || !allowed;
  };
  const turn = h(
    "button",
    {
      class: "btn",
      onclick: () => {
        after = !after;
        show();
      },
    },
    "Play it",
  );
  examples.forEach((example, at) =>
    steps.append(
      h(
        "button",
        {
          class: "btn btn-small",
          "aria-label": `Example ${at + 1}: ${example.step}`,
          onclick: () => {
            nth = at;
            after = false;
            show();
          },
        },
        String(at + 1),
      ),
    ),
  );
  show();
  return h(
    "div",
    { class: "plate" },
    frame,
    h("div", { class: "words" }, words, h("p", {}, turn), examples.length > 1 ? steps : null),
  );
}

/** @param {Card} card @param {Example} example */
function verdict(card, { verdict, says }) {
  if (verdict.type === "refused") return `refused by ${verdict.clause}.`;
  const sentence = says ? says : "allowed.";
  if (verdict.type === "ok") return sentence;
  const winner = verdict.winner ? `${card.seats[verdict.winner - 1]} wins` : "the game is drawn";
  return `${sentence} The game ends by ${verdict.clause}: ${winner}.`;
}
