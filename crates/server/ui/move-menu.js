// What can be done with a move of a study: a sign, a remark, promoting and deleting its line. A menu beside the move, by
// right click, long touch, the menu key or its button; on phones a sheet from below.

import { sitDownAt } from "./api.js";
import { button, h, icon } from "./dom.js";
import { copy, plainWords, slip, speak } from "./page.js";
import { turnsBefore } from "./moves-tree.js";
import { GLYPHS } from "./tree.js";

/** @typedef {import("./analyse.js").Study} Study */
/** @typedef {import("./tree.js").Branch} Branch */

export class MoveMenu {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    /** @type {(() => void) | null} */
    this.undo = null;
    /** The field for a remark stands here. */
    this.field = h("div", { class: "remark-field", hidden: true });
    this.button = h(
      "button",
      {
        class: "menu-button",
        "aria-haspopup": "menu",
        "aria-label": "This move",
        title: "This move (M)",
        onclick: () => this.open(study.at, study.list.place),
      },
      icon("i-list"),
    );
  }

  /** Whether a step belongs to the printed game, which stays as it is. @param {Branch} node */
  isPrinted(node) {
    return this.study.printedEnd?.line.includes(node) ?? false;
  }

  /** Whether a line can be put before another without pushing the printed one aside. @param {Branch} node */
  mayRise(node) {
    const aside = node.line.filter((one) => one.parent?.children[0] !== one);
    const first = aside[0]?.parent?.children[0];
    return aside.length > 0 && !(first && this.isPrinted(first));
  }

  /** @param {Branch} node @param {DOMRect} place */
  open(node, place) {
    if (!node.parent) return;
    const { study } = this;
    const number = Math.floor(turnsBefore(node) / Math.max(1, study.title.seats.length)) + 1;
    const main = node.line.every((one) => one.parent?.children[0] === one);
    const rise = this.mayRise(node);
    const size = node.size + 1;
    const meaning = h("p", { class: "soft" });
    const tell = () => {
      const [sign = "", words = "no sign"] = GLYPHS.find(([one]) => one === node.glyph) ?? [];
      meaning.replaceChildren(h("b", {}, sign), ` ${words}`);
    };
    const signs = GLYPHS.map(([sign, words]) => {
      const item = h(
        "button",
        {
          class: "btn btn-small",
          role: "menuitemcheckbox",
          "aria-checked": String(node.glyph === sign),
          "aria-label": `${sign}: ${words}`,
          tabindex: -1,
          onclick: () => {
            node.glyph = node.glyph === sign ? "" : sign;
            for (const other of signs)
              other.setAttribute("aria-checked", String(other === item && node.glyph === sign));
            tell();
            study.mark();
          },
        },
        sign,
      );
      return item;
    });
    const act = (
      /** @type {string} */ words,
      /** @type {string} */ key,
      /** @type {() => void} */ doIt,
      { able = true, red = false } = {},
    ) =>
      h(
        "button",
        {
          class: `menu-item${red ? " menu-red" : ""}`,
          role: "menuitem",
          tabindex: -1,
          "aria-disabled": able ? null : "true",
          onclick: () => {
            if (!able) return;
            box.close();
            doIt();
          },
        },
        words,
        key ? h("kbd", {}, key) : null,
      );
    const write = act(node.comment ? "Change the remark" : "Write a remark", "C", () => this.writeRemark(node));
    const line = () => node.steps.join(" ");
    tell();
    /** @type {HTMLDialogElement} */
    const box = h(
      "dialog",
      { class: "move-menu", "aria-label": `Move ${number}. ${node.step}` },
      h("h2", {}, `${number}. ${node.turn || node.step}`, h("small", {}, main ? "main line" : "variation")),
      h(
        "div",
        { role: "menu", "aria-label": "This move" },
        h("div", { class: "glyphs", role: "group", "aria-label": "Sign" }, ...signs),
        meaning,
        write,
        act("Make this line the main line", "P", () => this.promote(node), { able: rise }),
        act("Put this line one up", "", () => this.promote(node, 1), { able: rise }),
        act("Copy the line to here", "", () => copy(line(), "The line")),
        act("Play the computer from here", "", () => this.playFrom(node)),
        act(`Delete from here: ${size} ${size === 1 ? "step" : "steps"}`, "Del", () => this.remove(node), {
          able: !this.isPrinted(node),
          red: true,
        }),
      ),
    );
    meaning.setAttribute("role", "none");
    box.addEventListener("keydown", (event) => this.key(event, box));
    box.addEventListener("click", (event) => {
      if (event.target === box) box.close();
    });
    box.addEventListener("close", () => {
      box.remove();
      if (!this.field.contains(document.activeElement)) study.list.takeFocus();
    });
    document.body.append(box);
    box.showModal();
    const { width, height } = box.getBoundingClientRect();
    box.style.setProperty("--x", `${Math.max(8, Math.min(place.left + 40, innerWidth - width - 8))}px`);
    const below = place.bottom + 4 + height <= innerHeight - 8;
    box.style.setProperty("--y", `${Math.max(8, below ? place.bottom + 4 : place.top - height - 4)}px`);
    write.focus();
  }

  /** Up and down through the menu, left and right through the signs. @param {KeyboardEvent} event @param {HTMLElement} box */
  key(event, box) {
    const items = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[role^=menuitem]")]);
    const nth = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? items.length - 1 : by === undefined ? -1 : nth + by;
    if (to === -1 && by === undefined) {
      if (event.key === "Tab") event.preventDefault();
      return;
    }
    event.preventDefault();
    items[(to + items.length) % items.length]?.focus();
  }

  // --- what it does -----------------------------------------------------------------------------------

  /** @param {Branch} node */
  writeRemark(node) {
    const { study, field } = this;
    const input = h("input", {
      type: "text",
      value: node.comment,
      placeholder: "A remark on this move",
      "aria-label": "Remark",
    });
    const end = () => {
      field.hidden = true;
      field.replaceChildren();
      study.list.takeFocus();
    };
    const done = () => {
      const words = input.value.trim();
      if (words !== node.comment) {
        node.comment = words;
        study.printedRemarks.delete(node);
      }
      study.mark();
    };
    input.addEventListener("change", done);
    input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      if (event.key === "Enter") done();
      else input.value = node.comment;
      end();
    });
    field.replaceChildren(input, button("Done", end, "btn btn-small"));
    field.hidden = false;
    input.focus();
  }

  /** Makes a line the main one, or puts it one up. @param {Branch} node @param {number} [by] */
  promote(node, by = 0) {
    const { study } = this;
    if (!this.mayRise(node)) return;
    if (by > 0 ? study.tree.promote(node) : study.tree.makeMain(node)) study.mark();
  }

  /** @param {Branch} node */
  remove(node) {
    const { study } = this;
    const { parent } = node;
    if (!parent || this.isPrinted(node)) return;
    const count = node.size + 1;
    const before = study.at;
    const back = study.tree.remove(node);
    this.undo = () => {
      back();
      this.undo = null;
      study.show(before);
    };
    study.show(before.line.includes(node) ? parent : before);
    const words = `Deleted ${count === 1 ? "one step" : `${count} steps`}.`;
    const undo = { class: "btn btn-small", onclick: () => this.undo?.() };
    study.slip.replaceChildren(h("p", { class: "soft" }, `${words} `, h("button", undo, "Undo", h("kbd", {}, "Z"))));
    speak(`${words} Z undoes it.`);
  }

  /** @param {Branch} node */
  async playFrom(node) {
    const { study } = this;
    await study.show(node);
    try {
      await playOn(study, "computer");
    } catch (error) {
      study.slip.replaceChildren(slip(plainWords(error)));
    }
  }
}

/** Sets up a table where the board of a study stands. @param {Study} study @param {"computer" | "person"} kind */
export async function playOn(study, kind) {
  const { scene } = study.board;
  if (!scene) return;
  const mover = scene.status.seat ?? 1;
  const seats = study.title.seats.map((_, nth) =>
    nth + 1 === mover || kind === "person" ? { kind: "person" } : { kind: "computer", level: 4 },
  );
  await sitDownAt(study.title.id, { options: study.options, seats, position: scene.position });
}
