// The position editor: put any man anywhere, as far as the game can make sense of it, then play or analyse.

import { get, Latest, plainQuery, post, query, sitDownAt } from "./api.js";
import { TouchBoard } from "./board.js";
import { button, h, icon, s } from "./dom.js";
import { drawMan } from "./draw.js";
import { bar, copyButton, fill, plainWords, slip, speak } from "./page.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").Man} Man */
/** @typedef {import("./types.d.ts").Scene} Scene */

class Editor {
  /** @param {Title} title */
  constructor(title) {
    this.title = title;
    /** The men in the box; the empty hand takes men away. @type {Man | null} */
    this.hand = title.men[0] ?? null;
    this.position = title.start.position;
    /** Whether men stand on each other in this game. */
    this.stacks = [...title.start.pieces, ...title.pieces].some(
      ({ site, men }) => men.length > 1 && title.board.sites[site]?.kind === "cell",
    );
    /** What stands on the board, though it may not be a position of the game yet. @type {Map<number, Man[]>} */
    this.draft = new Map();
    this.requests = new Latest();
    /** Settled when the newest request has been answered. */
    this.asking = Promise.resolve();
    this.board = new TouchBoard(title, { play: () => {}, choose: () => {}, refused: () => {}, changed: () => {} });
    // Every site may be touched here, whatever the rules would say.
    this.board.click = (site) => {
      this.put(site);
    };
    this.build();
  }

  build() {
    const { title } = this;
    this.prompt = h(
      "p",
      { class: "prompt" },
      h("b", {}, "Set up a position."),
      " Choose a man, then touch where he stands. Touch a square with the empty hand to clear it.",
    );
    this.slip = h("div", {});
    this.palette = h("div", { class: "palette", role: "radiogroup", "aria-label": "What to put" });
    this.text = h("textarea", { rows: 3, "aria-label": "The position’s text", spellcheck: "false" });
    this.mover = h(
      "select",
      { "aria-label": "Who is to move", onchange: () => this.ask() },
      ...title.seats.map((seat, nth) => h("option", { value: nth + 1 }, `${seat} to move`)),
    );
    const acts = h(
      "div",
      { class: "desk-acts", role: "group", "aria-label": "Actions" },
      button("The start", () => this.read(title.start.position)),
      button("Clear the board", () => this.empty()),
      h("button", { class: "btn", onclick: () => this.board.flip() }, icon("i-flip"), "Flip"),
      h(
        "button",
        {
          class: "btn",
          onclick: async () => {
            await this.asking;
            location.href = `/analyse/${title.id}${plainQuery(title.chosen, title, { position: this.position })}`;
          },
        },
        icon("i-analyse"),
        "Analyse",
      ),
      button("Play from here", () => this.play(), "btn btn-first"),
    );
    const notes = h(
      "section",
      { class: "desk-sheet", "aria-label": "The position as text" },
      h("div", { class: "desk-sheet-head" }, h("h2", {}, "As text")),
      h(
        "div",
        { class: "sheet-plain" },
        this.text,
        h(
          "p",
          {},
          button("Read it", () => this.read(this.text.value)),
          " ",
          copyButton("Copy", () => this.position),
        ),
        title.seats.length > 1 ? this.mover : null,
      ),
    );
    const main = h(
      "main",
      { class: `desk desk-${this.board.shape} desk-plain edit game-${title.id}` },
      h("div", { class: "board-wrap" }, h("div", { class: "board-box" }, this.board.svg)),
      h(
        "section",
        { class: "desk-panel", "aria-label": "What to put where" },
        this.palette,
        this.prompt,
        this.slip,
        notes,
        acts,
      ),
    );
    fill(bar({ heading: true, game: title, more: "position editor" }), main);
    this.drawPalette();
  }

