// The shapes of the API. Made from the types of the server; to make it anew:
// BLESS=1 cargo test -p parlour-server --test description

export type Options = Record<string, string>;
export type Beat = Array<Effect>;

/** What came of it: the new view; of a rematch the view and the next table. */
export type Acted = View | {
  /** The table that it was asked for at. */
  view: View,
  /** The table of the next game. */
  next: string | null,
};

/** A turn that is advised or was played. */
export type Advice = {
  /** As records write it. */
  turn: string,
  /** Its steps. */
  steps: Array<string>,
  /** What happens on the board. */
  beats: Beat[],
};

/** The board without men. */
export type Board = {
  /** In units of one field. */
  width: number,
  /** In units of one field. */
  height: number,
  /** Everything else names sites by their place in this list. */
  sites: Array<Site>,
  /** Pairs of sites. */
  lines: Array<[number, number]>,
  /** Places without men, with what they are drawn on. */
  decoration: Array<[number, number, string]>,
  /** What stands beside the columns. */
  columns: Array<[number, string]>,
  /** What stands beside the rows. */
  rows: Array<[number, string]>,
  /** How it is drawn. */
  grounds: BoardGround,
};

/** A new position. */
export type BoardChange = {
  /** Where the game stands. */
  scene: Scene,
  /** The step that led there, if one did. */
  step: Taken | null,
  /** How many steps have been taken. */
  taken: number,
  /** What was taken in the last complete turn and in the one under way. */
  last: Array<Taken>,
  /** How many turns of those before stand unchanged. */
  turns_before: number,
  /** Those after them. */
  turns: Array<Turn>,
};

/** The board without men as pictures (SVG). */
export type BoardGround = {
  /** Without names of sites. */
  plain: string,
  /** With them, on a game's own page only. */
  labelled?: Grounds,
};

/** What it takes to work out a position that is not known yet. */
export type BuildCost = {
  /** Tiers with up to so many men have to be built. */
  men: number,
  /** Processor time, roughly. */
  seconds: number,
  /** Memory. */
  megabytes: number,
};

/** What is happening to the tablebases of a game. */
export type BuildState = "unsolvable" | "known" | "partial" | "building" | "paused" | "failed";

/** A game as it stands on the shelf. */
export type Card = {
  /** For addresses. */
  id: string,
  /** For people. */
  name: string,
  /** When its sheet was printed. */
  year: number | null,
  /** Where it comes from. */
  source: string,
  /** What it is, in a line. */
  line: string,
  /** What the seats are called. */
  seats: Array<string>,
  /** Which of these names are plural. */
  plural: Array<boolean>,
  /** What can be chosen. */
  options: Array<Option>,
  /** The edition of its rules. */
  edition: number,
  /** How many games a series has. */
  series: number,
  /** The board without men. */
  board: Board,
  /** How long a game takes, from and to. */
  minutes: [number, number],
  /** How hard it is to learn. */
  level: string,
  /** What it is about. */
  themes: Array<string>,
  /** What is known about it. */
  known: string | null,
  /** The cloth of its box, if it has one of its own. */
  cloth: string | null,
  /** The men on its lid. */
  pieces: Array<Placed>,
};

/** What an event changed: all that a page needs to go on from the view before it. */
export type Change = {
  /** The event's number. */
  version: number,
  /** What happened: `step`, `take-back`, `offer`, `accept`, `decline`, `withdraw`, `resign`, `claim`, `rename`, `computer` or `rematch`. */
  kind: string,
  /** Who did it. */
  seat: number | null,
  /** When, in milliseconds since 1970. */
  time: number,
  /** If the position changed, or who may play. */
  board: BoardChange | null,
  /** If they changed. */
  seats: Array<Seat> | null,
  /** What is proposed now. */
  offers: Array<Offer>,
  /** How the series stands now. */
  series: Series | null,
  /** The table of the next game. */
  next: string | null,
};

/** A draw that nobody claimed. */
export type Claimable = {
  /** After how many turns. */
  after: number, clause: string,
};

