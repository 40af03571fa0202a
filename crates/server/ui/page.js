// What every page has: the bar, the light, words spoken to screen readers, dialogs, keys.

import { h, icon, s } from "./dom.js";
import { keep } from "./api.js";

/** @param {string} words @param {boolean} [urgent] */
export function speak(words, urgent = false) {
  const region = document.getElementById(urgent ? "urgent" : "polite");
  if (region) region.textContent = region.textContent === words ? `${words} ` : words;
}

function wordmark() {
  return s(
    "svg",
    { class: "wordmark", viewBox: "0 0 670 106", role: "img", "aria-label": "Parlour" },
    s("use", { href: "#wordmark" }),
  );
}

function lampButton() {
  return h(
    "button",
    { "aria-label": "Light or lamplight", title: "Light or lamplight", onclick: turnLamp },
    icon("i-lamp"),
  );
}

function turnLamp() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  keep("theme", root.dataset.theme);
}

/**
 * The bar at the top of all pages but the shelf. With `game`, it leads to that game's box and rules; with `heading`, its
 * title is the page's heading; with `goal`, the goal of the game stands in it, and under it on phones.
 * @param {{game?: {id: string, name: string}, name?: string, more?: string, links?: [string, string][], heading?: boolean, goal?: string}} about
 */
export function bar({ game, name = game?.name, more, links = [], heading = false, goal }) {
  const href = game && `/games/${game.id}`;
  const all = [...links, ...(href ? [["Rules", `${href}#rules`]] : []), ["Shelf", "/"]];
  const title =
    name &&
    h(
      heading ? "h1" : "p",
      { class: "bar-title" },
      h("b", {}, href ? h("a", { href }, name) : name),
      more ? h("span", {}, more) : null,
    );
  const top = h(
    "header",
    { class: "bar" },
    h("a", { class: "bar-mark", href: "/", "aria-label": "Parlour, back to the shelf" }, wordmark()),
    title,
    goal ? goalLine(goal) : null,
    h(
      "nav",
      { class: "bar-nav", "aria-label": "Pages" },
      ...all.map(([words, to]) => h("a", { href: to }, words)),
      lampButton(),
    ),
  );
  if (!goal) return top;
  const both = document.createDocumentFragment();
  both.append(top, goalLine(goal, "goal-under"));
  return both;
}

/** @param {string} words @param {string} [where] */
function goalLine(words, where = "") {
  return h(
    "p",
    { class: `goal ${where}` },
    icon("i-goal"),
    h("span", {}, h("span", { class: "visually-hidden" }, "The goal: "), words),
  );
}

/** The goal inside a page that has no room for it above: a phone on its side. @param {string} words */
export const goalIn = (words) => goalLine(words, "goal-in");

/** The shelf's own heading. */
export function masthead() {
  return h(
    "header",
    { class: "masthead" },
    h("h1", {}, wordmark()),
    h("p", {}, "Board games, revived from rule sheets of 1892 to 1940"),
    s("svg", { class: "swelled", "aria-hidden": "true" }, s("use", { href: "#swelled", class: "ornament" })),
    h(
      "nav",
      { class: "bar-nav", "aria-label": "Pages" },
      h("a", { href: "/puzzles" }, "Puzzles"),
      h("a", { href: "/mine" }, "My games"),
      h("a", { href: "/help" }, "Help"),
      lampButton(),
    ),
  );
}

/**
 * Fills the page: what stands above, and the main part. The live regions stay what they are.
 * @param {Node} top
 * @param {HTMLElement} main
 * @param {Node[]} after
 */
export function fill(top, main, ...after) {
  main.id = "main";
  for (const old of document.querySelectorAll("body > header, body > main, body > footer, body > .skip, body > .goal"))
    old.remove();
  document.body.append(h("a", { class: "skip", href: "#main" }, "To the main part"), top, main, ...after);
  if (!document.getElementById("polite")) {
    document.body.append(
      h("p", { id: "polite", class: "visually-hidden", "aria-live": "polite" }),
      h("p", { id: "urgent", class: "visually-hidden", role: "alert" }),
    );
  }
}

/**
 * A slip of paper over the page. Escape or a click beside it closes it.
 * @param {string} heading
 * @param {...(Node | string | null | false)} children
 * @returns {HTMLDialogElement}
 */
export function dialog(heading, ...children) {
  const close = h("button", { class: "btn", onclick: () => box.close() }, "Close");
  const box = openDialog(heading, ...children, h("p", { class: "dialog-end" }, close));
  return box;
}