  drawPalette() {
    const choice = (/** @type {Man | null} */ man, /** @type {string} */ words) =>
      h(
        "label",
        { class: "chip palette-man", title: words },
        h("input", {
          type: "radio",
          name: "man",
          "aria-label": words,
          checked: man === this.hand,
          onchange: () => {
            this.hand = man;
          },
        }),
        man ? s("svg", { viewBox: "-52 -52 104 104", "aria-hidden": "true" }, drawMan(man, 0, 0, 100)) : words,
      );
    this.palette.replaceChildren(
      ...this.title.men.map((man) =>
        choice(man, `${this.title.seats[man.seat - 1] ?? ["White", "Black"][man.seat - 1]} ${man.kind}`),
      ),
      choice(null, "Empty hand"),
    );
  }

  /** A man goes on the site; the same man again, or the empty hand, takes away. @param {number} site */
  put(site) {
    const men = this.draft.get(site) ?? [];
    const top = men.at(-1);
    const { hand } = this;
    const pit = this.title.board.sites[site]?.kind === "pit";
    const columns = pit || this.stacks;
    if (!hand) this.draft.set(site, columns ? men.slice(0, -1) : []);
    else if (columns) this.draft.set(site, pit && top?.kind !== hand.kind ? [hand] : [...men, hand]);
    else this.draft.set(site, top?.seat === hand.seat && top.kind === hand.kind ? [] : [hand]);
    this.ask();
  }

  empty() {
    this.draft.clear();
    this.ask();
  }

  get pieces() {
    return [...this.draft].filter(([, men]) => men.length > 0).map(([site, men]) => ({ site, men }));
  }

  /** The draft is shown at once, and the game is asked what it makes of it. */
  ask() {
    const { scene } = this.board;
    if (scene) {
      const beside = scene.pieces.filter(({ site }) => this.isTray(site));
      this.board.show({ ...scene, pieces: [...this.pieces, ...beside] }, { mayTouch: false });
    }
    const to_move = Number(this.mover.value || 1);
    this.await(`/api/games/${this.title.id}/arrange`, { from: this.position, men: this.pieces, to_move });
  }

  /** @param {string} text */
  read(text) {
    this.await(`/api/games/${this.title.id}/scene`, { position: text.trim(), moves: null });
  }

  /** Takes over what is answered, unless the draft has been changed meanwhile. @param {string} path @param {object} body */
  await(path, body) {
    this.asking = this.requests
      .ask(() => post(path, { options: this.title.chosen, ...body }))
      .then((answer) => {
        if (answer) this.take(answer.value.scene);
      })
      .catch((error) => {
        // What the game refuses stays on the board, to be mended.
        this.valid = false;
        this.refuse(error);
      });
  }

  /** @param {number} site */
  isTray(site) {
    return this.title.board.sites[site]?.kind === "tray";
  }

  /** @param {unknown} error */
  refuse(error) {
    this.slip.replaceChildren(slip(plainWords(error)));
    speak(plainWords(error), true);
  }

  /** @param {Scene} scene */
  take(scene) {
    this.slip.replaceChildren();
    this.valid = true;
    this.draft = new Map(scene.pieces.filter(({ site }) => !this.isTray(site)).map(({ site, men }) => [site, men]));
    this.position = scene.position;
    this.text.value = scene.position;
    if (scene.status.seat) this.mover.value = String(scene.status.seat);
    this.board.show(scene, { mayTouch: false });
    history.replaceState(
      null,
      "",
      `/edit/${this.title.id}${plainQuery(this.title.chosen, this.title, { position: scene.position })}`,
    );
  }

  async play() {
    await this.asking;
    if (!this.valid) return;
    const mover = this.board.scene?.status.seat;
    if (!mover) return this.refuse(new Error("The game is over in this position; nobody can play from it."));
    const seats = this.title.seats.map((_, nth) =>
      nth + 1 === mover ? { kind: "person" } : { kind: "computer", level: 4 },
    );
    try {
      await sitDownAt(this.title.id, { options: this.title.chosen, seats, position: this.position });
    } catch (error) {
      this.refuse(error);
    }
  }
}

export async function open(game = "") {
  const search = new URLSearchParams(location.search);
  const position = search.get("position");
  search.delete("position");
  /** @type {Title} */
  const title = await get(`/api/games/${game}${query(Object.fromEntries(search))}`);
  document.title = `Set up ${title.name} – Parlour`;
  const editor = new Editor(title);
  editor.read(position ?? title.start.position);
  await editor.asking;
}
