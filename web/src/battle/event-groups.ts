/** What belongs together among the events of a step: whose turn it is in each, what is seen at once, what came of a throw. */
import type { Battle, Moved, Text, ToldEvent } from "../api/types";

export interface Time {
  readonly turn: number;
  readonly side: string;
}

/** In whose turn each event happens: some begin another. */
export function timesOf(events: readonly ToldEvent[], { turn, active }: Pick<Battle, "turn" | "active">): Time[] {
  let now: Time = { turn, side: active };
  return events.map((event) => {
    if (event.type === "began") now = { turn: event.turn || now.turn, side: event.side };
    return now;
  });
}

type ToldMove = ToldEvent & Moved;

/**
 * A move and those that are seen with it: what follows at once, and what was made at the same time though marks are told
 * in between. Nobody goes two ways at once.
 */
export function movedWith(events: readonly ToldEvent[], index: number): { moves: ToldMove[]; last: number } {
  const first = events[index] as ToldMove;
  const moves = [first];
  let last = index;
  for (let next = index + 1; next < events.length; next++) {
    const event = events[next]!;
    if (event.type === "marked" && first.together) continue;
    if (event.type !== "moved" || event.together !== first.together || moves.some(({ unit }) => unit === event.unit)) break;
    moves.push(event);
    last = next;
  }
  return { moves, last };
}

/** What lies open together. */
export function declaredAfter(events: readonly ToldEvent[], index: number): ToldEvent[] {
  const rest = events.slice(index + 1);
  const end = rest.findIndex(({ type }) => type !== "declared");
  return end < 0 ? rest : rest.slice(0, end);
}

/** What the events after a roll say came of it. */
export function resultAfter(events: readonly ToldEvent[], index: number): Text {
  const told: Text[] = [];
  for (const event of events.slice(index + 1)) {
    if (event.type === "rolled" || event.type === "began") break;
    if (event.told && ["struck", "landed", "checked", "fell", "marked"].includes(event.type)) told.push(event.told);
  }
  return told.length ? told.flatMap((text, place) => (place ? [" ", ...text] : text)) : (events[index]?.told ?? []);
}