/**
 * @param {string} heading
 * @param {...(Node | string | null | false)} children
 * @returns {HTMLDialogElement}
 */
function openDialog(heading, ...children) {
  /** @type {HTMLDialogElement} */
  const box = h("dialog", { class: "dialog", "aria-label": heading }, h("h2", {}, heading), ...children);
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * A question with its answers. The first has the focus and is what Escape says; the second is the black one.
 * @param {string} question
 * @param {string[]} answers
 * @param {...(Node | string)} words what else there is to know
 * @returns {Promise<number>} which of them
 */
export function choose(question, answers, ...words) {
  return new Promise((resolve) => {
    let said = 0;
    const button = (/** @type {string} */ answer, /** @type {number} */ nth) => {
      const onclick = () => {
        said = nth;
        box.close();
      };
      return h("button", { class: `btn${nth === 1 ? " btn-first" : ""}`, autofocus: nth === 0, onclick }, answer);
    };
    const box = openDialog(question, ...words, h("p", { class: "dialog-end" }, ...answers.map(button)));
    box.addEventListener("close", () => resolve(said));
  });
}

/** @param {string} question @param {string} yes @param {string} [no] */
export const confirm = async (question, yes, no = "Cancel") => (await choose(question, [no, yes])) === 1;

/** @param {string} text @param {string} what */
export async function copy(text, what) {
  const area = h("textarea", { class: "visually-hidden", "aria-hidden": "true" });
  area.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  // The clipboard interface needs a secure context; a house network has none.
  const done = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => document.execCommand("copy"),
      )
    : document.execCommand("copy");
  area.remove();
  speak(done ? `${what} copied.` : `${what} could not be copied.`);
  return done;
}

/**
 * A button that copies and says so.
 * @param {string} words
 * @param {string | (() => string | Promise<string>)} text
 */
export function copyButton(words, text) {
  const button = h("button", { class: "btn" }, words);
  button.addEventListener("click", async () => {
    const done = await copy(typeof text === "string" ? text : await text(), words);
    button.textContent = done ? "Copied" : "Not copied";
    setTimeout(() => {
      button.textContent = words;
    }, 1500);
  });
  return button;
}

/**
 * A button with its key. What cannot be done now keeps its place, dashed.
 * @param {string} words @param {string} key @param {() => unknown} act
 * @param {{drawing?: string, able?: boolean, first?: boolean}} [how]
 */
export const keyButton = (words, key, act, { drawing = "", able = true, first = false } = {}) =>
  h(
    "button",
    {
      class: `btn${first ? " btn-first" : ""}`,
      "aria-disabled": able ? null : "true",
      "data-act": words.toLowerCase().replaceAll(" ", "-"),
      onclick: () => {
        if (able) act();
      },
    },
    drawing ? icon(drawing) : null,
    h("span", {}, words),
    key ? h("kbd", {}, key) : null,
  );

/** A slip of paper with a pointing hand: what cannot be, and why. @param {...(Node | string)} words */
export const slip = (...words) => h("div", { class: "slip", role: "status" }, icon("hand"), h("p", {}, ...words));

/** Whether a key was meant for a field and not for the page. @param {KeyboardEvent} event */
export function typing(event) {
  const target = event.target;
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    document.querySelector("dialog[open]") !== null ||
    (target instanceof Element && target.closest("input, textarea, select") !== null)
  );
}

/**
 * Does what a key stands for, unless it was meant for a field, a dialog or the button that has the focus.
 * @param {KeyboardEvent} event
 * @param {Record<string, () => unknown>} keys by their names, letters in lower case
 */
export function runKey(event, keys) {
  const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  const pressed = event.target instanceof Element && event.target.closest("button, a, summary") !== null;
  if (!act || typing(event) || (event.key === "Enter" && pressed)) return;
  event.preventDefault();
  act();
}

/** Scrolls a box, and nothing around it, until a part of it is seen. @param {Element | null | undefined} box @param {Element | null | undefined} part */
export function scrollWithin(box, part) {
  if (!box || !part) return;
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}

/** Levels in words. */
export const LEVELS = ["novice", "gentle", "easy-going", "steady", "keen", "sharp", "strong", "strongest"];
/** @param {number | null} level */
export const levelWords = (level) => LEVELS[(level ?? 1) - 1] ?? "steady";

/** @param {unknown} error */
export function plainWords(error) {
  return error instanceof Error ? error.message : String(error);
}
