/** From which long edge the table is seen: each player has his own army below, unless he turns it round. */
import type { AnyDecision, Battle } from "../api/types";
import { poseOf } from "./scene";

export class Viewpoint {
  /** Whether the army of the one who sits here was set up at the far edge; it is decided once. */
  #across = $state<boolean | null>(null);
  #flipped = $state(false);

  get turned(): boolean {
    return (this.#across ?? false) !== this.#flipped;
  }

  flip(): void {
    this.#flipped = !this.#flipped;
  }

  /** Look where a side stands, or is to be set down. */
  take(side: string, battle: Battle, due: AnyDecision | null): void {
    if (this.#across !== null || !side || !battle.board) return;
    const middle = battle.board.depth / 2;
    if (due?.type === "place_unit") {
      this.#across = (due.zone.top + due.zone.bottom) / 2 < middle;
      return;
    }
    const [ours, theirs] = [meanDepth(battle, (one) => one === side), meanDepth(battle, (one) => one !== side)];
    if (ours !== null && theirs !== null && Math.abs(ours - theirs) > 1000) this.#across = ours < theirs;
  }
}

function meanDepth(battle: Battle, of: (side: string) => boolean): number | null {
  const places = Object.values(battle.units).flatMap((unit) => (of(unit.side) ? (poseOf(unit)?.y ?? []) : []));
  return places.length ? places.reduce((sum, y) => sum + y, 0) / places.length : null;
}
