// The shapes of the API, as docs/api.md describes them.

export type SiteKind = "cell" | "point" | "pit" | "pennant" | "tray";
export interface Site {
  name: string;
  x: number;
  y: number;
  kind: SiteKind;
  ground: string;
}
export interface Board {
  width: number;
  height: number;
  sites: Site[];
  lines: [number, number][];
  decoration: [number, number, string][];
  columns: [number, string][];
  rows: [number, string][];
  grounds: BoardGround;
}
/** A board without men, drawn by the server: for each way it may lie. */
export interface Grounds {
  straight: string;
  flipped: string;
  turned: string;
  both: string;
}
export interface BoardGround {
  plain: string;
  labelled?: Grounds;
}
export interface Man {
  seat: number;
  kind: string;
  letter: string;
  drawing: string | null;
}
export interface Placed {
  site: number;
  men: Man[];
}
export interface Effect {
  type: "move" | "jump" | "take" | "place" | "lift" | "drop" | "carry" | "change";
  from?: number;
  over?: number;
  to?: number;
  at?: number;
}
export type Beat = Effect[];
export interface Status {
  type: "turn" | "continue" | "over";
  seat: number | null;
  winner: number | null;
  clause: string | null;
  words: string | null;
  by?: "board" | "resignation" | "agreement" | null;
  ends?: Ending | null;
}
/** What decided a game: a short sentence about it, and the sites that show it. */
export interface Ending {
  words: string;
  sites: number[];
}
export interface LegalStep {
  text: string;
  clicks: number[];
  says: string;
  becomes?: Man | null;
}
export interface Scene {
  position: string;
  pieces: Placed[];
  status: Status;
  prompt: string;
  standings?: (Standing | null)[];
  joined?: { seat: number; sites: number[] }[];
  steps: LegalStep[];
}
export interface Taken {
  step: string;
  seat: number;
  says: string;
  beats: Beat[];
}
export interface Turn {
  seat: number;
  text: string;
  steps: string[];
}
export interface Option {
  name: string;
  values: string[];
  says: string;
}
export type Options = Record<string, string>;

export interface Card {
  id: string;
  name: string;
  year: number | null;
  source: string;
  line: string;
  seats: string[];
  plural: boolean[];
  options: Option[];
  edition: number;
  series: number;
  minutes: [number, number];
  level: string;
  themes: string[];
  known: string | null;
  cloth: string | null;
  board: Board;
  pieces: Placed[];
}
export interface Clause {
  type: "clause";
  number: string;
  mark: string;
  html: string;
  examples: number;
  place: string | null;
  why: string | null;
}
export interface OtherReading {
  clause: string;
  option: string | null;
  reading: string;
  why_not: string;
  measured: string | null;
}
export interface Paragraph {
  type: "text";
  html: string;
}
export interface Section {
  heading: string;
  parts: (Clause | Paragraph)[];
}
export interface Rules {
  title: string;
  source_html: string;
  sections: Section[];
  readings: OtherReading[];
}
export interface RecordEntry {
  name: string;
  title: string;
  players: string[];
  result: string;
  turns: number;
}
export interface Standing {
  count: number;
  what: string;
  more: string;
  close: boolean;
}
export interface Task {
  heading: string;
  html: string;
  because: string;
  seat: number;
  options: Options;
  scene: Scene;
  solution: string[];
  hint: { man: number | null; to: number | null; why: string };
}
export interface Lesson {
  title: string;
  goals: { seat: string | null; words: string }[];
  tasks: Task[];
  remember: string[];
}
export interface Tried {
  answer: "right" | "on" | "not" | "refused" | "begun";
  clause: string | null;
  words: string;
  wordsHtml?: string;
  at: number | null;
  html: string;
  taken: Taken | null;
  scene: Scene | null;
}
export interface Title extends Card {
  goals: string[] | null;
  men: Man[];
  chosen: Options;
  start: Scene;
  rules: Rules;
  common: Rules;
  records: RecordEntry[];
}
export interface Verdict {
  type: "ok" | "refused" | "ends";
  clause: string | null;
  winner: number | null;
  words: string | null;
}
export interface Example {
  options: Options;
  before: Scene;
  step: string;
  says: string | null;
  verdict: Verdict;
  at: number | null;
  after: Scene | null;
  beats: Beat[];
  clicks: number[];
}
export interface Line {
  game: string;
  options: Options;
  start: string;
  scene: Scene;
  taken: Taken[];
  turns: Turn[];
  scenes?: Scene[];
}
export interface Refusal {
  clause: string;
  words: string;
  rule?: string;
  at: number | null;
}
export interface Why {
  step: string | null;
  legal: boolean;
  refusal: Refusal | null;
}
export interface Hint {
  site: number | null;
  sites: number[];
  step: string;
  turn: string;
  says: string;
  why: string;
  chance: number;
  proved: number | null;
}
export interface Idea {
  turns: string[];
  line: string[];
  chance: number;
  proved: number | null;
  depth: number;
  nodes: number;
}

