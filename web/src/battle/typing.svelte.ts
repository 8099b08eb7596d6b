/** Dice that the players throw themselves and type in. */
import type { Pool, Roll, Thrown } from "../api/types";
import { counts, needed, needOf } from "../log/counting";
import type { Control, Room } from "./control";
import { Plain } from "./deciding.svelte";
import type { Prompt } from "./prompt";

/** Faces as a pool reads them. */
export function thrown(pool: Pool, faces: readonly number[]): Thrown {
  return { classes: classesOf(pool, faces), faces: [...faces] };
}

export function classesOf(pool: Pool, faces: readonly number[]): [number, number][] {
  switch (pool.reading.type) {
    case "sum":
      return [[faces.reduce((sum, face) => sum + face, 0), 1]];
    case "at_least":
    case "at_most": {
      const need = needOf(pool.reading);
      const hits = faces.filter((face) => counts(need, face)).length;
      return [
        [0, faces.length - hits],
        [1, hits],
      ];
    }
    case "from_bag":
    case "each_face": {
      const counts = new Map<number, number>();
      for (const face of faces) counts.set(face, (counts.get(face) ?? 0) + 1);
      return [...counts].sort(([a], [b]) => a - b);
    }
  }
}

export class Typing extends Plain implements Control {
  readonly decision = null;
  faces = $state.raw<readonly (readonly number[])[]>([]);
  /** How many hit, of pools for which somebody only counted. */
  counted = $state.raw<readonly (number | null)[]>([]);

  constructor(
    room: Room,
    readonly roll: Roll,
  ) {
    super(room);
    this.faces = roll.pools.map(() => []);
    this.counted = roll.pools.map(() => null);
  }

  /** The pool that is being typed. */
  get open(): number {
    return this.roll.pools.findIndex(
      (pool, index) => this.counted[index] == null && (this.faces[index]?.length ?? 0) < pool.count,
    );
  }

  get done(): boolean {
    return this.open < 0;
  }

  get tie(): boolean {
    const totals = this.faces.map((faces) => faces.reduce((sum, face) => sum + face, 0));
    return this.done && this.roll.unequal && new Set(totals).size < totals.length;
  }

  type(face: number): void {
    if (this.tie) this.faces = this.roll.pools.map(() => []);
    const at = this.open;
    const pool = this.roll.pools[at];
    if (!pool || face < 1 || face > pool.sides) return;
    this.faces = this.faces.map((faces, index) => (index === at ? [...faces, face] : faces));
  }

  back(): void {
    const at = this.faces.findLastIndex((faces) => faces.length > 0);
    this.faces = this.faces.map((faces, index) => (index === at ? faces.slice(0, -1) : faces));
  }

  /** So many of a pool hit; the faces stay between the players. */
  count(index: number, hits: number | null): void {
    const most = this.roll.pools[index]?.count ?? 0;
    const number = hits === null || Number.isNaN(hits) ? null : Math.max(0, Math.min(most, Math.round(hits)));
    this.counted = this.counted.map((one, place) => (place === index ? number : one));
  }

  commit(): void {
    if (!this.done || this.tie) return;
    const pools = this.roll.pools.map((pool, index): Thrown => {
      const hits = this.counted[index];
      if (hits == null) return thrown(pool, this.faces[index] ?? []);
      return {
        classes: [
          [0, pool.count - hits],
          [1, hits],
        ],
        faces: [],
      };
    });
    void this.room.store.send({ type: "dice", roll: this.roll.id, pools });
  }

  override key(key: string): boolean {
    if (/^[1-9]$/.test(key)) this.type(Number(key));
    else if (key === "0") this.type(10);
    else if (key === "Backspace") this.back();
    else if (key === "Enter") this.commit();
    else return false;
    return true;
  }

  get prompt(): Prompt {
    const many = this.roll.pools.reduce((sum, pool) => sum + pool.count, 0);
    const what = this.roll.pools
      .map(({ label, count, sides, reading }) => {
        const need = needOf(reading);
        return `${this.roll.pools.length > 1 ? `${label}, ` : ""}${count}d${sides}${need?.orLess ? ` for ${needed(need)}` : ""}`;
      })
      .join("; ");
    const left = this.roll.pools.reduce(
      (sum, pool, index) => sum + (this.counted[index] == null ? pool.count - (this.faces[index]?.length ?? 0) : 0),
      0,
    );
    const keys = left ? `keys 1 to ${Math.min(10, this.roll.pools[0]?.sides ?? 6)}, ${left} to come` : "all typed";
    const whose = new Set(this.roll.pools.map((pool) => pool.whose));
    return {
      state: "dice",
      side: whose.size === 1 ? ([...whose][0] ?? "") : "",
      sentence: `Type the ${many === 1 ? "die" : `${many} dice`} you rolled: ${this.roll.purpose}.`,
      details: [{ text: this.tie ? "The totals tie: throw again" : `${what}: ${keys}`, rules: this.roll.rules }],
      acts: [
        { label: "Take one back", key: "Backspace", disabled: left === many, run: () => this.back() },
        { label: "Enter dice", key: "Enter", primary: true, disabled: !this.done || this.tie, run: () => this.commit() },
      ],
    };
  }
}
