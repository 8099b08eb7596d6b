// Made by tools/page_types.py from the engine's structs; `make generated` writes it anew.

export type Answer = Chosen | Assigned | Marched | SetDown | Laid | Commanded | Planned;

export type AnyDecision = Choose | Assign | Move | PlaceUnit | PlaceFeature | Command | Plan | Waiting;

export type Body = FormedBody | Scatter | Single;

export type Feature = Area | Strip;

export type FromPage = GiveOrder | Ask | Ping;

export type Happening = Began | Declared | Sealed | Revealed | Moved | FormedEvent | Placed | Removed | Touched | Parted | Rolled | Drew | Spent | Attached | Detached | Struck | Landed | Fell | Checked | Marked | Compelled | Ruled | Proposed | Altered | TookBack | Ended;

export type Manoeuvre = Advance | Oblique | Wheel | Turn | Face | Reform | FormHedgehog | FormUp | Wrap | Expand | SquareUp;

export type Matter = Amend | TakeBack | CallItDrawn;

export type Order = Reply | Dice | Withdraw | Concede | Propose | Agree | Undo;

export type Place = OnTable | Hidden | Aboard | OffTable;

export type Question = AboutCard | AboutMenu | AboutOverlays | AboutPreview | AboutTargets | AboutRule | AboutDistance;

export type Reading = EachFace | AtLeast | AtMost | SumOf | FromBag;

export type ToPage = Snapshot | Step | ObeyedOrder | RefusedOrder | Answered | SeatsTaken | DiceBeingBound | Over | Pong | ChatLine | ChatShown | NextBattle;

