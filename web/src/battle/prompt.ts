/** The prompt bar: one sentence (who, what), one line (cost, rule ids), at most three buttons, the primary rightmost. */
import type { Prompted, Reason, Unit } from "../api/types";
import { wordsOf } from "../app/text";
import { stopped } from "../app/words";

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

export const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
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

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Who is asked: the side, its units, and whether somebody else looks at the same screen; and what all are asked. */
export interface Asked {
  readonly side: string;
  readonly units: readonly Pick<Unit, "id" | "original">[];
  readonly shared: boolean;
  readonly prompts: readonly Prompted[];
}

/** A decision's own prompt, spoken to who is asked: "Red, move a unit", "Your Archers may turn"; at a shared screen the
 * side is named. */
export function addressed({ side, units, shared, prompts }: Asked, { id, prompt }: { readonly id: string; readonly prompt: string }): string {
  const { text, put } = prompts.find(({ decision }) => decision === id) ?? { text: [prompt], put: "plain" };
  if (side && put === "told") return `${side}, ${lower(prompt)}`;
  if (side && shared) return `${side}: ${put === "you" ? lower(prompt) : prompt}`;
  const [first, ...rest] = text;
  if (typeof first !== "object" || first.type !== "unit" || !units.some((one) => one.id === first.unit && one.original > 1)) return prompt;
  return `Your ${first.words.startsWith("The ") ? first.words.slice(4) : first.words}${wordsOf(rest)}`;
}

/** For those who wait: "Waiting for Blue: Town Watch to answer the challenge." */
export function awaited(side: string, prompt: string): string {
  return stopped(`Waiting for ${side || "the others"}: ${prompt}`);
}
