/** The prompt bar: one sentence (who, what), one line (cost, rule ids), at most three buttons, the primary rightmost. */
import type { Reason, Unit } from "../api/types";

export type PromptState = "choose" | "plotting" | "illegal" | "chance" | "dice" | "waiting" | "consent" | "over" | "lost";

export interface Detail {
  readonly text: string;
  readonly rules: readonly string[];
}

export interface Act {
  readonly label: string;
  readonly key?: string;
  readonly icon?: string;
  readonly primary?: boolean;
  readonly quiet?: boolean;
  readonly disabled?: boolean;
  readonly href?: string;
  run?(): void;
}

export interface Prompt {
  readonly state: PromptState;
  /** Whose moment it is; empty for nobody's. */
  readonly side: string;
  readonly sentence: string;
  readonly details: readonly Detail[];
  readonly acts: readonly Act[];
}

export function detailsOf(reasons: readonly Reason[]): Detail[] {
  return reasons.map(({ text, rules }) => ({ text: capital(text), rules }));
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "the Longbows", but "The King's Axes" and "Sir Aldwin" go without. */
export function theUnit(name: string): string {
  return /^(the|a|an|sir|lady|lord|king|queen) /i.test(name) || /['’]s /.test(name) ? name : `the ${name}`;
}

/** A unit as one speaks of it: people go by their names. */
export function calledUnit(unit: Unit | undefined, id: string): string {
  const name = unit?.name ?? id;
  return unit && unit.original === 1 ? name : theUnit(name);
}

const VERBS = new Set(["move", "declare", "let", "choose", "assign", "place", "set", "lay", "take", "say", "pick", "decide", "play", "challenge", "point", "write", "give", "shoot"]);

function isTold(prompt: string): boolean {
  return VERBS.has((prompt.split(" ", 1)[0] ?? "").toLowerCase());
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A decision's own prompt, addressed to a side: "Red, move a unit, or end the movement phase." */
export function addressed(side: string, prompt: string): string {
  return side && isTold(prompt) ? `${side}, ${lower(prompt)}` : prompt;
}

/** The same for those who wait: "Red is to move a unit, or end the movement phase." */
export function awaited(side: string, prompt: string): string {
  return side && isTold(prompt) ? `${side} is to ${lower(prompt)}` : prompt;
}
