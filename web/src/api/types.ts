// What the page and the server say to each other. generated.ts is made from the engine's and the server's structs; here
// are the page's own names for some of them, and what a schema cannot say.

import type {
  ComputerPlayer,
  Hint,
  ArmyShown,
  Battle as PlainBattle,
  BattleLine,
  BattleWish,
  BookShown,
  Card,
  Distance,
  Duel,
  MapRoom,
  ErrorBody,
  FaultShown,
  FromPage,
  AnyEvent,
  InTurn,
  Landed,
  Liberty,
  MenuEntry,
  NewBattle,
  Note,
  Overlay,
  Preview,
  Prompted,
  Rolled,
  Rule,
  SaidShown,
  ScenarioShown,
  Silhouette,
  SkyShown,
  SheetShown,
  Step as PlainStep,
  Struck,
  Switch,
  Target,
  ToPage,
  TiltYard,
  UndoShown,
  Unit,
} from "./generated";

export type * from "./generated";

// ---------------------------------------------------------------- a battle

export type Ring = [number, number][];

/** The battle with what its book says of it besides. */
export interface Battle extends PlainBattle {
  duel?: Duel | null;
  /** Both armies, where there is no table. */
  map_room?: MapRoom | null;
  /** A day in the lists, of a battle that is one. */
  tilt_yard?: TiltYard | null;
  /** What is true of the whole field: the weather, the state of the ground. */
  conditions?: readonly Note[];
  /** Light and weather as the table shows them. */
  sky?: SkyShown;
  /** Whether a ruler may be laid on the table. */
  measures?: boolean;
  /** What is allowed at any moment that is no unit's own. */
  liberties?: readonly Liberty[];
  /** What is asked of us, with the units it names. */
  prompts?: readonly Prompted[];
}

/** A sentence: words, and what they speak of. */
export type Text = SaidShown["text"];

/** Of dice: which unit throws each pool, and what tells one from the others. Of tallies: whether each is what a die has to show. */
export type ToldEvent = (
  | Exclude<AnyEvent, Rolled | Struck | Landed>
  | (Rolled & { throwers: string[]; labels: string[] })
  | ((Struck | Landed) & { needed: boolean[] })
) & { told: Text | null };

/** Everything of the battle that differs after a step. `null` takes a unit away. */
export type Changes = Partial<Omit<Battle, "units">> & {
  units?: Record<string, Unit | null>;
  shapes?: Record<string, Silhouette>;
};

/** One entry of the journal as this seat heard it. */
export interface Step extends Omit<PlainStep, "events" | "changes"> {
  events: ToldEvent[];
  changes: Changes;
}

export type Undoing = UndoShown;

export type FromServer = Exclude<ToPage, PlainStep> | Step;
export type ToServer = FromPage;

/** What each question is answered with. */
export interface Answers {
  card: Card;
  menu: MenuEntry[];
  overlays: Overlay[];
  preview: Preview;
  together: InTurn[];
  targets: Target[];
  rule: Rule;
  distance: Distance;
  hint: Hint[];
}

// ---------------------------------------------------------------- the shelves

export type Army = ArmyShown;
export type Book = BookShown;
export type BookOption = Switch;
export type Fault = FaultShown;
export type RuleTable = SheetShown;
export type Scenario = ScenarioShown;
export type Opponent = ComputerPlayer;
export type { Army as ArmyList, OwnPlace, ScenarioPicture } from "./generated";

// ---------------------------------------------------------------- setting up and coming back

export type MyBattle = BattleLine;
export type Begun = NewBattle;
export type Refusal = ErrorBody;

export interface SeatWish {
  who: "me" | "friend" | "captain";
  captain?: string;
}

/** A battle to be set up, with everything said that the page lets one say. */
export interface Wish extends Omit<BattleWish, "red" | "blue"> {
  /** Who leads each side, by its name. */
  seats: Record<string, SeatWish>;
  dice: "sealed" | "typed";
  options?: Record<string, string>;
}