/** With another unit, in whose ranks it stands and with which it goes. */
export interface Aboard {
  type: "aboard";
  host: string;
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

/** Straight ahead. */
export interface Advance {
  type: "advance";
  distance: number;
}

/** The answer to a proposal; when all other seats agree it takes effect, one refusal ends it. */
export interface Agree {
  type: "agree";
  seat: string;
  proposal: string;
  agrees: boolean;
}

/** Shooting at one body with some of one's ranks and files (None: as many as may). */
export interface Aimed {
  type: "aimed";
  target: string;
  ranks: number | null;
  first_file: number | null;
  last_file: number | null;
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
}

export interface Armies {
  red: ArmyWish;
  blue: ArmyWish;
}

export interface ArmyReport {
  legal: boolean;
  army: ArmyShown | null;
  faults: FaultShown[];
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

export interface Assign {
  type: "assign";
  seat: string;
  prompt: string;
  rules: string[];
  id: string;
  sealed: boolean;
  window: boolean;
  default: Answer | null;
  items: Item[];
  bins: Option[];
}

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
}

/** A ready scenario by id, or a book and two armies on open ground; options as the book's switches. */
export interface BattleWish {
  scenario?: string | null;
  ruleset?: string | null;
  armies?: Armies | null;
  table?: TableSize | null;
  ground?: "fixed" | "rolled";
  options?: Record<string, string | boolean | number>;
  red?: PlayerWish;
  blue?: PlayerWish;
  dice?: "sealed" | "typed";
  title?: string;
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

/** A book to play by. `rolls_ground`: without a scenario both sides roll for the ground and lay it. */
export interface BookShown {
  name: string;
  title: string;
  rules: number;
  sequence: SequenceEntry[];
  options: Switch[];
  captains: string[];
  troops: Listing[];
  rolls_ground: boolean;
}

/** End the battle without a winner. */
export interface CallItDrawn {
  type: "call_it_drawn";
}

/** What stands on a unit's card. `points` is what the figures still standing are worth. */
export interface Card {
  unit: string;
  title: string;
  subtitle: string;
  points: number;
  stats: Stat[];
  spent: number;
  allowance: number;
  notes: string[];
  figures: number;
  original: number;
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

/** `none` and `some` are what choosing nothing and choosing something is called where that says more. */
export interface Choose {
  type: "choose";
  seat: string;
  prompt: string;
  rules: string[];
  id: string;
  sealed: boolean;
  window: boolean;
  default: Answer | null;
  options: Option[];
  least: number;
  most: number;
  none: string;
  some: string;
}

export interface Chosen {
  type: "chosen";
  keys: string[];
}

/** Ground under a round template. */
export interface Circle {
  type: "circle";
  x: number;
  y: number;
  radius: number;
}

/** One of the actors may do something of its menu (`actions`), a card be played, or the seat finishes. `finish` is what finishing is called where that does not end the phase. */
export interface Command {
  type: "command";
  seat: string;
  prompt: string;
  rules: string[];
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
  form: Aimed | Marched | Played | Pointed | null;
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

export interface Concede {
  type: "concede";
  seat: string;
}

/** A line at which the ground changes its level. */
export interface Contour {
  ring: [number, number][];
  rise: number;
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

/** A figure left a unit and stands on its own. */
export interface Detached {
  type: "detached";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  host: string;
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

/** What a player adds to the dice: words of their own that nobody knew when the seed was committed to. */
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

/** Between the nearest bases of two bodies; no finer than the eye where nothing may be measured yet. */
export interface Distance {
  distance: number;
  told: string;
  exact: boolean;
}

/** An address of this computer on its network. `reached` says that another machine has come in by it. */
export interface Door {
  address: string;
  answers: boolean;
  reached: boolean;
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

/** Two who face each other apart from all others. Before the first blow there is no `round`; once it is `open`, what each of them chose for the round lies on the table. `stats` say what their blows are reckoned with, those of the one first. */
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

export interface Ended {
  type: "ended";
  rules: string[];
  cause: string;
  audience: string[];
  outcome: Outcome;
}

/** `attacker` moved onto the `edge` of `defender`. Rights used (a free attack) are remembered until they part for good. */
export interface Engagement {
  attacker: string;
  defender: string;
  edge: "front" | "left" | "rear" | "right";
  since: number;
  touching: boolean;
  used: string[];
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

/** Who of a body may be named in an order to shoot: so many of its `ranks` from the front, and those from one to another of the `files` that have not shot yet. `note` says what becomes of the others. */
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

/** Take up a formation, an order or a stance that files alone do not tell; `close` is ranks and files again. */
export interface FormUp {
  type: "form_up";
  to: "close" | "flanks" | "open" | "schiltron" | "set_ring" | "set_spears" | "shield_ring" | "shield_wall" | "skirmish" | "square";
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

/** An order, and the position of the journal it answers. */
export interface GiveOrder {
  type: "order";
  position: number;
  order: Order;
  ref?: string | number | null;
}

/** A seat the caller holds by their cookie, and its address. */
export interface Held {
  seat: string;
  link: string;
}

/** A card in hand, with what it says and its uses at this moment. */
export interface HeldCard {
  key: string;
  title: string;
  text: string;
  rule: string;
  uses: Use[];
}

/** On the table, known to the controlling seat alone. */
export interface Hidden {
  type: "hidden";
  pose: Pose;
}

/** What a link would open: `by` whom it comes, which seat, and against whom; `held` by the caller already. */
export interface InvitationShown {
  kind: "anew" | "first" | "own";
  seat: string;
  side: string;
  army: string;
  title: string;
  ruleset: string;
  held: boolean;
  by: string;
  against: string[];
}

/** Something to hand out, `count` of it, to any of `bins`. */
export interface Item {
  key: string;
  label: string;
  count: number;
  bins: string[];
}

/** A piece of terrain put on the table; None drops a piece for which there is no room. */
export interface Laid {
  type: "laid";
  feature: Feature | null;
}

/** Where a shot fell, how many figures of which units it struck there, and how its numbers came about. `stopped` names what ended its flight early. */
export interface Landed {
  type: "landed";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  marks: (Circle | Streak)[];
  struck: [string, number][];
  tallies: Tally[];
  stopped: string;
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

/** A troop type a book offers. The cost is for one figure, exact to an eighth of a point. */
export interface Listing {
  id: string;
  name: string;
  cost: number;
  note: string;
}

/** What was told of an entry, and when that was. */
export interface LoggedStep {
  position: number;
  turn: number;
  phase: string;
  active: string;
  lines: Told[];
}

/** A path for the body that was asked about; an empty path stands still. */
export interface Marched {
  type: "marched";
  path: Manoeuvre[];
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

/** Something a unit may be told. `action` is what a command says; where its form is a path, `legs` are the legs this entry plots, the first for its key and the rest for whoever wants more or less of it, `cost` what the first takes of the move. An entry whose form is `point` has an engine pointed as `pointing` says, at whom, or anywhere. Where a part of the unit may shoot, `firing` says who. With `reasons` it cannot be done now, and they say why. */
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
}

export interface Move {
  type: "move";
  seat: string;
  prompt: string;
  rules: string[];
  id: string;
  sealed: boolean;
  window: boolean;
  default: Answer | null;
  unit: string;
  allowance: number;
}

/** A unit moved along these legs; `start` is where it stood. Moves one after the other that are all `together` were made at the same time. */
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
  kind: "again" | "next" | "swap";
  by: string;
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

/** What one attack is likely to do to `target`. `hits` and `losses` are the chances of 0, 1, 2 … hits and figures lost; `breaks` is the chance that the target fails the morale check that follows, `destroyed` that nobody is left to make it. `needs` is what most of the dice need, `blows` all of them. What is not `exact` says in its note what it takes for granted. */
export interface Odds {
  exact: boolean;
  dice: number;
  needs: Tally;
  hits: number[];
  losses: number[];
  expected_losses: number;
  breaks: number;
  note: string;
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

export interface OnTable {
  type: "on_table";
  pose: Pose;
}

export interface Option {
  key: string;
  label: string;
}

/** How it ended. No winner is a draw. */
export interface Outcome {
  winner: string;
  how: "agreed" | "annihilated" | "beaten" | "conceded" | "points" | "turn_limit";
  rules: string[];
  reckoning: [string, Tally][];
}

/** The battle is over: the seed of sealed dice is shown. */
export interface Over {
  type: "over";
  seed: string | null;
}

/** Ground to be shown. Rings are read by the even-odd rule, so a ring inside another is a hole. `arc` is where a unit may shoot at all, `near` and `far` how far it may; `reach` is where it could get, `charge` where by a charge; `command` is how far a commander's word carries. */
export interface Overlay {
  kind: "arc" | "charge" | "command" | "far" | "near" | "reach";
  label: string;
  rings: [number, number][][];
  rule: string;
}

/** A code with which another browser becomes one's own, and the link that ends with it. It is shown once. */
export interface OwnCode {
  code: string;
  link: string;
}

export interface Parted {
  type: "parted";
  rules: string[];
  cause: string;
  audience: string[];
  unit: string;
  other: string;
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

/** Something held in hand, put to one of its uses for these units, against a target where the use has one. */
export interface Played {
  type: "played";
  card: string;
  use: string;
  units: string[];
  target: string;
}

/** Who sits at a seat: whoever set the battle up, a friend, or a captain; `connected` counts their windows. `taken` says whether anybody holds it yet. Whoever set the battle up may give a friend's lost seat anew: `offered` says that a link is open with which somebody can take it over, `given_anew` how often that has happened. */
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

/** What an answer would do. `legs` is the longest legal beginning of a path, squaring up included; `reasons` say which leg fails; `beyond` is the rest as it was drawn, to be barred. `met` is the enemy it comes into contact with, `odds` what the attack then does, `risks` what the enemy does first. `marks` is where a shot falls as it is called. */
export interface Preview {
  legs: PreviewLeg[];
  cost: number;
  allowance: number;
  left: number;
  reasons: Reason[];
  met: string;
  legal: boolean;
  note: string;
  odds: Odds | null;
  rules: string[];
  beyond: PreviewLeg[];
  risks: Odds[];
  beside: Odds[];
  marks: (Circle | Streak)[];
}

/** A leg as it would be walked; figures stand about its pose. Setting a body down is no manoeuvre. */
export interface PreviewLeg {
  manoeuvre: Manoeuvre | null;
  pose: Pose;
  figures: [number, number, number, number, number][];
  cost: number;
  swept: [number, number][][];
}

export interface Proposal {
  id: string;
  seat: string;
  matter: Matter;
  agreed: string[];
}

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

/** From where the server can be reached, as whoever sits at its computer may know. `at_home` says whether the caller does; to others nothing more is told. `may_listen` says that it listens on this computer alone and can be told to listen on the network; `listens` that it was told so, and can be told to stop. */
export interface Reach {
  at_home: boolean;
  network: Door[];
  may_listen: boolean;
  listens: boolean;
}

/** One thing wrong with an order. `measured` parts what only a ruler could tell from what the form of the order already shows: where players declare before measuring, a measured shortfall is an outcome and never an illegality. */
export interface Reason {
  text: string;
  rules: string[];
  leg: number | null;
  measured: boolean;
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

/** All sealed answers are in and lie open. */
export interface Revealed {
  type: "revealed";
  rules: string[];
  cause: string;
  audience: string[];
  seats: string[];
}

/** Dice the battle is waiting for. With `unequal` the pools are a contest: totals that tie are thrown again by whoever throws, so a roll that has been answered always has a winner. An empty `audience` is everyone. */
export interface Roll {
  purpose: string;
  pools: Pool[];
  rules: string[];
  id: string;
  unequal: boolean;
  audience: string[];
}

export interface Rolled {
  type: "rolled";
  rules: string[];
  cause: string;
  audience: string[];
  roll: Roll;
  pools: Thrown[];
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

/** The rules of a book. `played` are the tiers that are played here; the others can only be read. */
export interface Rulebook {
  book: string;
  title: string;
  rules: Rule[];
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

/** What is wrong, where in the request, what would be right, and for orders every reason with its rules. */
export interface Said {
  what: string;
  where: string;
  right: string;
  reasons: Reason[];
}

/** Skirmishers each on a spot of its own: figure i stands on spot i. */
export interface Scatter {
  type: "scatter";
  base: Base;
  spots: Spot[];
}

export interface ScenarioShown {
  id: string;
  ruleset: string;
  title: string;
  description: string;
  table: TableShown;
  sides: SideShown[];
  options: Record<string, string>;
  svg: string;
}

/** A seat has answered; what, is not shown yet. */
export interface Sealed {
  type: "sealed";
  rules: string[];
  cause: string;
  audience: string[];
  seat: string;
}

/** A place at the table. A referee's seat has no side. */
export interface Seat {
  id: string;
  side: string;
}

/** Who sits there. Whoever set the battle up sees the invitations that nobody has taken yet. */
export interface SeatLine {
  who: "captain" | "friend" | "me";
  name: string;
  link: string | null;
  taken: boolean;
  player: string;
}

/** The link to a seat. One with a token is an invitation: whoever takes it first may play. One's own has none. */
export interface SeatLink {
  link: string;
  token: string;
}

/** Who is connected. */
export interface SeatsTaken {
  type: "seats";
  players: Player[];
  watchers: number;
}

/** A line of the sequence of play; its name is a battle's `phase`. The set-up comes once, the rest every turn. */
export interface SequenceEntry {
  name: string;
  title: string;
  rules: string[];
  part: "setup" | "turn";
}

/** A body put on the table, in so many files and in one of the formations it is offered; "" is as it is listed. */
export interface SetDown {
  type: "set_down";
  unit: string;
  pose: Pose;
  files: number;
  formation: string;
}

/** Bases with the fallen last; the first front edge is the one a body wheels on the ends of. */
export interface Shape {
  figures: [number, number, number, number, number][];
  front: [number, number, number, number][];
  rects: [number, number][][];
}

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

/** A table of the book; `rules` are those that refer to it. */
export interface SheetShown {
  id: string;
  title: string;
  section: string;
  columns: string[];
  rows: string[][];
  note: string;
  rules: string[];
}

export interface Side {
  id: string;
  name: string;
  colour: string;
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

/** One figure, hero or monster or machine. */
export interface Single {
  type: "single";
  base: Base;
}

/** A battle as a seat may know it, at a position of its journal; `last` is the newest position. `turn_word` is what the book calls a turn; `brought` are the figures that the seat saw come to each side before the first order, wherever they have hidden since. `lost` are seats the caller held until they were given anew. */
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
  battle: Battle;
  duel: Duel | null;
  conditions: string[];
  measures: boolean;
  shapes: Record<string, Shape>;
  sequence: SequenceEntry[];
  turn_word: string;
  brought: Record<string, number>;
  dice: DiceShown;
  players: Player[];
  watchers: number;
  log: LoggedStep[];
  undo: UndoShown | null;
  mine: Held[];
  lost: string[];
  chat: ChatShown | null;
  following: NextBattle | null;
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
}

/** One entry of the journal as a seat may know it. `events` carry their sentence as `told`. Besides, what the book says of the battle after it: a duel, the conditions of the field, whether a ruler may be laid on the table. */
export interface Step {
  type: "step";
  position: number;
  turn: number;
  phase: string;
  active: string;
  entry: Entered;
  events: Record<string, unknown>[];
  changes: Record<string, unknown>;
  hash: string;
  duel: Duel | null;
  conditions: string[];
  measures: boolean;
  undo: UndoShown | null;
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

/** Ground along a line of some width, from one end to the other. `struck` says that it counts. */
export interface Streak {
  type: "streak";
  from_x: number;
  from_y: number;
  to_x: number;
  to_y: number;
  width: number;
  name: string;
  struck: boolean;
}

/** A stream, a road, a wall: a course of some width, cut off square at its ends. */
export interface Strip {
  type: "strip";
  id: string;
  kind: string;
  name: string;
  course: [number, number][];
  width: number;
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

/** What the tooltip, the log, the odds and the captains all read. `measure` names what the total counts: dice, pips, figures, points, eighths of a point, tenths of a hit die, or thousandths of an inch. */
export interface Tally {
  label: string;
  terms: Term[];
  measure: "dice" | "eighths" | "figures" | "pips" | "points" | "tenths" | "thousandths";
  verdict: "automatic" | "impossible" | "total";
}

/** An enemy, and what attacking it comes to: `beside` are those who get a share of it, friends among them. `form` is how an order would best put it. */
export interface Target {
  unit: string;
  reasons: Reason[];
  odds: Odds | null;
  action: string;
  form: Aimed | Marched | Pointed | null;
  beside: Odds[];
}

export interface Term {
  label: string;
  value: number;
  rule: string;
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

/** A line of the log: the event's kind, its sentence and its rules. */
export interface Told {
  text: string;
  kind: string;
  rules: string[];
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
}

/** What a card may be played for: `least` to `most` of the units, and one of the targets where there are any. A use that cannot be made now says why not. */
export interface Use {
  key: string;
  label: string;
  rule: string;
  least: number;
  most: number;
  units: string[];
  targets: string[];
  barred: string;
}

/** How another seat's open decision looks: somebody has something to decide. */
export interface Waiting {
  type: "waiting";
  seat: string;
  prompt: string;
  rules: string[];
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