/** A seat that was claimed. */
export type Claimed = {
  /** Which. */
  seat: number,
  /** The key that plays it. */
  token: string,
  /** The table. */
  view: View,
};

/** A clause of a rulebook. */
export type Clause = {
  /** Such as 2.3. */
  number: string,
  /** What it rests on: sheet, forced, parent or house. */
  mark: string, html: string,
  /** How many examples it has. */
  examples: number,
  /** Where the sheet speaks of it. */
  place: string | null,
  /** Why it is so, where the sheet does not simply say it. */
  why: string | null,
};

/** One thing that happens on the board. */
export type Effect = {
  /** Which kind. */
  type: EffectKind,
  /** Where it was. */
  from?: number,
  /** What it passed. */
  over?: number,
  /** Where it is. */
  to?: number,
  /** Where it happens. */
  at?: number,
};

/** What happens to men on the board. */
export type EffectKind = "move" | "jump" | "take" | "place" | "lift" | "drop" | "carry" | "change";

/** What ended a game. */
export type EndedBy = "board" | "resignation" | "agreement";

/** What ended a game, about this game and not about all. */
export type Ending = {
  /** A sentence: "Black has five in line on row 8." */
  words: string,
  /** The sites that show it. */
  sites: Array<number>,
};

/** An example with what it looks like before and after. */
export type Example = { options: { [key in string]: string }, before: Glance, step: string,
  /** The step in words, if it can be taken. */
  says: string | null, verdict: ExampleVerdict,
  /** The site that matters, if it is refused. */
  at: number | null,
  /** What comes of it, if it can be taken. */
  after: Glance | null, beats: Array<Array<Effect>>, clicks: Array<number>,
};

/** What an example shows. */
export type ExampleVerdict = { type: ExampleVerdictKind,
  /** The clause that refuses it, or by which the game ends. */
  clause: string | null, winner: number | null,
  /** The clause's words. */
  words: string | null,
};

export type ExampleVerdictKind = "ok" | "refused" | "ends";

/** The examples of a clause. */
export type Examples = { examples: Array<Example>,
};

/** A turn that is to be expected. */
export type FollowingTurn = {
  /** Whose it is, counted from 1. */
  seat: number,
  /** The turn, as records write it. */
  text: string,
};

/** The puzzles of one game; games without any are not listed. */
export type GamePuzzles = { game: string, name: string, puzzles: Array<PuzzleEntry>,
};

/** What is seen of a bare position. */
export type Glance = {
  /** As text. */
  position: string,
  /** The men on their sites; sites without men are left out. */
  pieces: Array<Placed>,
  /** Whose choice it is, or how it ended. */
  status: Status,
  /** What is to be done now. */
  prompt: string,
  /** What decides the game, counted for each seat; none where there is nothing to count. */
  standings: Array<Standing | null>,
  /** Men that are drawn joined. */
  joined: Array<Joined>,
};

/** What a side wants. */
export type Goal = {
  /** Whose it is; everybody's if none is named. */
  seat: string | null, words: string,
};

/** A board for each way it may lie. */
export type Grounds = {
  /** Seat 1 at the bottom. */
  straight: string,
  /** Seat 1 at the top. */
  flipped: string,
  /** A quarter turn. */
  turned: string,
  /** A quarter turn with seat 1 on the other side. */
  both: string,
};

/** The first event of a stream. */
export type Hello = {
  /** The last event's number. */
  version: number,
  /** Which seats have somebody. */
  present: Array<boolean>,
  /** Which build of the pages the server has: a page of another one should be loaded anew between turns. */
  build: string,
};

/** What would be good. */
export type Hint = {
  /** Where to begin. */
  site: number | null,
  /** All sites that the step touches. */
  sites: Array<number>, step: string, turn: string | null, says: string, why: string,
  /** How likely whoever moves is to win, from 0 to 1. */
  chance: number,
  /** In how many turns it is won, lost if negative, drawn if 0, where that is proved. */
  proved: number | null,
  /** What is expected to follow. */
  line: Array<string>,
};

