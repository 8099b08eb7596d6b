/** What units do with their hands, such as climbing a ladder, and do not call upon. */
import type { HeldCard } from "../api/types";

/** Whether all that is held is of that kind: each has one use, by which it is named. */
export const isHandwork = (hand: readonly HeldCard[]): boolean =>
  hand.length > 0 && hand.every(({ key, uses }) => uses.length === 1 && key.endsWith(`:${uses[0]!.key}`));
