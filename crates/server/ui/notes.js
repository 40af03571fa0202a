// The notes beside a table: what was played, all legal steps, the rules, and a column spelled out.

import { stepList } from "./choices.js";
import { h, s } from "./dom.js";
import { drawMan, isDrum } from "./draw.js";
import { moveTable } from "./moves.js";
import { sideName } from "./names.js";
import { clauseId, rulesPart } from "./rules.js";

/** @typedef {import("./play.js").Table} Table */
/** @typedef {import("./types.d.ts").Man} Man */

/** @type {[string, string][]} */
const TABS = [
  ["moves", "Moves"],
  ["steps", "All steps"],
  ["rules", "Rules"],
];

export class Notes {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.tab = "moves";
    this.tabs = h("div", { class: "tabs", role: "tablist" });
    this.sheet = h("div", { class: "sheet", role: "tabpanel", id: "sheet", tabindex: 0 });
    this.reader = h("div", {});
    this.element = h("section", { class: "notes", "aria-label": "Notes" }, this.tabs, this.sheet, this.reader);
    this.makeTabs();
  }

  makeTabs() {
    this.tabs.replaceChildren(
      ...TABS.map(([id, words]) =>
        h(
          "button",
          {
            role: "tab",
            id: `tab-${id}`,
            "aria-controls": "sheet",
            "aria-selected": String(this.tab === id),
            tabindex: this.tab === id ? 0 : -1,
            onclick: () => this.open(id),
            onkeydown: (/** @type {KeyboardEvent} */ event) => this.tabKey(event),
          },
          words,
        ),
      ),
    );
    this.sheet.setAttribute("aria-labelledby", `tab-${this.tab}`);
  }

  /** @param {KeyboardEvent} event */
  tabKey(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.stopPropagation();
    const at = TABS.findIndex(([name]) => name === this.tab);
    this.open(TABS[(at + step + TABS.length) % TABS.length]?.[0] ?? "moves", true);
  }

  /** @param {string} tab @param {boolean} [focus] */
  open(tab, focus = false) {
    this.tab = tab;
    this.makeTabs();
    this.draw();
    if (focus) document.getElementById(`tab-${tab}`)?.focus();
  }

  draw() {
    const { table } = this;
    const { view, title } = table;
    if (!view) return;
    const focused = this.sheet.contains(document.activeElement);
    this.sheet.className = `sheet sheet-${this.tab}`;
    if (this.tab === "moves") {
      const words = table.myTurn ? "your move" : view.thinking ? "thinking" : "to move";
      const waiting = table.over ? null : { seat: view.scene.status.seat ?? 1, words };
      this.sheet.replaceChildren(
        moveTable(view.turns, title.seats, { waiting, now: table.past.turn, go: (nth) => table.past.goToTurn(nth) }),
      );
      if (table.past.at === null) this.sheet.scrollTop = this.sheet.scrollHeight;
      else this.sheet.querySelector(".now")?.scrollIntoView({ block: "nearest" });
    } else if (this.tab === "steps") this.sheet.replaceChildren(this.legalSteps());
    else if (!this.sheet.querySelector(".rules")) {
      const how = { figures: false, prefix: "drawer-" };
      this.sheet.replaceChildren(rulesPart(title, title.rules, how), rulesPart(title, title.common, how));
    }
    // What had the focus is gone; the list itself keeps it.
    if (focused && !this.sheet.contains(document.activeElement)) {
      const next = this.tab === "steps" ? this.sheet.querySelector("button") : this.sheet.querySelector(".now button");
      (next ?? this.sheet).focus();
    }
  }

  legalSteps() {
    const { table } = this;
    const steps = table.myTurn ? (table.scene?.steps ?? []) : [];
    if (steps.length === 0) {
      return h("p", { class: "soft" }, table.over ? "The game is over." : "Nothing is yours to play just now.");
    }
    return stepList(steps, (step) => table.play(step));
  }

  /** @param {string} clause */
  openRule(clause) {
    this.open("rules");
    const item = document.getElementById(`drawer-${clauseId(clause)}`);
    for (const old of this.sheet.querySelectorAll(".target")) old.classList.remove("target");
    item?.classList.add("target");
    item?.scrollIntoView({ block: "center" });
  }

  /** Spells out a column, its leader first. @param {number} site */
  read(site) {
    const { table } = this;
    const { title, board } = table;
    const men = table.scene?.pieces.find((placed) => placed.site === site)?.men ?? [];
    if (men.length < 2 || !men.every(isDrum)) return;
    const [leader, ...led] = [...men].reverse();
    if (!leader) return;
    const words = (/** @type {Man} */ man) => `${sideName(title, man.seat)} ${man.kind}`;
    const drawing = s(
      "svg",
      { viewBox: `-52 -${52 + 15 * men.length} 104 ${110 + 15 * men.length}`, "aria-hidden": "true" },
      ...men.map((man, nth) => drawMan(man, 0, -15 * nth, 100)),
    );
    const prisoner = (/** @type {Man} */ man) => (man.seat === leader.seat ? "" : "prisoner");
    this.reader.className = "reader";
    this.reader.replaceChildren(
      drawing,
      h(
        "div",
        {},
        h("h3", {}, `Column on ${board.placeName(site)}`),
        h(
          "ol",
          {},
          h("li", {}, words(leader), h("span", {}, "leads")),
          ...led.map((man) => h("li", {}, words(man), h("span", {}, prisoner(man)))),
        ),
      ),
    );
  }
}
