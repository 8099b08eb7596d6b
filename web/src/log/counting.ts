/** Which faces of a die count: from a number on, or up to it. */
import type { Pool, Reading } from "../api/types";

export interface Need {
  readonly face: number;
  readonly orLess: boolean;
}

/** Null where dice are added up or looked at one by one. */
export function needOf(reading: Reading): Need | null {
  if (reading.type === "at_least") return { face: reading.need, orLess: false };
  return reading.type === "at_most" ? { face: reading.need, orLess: true } : null;
}

export function counts(need: Need | null, face: number): boolean {
  if (!need) return false;
  return need.orLess ? face <= need.face : face >= need.face;
}

/** The chance of a die to count. */
export function chanceOf({ face, orLess }: Need, sides: number): number {
  const good = orLess ? face : sides - face + 1;
  return Math.max(0, Math.min(sides, good)) / sides;
}

/** Those that count first. */
export function inOrder(faces: readonly number[], need: Need | null): number[] {
  return [...faces].sort((one, other) => (need?.orLess ? one - other : other - one));
}

/** "4 or more", "3 or less". */
export function needed({ face, orLess }: Need): string {
  return `${face} or ${orLess ? "less" : "more"}`;
}

/** Whether it is a draw from a bag and no throw. */
export function isDraw({ pools }: { readonly pools: readonly Pool[] }): boolean {
  return pools.some(({ reading }) => reading.type === "from_bag");
}
