// Small helpers for making elements. Nothing here knows a game.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Sets attributes; `on...` functions become listeners; null and false are left out.
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An HTML element. A button sends no form, unless its type says so.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  if (name === "button") element.setAttribute("type", "button");
  dress(element, attributes);
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * A button that does something.
 * @param {string} words
 * @param {() => unknown} onclick
 * @param {string} [kind]
 */
export const button = (words, onclick, kind = "btn") => h("button", { class: kind, onclick }, words);

/**
 * An SVG element.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function s(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  dress(element, attributes);
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * One of the drawings of `symbols.js`, centred on a place.
 * @param {string} drawing
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} [className]
 */
export function stamp(drawing, x, y, size, className) {
  return s("use", {
    href: `#${drawing}`,
    x: x - size / 2,
    y: y - size / 2,
    width: size,
    height: size,
    class: className,
  });
}

/** @param {string} drawing */
export function icon(drawing) {
  return s("svg", { "aria-hidden": "true", focusable: "false" }, s("use", { href: `#${drawing}` }));
}

/**
 * Rich text that this program has made itself from its own rulebooks.
 * @param {string} html
 * @returns {DocumentFragment}
 */
export function ownHtml(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const fragment = document.createDocumentFragment();
  fragment.append(...parsed.body.childNodes);
  return fragment;
}

/**
 * @param {string} text
 * @returns {string}
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
