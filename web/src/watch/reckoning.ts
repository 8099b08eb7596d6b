// What a battle comes to in numbers: strength and losses over time, and luck, expected against rolled.

import type { Battle, Rolled } from "../api/types";
import { chanceOf, needOf } from "../log/counting";
import type { Moment } from "./film.svelte";

export const ROUTED = "routed";

export interface Strength {
  /** Figures that stand and have not run. */
  fit: number;
  routed: number;
  /** Figures that fell, or left the table. */
  lost: number;
  brought: number;
}

export function strengthOf(battle: Battle, side: string): Strength {
  const found: Strength = { fit: 0, routed: 0, lost: 0, brought: 0 };
  for (const unit of Object.values(battle.units)) {
    if (unit.side !== side) continue;
    found.brought += unit.original;
    found.lost += unit.original - unit.figures;
    if (unit.marks.includes(ROUTED)) found.routed += unit.figures;
    else found.fit += unit.figures;
  }
  return found;
}

/** A line of a chart: a value from each position on. Only where it changes there is a point. */
export type Course = { position: number; value: number }[];

export function courseOf(moments: Moment[], value: (battle: Battle) => number): Course {
  const found: Course = [];
  let units: unknown;
  for (const { position, battle } of moments) {
    if (battle.units === units) continue;
    units = battle.units;
    const now = value(battle);
    if (found.at(-1)?.value !== now) found.push({ position, value: now });
  }
  return found;
}

/** What one side's dice came to, as far as each die either counts or does not. */
export interface Luck {
  dice: number;
  expected: number;
  rolled: number;
  /** Of what was rolled against what was expected. */
  spread: number;
  /** Dice that were added up: their number, what they come to on average, what they came to. */
  sums: { rolls: number; expected: number; rolled: number };
}

export const NO_LUCK: Luck = { dice: 0, expected: 0, rolled: 0, spread: 0, sums: { rolls: 0, expected: 0, rolled: 0 } };

/** A side's luck after each roll. */
export type LuckCourse = { position: number; luck: Luck }[];

export function luckOf(moments: Moment[], side: string): LuckCourse {
  const found: LuckCourse = [];
  let luck = NO_LUCK;
  for (const { position, step } of moments) {
    for (const event of step?.events ?? []) {
      if (event.type !== "rolled") continue;
      const next = luckier(luck, event, side);
      if (next === luck) continue;
      luck = next;
      found.push({ position, luck });
    }
  }
  return found;
}

function luckier(luck: Luck, { roll, pools }: Rolled, side: string): Luck {
  let now = luck;
  for (const [index, asked] of roll.pools.entries()) {
    const thrown = pools[index];
    if (!thrown || asked.whose !== side) continue;
    const { count, sides, reading } = asked;
    const need = needOf(reading);
    if (need) {
      const chance = chanceOf(need, sides);
      now = {
        ...now,
        dice: now.dice + count,
        expected: now.expected + count * chance,
        rolled: now.rolled + (thrown.classes.find(([value]) => value === 1)?.[1] ?? 0),
        spread: Math.hypot(now.spread, Math.sqrt(count * chance * (1 - chance))),
      };
    } else if (reading.type === "sum") {
      const { sums } = now;
      const expected = (count * (sides + 1)) / 2;
      const rolled = thrown.classes[0]?.[0] ?? 0;
      now = { ...now, sums: { rolls: sums.rolls + 1, expected: sums.expected + expected, rolled: sums.rolled + rolled } };
    }
  }
  return now;
}

/** Luck as people speak of it. */
export function luckSaid({ expected, rolled, spread, dice }: Luck): string {
  if (!dice || !spread) return "no dice yet";
  const off = (rolled - expected) / spread;
  if (Math.abs(off) < 0.5) return "as expected";
  const how = Math.abs(off) < 1 ? "a little " : Math.abs(off) < 2 ? "" : Math.abs(off) < 3 ? "very " : "absurdly ";
  return `${how}${off > 0 ? "lucky" : "unlucky"}`;
}

export const lastLuck = (course: LuckCourse, at: number): Luck => course.findLast(({ position }) => position <= at)?.luck ?? NO_LUCK;
