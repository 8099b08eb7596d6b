/** Who stands on which level of a castle: on top, inside, on the ground, in the air. */
import type { Battle, Unit } from "../api/types";

export type LevelKey = "air" | "top" | "inside" | "deck" | "ground";

export interface LevelLine {
  readonly key: LevelKey;
  readonly title: string;
  readonly figures: number;
}

const TITLES: Readonly<Record<LevelKey, string>> = { air: "In the air", top: "On top", inside: "Inside", deck: "On deck", ground: "On the ground" };

export function levelOf(battle: Battle, unit: Unit): LevelKey {
  const level = unit.place.type === "on_table" ? unit.place.level : null;
  if (!level) return "ground";
  if (level.type === "aloft") return "air";
  if (level.feature in battle.units) return "deck";
  const work = battle.board?.features.find(({ id }) => id === level.feature);
  return level.storey < (work?.build?.storeys ?? level.storey) ? "inside" : "top";
}

/** What somebody stands on or in: a wall, a tower, a ship. */
export function platformOf(battle: Battle, unit: Unit): string {
  const level = unit.place.type === "on_table" ? unit.place.level : null;
  if (level?.type !== "upon") return "";
  return battle.units[level.feature]?.name ?? battle.board?.features.find(({ id }) => id === level.feature)?.name ?? "";
}

/** "inside Kell Keep", "on South Wall"; nothing of who stands on the ground. */
export function standsWhere(battle: Battle, unit: Unit): string {
  const name = platformOf(battle, unit);
  return name && `${levelOf(battle, unit) === "inside" ? "inside" : "on"} ${name}`;
}

/** The levels on which somebody stands, from above down; none where there is no castle, or all stand on one. */
export function levelsOf(battle: Battle): LevelLine[] {
  if (!battle.board?.features.some(({ build }) => build)) return [];
  const lines = (Object.keys(TITLES) as LevelKey[]).flatMap((key) => {
    const here = standing(battle).filter((unit) => levelOf(battle, unit) === key);
    return here.length ? [{ key, title: TITLES[key], figures: here.reduce((sum, { figures }) => sum + figures, 0) }] : [];
  });
  return lines.length > 1 ? lines : [];
}

/** Those who stand on other levels than this one. */
export function elsewhere(battle: Battle, key: LevelKey): ReadonlySet<string> {
  return new Set(standing(battle).flatMap((unit) => (levelOf(battle, unit) === key ? [] : unit.id)));
}

function standing(battle: Battle): Unit[] {
  return Object.values(battle.units).filter(({ place, figures }) => place.type === "on_table" && figures > 0);
}

// ---------------------------------------------------------------- those who stand singly

/** Figures of one unit that stand singly on one platform: one of them is labelled for all. */
export interface Party {
  readonly name: string;
  readonly units: readonly Unit[];
}

export function partiesOf(battle: Battle): ReadonlyMap<string, Party> {
  const together = new Map<string, Unit[]>();
  const split = new Set(Object.values(battle.units).flatMap(({ of }) => of || []));
  for (const unit of standing(battle)) {
    const level = unit.place.type === "on_table" ? unit.place.level : null;
    if (level?.type !== "upon" || !(unit.of || split.has(unit.id))) continue;
    const key = `${unit.of || unit.id} ${level.feature} ${level.storey}`;
    together.set(key, [...(together.get(key) ?? []), unit]);
  }
  const parties = new Map<string, Party>();
  for (const units of together.values()) for (const unit of units) parties.set(unit.id, { name: units[0]!.name.replace(/ \d+$/, ""), units });
  return parties;
}
