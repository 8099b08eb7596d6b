/** From which long edge the table is seen: each player has his own army below, unless he turns it round. */
import type { AnyDecision, Battle } from "../api/types";
import { poseOf } from "./scene";

export class Viewpoint {
  /** Whether the army of a side was set up at the far edge; it is decided once for each. */
  #across = $state.raw<Readonly<Record<string, boolean>>>({});
  #side = $state("");
  #flipped = $state(false);

  get turned(): boolean {
    return (this.#across[this.#side] ?? false) !== this.#flipped;
  }

  /** Whether it is known from where it is seen. */
  get taken(): boolean {
    return this.#side !== "";
  }

  flip(): void {
    this.#flipped = !this.#flipped;
  }

  /** Look from where a side stands, or is to be set down. */
  take(side: string, battle: Battle, due: AnyDecision | null): void {
    if (!side || !battle.board) return;
    const across = this.#across[side] ?? edgeOf(side, battle, due, battle.board.depth / 2);
    if (across === null) return;
    this.#side = side;
    if (!(side in this.#across)) this.#across = { ...this.#across, [side]: across };
  }
}

/** Whether a side stands, or is to be set down, at the far edge; null where that cannot be told yet. */
function edgeOf(side: string, battle: Battle, due: AnyDecision | null, middle: number): boolean | null {
  if (due?.type === "place_unit") return (due.zone.top + due.zone.bottom) / 2 < middle;
  const [ours, theirs] = [meanDepth(battle, (one) => one === side), meanDepth(battle, (one) => one !== side)];
  return ours !== null && theirs !== null && Math.abs(ours - theirs) > 1000 ? ours < theirs : null;
}

function meanDepth(battle: Battle, of: (side: string) => boolean): number | null {
  const places = Object.values(battle.units).flatMap((unit) => (of(unit.side) ? (poseOf(unit)?.y ?? []) : []));
  return places.length ? places.reduce((sum, y) => sum + y, 0) / places.length : null;
}