/** Where this house can be reached. */
export type House = {
  /** Which version of the program it is. */
  version: string,
  /** Whether others in the house network can come in. */
  lan: boolean,
  /** Where they find it. */
  addresses: Array<string>,
  /** Whether whoever asks sits at the computer that Parlour runs on. */
  here: boolean,
};

/** A turn and what is expected to follow. */
export type Idea = { turns: Array<string>,
  /** The same in steps. */
  line: Array<string>,
  /** How likely whoever moves is to win, from 0 to 1. */
  chance: number,
  /** In how many turns it is won, lost if negative, drawn if 0, where that is proved. */
  proved: number | null,
  /** What it is worth to whoever moves, in words: "better", "wins in 5". */
  words: string,
  /** The steps of its first turn, each in a sentence. */
  says: Array<string>,
  /** What its first turn does on the board. */
  beats: Beat[], depth: number, nodes: number,
};

/** What the computer makes of a position at a moment: the data of the stream's `ideas`. */
export type Ideas = {
  /** The best first. */
  ideas: Array<Idea>,
  /** Whose turn it is. */
  seat: number | null,
  /** How the game stands, in a sentence. */
  verdict: string,
  /** Whether more is to come. */
  thinking: boolean,
};

/** Men that are drawn joined, such as a closed row. */
export type Joined = {
  /** Whose. */
  seat: number,
  /** Where they stand. */
  sites: Array<number>,
};

/** The key of a seat. */
export type Key = { seat: number, kind: KeyKind, token: string,
};

/** What a key of a seat does. */
export type KeyKind = "seat" | "invite";

/** What is known of a position. */
export type Known = {
  /** What it is worth to the seat to move; null if that is not known. */
  value: KnownWord | null,
  /** In how many turns it is decided; null for draws, and where only the result is proved. */
  turns: number | null,
  /** Where that comes from; null if it is not known. */
  source: KnownSource | null,
  /** Every legal step, the best first; none if the position is not known. */
  steps: Array<KnownStep>,
  /** Best play of both sides, in steps. */
  line: Array<string>,
  /** The value at the start of every turn of the game, if it was asked for. */
  history?: Array<KnownTurn>,
  /** What the match's own counters have to say to it, if they could end the game first. */
  note: string | null,
  /** What it takes to work it out; null if it is known, or cannot be worked out. */
  cost: BuildCost | null,
};

/** Where a value comes from. */
export type KnownSource = "tablebase" | "search";

/** A legal step with its value to the mover. */
export type KnownStep = {
  /** In canonical text. */
  step: string,
  /** What it is worth; null if that is not known. */
  value: KnownWord | null,
  /** In how many turns it is decided; null for draws, and where only the result is proved. */
  turns: number | null,
  /** The sites to be touched. */
  clicks: Array<number>,
  /** Whether no other step is worth more. */
  best: boolean,
};

/** The value at the start of one turn of a game. */
export type KnownTurn = {
  /** How many steps were played before. */
  ply: number,
  /** The seat to move; null where the game is over. */
  seat: number | null,
  /** What it is worth to that seat; null if that is not known. */
  value: KnownWord | null,
  /** In how many turns it is decided; null for draws, and where only the result is proved. */
  turns: number | null,
};

/** A win, a draw or a loss. */
export type KnownWord = "win" | "draw" | "loss";

/** A step that may be taken. */
export type LegalStep = {
  /** As it is written. */
  text: string,
  /** The sites to be touched. */
  clicks: Array<number>,
  /** In words. */
  says: string,
  /** Whether it is offered as a button. */
  button?: boolean,
  /** The man at its end, where several steps have the same clicks. */
  becomes?: Man,
  /** Where its men are dropped one after another, in games that sow. */
  sown?: Array<number>,
};

/** A lesson with all its positions. */
export type Lesson = { title: string, goals: Array<Goal>, tasks: Array<Task>,
  /** Sentences for the end. */
  remember: Array<string>,
};

/** A game that a request speaks of, and how it stands. It is written piece by piece, as it may be long: see [`scene_text`]. */
export type Line = { game: string, options: { [key in string]: string }, start: string, scene: Scene, taken: Array<Taken>, turns: Array<Turn>,
  /** With `?all=1`: what was seen at the start and after each step. */
  scenes?: Array<Glance>,
};

