// Files that somebody keeps or brings along: records; the board as a picture, SVG with its styles written into it, or PNG made
// from that.

import { button, h } from "./dom.js";

/** Properties that make a drawing look as it does here. */
const KEPT = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-size",
  "font-weight",
  "font-family",
  "text-anchor",
];

/** @param {import("./board.js").TouchBoard} board @returns {string} */
function asSvg(board) {
  const original = board.svg;
  const drawing = /** @type {SVGElement} */ (original.cloneNode(true));
  for (const part of drawing.querySelectorAll(".b-cells, .b-marks")) part.remove();
  const box = original.viewBox.baseVal;
  drawing.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  drawing.setAttribute("width", String(box.width));
  drawing.setAttribute("height", String(box.height));
  const used = new Set([...drawing.querySelectorAll("use")].map((use) => use.getAttribute("href")?.slice(1) ?? ""));
  for (const painted of drawing.querySelectorAll("[fill^='url(#']"))
    used.add(painted.getAttribute("fill")?.slice(5, -1) ?? "");
  const symbols = document.createElementNS("http://www.w3.org/2000/svg", "defs");
  for (const id of used) {
    const symbol = document.getElementById(id);
    if (symbol) symbols.append(inked(symbol));
  }
  const inkedDrawing = /** @type {SVGElement} */ (inkCopy(drawing, original));
  inkedDrawing.prepend(symbols);
  return new XMLSerializer().serializeToString(inkedDrawing);
}

/** @param {Element} symbol */
function inked(symbol) {
  const copy = /** @type {Element} */ (symbol.cloneNode(true));
  const from = [...symbol.querySelectorAll("*")];
  for (const [nth, part] of [...copy.querySelectorAll("*")].entries()) ink(part, from[nth]);
  return copy;
}

/** Writes the styles of the page into a copy of the board. @param {Element} copy @param {Element} original */
function inkCopy(copy, original) {
  const shown = [...original.querySelectorAll("*")].filter((part) => !part.closest(".b-cells, .b-marks"));
  for (const [nth, part] of [...copy.querySelectorAll("*")].entries()) ink(part, shown[nth]);
  return copy;
}

/** @param {Element} part @param {Element | undefined} original */
function ink(part, original) {
  if (!original || part.tagName === "use" || part.tagName === "g") return;
  const style = getComputedStyle(original);
  const patterned = part.getAttribute("fill")?.startsWith("url(");
  for (const name of KEPT) {
    const value = style.getPropertyValue(name);
    if (value && !(name === "fill" && patterned)) part.setAttribute(name, value);
  }
  part.removeAttribute("class");
}

/** Opens a file of records that somebody chooses. @param {string} words @param {(file: File) => void} take @param {boolean} [able] */
export function fileButton(words, take, able = true) {
  const file = h("input", {
    type: "file",
    accept: ".txt,.pgn,.pdn,text/plain",
    class: "visually-hidden",
    disabled: !able,
    "aria-label": "A file of records",
    onchange: () => file.files[0] && take(file.files[0]),
  });
  return h("label", { class: "btn", "aria-disabled": able ? null : "true" }, words, file);
}

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {string} svg @returns {Promise<Blob | null>} */
function asPng(svg) {
  return new Promise((resolve, reject) => {
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const image = new Image();
    image.onload = () => {
      const canvas = h("canvas", { width: image.width * 1.5, height: image.height * 1.5 });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(address);
      canvas.toBlob(resolve, "image/png");
    };
    image.onerror = () => reject(new Error("The picture could not be made."));
    image.src = address;
  });
}

/** @param {import("./board.js").TouchBoard} board @param {string} name */
export function boardFiles(board, name) {
  return [
    button("Save the board as SVG", () => save(new Blob([asSvg(board)], { type: "image/svg+xml" }), `${name}.svg`)),
    button("Save the board as PNG", async () => {
      const png = await asPng(asSvg(board));
      if (png) save(png, `${name}.png`);
    }),
  ];
}
