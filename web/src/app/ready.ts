// The ready battles of the start page: in which order they are listed, and what their picture shows.

import type { Scenario, ScenarioPicture } from "../api/types";
import { byBook } from "./books";

const sizeOf = ({ sides }: Scenario): number => sides.reduce((sum, { points }) => sum + points, 0);

/** By book, each beginning with the battle for a beginner, then the smaller ones before the larger. */
export function readyBattles(scenarios: readonly Scenario[]): [book: string, battles: Scenario[]][] {
  return byBook(scenarios).map(([book, battles]) => [
    book,
    battles.toSorted((one, other) => Number(other.first) - Number(one.first) || sizeOf(one) - sizeOf(other)),
  ]);
}

/** The one before or after in the list as it is shown; at either end the list goes on at the other. */
export function beside(list: readonly Scenario[], chosen: Scenario | null, step: 1 | -1): Scenario | null {
  if (!list.length) return null;
  const at = list.findIndex(({ id }) => id === chosen?.id);
  return list[at < 0 ? 0 : (at + step + list.length) % list.length]!;
}

export interface Room {
  readonly width: number;
  readonly height: number;
}

/** Inches about the armies: at their sides, and above and below, where their names stand. */
const [ASIDE, BEYOND] = [3.5, 4.5];

/** So much beyond the edge of the table may be seen: who stands on the edge is drawn a little over it. */
const RIM = 0.6;

/**
 * The part of the table, in inches, that fills a room with both armies in it. It leaves the table only where the armies
 * need a view that is larger than the table, and then on both sides alike. Without a table there is nothing to see.
 */
export function pictured({ armies, table }: Pick<Scenario, "table"> & Pick<ScenarioPicture, "armies">, room: Room): { x: number; y: number; width: number; height: number } | null {
  if (!armies || !table) return null;
  const left = Math.max(-RIM, armies.left - ASIDE);
  const right = Math.min(table.width + RIM, armies.right + ASIDE);
  const top = Math.max(-RIM, armies.top - BEYOND);
  const bottom = Math.min(table.depth + RIM, armies.bottom + BEYOND);
  const aspect = room.width / room.height;
  const width = Math.max(right - left, (bottom - top) * aspect);
  const height = width / aspect;
  return {
    x: along((left + right) / 2, width, table.width),
    y: along((top + bottom) / 2, height, table.depth),
    width,
    height,
  };
}

/** Where a view of some length begins that is to lie about a middle, and on the table if it has room there. */
function along(middle: number, length: number, table: number): number {
  const most = table + RIM - length;
  return most < -RIM ? (table - length) / 2 : Math.min(most, Math.max(-RIM, middle - length / 2));
}
