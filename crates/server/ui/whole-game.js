// The whole game of a study, read from its start to its end: its graph, and the moments that mattered in it.

import { post } from "./api.js";
import { h } from "./dom.js";
import { ChanceGraph } from "./graph.js";
import { momentList, turnsOf } from "./moments.js";
import { plainWords, slip, speak } from "./page.js";
import { readGame } from "./reading.js";

/** @typedef {import("./analyse.js").Study} Study */
/** @typedef {import("./types.d.ts").Moment} Moment */
/** @typedef {import("./types.d.ts").ReadTurn} ReadTurn */
/** @typedef {import("./tree.js").Branch} Branch */

export class WholeGame {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    /** What was read, and of which steps. @type {{steps: string, read: ReadTurn[], turns: ReturnType<typeof turnsOf>, moments: Moment[], words: string} | null} */
    this.whole = null;
    /** @type {AbortController | null} */
    this.reading = null;
    this.graph = new ChanceGraph(study.title.seats, (ply) => this.goTo(ply));
    this.note = h("div", { class: "graph-note" });
    this.moments = h("div", { class: "study-moments" });
    this.graph.figure.append(this.note);
  }

  /** The line that is read as a whole: the one that goes on. */
  get main() {
    return this.study.tree.root.end;
  }

  /** What was read of the line as it stands now. */
  get now() {
    return this.whole?.steps === this.main.steps.join(" ") ? this.whole : null;
  }

  /** The first seat's chance after a step, in 100, where it was read. @param {Branch} node */
  chanceAfter(node) {
    const whole = this.now;
    if (!whole || this.study.title.seats.length !== 2) return "";
    const ply = node.line.length;
    const turn = whole.read.find((one) => one.ply === ply);
    if (!turn || this.main.line[ply - 1] !== node) return "";
    return String(Math.round((turn.seat === 1 ? turn.chance : 1 - turn.chance) * 100));
  }

  /** @param {number} ply */
  goTo(ply) {
    return this.study.show(this.main.line[ply - 1] ?? this.study.tree.root);
  }

  draw() {
    const { main, study, graph } = this;
    graph.figure.hidden = study.title.seats.length === 1 || main.line.length === 0;
    if (graph.figure.hidden) {
      this.moments.replaceChildren();
      return;
    }
    const whole = this.now;
    const turns = whole?.turns ?? mainTurns(main);
    const now = study.at.line.filter((node, nth) => main.line[nth] === node).length;
    const found = whole?.moments ?? [];
    graph.show({
      read: whole?.read ?? [],
      turns,
      now,
      marks: found.map(({ ply }, nth) => ({ ply, number: nth + 1, on: ply === now })),
    });
    const reading = this.reading !== null;
    const button = h(
      "button",
      { class: "btn btn-small", onclick: () => (reading ? this.stop() : this.read()) },
      reading ? "Stop reading" : "Read the whole game",
    );
    const count = whole ? `${whole.read.length} of ${turns.length + 1} positions read. ` : "";
    this.note.replaceChildren(
      ...(whole?.words && !reading ? [h("span", {}, whole.words)] : [h("span", {}, reading ? count : ""), button]),
    );
    const { length } = study.at.line;
    const list = momentList(found, {
      on: found.findIndex(({ ply }) => ply === length),
      go: (nth) => this.showMoment(found[nth]),
      heading: "h3",
    });
    this.moments.replaceChildren(...(found.length > 0 ? [list] : []));
  }

  /** Shows where a moment began, with what was played and what was better. @param {Moment | undefined} moment */
  async showMoment(moment) {
    if (!moment) return;
    const { study } = this;
    await this.goTo(moment.ply);
    if (study.at.line.length !== moment.ply || study.engine.on) return;
    study.board.showDarts([
      { kind: "a", label: "A", beats: moment.best.beats },
      { kind: "you", label: "was", beats: moment.played.beats },
    ]);
    speak(`Turn ${moment.round}. ${moment.heading}. ${moment.words}`);
  }

  stop() {
    this.reading?.abort();
    this.reading = null;
    this.draw();
  }

  /** Has the line that goes on read from its start to its end. */
  async read() {
    this.stop();
    const { study, main } = this;
    const reading = new AbortController();
    this.reading = reading;
    const { id } = study.title;
    const steps = main.steps.join(" ");
    const turns = mainTurns(main);
    const body = { options: study.options, position: study.position, moves: steps };
    const take = (/** @type {ReadTurn[]} */ read, /** @type {Moment[]} */ moments, /** @type {string} */ words) => {
      if (this.reading !== reading) return;
      this.whole = { steps, read, turns, moments, words };
      study.mark();
    };
    try {
      const { all, review } = await readGame(
        id,
        () => post(`/api/games/${id}/readings`, body),
        (read, told) => take(read, told.moments, ""),
        reading.signal,
      );
      const words = review ? `${review.headline}. ${review.summary}` : "";
      take(all, review?.moments ?? [], words);
      if (this.reading === reading) speak(words);
    } catch (error) {
      if (!reading.signal.aborted) study.slip.replaceChildren(slip(plainWords(error)));
    }
    if (this.reading === reading) this.reading = null;
    this.draw();
  }
}

/** The turns of a line as a graph wants them. @param {Branch} end */
function mainTurns(end) {
  /** @type {{seat: number, text: string, steps: string[]}[]} */
  const turns = [];
  for (const node of end.line) {
    const last = turns[turns.length - 1];
    const goesOn = node.parent?.scene?.status.type === "continue" && last;
    if (goesOn && last) {
      last.steps.push(node.step);
      last.text = node.turn || `${last.text},${node.step}`;
    } else {
      const seat = node.taken?.seat ?? node.parent?.scene?.status.seat ?? 1;
      turns.push({ seat, text: node.turn || node.step, steps: [node.step] });
    }
  }
  return turnsOf(turns);
}