export interface SeatAtTable {
  number: number;
  called: string;
  name: string | null;
  kind: "person" | "computer" | "open";
  level: number | null;
  present: boolean;
}
export interface Offer {
  seat: number;
  what: "draw" | "take-back";
}
export interface View {
  id: string;
  game: string;
  options: Options;
  version: number;
  created: number;
  updated: number;
  seats: SeatAtTable[];
  start: string;
  scene: Scene;
  turns: Turn[];
  taken: number;
  last: Taken[];
  offers: Offer[];
  thinking: { seat: number; since_ms: number } | null;
  series: { games: number; played: number; score: number[] } | null;
  edition: number;
  read_only: string | null;
  next: string | null;
  next_seats: number[];
}
export interface BoardChange {
  scene: Scene;
  step: Taken | null;
  taken: number;
  last: Taken[];
  turns_before: number;
  turns: Turn[];
}
export interface Change {
  version: number;
  kind: string;
  seat: number | null;
  time: number;
  board: BoardChange | null;
  seats: Omit<SeatAtTable, "present">[] | null;
  offers: Offer[];
  series: View["series"];
  next: string | null;
}
export interface Key {
  seat: number;
  kind: "seat" | "invite";
  token: string;
}
export interface Created {
  id: string;
  keys: Key[];
  view: View;
}
export interface Summary {
  id: string;
  game: string;
  options: Options;
  seats: SeatAtTable[];
  version: number;
  status: Status;
  turns: number;
  pieces: Placed[];
  updated: number;
  series: { games: number; played: number; score: number[] } | null;
  read_only: string | null;
}
export interface House {
  version: string;
  lan: boolean;
  addresses: string[];
  here: boolean;
}
export interface Problem {
  code: string;
  words: string;
  clause?: string | null;
  at?: number | null;
  view?: View;
}

export type KnownWord = "win" | "draw" | "loss";
export interface KnownStep {
  step: string;
  value: KnownWord | null;
  turns: number | null;
  clicks: number[];
  best: boolean;
}
export interface KnownTurn {
  ply: number;
  seat: number | null;
  value: KnownWord | null;
  turns: number | null;
}
export interface Known {
  value: KnownWord | null;
  turns: number | null;
  source: "tablebase" | null;
  steps: KnownStep[];
  line: string[];
  history?: KnownTurn[];
  note: string | null;
}
export interface Theorem {
  words: string;
  method: string;
  command: string;
  positions: number;
  value: KnownWord | null;
  turns: number | null;
  longest_win: number;
  steps: KnownStep[];
}
export interface TablebaseView {
  state: "unsolvable" | "known" | "partial" | "building" | "paused" | "failed";
  tiers: { tier: string; positions: number; wins: number; draws: number; losses: number }[];
  men: number;
  part: number | null;
  seconds_left: number | null;
  words: string | null;
  bytes: number;
  allowed: boolean;
}
