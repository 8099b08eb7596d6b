// Made by tools/page_types.py from the engine's structs; `make generated` writes it anew.

export type Answer = Chosen | Assigned | PathDrawn | SetDown | Laid | Commanded | Planned;

export type AnyDecision = Choose | Assign | Move | PlaceUnit | PlaceFeature | Command | Plan | Waiting;

export type Body = FormedBody | Scatter | Single;

export type Feature = Area | Strip;

export type FromPage = GiveOrder | Ask | Ping;

export type GroundShape = Disc | Corridor | Cone | Plot;

export type AnyEvent = Began | Declared | Sealed | Revealed | Moved | FormedEvent | Placed | Removed | Touched | Parted | Rolled | Drew | Spent | Attached | Detached | Struck | Landed | Worked | Fell | Checked | Marked | Compelled | Ruled | Reported | Proposed | Altered | RanOut | TookBack | Ended;

export type Manoeuvre = Advance | Oblique | Wheel | Turn | Face | Reform | FormHedgehog | FormUp | Wrap | Expand | SquareUp;

export type Matter = Amend | TakeBack | CallItDrawn;

export type Order = Reply | Dice | Withdraw | Concede | Propose | Agree | AtWill | Undo | TimeOut;

export type Place = OnTable | Hidden | Afloat | Aboard | OffTable;

export type Question = AboutCard | AboutMenu | AboutOverlays | AboutPreview | AboutTogether | AboutTargets | AboutRule | AboutDistance | AboutHint;

export type Reading = EachFace | AtLeast | AtMost | SumOf | FromBag;

export type ToPage = Snapshot | Step | ObeyedOrder | RefusedOrder | Answered | SeatsTaken | DiceBeingBound | Over | Pong | ChatLine | ChatShown | HintsShown | NextBattle | ClockShown | ThoughtsTold;

/** Something it can do besides. `worth` is the bonus that it comes to on a d20. */
export interface Ability {
  name: string;
  worth: number;
}

/** With another unit, in whose ranks it stands and with which it goes; `slot` says which of its places it has. */
export interface Aboard {
  type: "aboard";
  host: string;
  slot?: string;
}

export interface AboutCard {
  about: "card";
  unit: string;
}

/** From one unit to another, by their ids. */
export interface AboutDistance {
  about: "distance";
  from: string;
  to: string;
}

/** What a captain would do with what the seat is asked, and why. */
export interface AboutHint {
  about: "hint";
}

export interface AboutMenu {
  about: "menu";
  unit: string;
  path: Manoeuvre[];
}

export interface AboutOverlays {
  about: "overlays";
  unit: string;
  path: Manoeuvre[];
}

export interface AboutPreview {
  about: "preview";
  answer: Answer;
}

export interface AboutRule {
  about: "rule";
  id: string;
}

export interface AboutTargets {
  about: "targets";
  unit: string;
  path: Manoeuvre[];
}

/** Orders for several units, which are given one after the other or in one plan; or places for several. */
export interface AboutTogether {
  about: "together";
  commands: (Commanded | SetDown)[];
}

/** Straight ahead. */
export interface Advance {
  type: "advance";
  distance: number;
}

/** A hull on the water. It carries others, who stand upon it (`Upon`), and is itself nobody's enemy: it is neither fought nor shot at, and stands in the way of other hulls alone. */
export interface Afloat {
  type: "afloat";
  pose: Pose;
}

/** The answer to a proposal; when all other seats agree it takes effect, one refusal ends it. */
export interface Agree {
  type: "agree";
  seat: string;
  proposal: string;
  agrees: boolean;
}

/** What a use is aimed at: `least` to `most` of those who are `eligible` now, those who `must` be among them. A figure is one of an eligible unit; features are eligible by their ids; a point is any point of the table. `reach` is how far the use carries, for players to know: what comes of aiming farther, a rule says. */
export interface Aim {
  at: "feature" | "figure" | "nobody" | "point" | "unit" | "units";
  whom: "any" | "foe" | "friend";
  least: number;
  most: number;
  eligible: string[];
  must: string[];
  reach?: number;
}

/** Shooting at one body with some of one's ranks and files (None: as many as may). */
export interface Aimed {
  type: "aimed";
  target: string;
  ranks: number | null;
  first_file: number | null;
  last_file: number | null;
}

/** A point that a lance may be aimed at, and the seats that go with it. */
export interface Aiming {
  key: string;
  label: string;
  seats: string[];
}

/** In the air, so high above the ground, since a turn. */
export interface Aloft {
  type: "aloft";
  height: number;
  since: number;
}

/** An agreement took effect, or was refused. */
export interface Altered {
  type: "altered";
  rules: string[];
  cause: string;
  audience: string[];
  matter: Matter;
  agreed: boolean;
}

/** Change a switch of the battle's options from now on. */
export interface Amend {
  type: "amend";
  switch: string;
  value: string;
}

export interface Answered {
  type: "answer";
  ref: string | number | null;
  answer: unknown;
}

/** A wood, a hill, a marsh: whatever fills a ring. */
export interface Area {
  type: "area";
  id: string;
  kind: string;
  name: string;
  ring: [number, number][];
  contours: Contour[];
  build?: Build;
  altered?: OwnNumbers;
}

export interface Armies {
  red: ArmyWish;
  blue: ArmyWish;
}

/** An army list. */
export interface Army {
  ruleset: string;
  name: string;
  units: ListedUnit[];
  colour?: "blue" | "grey" | "ochre" | "red" | "teal" | null;
  limit?: number | null;
  description?: string;
  creatures?: Record<string, HouseTroop>;
  spells?: Record<string, SpellEntry>;
  troops?: Record<string, OwnTroop>;
  items?: Record<string, OwnItem>;
  house?: string[];
}

export interface ArmyReport {
  legal: boolean;
  army: ArmyShown | null;
  faults: FaultShown[];
}

/** An army: its units, what it is worth in all, and what it is made of. */
export interface ArmyRoll {
  side: string;
  lines: RollLine[];
  total: string;
  notes: Note[];
}

/** An army list. The commanders who stand in the ranks of their units are counted among its figures. */
export interface ArmyShown {
  id: string;
  ruleset: string;
  title: string;
  description: string;
  points: number;
  figures: number;
  commanders: number;
  units: ArmyUnitShown[];
}

/** A unit of an army list: `equipment` is what sets it apart from its troop type, `joins` whom a character starts with. */
export interface ArmyUnitShown {
  id: string;
  name: string;
  kind: string;
  figures: number;
  points: number;
  equipment: Record<string, string | boolean | number | string[]>;
  joins: string;
}

/** An army: a ready one by name, or the text of an army list. */
export interface ArmyWish {
  ready?: string;
  toml?: string;
}

export interface Ask {
  type: "ask";
  question: Question;
  ref?: string | number | null;
}

/** Items are to be handed out to bins. */
export interface Assign {
  type: "assign";
  seat: string;
  prompt: string;
  rules: string[];
  waits: string;
  id: string;
  sealed: boolean;
  window: boolean;
  default: Answer | null;
  items: Item[];
  bins: Option[];
}

/** Who gets how many of what. */
export interface Assigned {
  type: "assigned";
  shares: Share[];
}

/** Class 1 is a die showing `need` or more, class 0 any other. */
export interface AtLeast {
  type: "at_least";
  need: number;
}

/** Class 1 is a die showing `need` or less, class 0 any other. */
export interface AtMost {
  type: "at_most";
  need: number;
}

/** A seat does something that a rule lets it do at any moment, unasked: `what` is the key of a `Liberty`. */
export interface AtWill {
  type: "at_will";
  seat: string;
  what: string;
}

/** A figure joined a unit. */
export interface Attached {
  type: "attached";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  host: string;
}

/** A rectangular base: width across the front, depth from front to rear. */
export interface Base {
  width: number;
  depth: number;
}

/** All there is of a battle: who fights, where everybody stands, whose turn it is, and what is awaited. `own` is the book's part, `agenda` what is to come; `serial` counts what was done. `active` is the side whose turn it is. `commitments` are sealed answers while others are out, `engagements` who has met whom. `effects` are what is at work for a time, `due` the steps that wait for a moment to come. */
export interface Battle {
  ruleset: string;
  title: string;
  board: Board | null;
  sides: Side[];
  seats: Seat[];
  units: Record<string, Unit>;
  own: Record<string, unknown>;
  agenda: unknown[];
  format: number;
  serial: number;
  turn: number;
  phase: string;
  active: string;
  roll: Roll | null;
  decisions: AnyDecision[];
  commitments: Commitment[];
  engagements: Engagement[];
  proposals: Proposal[];
  outcome: Outcome | null;
  graves: Grave[];
  effects: Effects;
  due: Later[];
}

/** A battle in "my battles". `turn_word` is what its book calls a turn; `damaged` says that what was kept of it cannot be read. */
export interface BattleLine {
  id: string;
  title: string;
  scenario: string;
  ruleset: string;
  created: string;
  updated: string;
  position: number;
  seats: Record<string, SeatLine>;
  mine: string[];
  turn: number;
  turn_word: string;
  phase: string;
  active: string;
  waiting_for: string[];
  outcome: Outcome | null;
  strength: Record<string, [number, number]>;
  links: WatchLinks;
  founded: boolean;
  damaged: boolean;
  following: NextBattle | null;
  origin: Origin | null;
  clock: ClockShown | null;
}

/** A ready scenario by id, the text of one's own, or a book and two armies on open ground; options as the book's switches. */
export interface BattleWish {
  red?: PlayerWish;
  blue?: PlayerWish;
  seats?: Record<string, PlayerWish>;
  scenario?: string | null;
  scenario_toml?: string;
  ruleset?: string | null;
  armies?: Armies | null;
  table?: TableSize | null;
  ground?: "fixed" | "rolled";
  options?: Record<string, string | boolean | number>;
  dice?: "sealed" | "typed";
  title?: string;
  clock?: DaysTime | LiveTime | null;
}

/** A line of the log: one thing that happened, from its `first` event to its `last`. `kind` is that of the event it is told by, `result` stands at its end; `decided` is told without being asked for, `more` when it is opened. A line that only says when what follows happens has a `moment`. */
export interface BeatShown {
  first: number;
  last: number;
  kind: string;
  side: string;
  line: (string | Cited | Named | Secret | Whose)[];
  result: string;
  decided: SaidShown[];
  more: SaidShown[];
  rules: string[];
  deed: "" | "charge" | "check" | "melee" | "move" | "shot";
  moment: BeginsShown | null;
}

