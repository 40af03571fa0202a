// What a man becomes, chosen beside the square where he becomes it.

import { capital, h, s } from "./dom.js";
import { drawMan } from "./draw.js";

/** @typedef {import("./types.d.ts").LegalStep} LegalStep */
/** @typedef {import("./types.d.ts").Man} Man */

/** How far it stays from the edge of the window, and how high a line of it is. */
const EDGE = 4;
const [LEAST, MOST] = [44, 84];

/** Steps by what the man becomes, the strongest first; nothing if they do not differ in that. @param {LegalStep[]} steps @param {Man[]} men */
export function becoming(steps, men) {
  const kinds = new Set(steps.map(({ becomes }) => becomes?.kind));
  if (kinds.has(undefined) || kinds.size < steps.length) return null;
  const rank = (/** @type {LegalStep} */ { becomes }) =>
    men.findIndex(({ seat, kind }) => seat === becomes?.seat && kind === becomes.kind);
  return [...steps].sort((one, other) => rank(one) - rank(other));
}

export class Picker {
  /** @param {import("./board.js").TouchBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {HTMLElement | null} */
    this.list = null;
    this.listening = new AbortController();
  }

  close() {
    this.list?.remove();
    this.list = null;
    this.listening.abort();
  }

  /** @param {LegalStep[]} steps by what the man becomes @param {number} site where @param {string} kind what he is */
  open(steps, site, kind) {
    this.close();
    const question = `What does the ${kind} become?`;
    const list = h(
      "div",
      { class: "picker", role: "listbox", "aria-label": question },
      ...steps.map(this.option, this),
    );
    this.list = list;
    this.board.svg.parentElement?.append(list);
    this.place(site);
    list.querySelector("button")?.focus();
    this.listening = new AbortController();
    const { signal } = this.listening;
    addEventListener("keydown", (event) => this.key(event), { capture: true, signal });
    addEventListener("resize", () => this.place(site), { signal });
    const away = (/** @type {Event} */ { target }) =>
      target instanceof Node && !list.contains(target) && this.dismiss();
    addEventListener("pointerdown", away, { capture: true, signal });
  }

  /** @param {LegalStep} step @param {number} nth */
  option(step, nth) {
    const man = /** @type {Man} */ (step.becomes);
    return h(
      "button",
      {
        role: "option",
        "aria-selected": String(nth === 0),
        tabindex: nth === 0 ? 0 : -1,
        "data-step": step.text,
        "data-key": man.letter.toLowerCase(),
        title: step.says,
        onclick: () => this.pick(step),
      },
      s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, drawMan(man, 0, 0, 100)),
      h("span", {}, capital(man.kind)),
      h("kbd", { "aria-hidden": "true" }, man.letter.toUpperCase()),
    );
  }

  /** Beside the square, on the side where the board goes on, and inside the window. @param {number} site */
  place(site) {
    const { list, board } = this;
    const at = board.cells.get(site)?.getBoundingClientRect();
    if (!list || !at) return;
    list.style.setProperty("--line", `${Math.max(LEAST, Math.min(MOST, at.height))}px`);
    const [size, ground] = [list.getBoundingClientRect(), board.svg.getBoundingClientRect()];
    const origin = /** @type {Element} */ (list.parentElement).getBoundingClientRect();
    const isRight = at.right + size.width <= Math.min(innerWidth, ground.right);
    const isUpper = at.top + at.bottom < ground.top + ground.bottom;
    const inside = (/** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ room) =>
      Math.max(EDGE, Math.min(room - length - EDGE, from));
    const left = inside(isRight ? at.right : at.left - size.width, size.width, innerWidth);
    const top = inside(isUpper ? at.top : at.bottom - size.height, size.height, innerHeight);
    list.style.left = `${left - origin.left}px`;
    list.style.top = `${top - origin.top}px`;
  }

  /** @param {LegalStep} step */
  pick(step) {
    this.close();
    this.board.takeFocus();
    this.board.owner.play(step);
  }

  /** None of them: the man stays where he was. */
  dismiss() {
    this.close();
    this.board.back();
    this.board.takeFocus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    event.stopPropagation();
    const options = /** @type {HTMLElement[]} */ ([...(this.list?.querySelectorAll("button") ?? [])]);
    const nth = options.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const by = steps[event.key];
    if (event.key === "Escape") this.dismiss();
    else if (by) this.focus(options, Math.max(0, Math.min(options.length - 1, nth + by)));
    else if (event.key === "Enter" || event.key === " ") options[Math.max(0, nth)]?.click();
    else {
      const meant = options.find(({ dataset }) => dataset.key === event.key.toLowerCase());
      if (!meant) return;
      meant.click();
    }
    event.preventDefault();
  }

  /** @param {HTMLElement[]} options @param {number} at */
  focus(options, at) {
    for (const [nth, option] of options.entries()) {
      option.tabIndex = nth === at ? 0 : -1;
      option.setAttribute("aria-selected", String(nth === at));
    }
    options[at]?.focus();
  }
}
