/** What every widget of a decision offers to the battle screen: one kind of decision, one control. */
import type { Answer, AnyDecision, Battle, Odds, Reason } from "../api/types";
import type { Point } from "../table/pose";
import type { Keys, TableState, Thing } from "../table/state";
import type { Box } from "../table/shape";
import type { TableApi } from "../table/table";
import type { Giving } from "./giving.svelte";
import type { Stage } from "./stage.svelte";
import type { BattleStore } from "../app/BattleStore.svelte";
import type { Mays } from "./scene";
import type { Asked, Prompt } from "./prompt";

/** What a control may use of the screen it lives on. */
export interface Room {
  readonly store: BattleStore;
  readonly stage: Stage;
  readonly table: TableApi | undefined;
  readonly battle: Battle;
  /** The unit whose card is shown. */
  readonly selected: string | null;
  select(unit: string | null): void;
  /** Answer the decision; refusals come back and are shown. */
  answer(decision: AnyDecision, answer: Answer): Promise<boolean>;
  readonly refused: readonly Reason[];
  /** Say why something cannot be done. */
  refuse(reasons: readonly Reason[]): void;
  /** Answers for several units, on their way one after the other. */
  readonly giving: Giving;
  sideWord(side: string): string;
  /** Who a seat's decision speaks to. */
  asked(seat: string): Asked;
}

/** Odds with a headline, as the card over the table shows them. */
export interface OddsShown {
  readonly title: string;
  readonly odds: Odds;
  readonly target: string;
  readonly others: readonly { readonly title: string; readonly odds: Odds }[];
}

export interface SeveralSwitch {
  readonly possible: boolean;
  readonly adding: boolean;
  switch(): void;
}

export interface Control {
  readonly decision: AnyDecision | null;
  readonly prompt: Prompt;
  /** What it prints over the table. */
  readonly drawing: Partial<TableState>;
  readonly mays: Mays;
  readonly touchable: ReadonlySet<string>;
  readonly draggable: ReadonlySet<string>;
  readonly planned: ReadonlySet<string>;
  readonly odds: OddsShown | null;
  press(thing: Thing, at: Point, keys?: Keys): void;
  hover?(unit: string | null): void;
  grab?(thing: Thing, at: Point): void;
  drag?(thing: Thing, at: Point, keys: Keys): void;
  drop?(thing: Thing, at: Point | null): void;
  /** Whether a drag over open ground draws a line round units instead of moving the map. */
  readonly lassoes?: "never" | "with shift" | "always";
  /** Take those within a part of the table to the ones in hand. */
  encircle?(box: Box): void;
  /** Whether presses add to those in hand; null where there are not several to be taken. */
  readonly several?: SeveralSwitch | null;
  /** Take all who may still be told something. */
  takeAll?(): void;
  /** What is said to those who listen, besides the prompt. */
  readonly heard?: string;
  /** True when the key meant something. */
  key(key: string, event: KeyboardEvent): boolean;
  /** Ask the guide about what is offered, as soon as the line stands. */
  inquire?(): void;
  stop?(): void;
}

export const NOTHING: ReadonlySet<string> = new Set();