/** A turn, a phase or a stage of the set-up begins. */
export interface Began {
  type: "began";
  rules: string[];
  cause: string;
  audience: string[];
  what: string;
  side: string;
  turn: number;
}

/** When something begins: a turn, or a phase of it. What is left open is as it was. */
export interface BeginsShown {
  turn: number;
  side: string;
  phase: string;
}

/** The list, its points, what is left of its limit, what is against it as a whole, and what the book says of it. */
export interface Bench {
  rows: BenchRow[];
  points: number;
  left: number | null;
  faults: RowFault[];
  note: string;
}

/** A unit of the list: its price, how its figures are described where that needs saying, what is against it. */
export interface BenchRow {
  cost: Tally;
  line: string;
  faults: RowFault[];
}

/** A corner a column is marching round. Every rank comes up to it and wheels there on its inner front corner. */
export interface Bend {
  type: "bend";
  length: number;
  turn: number;
}

/** The tabletop: from (0, 0) at its north-west corner to (width, depth), north being up the page. */
export interface Board {
  width: number;
  depth: number;
  features: Feature[];
}

/** What a book makes of a creature, or of a party figure by figure. */
export interface BookFigures {
  book: string;
  title: string;
  figures: FigureShown[];
}

/** The ladder of a book, the strongest first; which scenarios it was played on, how many games, by which program, from which seed on, with what budget for those who think ahead (nothing: the usual one), and on which day. */
export interface BookLadder {
  levels: Level[];
  pairings: Pairing[];
  scenarios: string[];
  games: number;
  program: string;
  seed: number;
  budget: string;
  when: string;
}

/** A book to play by. The ids of its rules begin with `prefix`; `first_army` is an army list to begin with, as text. `rolls_ground`: without a scenario both sides roll for the ground and lay it. `prints`: this server can print its roster sheets. `opponents` are the computer players whom one may choose, `ladder` says how strong they are, if they have played for it. */
export interface BookShown {
  name: string;
  title: string;
  prefix: string;
  first_army: string;
  rules: number;
  sequence: SequenceEntry[];
  options: Switch[];
  opponents: ComputerPlayer[];
  ladder: BookLadder | null;
  troops: Listing[];
  rolls_ground: boolean;
  prints: boolean;
}

/** How a piece of terrain is built up. Storeys are counted from the ground, which is 0; the highest is its top, open to the sky, those below are inside. `room` is how many figures each storey holds, 0 as many as find room. */
export interface Build {
  storeys: number;
  room?: number;
  battlement?: boolean;
  doors?: Doorway[];
  gaps?: Gap[];
  points?: number;
}

/** End the battle without a winner. */
export interface CallItDrawn {
  type: "call_it_drawn";
}

/** What stands on a unit's card. `points` is what the figures still standing are worth; `liberties` is what may be done with the unit at any moment, `powers` what it may call upon. */
export interface Card {
  unit: string;
  title: string;
  subtitle: string;
  points: number;
  stats: Stat[];
  spent: number;
  allowance: number;
  notes: Note[];
  figures: number;
  original: number;
  liberties: Liberty[];
  powers: HeldCard[];
}

/** What a card of a deck looks like and is called: `rank` as in its corner, `effect` what it is for. */
export interface CardFace {
  suit: string;
  rank: string;
  name: string;
  effect: string;
}

/** A castle as a file of its own: its pieces about the middle of its ground, its north side up. */
export interface Castle {
  id: string;
  title: string;
  ruleset: string;
  terrain: (Course | Patch | Rampart | Tile | Tower)[];
  description: string;
}

/** A castle by its name (a file beside the scenario, or a ready castle), set down about a point. */
export interface CastleEntry {
  castle: string;
  at: [number, number];
  heading: number;
}

/** What a ride does to a knight, how often, and what it counts for him on the average. */
export interface Chance {
  unhorsed: number;
  injured: number;
  lance_broken: number;
  helm_off: number;
  points: number;
}

/** What a knight did in a ride: aim and seat, what is said of it, what his lance did in short, and what the ride counts for him (None where only a record is kept). */
export interface Charge {
  knight: string;
  aim: string;
  seat: string;
  text: string;
  result: string;
  points: number | null;
}

/** Something said at the table, at a moment in seconds since 1970. */
export interface ChatLine {
  type: "said";
  number: number;
  seat: string;
  text: string;
  at: number;
}

/** What is said at the table, as far as the caller may read it: players always, those who watch where all players agree. `agreed` are the seats that do. */
export interface ChatShown {
  type: "chat";
  readable: boolean;
  agreed: string[];
  said: ChatLine[];
}

/** Nerve was tested, or what else `of` names: the tally against what was needed; with `under` a die had to show that or less. */
export interface Checked {
  type: "checked";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  why: string;
  tally: Tally;
  need: number;
  passed: boolean;
  under: boolean;
  of: string;
}

/** A word that a switch takes: what players call it, what it means, and its rule where that is another. */
export interface Choice {
  value: string;
  label: string;
  text: string;
  rule: string;
}

/** `none` and `some` are what choosing nothing and choosing something is called where that says more; `none_forgoes` says that choosing nothing lets a chance go by. */
export interface Choose {
  type: "choose";
  seat: string;
  prompt: string;
  rules: string[];
  waits: string;
  id: string;
  sealed: boolean;
  window: boolean;
  default: Answer | null;
  options: Option[];
  least: number;
  most: number;
  none: string;
  some: string;
  none_forgoes: boolean;
}

/** The options that were chosen. */
export interface Chosen {
  type: "chosen";
  keys: string[];
}

/** A rule by its id. */
export interface Cited {
  type: "rule";
  words: string;
}

/** The clock as it stands at the moment it is told. */
export interface ClockShown {
  type: "clock";
  terms: DaysTime | LiveTime;
  seats: Record<string, TimeShown>;
}

/** One of the actors may do something of its menu (`actions`), a card be played, or the seat finishes. `finish` is what finishing is called where that does not end the phase. */
export interface Command {
  type: "command";
  seat: string;
  prompt: string;
  rules: string[];
  waits: string;
  id: string;
  sealed: boolean;
  window: boolean;
  default: Answer | null;
  actors: string[];
  actions: string[];
  hand: HeldCard[];
  finish: string;
}

/** An actor and one action of its menu, filled in by a form above. An empty actor finishes, or plays a card. */
export interface Commanded {
  type: "commanded";
  actor: string;
  action: string;
  form: Aimed | PathDrawn | Played | Pointed | null;
}

/** An answer given while other seats are still out. In another seat's view the answer is missing. */
export interface Commitment {
  decision: AnyDecision;
  answer: Answer | null;
}

/** A rule, not a player, gave this unit its order. */
export interface Compelled {
  type: "compelled";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  action: string;
}

/** A computer player. `name` asks for it, `title` stands in a list ("Captain, bold"), `called` in a sentence ("bold captain"); `about` is a sentence, empty where nothing is known. A temperament is no level. */
export interface ComputerPlayer {
  name: string;
  title: string;
  called: string;
  about: string;
  kind: "level" | "temperament";
}

/** A seat gives up for its side. */
export interface Concede {
  type: "concede";
  seat: string;
}

/** What a side has to have done by the end: hold a piece of terrain, destroy a unit of the enemy, save one of its own. `what` is its name. */
export interface ConditionEntry {
  side: string;
  does: "destroy" | "hold" | "save";
  what: string;
}

/** Opens with straight edges from a mouth of some width. */
export interface Cone {
  type: "cone";
  x: number;
  y: number;
  heading: number;
  length: number;
  mouth: number;
  end: number;
}

/** A line at which the ground changes its level. */
export interface Contour {
  ring: [number, number][];
  rise: number;
}

/** The sheet as it was read, or everything against it; what every book makes of it, the text of its file, and which books take up which of its parts. */
export interface ConvertedShown {
  name: string;
  creature: CreatureEntry | null;
  faults: FaultShown[];
  books: BookFigures[];
  toml: string;
  parts: PartTaken[];
}

/** What a link for readers opens. */
export interface CopyShown {
  kind: "army" | "house" | "scenario";
  book: string;
  name: string;
  version: number;
  changed: number;
  text: string;
}

/** Of even width from one end to the other. */
export interface Corridor {
  type: "corridor";
  from_x: number;
  from_y: number;
  to_x: number;
  to_y: number;
  width: number;
}

/** Battles and what came of them. The true share of victories lies between `low` and `high` 95 times of 100; surely better or worse than even is who has all of that on one side of it. */
export interface Count {
  games: number;
  won: number;
  drawn: number;
  lost: number;
  rate: number | null;
  low: number;
  high: number;
  verdict: "better" | "open" | "worse";
  turns: number | null;
}

/** A stream or a road. */
export interface Course {
  form: "strip";
  kind: string;
  course: [number, number][];
  width: number;
  name: string;
}

/** Ground that a shot covers: where it is `struck`, and where it is only passed over. */
export interface Covered {
  shape: GroundShape;
  name: string;
  struck: boolean;
}

/** A creature as its file has it, with one of the two armour classes, and hit dice or levels. */
export interface CreatureEntry {
  name: string;
  move: number;
  hit_dice?: string | null;
  armour_class?: number | null;
  ascending_armour_class?: number | null;
  fly?: number;
  swim?: number;
  attacks?: string[];
  to_hit?: number;
  shot?: ShotEntry | null;
  size?: "L" | "M" | "S";
  alignment?: "chaotic" | "lawful" | "neutral";
  levels?: Record<string, number>;
  hit_points?: number | null;
  hit_die?: 4 | 6 | 8 | 10 | 12;
  infravision?: boolean;
  underworld?: boolean;
  undead?: boolean;
  enchanted?: boolean;
  only_hit_by?: number;
  abilities?: Ability[];
  magic?: Magic[];
  mount?: MountEntry | null;
  scores?: Scores;
  items?: MagicItem[];
  description?: string;
}

/** So many days for each answer, by correspondence. */
export interface DaysTime {
  kind: "days";
  days: number;
  end: "captain" | "lose" | "shown";
}

/** The cards of a book by their keys. `uses` are the words for what a card is played for, `effects` for what may be named for later in a use that joins two, as in "march+rally". */
export interface Deck {
  faces: Record<string, CardFace>;
  uses: Record<string, string>;
  effects: Record<string, string>;
}

/** A unit says what it will do before it is resolved. */
export interface Declared {
  type: "declared";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  action: string;
  target: string;
}

/** How deep the set-up zones along the edges are; without it the book's usual depth. */
export interface Deployment {
  depth: number;
}

/** A figure left a unit and stands on its own. */
export interface Detached {
  type: "detached";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  host: string;
}