/** Several tables in short. */
export type Listed = { tables: Array<Summary>,
  /** Those that are no more. One that is there but cannot be read is in neither list. */
  gone: Array<string>,
};

/** A turn that lost value where values are known. */
export type LostValue = {
  /** How many steps were played before it. */
  ply: number,
  /** Its number in a list of moves. */
  round: number,
  /** Who played it. */
  seat: number,
  /** What it was. */
  words: string,
};

/** One man. */
export type Man = {
  /** Whose. */
  seat: number,
  /** Which kind. */
  kind: string,
  /** As positions write it. */
  letter: string,
  /** The symbol that stands for it; none is a plain disc with the letter. */
  drawing: string | null,
};

/** A turn that mattered. */
export type Moment = {
  /** How many steps were played before it. */
  ply: number,
  /** Its number in a list of moves. */
  round: number,
  /** Who played it. */
  seat: number,
  /** Why it matters. */
  kind: MomentKind,
  /** What the position was worth to that seat. */
  before: MomentWorth,
  /** What was left of it. */
  after: MomentWorth,
  /** What would have been best. */
  best: Advice,
  /** What was played. */
  played: Advice,
  /** What was to be expected in answer; null if the game was over. */
  answer: string | null,
  /** A few words. */
  heading: string,
  /** What was better, what was played and what came of it. */
  words: string,
};

/** Why a turn matters. */
export type MomentKind = "gave-away" | "let-back-in" | "nearly-let-slip" | "decided" | "missed-quicker-end";

/** What a position is worth to whoever moved. */
export type MomentWorth = {
  /** The chance of winning, from 0 to 1. */
  chance: number,
  /** In how many turns it is won, lost if negative, drawn if 0, where that is proved. */
  proved: number | null,
  /** Whether a tablebase says so. */
  known: boolean,
};

/** Nothing needs to be said. */
export type Nothing = Record<symbol, never>;

/** What a seat proposes to the others. */
export type Offer = {
  /** Who proposes it. */
  seat: number,
  /** What. */
  what: Proposal,
};

/** Something that can be chosen before a game begins. */
export type Option = { name: string,
  /** The first is the default. */
  values: Array<string>,
  /** What it decides. */
  says: string,
};

/** A reading of the sheet that was not taken. */
export type OtherReading = {
  /** The clause that decides otherwise. */
  clause: string,
  /** The option that plays it, if there is one. */
  option: string | null, reading: string, why_not: string,
  /** What it changes. */
  measured: string | null,
};

/** A paragraph of a rulebook. */
export type Paragraph = { html: string,
};

/** A part of a game, as one seat played it. */
export type Phase = {
  /** `Opening`, `Middle` or `Ending`. */
  name: string,
  /** Whose turns. */
  seat: number,
  /** How many turns that seat had. */
  turns: number,
  /** How they went. */
  words: string,
};

/** The men on a site. */
export type Placed = {
  /** Where. */
  site: number,
  /** Bottom to top. */
  men: Array<Man>,
};

/** Somebody came or went. */
export type Present = {
  /** Where. */
  seat: number,
  /** Which seats have somebody now. */
  present: Array<boolean>,
};

/** A problem that was printed with its solution: a record whose tags `Puzzle` and `Task` name it and say what is asked. */
export type PrintedPuzzle = { game: string,
  /** The record with the solution. */
  record: string, title: string,
  /** What is to be done. */
  words: string, options: { [key in string]: string }, position: string,
  /** Who is to do it. */
  seat: number, pieces: Array<Placed>,
};

/** What was expected, and what else belongs to a refusal, if it does. The tests hold refusals against this. */
export type Problem = {
  /** For programs. */
  code: string,
  /** For people: what was expected. */
  words: string,
  /** The clause that it rests on. */
  clause: string | null,
  /** The site that matters. */
  at: number | null,
  /** The clause's words. */
  rule?: string,
  /** The step that was meant. */
  step?: string,
  /** What an ambiguous text could mean. */
  could_be?: Array<string>,
  /** Which part of the request is meant: `position` or `moves`. */
  part?: string,
  /** The word that could not be read. */
  token?: string,
  /** The line that it stands in. */
  line?: number,
  /** The steps that could be read. */
  read?: string,
  /** How the table stands now. */
  view?: View,
};

