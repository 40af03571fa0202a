// Where a study is kept: in this browser at every change, and in the address. Two tabs may have the same study open; what
// one of them has done is never written over by the other without a question.

import { Latest, plainQuery } from "./api.js";
import { h } from "./dom.js";
import { slip, speak } from "./page.js";
import { keepStudy, keptStudy, studiesOf, studyId, studyName, whenKeptElsewhere } from "./studies.js";
import { packed, Tree } from "./tree.js";

/** @typedef {import("./analyse.js").Study} Study */
/** @typedef {import("./studies.js").Kept} Kept */

/** Longer main lines are told by the tree in the fragment alone. */
const LONGEST_MOVES = 1500;
/** A tree that needs more letters than this stays in the browser only. */
const LONGEST_TREE = 16_000;

export class StudyKeeper {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    /** Which of the kept studies this is; empty until there is something to keep. */
    this.id = "";
    /** The tree as this tab has last read or written it. @type {string | null} */
    this.known = null;
    /** A printed game as it came. */
    this.printedText = "";
    this.addresses = new Latest();
    this.address = location.pathname + location.search + location.hash;
    /** How much of the study whoever opens the address sees. */
    this.holds = "";
    this.words = h("span", { class: "kept-words" }, "");
    this.notice = h("div", { class: "study-notice" });
    whenKeptElsewhere(() => this.compare());
  }

  get name() {
    const { title, options, position } = this.study;
    return studyName(title.id, JSON.stringify(options), position ?? "");
  }

  /** The other studies from the same start. */
  get others() {
    return studiesOf(this.name).filter(({ id, tree }) => id !== this.id && tree !== "");
  }

  /** Writes the study down, unless another tab has written something that this one has not seen. */
  keep() {
    const { study } = this;
    const text = study.tree.write();
    const printed = document.body.dataset.page === "replay";
    const untouched = (text === "" && this.id === "") || (printed && text === this.printedText);
    if (!untouched) {
      if (this.id === "") this.id = studyId(this.name, text);
      const newer = this.newer(text);
      if (newer) this.ask(newer);
      else {
        const at = study.tree.path(study.at);
        keepStudy({ id: this.id, name: this.name, game: study.title.id, tree: text, at, when: Date.now() });
        this.known = text;
      }
      this.words.textContent = newer ? "" : "kept";
    } else this.words.textContent = "";
    if (!(printed && untouched)) this.writeAddress(text);
  }

  /** What another tab has made of this study meanwhile. @param {string} text as it is here */
  newer(text) {
    const there = this.id ? keptStudy(this.id) : null;
    return there && this.known !== null && there.tree !== this.known && there.tree !== text ? there : null;
  }

  /** Another tab has kept something. */
  compare() {
    const newer = this.newer(this.study.tree.write());
    if (newer) this.ask(newer);
  }

  /** @param {Kept} there */
  ask(there) {
    const take = { class: "btn btn-small", onclick: () => this.take(there.id) };
    const mine = { class: "btn btn-small", onclick: () => this.keepMine() };
    this.words.textContent = "";
    this.notice.replaceChildren(
      slip(
        "This study was changed in another tab. ",
        h("button", take, "Take that one"),
        h("button", mine, "Keep mine"),
      ),
    );
  }

  keepMine() {
    this.known = keptStudy(this.id)?.tree ?? null;
    this.notice.replaceChildren();
    this.keep();
  }

  /** Goes on with a kept study. @param {string} id */
  async take(id) {
    const { study } = this;
    const there = keptStudy(id);
    if (!there) return;
    this.notice.replaceChildren();
    this.id = id;
    this.known = there.tree;
    await study.put(Tree.read(there.tree));
    await study.show(study.tree.at(there.at));
  }

  /** Goes on with the study that was left last, and says so. @returns {Promise<boolean>} whether there is one */
  async takeUp() {
    const [last] = this.others;
    if (!last) return false;
    await this.take(last.id);
    const { tree } = this.study;
    const beside = tree.root.size - tree.root.end.line.length;
    const count = (/** @type {number} */ many) => (many === 1 ? "one step" : `${many} steps`);
    const words = `${count(tree.root.end.line.length)}${beside > 0 ? `, and ${count(beside)} in variations` : ""}.`;
    const anew = { class: "btn btn-small", onclick: () => this.startAnew() };
    this.notice.replaceChildren(
      h("p", { class: "taken-up" }, "Taken up where you left it: ", h("b", {}, words), h("button", anew, "Start anew")),
    );
    return true;
  }

  /** What comes now is another study. */
  begin() {
    this.id = "";
    this.known = null;
    this.notice.replaceChildren();
  }

  /** An empty study; the one before stays on the list under More. */
  async startAnew() {
    this.begin();
    await this.study.put(new Tree());
    await this.study.show(this.study.tree.root);
    speak("A new study.");
  }

  /** @param {string} text */
  async writeAddress(text) {
    const { study } = this;
    const main = study.tree.root.end;
    const moves = main.steps.join(" ");
    const plain = main.line.every((node) => node.parent?.children.length === 1 && !node.comment && !node.glyph);
    const parts = { position: study.position, moves: moves.length <= LONGEST_MOVES ? moves : null };
    const fragment = new URLSearchParams();
    const { at } = study;
    const letters = await this.addresses.ask(() =>
      plain && moves.length <= LONGEST_MOVES ? Promise.resolve("") : packed(text),
    );
    if (!letters) return;
    const fits = letters.value.length <= LONGEST_TREE;
    if (letters.value && fits) fragment.set("t", letters.value);
    const part = parts.moves === null ? "only where it starts" : "its main line only";
    this.holds = fits
      ? "The address holds the whole study."
      : `The study is too long for its address, which holds ${part}. A record holds all of it.`;
    if (at !== main) fragment.set("at", study.tree.path(at).join("."));
    const hash = fragment.toString();
    const { title, options } = study;
    const address = `/analyse/${title.id}${plainQuery(options, title, parts)}${hash ? `#${hash}` : ""}`;
    if (document.body.dataset.page !== "replay") history.replaceState(null, "", address);
    this.address = address;
    document.body.dataset.study = text;
  }
}