/** Everything that may be chosen for a row: how few and how many figures, what one more would cost and one fewer spare, and the questions in the book's order. */
export interface Details {
  fewest: number;
  most: number;
  steps: RowChoice[];
  questions: RowQuestion[];
}

/** A dice source, or players with real dice, answer the roll they name. */
export interface Dice {
  type: "dice";
  roll: string;
  pools: Thrown[];
}

/** A player has added to the dice; when they are bound, the battle begins. */
export interface DiceBeingBound {
  type: "dice";
  dice: DiceShown;
}

/** What was said about the dice before play: their kind, and for sealed ones the hash of the seed and the players' shares in it. */
export interface DiceNote {
  kind: string;
  commitment: string;
  shares: DiceShare[];
}

/** What a player adds to the dice: secret words of their own, unknown to all when the seed was committed to. */
export interface DiceShare {
  seat: string;
  secret: string;
}

/** Whose dice. Sealed ones come of a seed, whose hash is shown first, and of the players' shares; play begins when they are `bound`. The seed, in hexadecimal digits, is shown when the battle is over. */
export interface DiceShown {
  kind: string;
  commitment: string;
  seed: string | null;
  bound: boolean;
  shares: ShareShown[];
}

export interface Disc {
  type: "disc";
  x: number;
  y: number;
  radius: number;
}

/** Between the nearest bases of two bodies; no finer than the eye where nothing may be measured yet. */
export interface Distance {
  distance: number;
  told: string;
  exact: boolean;
}

/** A door at a point of the outline of a tower; it opens onto the ground, or onto the wall named. */
export interface DoorEntry {
  at: [number, number];
  onto: string;
}

/** A way into a work, at a point of its outline. It opens onto the ground, or onto the walk of the work named. */
export interface Doorway {
  x: number;
  y: number;
  onto?: string;
  broken?: boolean;
}

/** A side drew from a bag. What, is told only to those who may know; to the others it is empty. */
export interface Drew {
  type: "drew";
  rules: string[];
  cause: string;
  audience: string[];
  side: string;
  what: string;
}

/** Two figures who fight apart from all others. Before the first blow there is no `round`. Once a round is `open`, the choices of both for it lie on the table. `stats` are the numbers of their blows, those of the first figure first. */
export interface Duel {
  one: string;
  other: string;
  round: number | null;
  open: boolean;
  stats: Stat[][];
}

/** Every face is its own class. */
export interface EachFace {
  type: "each_face";
}

/** A link for writers, shown once. */
export interface EditLink {
  link: string;
}

/** Something at work on a unit or on the field. It ends with the first of its `ends`; without one it lasts until a rule ends it. `rules` are those by which it works and ends in time. `mark` is what the table shows of it on its unit; `by` is what began it, `target` the unit it is about; `audience` are the seats that know of it (if empty, all). The seat of the unit that it `obeys` may end it at any moment. */
export interface Effect {
  id: string;
  kind: string;
  on: OnFeature | OnField | OnUnit;
  ends: (Until | While)[];
  grants: Grant[];
  rules: string[];
  mark: string;
  by: string;
  target: string;
  audience: string[];
  obeys: string;
}

/** All that is at work, in the order in which it began. `all` is empty where nothing is: ask that first. */
export interface Effects {
  all: Effect[];
}

export interface Ended {
  type: "ended";
  rules: string[];
  cause: string;
  audience: string[];
  outcome: Outcome;
}

/** Two units in contact: `attacker` moved onto the `edge` of `defender`. Rights used (a free attack) are remembered until they part for good. */
export interface Engagement {
  attacker: string;
  defender: string;
  edge: "front" | "left" | "rear" | "right";
  since: number;
  touching: boolean;
  used: string[];
}

/** How an army list can take a figure: the unit, what it costs, and the troop type that the list then has to bring under that name, at a price which players agree on. What the book says against it when it stands alone. */
export interface Enlisting {
  label: string;
  unit: ListedUnit;
  points: number;
  house: HouseTroop | null;
  against: Violation[];
}

/** An entry of the journal. The order is missing where it is not this seat's to see. */
export interface Entered {
  number: number;
  order: Order | null;
}

/** The body of every answer that is not a success. */
export interface ErrorBody {
  error: Said;
}

/** Rear ranks come up beside the front and swing round the enemy's ends. */
export interface Expand {
  type: "expand";
  left: number;
  right: number;
}

/** Every figure turns where it stands. A body that looks all ways takes up one facing (`front` keeps the heading). */
export interface Face {
  type: "face";
  to: "front" | "left" | "rear" | "right";
}

export interface FaultShown {
  what: string;
  where: string;
  right: string;
  rules: string[];
}

export interface Fell {
  type: "fell";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  figures: number;
  left: number;
}

/** A scenario as it stands. */
export interface FieldAsked {
  scenario: Scenario;
}

/** What was found, the pieces as they are drawn (none for one that cannot be), the sides, whether it may begin. */
export interface FieldBench {
  findings: Finding[];
  pieces: (Feature | null)[];
  sides: SideOnField[];
}

/** What is to be said of a field, whether a battle may begin on it, and the scenario as the text of a file. */
export interface FieldShown {
  bench: FieldBench;
  playable: boolean;
  toml: string;
}

/** A unit of a scenario. With `at` (the middle of its front) it stands there when the battle begins; with `on`, the name of a wall or tower, its figures are posted there, those `on_top` of a tower under the open sky. */
export interface FieldedUnit {
  troop: string;
  figures: number;
  files: number | null;
  hedgehog: boolean;
  name: string;
  equipment: Record<string, string | boolean | number | string[]>;
  joins: string;
  at: [number, number] | null;
  heading: number | null;
  on: string;
  on_top: boolean;
}

/** What a book makes of somebody: every number with its sum, what he can do besides, what is left out and by which rule, and what no rule gives; how a list takes him, and how he looks beside men. */
export interface FigureShown {
  name: string;
  verdict: Note;
  taken: boolean;
  ratings: RatingShown[];
  notes: Note[];
  left_out: Note[];
  missing: Note[];
  ways: Enlisting[];
  svg: string;
}

/** A fault bars the battle; a caution may stand, for the reason given; what is sound is said too. `piece` is the number of the piece of terrain that it is about, `castle` that of the castle, `side` the side. */
export interface Finding {
  weight: "caution" | "fault" | "sound";
  text: string;
  right: string;
  place: string;
  rules: string[];
  mends: Mend[];
  piece: number | null;
  castle: number | null;
  side: string;
}

/** Who of a unit may be named in an order to shoot: so many of its `ranks` from the front, and a run of those `files` that have not shot yet. `note` says what happens to the others. */
export interface Firing {
  files: number[];
  ranks: number;
  note: string;
  rule: string;
}

/** The outermost figures face outward. */
export interface FormHedgehog {
  type: "hedgehog";
}

/** Take up a formation, an order or a stance that files alone do not tell; `close` is ranks and files again. A book refuses those it does not know. */
export interface FormUp {
  type: "form_up";
  to: string;
}

/** Ranks and files. All ranks are full but the last, which stands on whole-file places in the middle. */
export interface FormedBody {
  type: "formed";
  base: Base;
  files: number;
  spacing: number;
  hedgehog: boolean | "flanks";
  left: Wing | null;
  right: Wing | null;
  bends: (Bend | Limb)[];
}

/** A unit's shape or place changed without a move of its own: squared up, closed ranks, turned in rout. */
export interface FormedEvent {
  type: "formed";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  pose: Pose;
  body: Body;
  why: string;
}

/** Not a die but a draw: the face says which of what is left in the bag. Nobody throws it by hand. */
export interface FromBag {
  type: "from_bag";
}

/** An opening in a wall, so wide, through which one goes at ground level. */
export interface Gap {
  x: number;
  y: number;
  width: number;
}

/** An order, and the position of the journal it answers. */
export interface GiveOrder {
  type: "order";
  position: number;
  order: Order;
  ref?: string | number | null;
}

/** What an effect does, in a word of the book: so much more or less of it, or so many `times` as much. */
export interface Grant {
  what: string;
  value: number;
  times: [number, number] | null;
  rule: string;
}

/** Figures that a unit has lost: how, in which turn, where it stood (nowhere off the table), whose doing it was if that of one unit, and by what. `casualties` alone digs them. */
export interface Grave {
  unit: string;
  figures: number;
  how: "fell" | "routed" | "taken" | "went_off";
  turn: number;
  x: number | null;
  y: number | null;
  by: string;
  tags: string[];
}

/** Choices of one side against those of the other, and what each pair comes to. */
export interface Grid {
  title: string;
  columns: string[];
  rows: [string, string[]][];
}

/** A scenario that is to have ground by chance; of the same seed comes the same ground. */
export interface GroundAsked {
  scenario: Scenario;
  seed: number;
}

/** The pieces that lie there now. */
export interface GroundLaid {
  terrain: (Course | Patch | Rampart | Tile | Tower)[];
}

/** What a kind of ground does in a book: to whom or to what, the effect in few words, and its rule. */
export interface GroundNote {
  what: string;
  effect: string;
  rule: string;
}

