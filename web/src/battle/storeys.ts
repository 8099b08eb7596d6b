/** Towers and whatever else has storeys, cut open floor by floor, the roof first. */
import type { Area, Battle } from "../api/types";
import type { TableUnit } from "../table/state";
import { platformOf } from "./levels";

export interface Storey {
  readonly number: number;
  readonly title: string;
  readonly units: readonly TableUnit[];
  readonly figures: number;
}

export interface Tower {
  readonly work: Area;
  /** So many find room on each storey; 0 as many as there is ground for. */
  readonly room: number;
  readonly storeys: readonly Storey[];
  readonly figures: number;
}

const FLOORS = ["Ground floor", "First floor", "Second floor", "Third floor"];

/** All of them, with those who are seen there as the table draws them. */
export function towersOf(battle: Battle, drawn: readonly TableUnit[]): Tower[] {
  return (battle.board?.features ?? []).flatMap((work) => {
    if (work.type !== "area" || !work.build || work.build.storeys < 2) return [];
    const { storeys: high, room = 0 } = work.build;
    const storeys = Array.from({ length: high }, (_, below) => floorOf(battle, drawn, work.id, high - below, high));
    return [{ work, room, storeys, figures: storeys.reduce((sum, { figures }) => sum + figures, 0) }];
  });
}

function floorOf(battle: Battle, drawn: readonly TableUnit[], work: string, number: number, high: number): Storey {
  const units = drawn.filter(({ id }) => {
    const place = battle.units[id]?.place;
    return place?.type === "on_table" && place.level?.type === "upon" && place.level.feature === work && place.level.storey === number;
  });
  const title = number === high ? "Roof" : (FLOORS[number - 1] ?? `Floor ${number}`);
  const figures = units.reduce((sum, { id }) => sum + (battle.units[id]?.figures ?? 0), 0);
  return { number, title, units, figures };
}

/** The tower to be shown first: where a unit is, else where most are. */
export function towerOf(battle: Battle, towers: readonly Tower[], unit: string | null): Tower | undefined {
  const here = unit && battle.units[unit] ? platformOf(battle, battle.units[unit]) : "";
  const fullest = [...towers].sort((one, other) => other.figures - one.figures)[0];
  return towers.find(({ work }) => here && work.name === here) ?? fullest;
}

/** "4 of 6", "4 men", "nobody". */
export function fullness({ room }: Tower, { figures }: Storey): string {
  if (room) return `${figures} of ${room}`;
  return figures ? `${figures} ${figures === 1 ? "man" : "men"}` : "nobody";
}

/** Who is there, for whom cannot see it: "Bows 3, Guard". */
export function whoIsThere(battle: Battle, { units }: Storey): string {
  const counts = new Map<string, number>();
  for (const { id, label } of units) {
    const name = label.replace(/ \d+$/, "");
    counts.set(name, (counts.get(name) ?? 0) + (battle.units[id]?.figures ?? 0));
  }
  return [...counts].map(([name, count]) => (count > 1 ? `${name} ${count}` : name)).join(", ");
}
