// Buttons for steps that need more than touches: those without a place on the board, those easier to compare in words,
// several that are touched alike, and Done where a step could go on.

import { h } from "./dom.js";
import { becoming } from "./picker.js";

/** @typedef {import("./types.d.ts").LegalStep} LegalStep */
/** @typedef {import("./board.js").TouchBoard} TouchBoard */

/** @param {LegalStep} step @param {(step: LegalStep) => void} play @param {{first?: boolean, key?: string}} [how] */
export const stepButton = (step, play, { first = false, key = "" } = {}) =>
  h(
    "button",
    {
      class: `btn choice${first ? " btn-first" : ""}${step.button && step.clicks.length > 0 ? " short" : ""}`,
      "data-step": step.text,
      onclick: () => play(step),
    },
    h("span", {}, h("b", {}, step.text), h("small", {}, step.says)),
    key ? h("kbd", {}, key) : null,
  );

/**
 * What is to be chosen now, anywhere but at a table.
 * @param {TouchBoard} board
 * @param {LegalStep[] | null} alike steps that are touched alike, if it is about them
 * @param {(step: LegalStep) => void} play
 * @returns {HTMLElement[]}
 */
export function choiceButtons(board, alike, play) {
  const { touch } = board;
  if (alike) return becoming(alike, board.men) ? [] : alike.map((step) => stepButton(step, play));
  if (touch.complete.length > 0) {
    const finish = { class: "btn btn-first choice", onclick: () => board.finish() };
    return [h("button", finish, "Done", h("kbd", {}, "Enter"))];
  }
  // Where something is to be found out, what can be touched is not offered in words that tell what it comes to.
  return touch.buttons.filter(({ clicks }) => clicks.length === 0).map((step) => stepButton(step, play));
}

/** All legal steps as a list. @param {LegalStep[]} steps @param {(step: LegalStep) => void} play */
export const stepList = (steps, play) =>
  h(
    "ul",
    { class: "step-list", "aria-label": "All legal steps" },
    ...steps.map((step) =>
      h(
        "li",
        {},
        h(
          "button",
          { class: "step", "data-step": step.text, onclick: () => play(step) },
          h("b", {}, step.text),
          " ",
          h("span", {}, step.says),
        ),
      ),
    ),
  );