/** A part of the table, in inches. */
export interface GroundShown {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A seat the caller holds by their cookie, and its address. */
export interface Held {
  seat: string;
  link: string;
}

/** A card in hand, with what it says, its uses at this moment, and how often it is left. `holder` is the unit that holds it, where that is not the side. */
export interface HeldCard {
  key: string;
  title: string;
  text: string;
  rule: string;
  uses: Use[];
  count: number;
  holder?: string;
}

/** On the table, known only to the controlling seat and to those named. */
export interface Hidden {
  type: "hidden";
  pose: Pose;
  known_to: string[];
}

/** What the captain would do: an answer, or one command of a plan; who is to act; in words, and why. */
export interface Hint {
  answer: Answer;
  unit: string;
  said: string;
  why: string[];
  expected: number | null;
}

/** Whether a player may ask what a captain would do: between people only where all of them agree. `agreed` are the seats that do. */
export interface HintsShown {
  type: "hints";
  allowed: boolean;
  agreed: string[];
}

/** What a unit is by rules of one's own: the troop type by which its list names it, what so many figures (`of`) cost in eighths of a point, where that is not the book's price, and spells that only its list has. */
export interface House {
  troop: string;
  eighths?: number | null;
  of?: number;
  spells?: string[];
}

/** Troop types, items, creatures, spells and ground that no book has, by the names that army lists and scenarios use. */
export interface HouseFile {
  ruleset: string;
  name: string;
  description?: string;
  troops?: Record<string, OwnTroop>;
  items?: Record<string, OwnItem>;
  kinds?: Record<string, OwnGround>;
  creatures?: Record<string, HouseTroop>;
  spells?: Record<string, SpellEntry>;
}

/** A troop type that an army brings: a ready creature (`like`) or one written down here (`creature`), at a price a figure which players have agreed on. `exact` if its armour counts by a finer table. */
export interface HouseTroop {
  price: number;
  like?: string;
  creature?: CreatureEntry | null;
  exact?: boolean;
}

/** One of several orders, in the order they are given, with its result once those before it are carried out. */
export interface InTurn {
  actor: string;
  preview: Preview;
}

/** What a link would open: `by` whom it comes, which seat, and against whom; `held` by the caller already. Sides are told by their colour and by what they are called; `book` is the title of the rules. */
export interface InvitationShown {
  kind: "anew" | "first" | "own";
  seat: string;
  side: string;
  called: string;
  title: string;
  ruleset: string;
  book: string;
  held: boolean;
  by: string;
  against: Opponent[];
  clock: DaysTime | LiveTime | null;
}

/** Something to hand out, `count` of it, to any of `bins`. */
export interface Item {
  key: string;
  label: string;
  count: number;
  bins: string[];
}

/** A joust of the day: who rides, how far it has come, and who has won it ("": nobody, or nobody yet). */
export interface JoustLine {
  one: string;
  other: string;
  state: "dropped" | "now" | "ridden" | "waits";
  rides: number;
  winner: string;
}

/** What a knight has to show for the day. */
export interface KnightLine {
  knight: string;
  rides: number;
  lances: number;
  helms: number;
  unhorsed: number;
  injured: boolean;
  points: number;
  won: number;
  lost: number;
  drawn: number;
}

/** A piece of terrain put on the table; None drops a piece for which there is no room. */
export interface Laid {
  type: "laid";
  feature: Feature | null;
}

/** Where a shot fell, or `what` it is else, how many figures of which units it struck there, and how its numbers came about. `stopped` names what ended its flight early. */
export interface Landed {
  type: "landed";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  marks: Covered[];
  struck: [string, number][];
  tallies: Tally[];
  stopped: string;
  what: string;
}

/** A step to be carried out when a moment comes; `audience` are the seats that know of it (nobody named: all). */
export interface Later {
  moment: Moment;
  step: unknown;
  audience: string[];
}

/** One leg of a move as it was walked. */
export interface Leg {
  manoeuvre: Manoeuvre;
  pose: Pose;
  body: Body;
  cost: number;
}

/** A lesson in the list of its book. */
export interface LessonLine {
  id: string;
  book: string;
  book_title: string;
  number: number;
  title: string;
  about: string;
  minutes: number;
  steps: number;
}

/** A lesson under way: how many steps are done, and the answer that would do the next one. */
export interface LessonShown {
  lesson: LessonLine;
  steps: StepShown[];
  done: number;
  ending: string;
  decision: string;
  shown: Answer | null;
  next: LessonLine | null;
}

/** A computer player: its rating, by how much it may be wrong either way (95 times of 100; nothing for the one from which the others are counted), and the games this rests on. */
export interface Level {
  captain: string;
  rating: number;
  margin: number | null;
  games: number;
  wins: number;
  draws: number;
  losses: number;
}

/** What a rule lets a seat do at any moment, unasked (`order.AtWill`): to end a spell of its own, to leave the field with somebody, to leave a dispute to a die. `unit` is whose it is; "" where it is the seat's own. */
export interface Liberty {
  key: string;
  label: string;
  seat: string;
  unit: string;
  rules: string[];
}

/** Where one leg of a bent column stands after every figure has turned in place; kept until the body moves. */
export interface Limb {
  type: "limb";
  lateral: number;
  forward: number;
  turn: number;
  files: number;
  ranks: number;
  first: number;
}

/** What a rule says, with the rules it names. */
export interface LinkedRule {
  rule: (string | Cited | Named | Secret | Whose)[];
  ruling: (string | Cited | Named | Secret | Whose)[];
  example: (string | Cited | Named | Secret | Whose)[];
}

/** A list as it stands, the row that is looked at more closely, and whether it is asked who else may come. Without switches it is a list by itself. */
export interface ListAsked {
  army: Army;
  row?: number | null;
  adding?: boolean;
  switches?: Record<string, string | boolean | number> | null;
}

/** A list from the text of a file, or everything that keeps it from being read. */
export interface ListOpened {
  army: Army | null;
  faults: FaultShown[];
}

/** The list drawn up, as much of it as may stand, and what is where. */
export interface ListPictured {
  svg: string;
  width: number;
  depth: number;
  rows: RowPictured[];
}

/** What the list costs and what is against it, what may be chosen for the row, who else may come, the list as the text of a file, and its house rules as that of another; nothing if it has none. */
export interface ListShown {
  bench: Bench;
  lawful: boolean;
  details: Details | null;
  recruits: Recruit[];
  toml: string;
  house: string;
}

/** A unit of an army list. */
export interface ListedUnit {
  troop: string;
  figures: number;
  files?: number | null;
  hedgehog?: boolean;
  name?: string;
  equipment?: Record<string, string | boolean | number | string[]>;
  joins?: string;
}

/** A troop type a book offers. The cost is for one figure, exact to an eighth of a point. */
export interface Listing {
  id: string;
  name: string;
  cost: number;
  note: string;
}

/** So many minutes for each side's whole battle, and some seconds more whenever it has done what was asked. */
export interface LiveTime {
  kind: "live";
  minutes: number;
  increment: number;
  end: "captain" | "lose" | "shown";
}

/** What was told of an entry, and when that was. */
export interface LoggedStep {
  position: number;
  turn: number;
  phase: string;
  active: string;
  beats: BeatShown[];
}

/** A spell, a breath or the like: dice of damage, lengths in inches, a duration in turns, and how often a day it is used (0: as often as it likes). */
export interface Magic {
  name: string;
  dice: number;
  range: number;
  area: number;
  duration: number;
  uses: number;
}

/** A magic item somebody bears, with its plus. Where its plus says too little, `grade` says how great it is. */
export interface MagicItem {
  name: string;
  plus: number;
  kind: "armour" | "artifact" | "other" | "potion" | "scroll" | "sentient" | "weapon";
  grade: "average" | "major" | "minor" | null;
}

/** The rolls of all armies as a seat may know them, how many days there are, and what the choices at hand come to against those of the enemy. */
export interface MapRoom {
  rolls: ArmyRoll[];
  days: number;
  choices: Grid | null;
}

/** A lasting mark was put on a unit or taken off. */
export interface Marked {
  type: "marked";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  mark: string;
  on: boolean;
}

/** What the caller calls themselves; empty where that has not been said. `coded` says whether a code of theirs is open, `devices` how many other browsers came by one. */
export interface Me {
  name: string;
  coded: boolean;
  devices: number;
}

/** A change of one piece of terrain that puts a thing right: in words, which piece, and how it would lie. */
export interface Mend {
  words: string;
  piece: number;
  entry: Course | Patch | Rampart | Tile | Tower;
}

/** Something a unit may be ordered to do. `action` is the word of the command. If its form is a path, `legs` are the legs this entry plots: the first for its key, the others for more or less of the same; `cost` is what the first takes of the move. An entry whose form is `point` points an engine as `pointing` says, at a target or anywhere. Where a part of the unit may shoot, `firing` says which. With `reasons` it cannot be done now, and they say why. `icon` names a drawing of the page's sheet; without one the page has a neutral one. `shown` says when the entry is listed: always, while it is possible, or, for seldom used entries, if it was possible before anything was plotted. `phrase` is what is done to whom, where a verb and a name do not say it: "bring {} back". */
export interface MenuEntry {
  action: string;
  label: string;
  key: string;
  rule: string;
  form: "none" | "path" | "point" | "target";
  name: string;
  legs: Manoeuvre[];
  reasons: Reason[];
  cost: number;
  pointing: Pointing | null;
  firing: Firing | null;
  icon: string;
  shown: "always" | "possible" | "seldom";
  phrase: string;
}

/** An answer that could have been given, in words. */
export interface MissedTold {
  answer: Answer;
  unit: string;
  result: Record<string, number>;
  why: string[];
  moved: Moved[];
  said: string;
}

/** A point of the sequence of play: where a turn or one of its phases starts or ends. */
export interface Moment {
  turn: number;
  phase: string;
  edge: "end" | "start";
}

/** What it rides; `fights` if it goes on attacking without its rider. */
export interface MountEntry {
  name: string;
  hit_dice: string;
  move: number;
  armour_class: number;
  fights: boolean;
}

/** One body may be moved, so far over open ground. */
export interface Move {
  type: "move";
  seat: string;
  prompt: string;
  rules: string[];
  waits: string;
  id: string;
  sealed: boolean;
  window: boolean;
  default: Answer | null;
  unit: string;
  allowance: number;
}

/** A unit moved along these legs; `start` is where it stood. Moves one after the other that are all `together` were made at the same time. Who is `carried_by` another goes where that goes, which has been told before. */
export interface Moved {
  type: "moved";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  start: Pose;
  legs: Leg[];
  spent: number;
  left: number;
  together: boolean;
  carried_by: string;
}

/** A unit by its name. */
export interface Named {
  type: "unit";
  unit: string;
  words: string;
}

/** An address of this computer on its network. `reached` says that another machine has come in by it. */
export interface NetworkAddress {
  address: string;
  answers: boolean;
  reached: boolean;
}

/** A battle was set up. A captain's seat has no link. */
export interface NewBattle {
  id: string;
  seats: Record<string, SeatLink | null>;
  watch: WatchLink;
}

/** The battle that the players of one went on with, and the seat that wanted it so. */
export interface NextBattle {
  type: "next";
  id: string;
  kind: "after" | "again" | "next" | "swap";
  by: string;
}

/** A few words, and the rules they come from. */
export interface Note {
  text: string;
  rules: string[];
}

/** A number of a kind of ground that a house rule may say otherwise, as it is in the book: inches of a move that an inch in it takes (`pace`), or that it takes to go into it, over it or up each contour (`loss`). */
export interface Number {
  number: "loss" | "pace";
  usual: number;
  rule: string;
}

/** An order has been carried out and lies on disk; its steps have been sent. `position` is its entry. */
export interface ObeyedOrder {
  type: "obeyed";
  ref: string | number | null;
  position: number;
}

/** Slantwise to the front, which keeps looking where it did; clockwise off it for a positive angle. */
export interface Oblique {
  type: "oblique";
  angle: number;
  distance: number;
}

/** What one attack is likely to do to `target`. `hits` and `losses` are the chances of 0, 1, 2 and more hits and figures lost; `breaks` is the chance that the target fails the morale check that follows, `destroyed` that nobody is left to make it. `needs` is what most of the dice need, `blows` all of them. Odds that are not `exact` say in their notes what they assume. */
export interface Odds {
  exact: boolean;
  dice: number;
  needs: Tally;
  hits: number[];
  losses: number[];
  expected_losses: number;
  breaks: number;
  notes: Note[];
  target: string;
  action: string;
  destroyed: number;
  blows: Thrust[];
}

/** Not on the table: not yet set down, destroyed, or gone over an edge. */
export interface OffTable {
  type: "off_table";
  why: string;
  edge: string;
  may_return: boolean;
}

/** A formation a unit may be set down in: its word, and the room it leaves between neighbouring bases. */
export interface OfferedFormation {
  unit: string;
  formation: string;
  spacing: number;
}

/** On a piece of terrain. */
export interface OnFeature {
  type: "on_feature";
  feature: string;
}

/** On all units of the field. */
export interface OnField {
  type: "on_field";
}

/** On the table; over one spot of it there may be bodies on several levels. */
export interface OnTable {
  type: "on_table";
  pose: Pose;
  level?: Aloft | Upon | null;
}

export interface OnUnit {
  type: "on_unit";
  unit: string;
}

/** A side at the table: its colour, its name, and the name of the player who leads it, if there is one yet. */
export interface Opponent {
  side: string;
  called: string;
  name: string;
}

/** How the list did against a ready army. */
export interface OpponentLine {
  id: string;
  name: string;
  points: number;
  count: Count;
}

/** One of several. One that `forgoes` lets a chance go by that is offered now: it is never taken by the way. */
export interface Option {
  key: string;
  label: string;
  forgoes: boolean;
}

/** The battle that this one was played on from, and the last entry that both share. */
export interface Origin {
  battle: string;
  entry: number;
}

/** How it ended. No winner is a draw. */
export interface Outcome {
  winner: string;
  how: "agreed" | "annihilated" | "beaten" | "conceded" | "parted" | "points" | "time" | "turn_limit";
  rules: string[];
  reckoning: [string, Tally][];
}

/** The battle is over: the seed of sealed dice is shown. */
export interface Over {
  type: "over";
  seed: string | null;
}

/** Ground to be shown. `arc` is where a unit may shoot at all, `near` and `far` are its ranges; `reach` is where it can move, `charge` where it can charge; `command` is the radius of a commander. */
export interface Overlay {
  kind: "arc" | "charge" | "command" | "far" | "near" | "reach";
  label: string;
  shape: GroundShape;
  rule: string;
}

/** A code with which another browser becomes one's own, and the link that ends with it. It is shown once. */
export interface OwnCode {
  code: string;
  link: string;
}

/** A kind of ground that no book has: it does what a kind of the book does, under a name of its own, and with numbers of its own where it says any. */
export interface OwnGround {
  like: string;
  name: string;
  description: string;
  pace?: number | null;
  loss?: number | null;
}

/** An item that an army brings: its name, what it comes to in the book's own words, and its price. Units name it under `house` of their equipment. */
export interface OwnItem {
  name: string;
  price?: number;
  equipment?: Record<string, string | boolean | number | string[]>;
  description?: string;
}

/** Numbers of a piece that are other than those of its kind: how many inches of a move an inch in it takes, and how many it takes to go into it or over it, or up each of its contours. */
export interface OwnNumbers {
  pace?: number | null;
  loss?: number | null;
}

/** Battles of a visitor in one book, against whom any was won, and a rating as soon as there are enough of them. */
export interface OwnPlace {
  games: number;
  wins: number;
  draws: number;
  losses: number;
  beaten: string[];
  rating: number | null;
  margin: number | null;
}

/** A troop type that an army brings: like a troop type of the book, or like one of its own creatures, by a name of its own, with what it always carries. Without a price a figure costs what the book says. */
export interface OwnTroop {
  like: string;
  name?: string;
  price?: number | null;
  equipment?: Record<string, string | boolean | number | string[]>;
  description?: string;
}

/** What a pair of aim and seat comes to, for who chooses it and for the foe. */
export interface PairOdds {
  aim: string;
  seat: string;
  mine: Chance;
  theirs: Chance;
}

/** Two players and their games; wins are those of the first. */
export interface Pairing {
  one: string;
  other: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
}

/** All kinds of a book, its ready castles, the usual table in inches, how its ground lies that players lay themselves, whether they roll for it, and whether more than two sides may fight. */
export interface Palette {
  book: string;
  kinds: PaletteKind[];
  castles: Castle[];
  table: [number, number];
  habits: Record<string, string>;
  rolls_ground: boolean;
  many_sides: boolean;
  tableless: boolean;
  agreements: ("chose_ground" | "conditions" | "defends" | "extra_points" | "objectives")[];
}

/** A kind of ground. An area comes with the outline of a usual piece about its middle, a strip with a width. What is high has contours, and `rise` 1; what is deep has them, and -1. */
export interface PaletteKind {
  kind: string;
  form: "area" | "strip" | "tower" | "wall";
  title: string;
  notes: GroundNote[];
  width: number;
  outline: [number, number][];
  rise: number;
  numbers: Number[];
}

/** A part of a sheet by its place there, as `abilities[0]`, and the books that make something of it. */
export interface PartTaken {
  place: string;
  books: string[];
}

export interface Parted {
  type: "parted";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  other: string;
}

/** Ground with an outline of its own. Contours are the book's unless they are drawn here, outermost first. */
export interface Patch {
  form: "area";
  kind: string;
  outline: [number, number][];
  contours: [number, number][][] | null;
  name: string;
}

/** A path for the body that was asked about; an empty path stands still. */
export interface PathDrawn {
  type: "marched";
  path: Manoeuvre[];
}

/** A list that is to be seen. Without switches it is a list by itself. */
export interface PictureAsked {
  army: Army;
  switches?: Record<string, string | boolean | number> | null;
}

export interface Ping {
  type: "ping";
  ref?: string | number | null;
}

/** A piece of terrain of this kind is to be laid outside the kept zones. */
export interface PlaceFeature {
  type: "place_feature";
  seat: string;
  prompt: string;
  rules: string[];
  waits: string;
  id: string;
  sealed: boolean;
  window: boolean;
  default: Answer | null;
  kind: string;
  width: number;
  depth: number;
  kept: Zone[];
}

/** Any of these units is to be set down wholly inside the zone, in one of the formations it is offered, if any. Where none has room left, nothing is chosen. */
export interface PlaceUnit {
  type: "place_unit";
  seat: string;
  prompt: string;
  rules: string[];
  waits: string;
  id: string;
  sealed: boolean;
  window: boolean;
  default: Answer | null;
  units: string[];
  zone: Zone;
  formations: OfferedFormation[];
}

/** A unit or a feature was put on the table. */
export interface Placed {
  type: "placed";
  rules: string[];
  cause: string;
  audience: string[];
  what: string;
  name: string;
  side: string;
  pose: Pose | null;
}

/** All commands of the moment at once. */
export interface Plan {
  type: "plan";
  seat: string;
  prompt: string;
  rules: string[];
  waits: string;
  id: string;
  sealed: boolean;
  window: boolean;
  default: Answer | null;
  actors: string[];
  actions: string[];
}

/** Many commands, sent at once. */
export interface Planned {
  type: "planned";
  commands: Commanded[];
}

/** After which entry to play on, 0 being the start, and who leads which side. */
export interface PlayOn {
  red?: PlayerWish;
  blue?: PlayerWish;
  seats?: Record<string, PlayerWish>;
  entry: number;
  dice?: "sealed" | "typed";
}

/** Something held in hand, put to one of its uses for these units, against a target where the use has one. A use that is aimed at a figure names its `place` in the unit; one that is aimed at ground names the `feature`, the point `at` which it is aimed, or both. */
export interface Played {
  type: "played";
  card: string;
  use: string;
  units: string[];
  target: string;
  place?: number;
  feature?: string;
  at?: [number, number];
}

/** Who sits at a seat: the player who set the battle up, a friend, or a captain; `connected` counts their windows, `name` is what they are called. `taken` says whether anybody holds it yet. The player who set the battle up may give a friend's lost seat anew: `offered` says that a link is open with which somebody can take it over, `given_anew` how often that has happened. */
export interface Player {
  seat: string;
  side: string;
  who: "captain" | "friend" | "me";
  captain: string;
  connected: number;
  taken: boolean;
  offered: boolean;
  given_anew: number;
  name: string;
}

/** Who plays a side: the visitor, a friend who gets a link, or a captain by name. */
export interface PlayerWish {
  who?: "captain" | "friend" | "me";
  captain?: string;
}

/** Ground of any outline. Rings are read by the even-odd rule, so a ring inside another is a hole. */
export interface Plot {
  type: "plot";
  rings: [number, number][][];
}

/** A turning point in words. `said` is what happened, `likely` how likely dice were to come to that. `played` is the answer that was given. */
export interface PointTold {
  number: number;
  entry: number;
  turn: number;
  phase: string;
  active: string;
  seat: string;
  side: string;
  kind: "decision" | "dice" | "rest";
  before: Record<string, number>;
  after: Record<string, number>;
  error: number;
  playouts: number;
  said: (string | Cited | Named | Secret | Whose)[];
  likely: string;
  played: Answer | null;
  unit: string;
  missed: MissedTold[];
}

/** An engine pointed along a bearing: to fall at a called distance, or in a line of which one section counts. */
export interface Pointed {
  type: "pointed";
  bearing: number;
  distance: number;
  section: string;
}

/** Where an engine is pointed from, and the ways it may be fired. */
export interface Pointing {
  x: number;
  y: number;
  ways: Way[];
}

export interface Pong {
  type: "pong";
  ref: string | number | null;
}

/** Dice thrown together and read in one way. `whose` is the side that throws them. */
export interface Pool {
  count: number;
  sides: number;
  reading: Reading;
  label: string;
  whose: string;
}

/** A point on the table and a heading. What the point means for a body is said in `body`. Every manoeuvre gives a pose of whole thousandths again, so that errors cannot creep in between moves. */
export interface Pose {
  x: number;
  y: number;
  heading: number;
}

/** What an answer would do. `legs` is the longest legal beginning of a path, squaring up included; `reasons` say which leg fails; `beyond` is the rest as it was drawn, to be barred. `met` is the enemy it comes into contact with, `odds` what the attack then does, `risks` what the enemy does first. `marks` is where a shot falls as it is called. `bars` is what can be seen to stand in the way, where nothing is measured yet and the order may be given all the same. */
export interface Preview {
  legs: PreviewLeg[];
  cost: number;
  allowance: number;
  left: number;
  reasons: Reason[];
  met: string;
  legal: boolean;
  notes: Note[];
  odds: Odds | null;
  rules: string[];
  beyond: PreviewLeg[];
  risks: Odds[];
  beside: Odds[];
  marks: Covered[];
  bars: Reason[];
}

/** A leg as it would be walked; figures stand about its pose. Setting a body down is no manoeuvre. */
export interface PreviewLeg {
  manoeuvre: Manoeuvre | null;
  pose: Pose;
  figures: [number, number, number, number, number][];
  cost: number;
  swept: [number, number][][];
}

/** The prompt of a decision with the units it names, and how it is put: as an order, to "you", or otherwise. */
export interface Prompted {
  decision: string;
  text: (string | Cited | Named | Secret | Whose)[];
  put: "plain" | "told" | "you";
}

export interface Proposal {
  id: string;
  seat: string;
  matter: Matter;
  agreed: string[];
}

/** A seat proposes something to all others. */
export interface Propose {
  type: "propose";
  seat: string;
  matter: Matter;
}

export interface Proposed {
  type: "proposed";
  rules: string[];
  cause: string;
  audience: string[];
  seat: string;
  matter: Matter;
}

/** A wall with a battlement, as wide as its top. */
export interface Rampart {
  form: "wall";
  course: [number, number][];
  width: number;
  name: string;
  built?: string;
  points?: number;
}

/** A seat's time is out. Where a captain is named, he plays on in its place. */
export interface RanOut {
  type: "ran_out";
  rules: string[];
  cause: string;
  audience: string[];
  seat: string;
  captain: string;
}

/** A number of the figure: its name in the book, as it is said there, and its sum. */
export interface RatingShown {
  key: string;
  label: string;
  said: string;
  tally: Tally;
}

/** Where the server can be reached, as far as a caller may know. `at_home` says whether the caller sits at its computer; others are told nothing more. `may_listen` says that it listens on this computer alone and can be told to listen on the network; `listens` that it was told so, and can be told to stop. */
export interface Reach {
  at_home: boolean;
  network: NetworkAddress[];
  may_listen: boolean;
  listens: boolean;
}

/** A creature of the catalogue with its sheet, or a party. */
export interface ReadySheet {
  id: string;
  name: string;
  creature: CreatureEntry | null;
}

/** All that are ready, and the classes that a sheet may name. */
export interface ReadySheets {
  sheets: ReadySheet[];
  classes: string[];
}

/** One thing wrong with an order. `measured` parts what only a ruler could tell from what the form of the order already shows: where players declare before measuring, a measured shortfall is an outcome and never an illegality. */
export interface Reason {
  text: string;
  rules: string[];
  leg: number | null;
  measured: boolean;
}

/** A troop type: the unit that would be added and its price, how many figures of it the points that are left would pay for (nothing if there is no limit), and what is against it. */
export interface Recruit {
  troop: string;
  name: string;
  note: string;
  each: number;
  unit: ListedUnit;
  points: number;
  room_for: number | null;
  against: Violation | null;
}

/** New ranks and files about the middle of the front. */
export interface Reform {
  type: "reform";
  files: number;
}

/** Nothing has changed. A stale order answered a position that is past; the steps since are on their way. */
export interface RefusedOrder {
  type: "refused";
  ref: string | number | null;
  stale: boolean;
  reasons: Reason[];
  position: number;
}

/** A change of one row that puts a fault right: in words, the row (a new one for a unit that is added), the unit that would stand there (nobody if the row goes), and by how many points the list changes. */
export interface Remedy {
  words: string;
  row: number;
  unit: ListedUnit | null;
  points: number;
}

/** A unit, or fallen figures of it, left the table. */
export interface Removed {
  type: "removed";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  figures: number;
  why: string;
}

/** A seat answers the decision it names. */
export interface Reply {
  type: "reply";
  seat: string;
  decision: string;
  answer: Answer;
}

/** What a rule has brought about, where words say all of it: a result, a march, what is told to the enemy. */
export interface Reported {
  type: "reported";
  rules: string[];
  cause: string;
  audience: string[];
  what: string;
}

/** By opponents for a list, by sides for a scenario; all battles together, and unit by unit. */
export interface Results {
  evens: number;
  opponents: OpponentLine[];
  sides: SideLine[];
  all: Count;
  units: UnitLine[];
}

/** All sealed answers are in and lie open. */
export interface Revealed {
  type: "revealed";
  rules: string[];
  cause: string;
  audience: string[];
  seats: string[];
}

/** How far a review has come, from 0 to 1; the review when it is there. */
export interface ReviewShown {
  progress: number;
  review: ReviewTold | null;
}

/** A review, for all sides of a battle. Results are points of a hundred: 100 is won, -100 lost. */
export interface ReviewTold {
  sides: string[];
  first: Record<string, number>;
  last: Record<string, number>;
  curve: Stretch[];
  turns: TurnShares[];
  shares: Record<string, Shares>;
  points: PointTold[];
  lucks: number;
  playouts: number;
  whole: boolean;
}

/** A knight of this joust: whether lance and helm held in the last ride, and whether he must keep a steady seat. */
export interface Rider {
  knight: string;
  lance: boolean;
  helm: boolean;
  steady: boolean;
}

/** Dice the battle is waiting for. With `unequal` the pools are a contest: ties are thrown again by the source, so a roll that has been answered always has a winner. An empty `audience` is everyone. */
export interface Roll {
  purpose: string;
  pools: Pool[];
  rules: string[];
  id: string;
  unequal: boolean;
  audience: string[];
}

/** A unit on the roll of its army: what may be known of it in a few words, and what it is worth. `left` and `whole` are what is left of it and what it was, as parts of the greatest of its army. */
export interface RollLine {
  unit: string;
  text: string;
  worth: string;
  left: number;
  whole: number;
}

export interface Rolled {
  type: "rolled";
  rules: string[];
  cause: string;
  audience: string[];
  roll: Roll;
  pools: Thrown[];
}

/** Something that could be chosen: in words, as a list says it, by how many points it changes the list, whether it is so already, and what is against it. Of several words each puts itself in or takes itself out. */
export interface RowChoice {
  label: string;
  value: string | boolean | number | string[] | null;
  points: number;
  now: boolean;
  against: Violation | null;
}

/** Something that breaks a rule, and what would put it right, the nearest first. */
export interface RowFault {
  violation: Violation;
  remedies: Remedy[];
}

/** What a row of the list makes: its pictogram, how many stand in how many files and ranks (none where they stand loosely), the row of the unit that they start with, and the room they take up in inches. */
export interface RowPictured {
  row: number;
  kind: string;
  figures: number;
  files: number | null;
  ranks: number | null;
  host: number | null;
  room: [number, number, number, number] | null;
  doubtful: boolean;
}

/** A question about a row, and what may be answered. Its answer stands in the unit's equipment, or (`of_unit`) in the unit itself. */
export interface RowQuestion {
  key: string;
  label: string;
  form: "number" | "one" | "some" | "text" | "yes_or_no";
  of_unit: boolean;
  choices: RowChoice[];
}

/** A rule in our words. A ruling with `choices` is a switch of that name, the first the default; where a rule leaves more than one thing to the players, `other_switches` has the rest by their names. */
export interface Rule {
  id: string;
  section: string;
  tier: string;
  kind: string;
  rule: string;
  ruling: string;
  example: string;
  tables: string[];
  switch: string;
  choices: string[];
  other_switches: Record<string, string[]>;
}

/** The rules of a book; those that name others are `linked` by their ids. `played` are the tiers that are played here; the others can only be read. */
export interface Rulebook {
  book: string;
  title: string;
  rules: Rule[];
  linked: Record<string, LinkedRule>;
  tables: SheetShown[];
  played: string[];
}

/** The program decided something the book leaves open. */
export interface Ruled {
  type: "ruled";
  rules: string[];
  cause: string;
  audience: string[];
  what: string;
}

/** House rules as they stand. */
export interface RulesAsked {
  rules: HouseFile;
}

/** House rules from the text of a file, or everything that keeps them from being read. */
export interface RulesOpened {
  rules: HouseFile | null;
  faults: FaultShown[];
}

/** Everything that keeps house rules from being taken in, and the text of their file. */
export interface RulesShown {
  faults: FaultShown[];
  toml: string;
}

/** What is wrong, where in the request, what would be right, and for orders every reason with its rules. */
export interface Said {
  what: string;
  where: string;
  right: string;
  reasons: Reason[];
}

/** A sentence and whose it is. It stands without a full stop and without the side, which is shown as a sign. */
export interface SaidShown {
  side: string;
  text: (string | Cited | Named | Secret | Whose)[];
}

/** Skirmishers each on a spot of its own: figure i stands on spot i. */
export interface Scatter {
  type: "scatter";
  base: Base;
  spots: Spot[];
}

/** A battle to be fought. With ground "rolled" the players roll for terrain and lay it themselves. One to begin with in its book is marked `first`. One that `follows` another is the next battle of a campaign: its armies are what that one has left of them, or, where it is fought by itself, as they are listed. */
export interface Scenario {
  id: string;
  title: string;
  ruleset: string;
  sides: Record<string, SideEntry>;
  table: TableSize | null;
  description: string;
  first: boolean;
  follows: string;
  ground: "fixed" | "rolled";
  terrain: (Course | Patch | Rampart | Tile | Tower)[];
  kinds?: Record<string, OwnGround>;
  castles?: CastleEntry[];
  deployment: Deployment | null;
  victory: Victory | null;
  options: Record<string, string | boolean | number>;
}

/** A scenario as it stands, or as the text of its file. */
export interface ScenarioAsked {
  toml: string;
  scenario: Scenario | null;
}

/** A ready battle with its armies drawn up: `armies` is the ground they stand on, `svg` the table with its frame, `map` the same as small as a stamp. Without a table there is nothing of these. */
export interface ScenarioPicture {
  armies: GroundShown | null;
  svg: string;
  map: string;
}

/** A scenario as it was read, its text, and everything that keeps a battle from beginning with it. */
export interface ScenarioReport {
  scenario: Scenario | null;
  toml: string;
  faults: FaultShown[];
  sides: SideDrawn[];
  lawful: boolean;
}

/** A ready battle. `first` is one to begin with in its book. */
export interface ScenarioShown {
  id: string;
  ruleset: string;
  title: string;
  description: string;
  table: TableShown | null;
  sides: SideShown[];
  options: Record<string, string>;
  first: boolean;
}

/** Ability scores that books ask for; None is one that nobody has written down. */
export interface Scores {
  charisma: number | null;
  intelligence: number | null;
  wisdom: number | null;
}

/** A seat has answered; what, is not shown yet. */
export interface Sealed {
  type: "sealed";
  rules: string[];
  cause: string;
  audience: string[];
  seat: string;
}

/** What a seat may choose now: of `knight`, `forced` to keep a steady seat or not, against a foe who has so many pairs, each of which is taken to be as likely as any other. */
export interface Sealing {
  decision: string;
  knight: string;
  forced: boolean;
  against: number;
  pairs: PairOdds[];
}

/** A place at the table. A referee's seat has no side. */
export interface Seat {
  id: string;
  side: string;
}

/** A seat and who sits there. The player who set the battle up also sees the invitations that are still open. */
export interface SeatLine {
  who: "captain" | "friend" | "me";
  name: string;
  link: string | null;
  taken: boolean;
  player: string;
  side: string;
  colour: string;
}

/** The link to a seat. A link with a token is an invitation: the first to take it plays. One's own link has none. */
export interface SeatLink {
  link: string;
  token: string;
}

/** A way to sit in the saddle. */
export interface Seating {
  key: string;
  label: string;
}

/** Who is connected. */
export interface SeatsTaken {
  type: "seats";
  players: Player[];
  watchers: number;
}

/** What not everybody at a screen may read, and what is said to them in its place. */
export interface Secret {
  type: "secret";
  words: string;
  instead: string;
}

/** A line of the sequence of play; its name is a battle's `phase`. The set-up comes once, the rest every turn. Where it `clears` the table, those who fell are carried off when it is over. */
export interface SequenceEntry {
  name: string;
  title: string;
  rules: string[];
  part: "setup" | "turn";
  clears: boolean;
}

/** A body put on the table, in so many files and in one of the formations it is offered; "" is as it is listed. */
export interface SetDown {
  type: "set_down";
  unit: string;
  pose: Pose;
  files: number;
  formation: string;
}

/** So many of an item, for one bin. */
export interface Share {
  item: string;
  bin: string;
  count: number;
}

/** What a player adds to sealed dice: first the fingerprint of a secret, then the secret itself. Once it is `told` nobody chooses another; it is shown when all are in. */
export interface ShareShown {
  seat: string;
  fingerprint: string;
  told: boolean;
  secret: string | null;
}

/** What dice, the decisions of each side, and the rest did to one side's result. They add up to all of it. */
export interface Shares {
  dice: number;
  decisions: Record<string, number>;
  rest: number;
}

/** A creature as its sheet has it, the name of a ready party, or the text of a creature's file; and by book the price of a figure that players have agreed on. */
export interface SheetAsked {
  creature?: CreatureEntry | null;
  party?: string;
  toml?: string;
  prices?: Record<string, number>;
}

/** A table of the book; `rules` are those that refer to it. */
export interface SheetShown {
  id: string;
  title: string;
  section: string;
  columns: string[];
  rows: string[][];
  note: (string | Cited | Named | Secret | Whose)[];
  rules: string[];
}

/** What it shoots or throws. */
export interface ShotEntry {
  weapon: string;
  range: number;
  rate: number;
  damage: string;
  to_hit: number;
}

/** A side goes by one name everywhere: its army with its colour; where room is short, the colour alone. */
export interface Side {
  id: string;
  name: string;
  colour: string;
}

/** A side with what it costs, and the rectangle in which it sets up, in inches; none off the table. */
export interface SideDrawn {
  id: string;
  name: string;
  colour: string;
  points: number;
  figures: number;
  zone: ZoneEntry | null;
}

/** A side: its army by name (a file beside the scenario, or a ready army) or its units listed here, with whatever troop types and spells of its own they bring. A side that is not called by a colour names one, or its army does. With more than two sides each names its zone, where strips along their edges would cross. */
export interface SideEntry {
  edge: "east" | "north" | "south" | "west";
  name: string;
  colour: "blue" | "grey" | "ochre" | "red" | "teal" | null;
  army: string | null;
  units: FieldedUnit[];
  reinforcements: FieldedUnit[];
  creatures: Record<string, HouseTroop>;
  spells: Record<string, SpellEntry>;
  troops?: Record<string, OwnTroop>;
  items?: Record<string, OwnItem>;
  zone: ZoneEntry | null;
  extra_points: number;
  chose_ground: boolean;
  defends: boolean;
}

/** How a side of the scenario did: by `exchanged` with the army of another side, if that was tried. */
export interface SideLine {
  id: string;
  name: string;
  colour: string;
  points: number;
  count: Count;
  exchanged: Count | null;
}

/** A side: what it is called, what its army costs, how many figures and units it has, and where it sets up, in thousandths of an inch. */
export interface SideOnField {
  id: string;
  name: string;
  colour: string;
  points: number;
  figures: number;
  units: number;
  zone: Zone | null;
}

export interface SideShown {
  id: string;
  name: string;
  colour: string;
  army: string;
  points: number;
  figures: number;
  units: number;
}

/** Bases with the fallen last; the first front edge is the one a body wheels on the ends of. */
export interface Silhouette {
  figures: [number, number, number, number, number][];
  front: [number, number, number, number][];
  rects: [number, number][][];
}

/** One figure, hero or monster or machine. */
export interface Single {
  type: "single";
  base: Base;
}

/** How light it is, and what comes down; in words it stands among the conditions of the field. */
export interface SkyShown {
  light: "day" | "dusk" | "night";
  falls: "" | "rain" | "storm";
}

/** A battle as a seat may know it, at a position of its journal; `last` is the newest position. `book` is the title of its rules, `turn_word` what it calls a turn, `vocabulary` what its orders are called, `keys` those of its orders and what they do, `deck` the cards that are played with; `brought` are the figures that the seat saw come to each side before the first order, wherever they have hidden since. `goes_on` says that something comes after this battle by its book; `campaign` is the title of the next battle of its campaign, if it has one. `lost` are seats the caller held until they were given anew. */
export interface Snapshot {
  type: "snapshot";
  id: string;
  title: string;
  scenario: string;
  seat: string | null;
  position: number;
  last: number;
  hash: string;
  ruleset: string;
  book: string;
  battle: Battle;
  prompts: Prompted[];
  duel: Duel | null;
  map_room: MapRoom | null;
  tilt_yard: TiltYard | null;
  conditions: Note[];
  sky: SkyShown;
  measures: boolean;
  liberties: Liberty[];
  goes_on: boolean;
  campaign: string;
  shapes: Record<string, Silhouette>;
  sequence: SequenceEntry[];
  turn_word: string;
  vocabulary: Vocabulary;
  keys: [string, string][];
  deck: Deck;
  brought: Record<string, number>;
  dice: DiceShown;
  players: Player[];
  watchers: number;
  log: LoggedStep[];
  undo: UndoShown | null;
  mine: Held[];
  lost: string[];
  chat: ChatShown | null;
  hints: HintsShown;
  following: NextBattle | null;
  origin: Origin | null;
  clock: ClockShown | null;
}

/** A spell: what it does and how far, over how much ground, for how long and with how many dice. It costs so much (`price`) whoever has prepared it. One that serves `only_in_duels` works on nobody but a hero in contact. */
export interface SpellEntry {
  title: string;
  effect: "blast" | "conceal" | "drain" | "hits" | "light" | "shell" | "slay" | "ward";
  text?: string;
  range?: number;
  area?: number;
  duration?: number;
  dice?: number;
  save?: number;
  kinds?: string[];
  price?: number;
  only_in_duels?: boolean;
}

/** A side played something it held, for the good of these units. Without an effect it gave it back unused. */
export interface Spent {
  type: "spent";
  rules: string[];
  cause: string;
  audience: string[];
  side: string;
  what: string;
  effect: string;
  units: string[];
  target: string;
}

/** The place of one skirmisher, seen from the pose of its body. */
export interface Spot {
  lateral: number;
  forward: number;
  turn: number;
}

/** Become one rectangle again, or close up to a recent opponent. */
export interface SquareUp {
  type: "square_up";
}

/** A number or word of a card; `tally` is how a number came about. */
export interface Stat {
  label: string;
  value: string;
  rule: string;
  tally: Tally | null;
  part: "armour" | "command" | "fights" | "more" | "moves" | "nerve" | "shoots" | "so_far" | "stands" | "title";
}

/** One entry of the journal as a seat may know it. `events` carry their sentence as `told`, `beats` are what the log makes of them. Besides, what the book says of the battle after it: a duel, armies off the table, the lists, the conditions of the field and its sky, whether a ruler may be laid on the table, what is allowed at any moment (of units their cards tell). */
export interface Step {
  type: "step";
  position: number;
  turn: number;
  phase: string;
  active: string;
  entry: Entered;
  events: Record<string, unknown>[];
  beats: BeatShown[];
  changes: Record<string, unknown>;
  hash: string;
  prompts: Prompted[];
  duel: Duel | null;
  map_room: MapRoom | null;
  tilt_yard: TiltYard | null;
  conditions: Note[];
  sky: SkyShown;
  measures: boolean;
  undo: UndoShown | null;
  liberties: Liberty[];
}

/** What a step says, and the unit it is about. `least` is how much of its legs the goal asks for. */
export interface StepShown {
  title: string;
  do: string;
  how: string;
  key: string;
  ring: string;
  target: string;
  leg: string;
  side: string;
  least: number;
  notice: string;
  saw: string;
  rules: string[];
  meanwhile: string[];
}

/** A piece of the curve: from after one entry to after another, mostly the next. `side` is the one that decided or threw, if it was one. */
export interface Stretch {
  since: number;
  entry: number;
  turn: number;
  phase: string;
  active: string;
  kind: "decision" | "dice" | "rest";
  side: string;
  before: Record<string, number>;
  after: Record<string, number>;
}

/** A stream, a road, a wall: a course of some width, cut off square at its ends. */
export interface Strip {
  type: "strip";
  id: string;
  kind: string;
  name: string;
  course: [number, number][];
  width: number;
  build?: Build;
  altered?: OwnNumbers;
}

/** An attack was resolved: what was thrown, how the number needed came about, and what it did. `each` is what is counted by `hits`: a hit, or a hit point. */
export interface Struck {
  type: "struck";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  target: string;
  action: string;
  dice: number;
  hits: number;
  kept: number;
  tallies: Tally[];
  each: string;
}

/** One class: the sum of all faces. */
export interface SumOf {
  type: "sum";
}

/** An option of a book: what players call it and what it is about, the words it takes or the numbers it lies between, and the rule that speaks of it. */
export interface Switch {
  name: string;
  label: string;
  text: string;
  default: string;
  rule: string;
  choices: Choice[];
  range: [number, number] | null;
  measure: "" | "inches" | "turns";
}

/** In inches. */
export interface TableShown {
  width: number;
  depth: number;
}

/** How large the table is: width from west to east, depth from north to south. */
export interface TableSize {
  width: number;
  depth: number;
  measure?: "feet" | "inches";
}

/** Return to before the proposer's last answer, dice and all; the dice are not thrown the same again. */
export interface TakeBack {
  type: "take_back";
}

/** What the tooltip, the log, the odds and the captains all read. `measure` names what the total counts: dice, pips, figures, points, eighths of a point, tenths of a hit die, hundredths of a strength, or thousandths of an inch. */
export interface Tally {
  label: string;
  terms: Term[];
  measure: "dice" | "eighths" | "figures" | "hits" | "hundredths" | "pips" | "points" | "tenths" | "thousandths";
  verdict: "automatic" | "impossible" | "total";
}

/** An enemy, and the result of attacking it. `beside` are others who share the effect, friends among them. `form` is the best order for it; `bars` are visible obstacles in the way, where nothing is measured yet. */
export interface Target {
  unit: string;
  reasons: Reason[];
  odds: Odds | null;
  action: string;
  form: Aimed | PathDrawn | Pointed | null;
  beside: Odds[];
  bars: Reason[];
}

/** A part of a number, and the rule that adds it. */
export interface Term {
  label: string;
  value: number;
  rule: string;
}

/** The text that takes the place of the one before. */
export interface TextSaved {
  text: string;
}

/** The text of a file that is to be saved. */
export interface ThingSaved {
  kind: "army" | "house" | "scenario";
  text: string;
}

/** A saved thing as its owner has it: `shared` is the link for readers, if there is one; its owner alone is shown it. */
export interface ThingShown {
  id: string;
  kind: "army" | "house" | "scenario";
  book: string;
  name: string;
  version: number;
  made: number;
  changed: number;
  bytes: number;
  shared: string | null;
  mine: boolean;
  text: string | null;
}

/** All that a browser has saved, and how much it may save. */
export interface ThingsShown {
  things: ThingShown[];
  most: number;
  bytes: number;
  most_bytes: number;
}

/** Why a computer player gave the order of an entry, in sentences without an end. `expected` is the part of all that still stands that it expects for its side, where it has tried the order. */
export interface ThoughtShown {
  entry: number;
  seat: string;
  captain: string;
  lines: string[];
  expected: number | null;
}

/** What computer players thought may be told now. */
export interface ThoughtsTold {
  type: "thoughts";
  thoughts: ThoughtShown[];
}

/** What one pool came to: class and number of dice in it; faces where the source has them. */
export interface Thrown {
  classes: [number, number][];
  faces: number[];
}

/** Dice of an attack that need the same number: how it came about, and how a die of so many sides is read for it. */
export interface Thrust {
  dice: number;
  need: Tally;
  reading: AtLeast | AtMost;
  sides: number;
}

/** A piece of the book's usual size about a point, its outline rounded off. */
export interface Tile {
  form: "tile";
  kind: string;
  at: [number, number];
  heading: number;
  name: string;
}

/** Everything that is shown of a day in the lists. `shown` is the joust whose `rides` are told: the present one, and when the day is over the last. `totals` are what the sides have, in points or in jousts won (`record`). */
export interface TiltYard {
  aims: Aiming[];
  seats: Seating[];
  jousts: JoustLine[];
  knights: KnightLine[];
  totals: [string, number][];
  record: boolean;
  shown: number;
  riders: Rider[];
  rides: [Charge, Charge][];
  sealing: Sealing | null;
}

/** A seat's time is out, as the keeper of the clock says: its side loses, or a captain plays on in its place. */
export interface TimeOut {
  type: "time_out";
  seat: string;
  captain: string;
}

/** Seconds left, fewer than none where a time is out, and whether it runs. */
export interface TimeShown {
  left: number;
  runs: boolean;
}

/** The journal returned to an earlier position. */
export interface TookBack {
  type: "took_back";
  rules: string[];
  cause: string;
  audience: string[];
  seat: string;
  to: number;
}

/** A unit came into contact with an edge of another. */
export interface Touched {
  type: "touched";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  other: string;
  edge: "front" | "left" | "rear" | "right";
}

/** A tower with battlements and arrow slits, about a point or with an outline of its own. `room` is how many mass figures it holds. */
export interface Tower {
  form: "tower";
  at: [number, number] | null;
  size: number;
  heading: number;
  outline: [number, number][];
  room: number;
  doors: DoorEntry[];
  name: string;
  built?: string;
  points?: number;
}

/** A trial as far as it has come. `tried` is the SHA-256 of the text that is tried out; `ahead` says how many others take turns with it. What it has shown is there from its first battle on. */
export interface TrialShown {
  id: string;
  kind: "army" | "scenario";
  book: string;
  name: string;
  captain: string;
  state: "done" | "failed" | "playing" | "stopped" | "waiting";
  why: string;
  played: number;
  games: number;
  ahead: number;
  seconds_left: number | null;
  tried: string;
  results: Results | null;
}

/** A list, or a scenario (a ready one by its id), that is to be tried out, who leads, and in how many battles. The armies of a scenario may be exchanged in every second of them. */
export interface TrialWish {
  kind: "army" | "scenario";
  toml?: string;
  ready?: string;
  captain?: "captain" | "marshal";
  games?: number;
  exchange?: boolean;
}

/** Whether this server answers at an address from outside; `why` not. */
export interface TriedAddress {
  address: string;
  answers: boolean;
  why: string;
}

/** The whole body turns about its middle, clockwise for a positive angle. */
export interface Turn {
  type: "turn";
  angle: number;
}

/** One turn: the result of each side when it was over, and what moved it in that turn. */
export interface TurnShares {
  turn: number;
  entry: number;
  after: Record<string, number>;
  shares: Record<string, Shares>;
}

/** Take back one's own last answer, where that reveals and re-rolls nothing. */
export interface Undo {
  type: "undo";
  seat: string;
}

/** Whether the seat may take its last answer back without asking, and why not. */
export interface UndoShown {
  free: boolean;
  why: string[];
}

/** Owner is who brought it, side whom it fights for, controller the seat that commands it now. `figures` still stand, `fallen` lie where they fell until their rule removes them: both take up room. */
export interface Unit {
  id: string;
  name: string;
  kind: string;
  owner: string;
  side: string;
  controller: string;
  original: number;
  figures: number;
  place: Place;
  body: Body;
  own: Record<string, unknown>;
  fallen: number;
  of: string;
  marks: string[];
  house?: House;
}

/** What a unit of the lists did in a battle, on average: points of the enemy that it felled, its own that it lost, and how often it earned its price. */
export interface UnitLine {
  side: string;
  row: number;
  name: string;
  points: number;
  felled: number | null;
  lost: number | null;
  earned: number | null;
  battles: number;
}

export interface Until {
  type: "until";
  moment: Moment;
}

/** On a storey of a work, the ground being 0. `feature` is a piece of terrain that is built up, or a unit that carries others. */
export interface Upon {
  type: "upon";
  feature: string;
  storey: number;
}

/** What a card may be played for: for whom, and where it says so against whom. A use that cannot be made now says why not. */
export interface Use {
  key: string;
  label: string;
  rules: string[];
  aim: Aim;
  against: Aim | null;
  barred: string;
}

/** An action in words: what the button says (`does`), what is done to a target (`at`), what is said of a unit that can be chosen (`may`) and of a unit about to go (`goes`). An `aimed` action needs nothing but a target. */
export interface Verb {
  does: string;
  at: string;
  may: string;
  goes: string;
  aimed: boolean;
}

/** How it is won: a word of the book's switch `victory`, if it has one, and game turns until its end (0: none). Objectives are pieces of terrain by name, conditions what the author of the scenario asks of each side, where the book has a use for them. */
export interface Victory {
  by: string | null;
  turn_limit: number;
  objectives: string[];
  conditions: ConditionEntry[];
}

/** Something that breaks a rule: where (as units[2].figures), what is wrong, what would be right. */
export interface Violation {
  place: string;
  wrong: string;
  right: string;
  rules: string[];
}

/** What orders are called, by action, and what it is called to take up some formations. */
export interface Vocabulary {
  verbs: Record<string, Verb>;
  forming: Record<string, string>;
}

/** How another seat's open decision looks: somebody has something to decide. */
export interface Waiting {
  type: "waiting";
  seat: string;
  prompt: string;
  rules: string[];
  waits: string;
  id: string;
  sealed: boolean;
  window: boolean;
  default: Answer | null;
}

export interface WatchLink {
  link: string;
}

export interface WatchLinks {
  watch: string;
}

/** A way to fire an engine: with the section that is named, or without one at a called distance. Distances are called in whole steps. A call by `eye` is made before anything is measured: nothing may show where on the table it would fall. */
export interface Way {
  label: string;
  least: number;
  most: number;
  section: string;
  step: number;
  eye: boolean;
}

/** A turn on one of the front corners, towards that side. */
export interface Wheel {
  type: "wheel";
  side: "left" | "right";
  angle: number;
}

/** As long as a unit does none of these things. */
export interface While {
  type: "while";
  unit: string;
  none_of: string[];
}

/** The side of a unit behind its name, as in " (Red)": left out where the side is shown by a sign. */
export interface Whose {
  type: "side";
  side: string;
  words: string;
}

/** Files at one end of the line that stand in a block of their own, at an angle. A positive turn swings them forward, round an enemy: after 90 degrees they stand ahead of the main front and face inward. A negative turn bends them back: they stand outside and behind, and face outward. */
export interface Wing {
  files: number;
  turn: number;
  inset: number;
  hook: number;
  reach: number;
}

/** A seat takes back a sealed answer while others are still out. */
export interface Withdraw {
  type: "withdraw";
  seat: string;
  decision: string;
}

/** A power of a unit was called upon, did something or came to nothing: `what`, in words. `marks` is the ground it is about. */
export interface Worked {
  type: "worked";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  power: string;
  what: string;
  marks: Covered[];
}

/** Files that overlap the enemy in front swing round its ends. */
export interface Wrap {
  type: "wrap";
  left: number;
  right: number;
}

/** A rectangle of the table, corner to corner. */
export interface Zone {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A rectangle of the table in which a side sets up. */
export interface ZoneEntry {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