/** What can be proposed. */
export type Proposal = "draw" | "take-back";

/** What the solver's turns come to. */
export type PuzzleAnswer = "unfinished" | "right" | "solved" | "wrong";

/** A puzzle in short. */
export type PuzzleEntry = {
  /** What progress is kept by: numbers may change, positions do not. */
  key: string,
  /** How many turns the solver has. */
  turns: number, stars: number,
  /** The clause by which it is won: puzzles that end alike have it in common. */
  clause: string,
};

/** All puzzles of the house. */
export type PuzzleList = { games: Array<GamePuzzles>,
  /** Problems from print, which have no proof here but a printed solution. */
  printed: Array<PrintedPuzzle>,
};

/** The solution, step by step. */
export type PuzzleSolution = { steps: Array<PuzzleStep>,
  /** How it ends. */
  words: string,
};

/** A step and what it leads to. */
export type PuzzleStep = { taken: Taken, scene: Scene,
};

/** A puzzle to be solved. */
export type PuzzleTask = { number: number,
  /** How many this game has. */
  of: number,
  /** Who is to win. */
  seat: number, options: { [key in string]: string }, scene: Scene,
  /** What progress is kept by: numbers may change, positions do not. */
  key: string,
  /** How many turns the solver has. */
  turns: number, stars: number,
  /** The clause by which it is won: puzzles that end alike have it in common. */
  clause: string,
};

/** What came of a try at a puzzle. */
export type PuzzleTried = { answer: PuzzleAnswer,
  /** The solver's last step. */
  taken: Taken,
  /** What it led to. */
  scene: Scene,
  /** The other's answer. */
  reply: Array<PuzzleStep>,
  /** How it ended, where it has. */
  words: string,
};

/** The first record of a text. */
export type ReadRecord = { game: string, options: { [key in string]: string }, start: string, tags: { [key in string]: string }, players: Array<string | null>, date: string | null, result: string, turns: Array<Turn>,
  /** All steps, separated by spaces. */
  moves: string,
  /** The same with remarks, glyphs and variations: steps, `$` and the number of a glyph, remarks in braces, variations in brackets after the step that they replace. */
  tree: string, comments: Array<Remark>,
  /** How many records the text has. */
  records: number,
  /** The record as this house writes it. */
  record: string,
  /** Where somebody could have claimed a draw. */
  claimable: Array<Claimable>,
};

/** What was read of the position at the start of one turn: the data of the stream's `turn`. A later one with the same `ply` is better founded. */
export type ReadTurn = {
  /** How many steps were played before. */
  ply: number,
  /** Whose chance it is: the seat to move; where the game is over, the first. */
  seat: number,
  /** Its chance of winning with best play, from 0 to 1. */
  chance: number,
  /** In how many turns it is won, lost if negative, drawn if 0, where that is proved. */
  proved: number | null,
  /** Whether a tablebase says so. */
  known: boolean,
  /** The best turn; null where the game is over. */
  best: string | null,
  /** Its steps. */
  steps: Array<string>,
  /** What would happen on the board. */
  beats: Beat[],
  /** How many turns were looked ahead. */
  depth: number,
  /** How the game stands, in a sentence. */
  words: string,
};

/** How far the reading of a game has come. */
export type Reading = {
  /** For its address. */
  id: string,
  /** How many positions there are to be read. */
  turns: number,
  /** How many have been. */
  read: number,
  /** What mattered; null until all is read. */
  review: Review | null,
  /** The moments in what has been read so far, in their order; more may come. */
  moments: Array<Moment>,
  /** Every position that has been read. */
  all: Array<ReadTurn>,
};

/** A printed game, in short. */
export type RecordEntry = {
  /** For addresses. */
  name: string, title: string | null, players: Array<string | null>, date: string | null, result: string,
  /** How many turns it has. */
  turns: number,
};

