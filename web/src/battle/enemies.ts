/** Looking at the enemy by keys: his units one after the other, each with its card. */
import type { Battle } from "../api/types";
import type { TableApi } from "../table/table";
import type { Desk } from "./desk.svelte";
import { March } from "./march.svelte";
import { standIn, whereIs } from "./scene";

export const NEXT_ENEMY = ";";
export const ENEMY_BEFORE = ":";

/** Everybody who fights for another side and is on the table, from left to right; for who looks on, everybody. */
export function enemiesOf(battle: Battle, side: string): string[] {
  const across = (id: string): number => whereIs(battle, battle.units[id]!)!.x;
  return Object.values(battle.units)
    .filter((unit) => unit.side !== side && unit.figures > 0 && whereIs(battle, unit) !== null)
    .map(({ id }) => id)
    .sort((one, other) => across(one) - across(other) || (one < other ? -1 : 1));
}

/** The enemy after the one that is looked at; after the last, the first. */
export function nextEnemy(battle: Battle, side: string, from: string | null, step: 1 | -1): string | null {
  const all = enemiesOf(battle, side);
  const at = all.indexOf(from ?? "");
  if (!all.length) return null;
  return all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length] ?? null;
}

/** True when the key meant the enemy: to look at the next one, or to look away again. What is in hand stays in hand. */
export function enemyKey(key: string, desk: Desk, table: TableApi | undefined): boolean {
  const { battle, side, selected } = desk;
  if (key === NEXT_ENEMY || key === ENEMY_BEFORE) {
    const next = nextEnemy(battle, side, selected, key === NEXT_ENEMY ? 1 : -1);
    if (!next) return false;
    desk.select(next);
    desk.reveal(next);
    table?.focus(standIn(battle, next) ?? next);
    return true;
  }
  if (key !== "Escape" || !selected || battle.units[selected]?.side === side) return false;
  const { control } = desk;
  desk.select(control instanceof March ? control.unit : null);
  return true;
}
