// The deeds of a film, numbered as whoever follows a battle has them: from one in every turn of a side.

import { deedsOf, type Deed } from "../battle/deeds";
import { timesOf } from "../battle/event-groups";
import type { Moment } from "./film.svelte";

/** A deed with its number, and the turn of which side it was done in. */
export interface Counted extends Deed {
  readonly turn: number;
  readonly turnOf: string;
}

/** Those of further moments after what is counted already. */
export function counted(known: readonly Counted[], moments: readonly Moment[], from: number): readonly Counted[] {
  const all = [...known];
  for (let at = Math.max(1, from); at < moments.length; at++) {
    const [before, after] = [moments[at - 1]!, moments[at]!];
    if (!after.step) continue;
    const times = timesOf(after.step.events, before.battle);
    for (const deed of deedsOf(after.step, before, after)) {
      const { turn, side } = times[deed.first]!;
      const last = all.at(-1);
      const number = last && last.turn === turn && last.turnOf === side ? last.number + 1 : 1;
      all.push({ ...deed, number, turn, turnOf: side });
    }
  }
  return all;
}

/** What lies on the table at a moment: what was done so far in the turn that goes on. */
export function doneSoFar(all: readonly Counted[], at: number): { deeds: readonly Counted[]; present: Counted | null } {
  const upto = all.filter(({ position }) => position <= at);
  const last = upto.at(-1);
  if (!last) return { deeds: [], present: null };
  const deeds = upto.filter(({ turn, turnOf }) => turn === last.turn && turnOf === last.turnOf);
  return { deeds, present: last.position === at ? last : null };
}