/** Why not. */
export type Refusal = { clause: string | null,
  /** What is the matter with this attempt. */
  words: string,
  /** The clause's words. */
  rule?: string,
  /** The site that matters. */
  at: number | null,
};

/** A comment. */
export type Remark = {
  /** After how many steps. */
  after: number, text: string,
};

/** What mattered in a game. */
export type Review = {
  /** The game in a few words. */
  headline: string,
  /** A sentence or two. */
  summary: string,
  /** None to five, in their order. */
  moments: Array<Moment>,
  /** Every turn that lost value where values are known. */
  lost: Array<LostValue>,
  /** Opening, middle and ending. */
  phases: Array<Phase>,
  /** What the chances rest on. */
  note: string,
};

/** A part of a section. */
export type RulePart = { "type": "text" } & Paragraph | { "type": "clause" } & Clause;

/** A rulebook. */
export type Rules = { title: string,
  /** Where the rules come from. */
  source_html: string, sections: Array<Section>,
  /** What else the sheet could mean. */
  readings: Array<OtherReading>,
};

/** How the number of a standing is drawn. */
export type Scale = { "type": "way",
  /** How many steps it has. */
  length: number,
  /** Who goes there. */
  man: Man,
  /** How many steps each of them has gone. */
  at: Array<number>, } | { "type": "pips",
  /** How many there were. */
  all: number,
  /** With so many left the game is decided. */
  decides_at: number,
};

/** What is seen of a position, with all legal steps. */
export type Scene = {
  /** All legal steps. */
  steps: Array<LegalStep>,
  /** As text. */
  position: string,
  /** The men on their sites; sites without men are left out. */
  pieces: Array<Placed>,
  /** Whose choice it is, or how it ended. */
  status: Status,
  /** What is to be done now. */
  prompt: string,
  /** What decides the game, counted for each seat; none where there is nothing to count. */
  standings: Array<Standing | null>,
  /** Men that are drawn joined. */
  joined: Array<Joined>,
};

/** The position that they make. */
export type SceneAlone = { scene: Scene,
};

/** A seat and who has it. */
export type Seat = {
  /** Counted from 1. */
  number: number,
  /** As the game calls it. */
  called: string,
  /** Of the person. */
  name: string | null,
  /** Who has it. */
  kind: SeatKind,
  /** Of the computer. */
  level: number | null,
};

/** A seat, and whether its person is there. */
export type SeatAtTable = {
  /** Whether somebody with its key listens. */
  present: boolean,
  /** Counted from 1. */
  number: number,
  /** As the game calls it. */
  called: string,
  /** Of the person. */
  name: string | null,
  /** Who has it. */
  kind: SeatKind,
  /** Of the computer. */
  level: number | null,
};

/** What kind of player has a seat. */
export type SeatKind = "person" | "computer" | "open";

/** A heading and what stands under it. */
export type Section = { heading: string, parts: Array<RulePart>,
};

/** How a series stands. */
export type Series = {
  /** How many games it has. */
  games: number,
  /** How many are over. */
  played: number,
  /** How many of them whoever now has each seat has won. */
  score: Array<number>,
};

/** All games. */
export type Shelf = { games: Array<Card>,
};

/** A place where men stand. */
export type Site = {
  /** As players call it. */
  name: string,
  /** From the left. */
  x: number,
  /** From the top. */
  y: number,
  /** What it is drawn as. */
  kind: SiteKind,
  /** What it is drawn on. */
  ground: string,
};

/** What a site is drawn as. */
export type SiteKind = "cell" | "point" | "pit" | "pennant" | "tray";

/** What decides a game, counted for a seat. */
export type Standing = {
  /** The number. */
  count: number,
  /** What is counted. */
  what: string,
  /** What else a player wants to know of it. */
  more: string,
  /** Whether one turn may decide the game. */
  close: boolean,
  /** How the number is drawn. */
  scale?: Scale,
};

/** Whose choice it is, or how it ended. */
export type Status = {
  /** Whether it goes on. */
  type: StatusKind,
  /** What ended it. */
  by: EndedBy | null,
  /** Whose choice it is. */
  seat: number | null,
  /** Who has won. */
  winner: number | null,
  /** By which clause it ended. */
  clause: string | null,
  /** Its words. */
  words: string | null,
  /** What ended this game, and where it can be seen. */
  ends: Ending | null,
};

/** Whether a game goes on. */
export type StatusKind = "turn" | "continue" | "over";

/** A table in a list. */
export type Summary = {
  /** Of the table. */
  id: string,
  /** Which game. */
  game: string,
  /** As people call it. */
  name: string,
  /** With which options. */
  options: { [key in string]: string },
  /** Who sits where. */
  seats: Array<SeatAtTable>,
  /** The last event's number. */
  version: number,
  /** Whose choice it is, or how it ended. */
  status: Status,
  /** How many turns were played. */
  turns: number,
  /** The men on their sites. */
  pieces: Array<Placed>,
  /** When the last event was. */
  updated: number,
  /** The table of the next game. */
  next: string | null,
  /** The series that this is a game of, this game included if it is over. */
  series: Series | null,
  /** Why it can only be looked at, if that is so. */
  read_only: string | null,
};

/** A table that was set up. */
export type TableCreated = { id: string, keys: Array<Key>, view: View,
};

/** The tablebases of a game with its options. */
export type Tablebase = {
  /** What is happening. */
  state: BuildState,
  /** What is known. */
  tiers: Array<Tier>,
  /** Up to how many men everything is known. */
  men: number,
  /** How much of the building is done, from 0 to 1. */
  part: number | null,
  /** How many seconds it may still take. */
  seconds_left: number | null,
  /** Why it failed. */
  words: string | null,
  /** How many bytes were built here. */
  bytes: number,
  /** Whether whoever asks may build. */
  allowed: boolean,
};

/** A step that was taken. */
export type Taken = {
  /** As it is written. */
  step: string,
  /** By whom. */
  seat: number,
  /** In words. */
  says: string,
  /** What happened on the board. */
  beats: Beat[],
};

/** One position with one thing to do. */
export type Task = { heading: string,
  /** The thing to do. */
  html: string,
  /** Why. */
  because: string,
  /** Who is to do it. */
  seat: number, options: { [key in string]: string }, scene: Scene,
  /** Steps that do it. */
  solution: Array<string>, hint: TaskHint,
};

/** Which man, where to, and why. */
export type TaskHint = { man: number | null, to: number | null, why: string,
};

/** What is proved of a game. */
export type Theorem = {
  /** In a sentence. */
  words: string,
  /** How it was proved, in a sentence. */
  method: string,
  /** What makes it again. */
  command: string,
  /** How many positions are known. */
  positions: number,
  /** What the usual start is worth to its mover; null if that is not known. */
  value: KnownWord | null,
  /** In how many turns it is decided. */
  turns: number | null,
  /** The most turns that a known win takes. */
  longest_win: number,
  /** Every first step with its value, if the start is known. */
  steps: Array<KnownStep>,
};

/** A computer that thinks. */
export type Thinking = {
  /** On which seat. */
  seat: number,
  /** For how many milliseconds. */
  since_ms: number,
};

/** What a computer that thinks has found so far. */
export type Thought = {
  /** Whose turn it is. */
  seat: number,
  /** How many steps it has looked ahead. */
  depth: number,
  /** How many positions it has looked at. */
  nodes: number,
  /** How likely it is to win, from 0 to 1. */
  chance: number,
  /** In how many turns it is won, lost if negative, drawn if 0, where that is proved. */
  proved: number | null,
  /** The turns that it expects. */
  line: Array<string>,
};

/** One set of positions with the same men. */
export type Tier = {
  /** Its name, such as `4-3`. */
  tier: string,
  /** How many positions it has. */
  positions: number,
  /** How many are won for the mover. */
  wins: number,
  /** How many are drawn. */
  draws: number,
  /** How many are lost. */
  losses: number,
  /** The most turns that a win takes. */
  longest_win: number,
  /** The most turns that a loss takes. */
  longest_loss: number,
};

/** A game with all that its title page tells. */
export type Title = {
  /** What is chosen. */
  chosen: { [key in string]: string },
  /** All kinds of men. */
  men: Array<Man>,
  /** How it begins. */
  start: Scene,
  /** Its rules. */
  rules: Rules,
  /** The rules that all games share. */
  common: Rules,
  /** The goal of each seat in a line, where there is a lesson. */
  goals: Array<string> | null,
  /** Printed games. */
  records: Array<RecordEntry>,
  /** How the name of a file with its records ends: `pgn`, `pdn` or `txt`. */
  record_extension: string,
  /** How many puzzles it has. */
  puzzles: number,
  /** For addresses. */
  id: string,
  /** For people. */
  name: string,
  /** When its sheet was printed. */
  year: number | null,
  /** Where it comes from. */
  source: string,
  /** What it is, in a line. */
  line: string,
  /** What the seats are called. */
  seats: Array<string>,
  /** Which of these names are plural. */
  plural: Array<boolean>,
  /** What can be chosen. */
  options: Array<Option>,
  /** The edition of its rules. */
  edition: number,
  /** How many games a series has. */
  series: number,
  /** The board without men. */
  board: Board,
  /** How long a game takes, from and to. */
  minutes: [number, number],
  /** How hard it is to learn. */
  level: string,
  /** What it is about. */
  themes: Array<string>,
  /** What is known about it. */
  known: string | null,
  /** The cloth of its box, if it has one of its own. */
  cloth: string | null,
  /** The men on its lid. */
  pieces: Array<Placed>,
};

/** What came of a try. */
export type Tried = { answer: TryAnswer,
  /** The clause that it rests on. */
  clause: string | null, words: string,
  /** The site that matters. */
  at: number | null,
  /** What is to be done now. */
  html: string,
  /** The step, if it was taken. */
  taken: Taken | null,
  /** What it led to. */
  scene: Scene | null,
};

/** What a turn that somebody tried comes to. It does not tell the best one. */
export type TriedTurn = {
  /** Whether it keeps about as much as the best one. */
  good: boolean,
  /** What it is worth to whoever tried it. */
  worth: MomentWorth,
  /** What is to be expected in answer; null if the game is over. */
  answer: Advice | null,
  /** The turns that are to be expected then, the answer first. */
  follows: Array<FollowingTurn>,
  /** In a sentence. */
  words: string,
};

/** What a try comes to. */
export type TryAnswer = "right" | "on" | "not" | "refused" | "begun";

/** One turn, complete or not. */
export type Turn = {
  /** By whom. */
  seat: number,
  /** As records write it. */
  text: string,
  /** Its steps. */
  steps: Array<string>,
};

/** The whole table for a page. */
export type View = {
  /** Of the table. */
  id: string,
  /** Which game. */
  game: string,
  /** With which options. */
  options: { [key in string]: string },
  /** The last event's number. */
  version: number,
  /** In milliseconds since 1970. */
  created: number,
  /** When the last event was. */
  updated: number,
  /** The edition of the rules that it was set up under. */
  edition: number,
  /** Why it can only be looked at, if that is so. */
  read_only: string | null,
  /** Who sits where. */
  seats: Array<SeatAtTable>,
  /** The position that it began at. */
  start: string,
  /** Where it stands. */
  scene: Scene,
  /** What was played. */
  turns: Array<Turn>,
  /** How many steps were taken. */
  taken: number,
  /** What was taken in the last complete turn and in the one under way. */
  last: Array<Taken>,
  /** What is proposed. */
  offers: Array<Offer>,
  /** The computer that thinks. */
  thinking: Thinking | null,
  /** The series that this is a game of, this game included if it is over. */
  series: Series | null,
  /** The table of the next game. */
  next: string | null,
  /** Where whoever has each seat sits in the next game. */
  next_seats: Array<number>,
};

/** What clicks mean. */
export type Why = {
  /** The step that they try, if it can be told. */
  step: string | null,
  /** Whether they are a legal step or may become one. */
  legal: boolean, refusal: Refusal | null,
};
