/** The ruler: a tape drawn over the table, which sticks to the nearest edge of a unit it is held against. */
import type { Battle } from "../api/types";
import { showInches } from "../table/lengths";
import { distance, type Point } from "../table/pose";
import { gapBetween, tableBox } from "../table/shape";
import type { Tape } from "../table/state";
import { roughly } from "./plan-drawing";
import { poseOf, shapeOf } from "./scene";
import type { Stage } from "./stage.svelte";

/** How near to a unit the tape sticks to it, in thousandths of an inch. */
const STICKS = 600;

export class Ruler {
  /** Whether a drag over the table measures. */
  out = $state(false);
  tape = $state.raw<Tape | null>(null);

  constructor(
    readonly stage: Stage,
    readonly battle: () => Battle,
  ) {}

  /** Whether a ruler may be laid on the table now. */
  get allowed(): boolean {
    return this.battle().measures !== false;
  }

  toggle(): void {
    if (!this.allowed) return;
    this.out = !this.out;
    this.tape = null;
  }

  putAway(): void {
    this.out = false;
    this.tape = null;
  }

  hold(at: Point): void {
    this.tape = { from: this.#snap(at), to: at, label: "" };
  }

  pull(at: Point): void {
    if (!this.tape) return;
    const to = this.#snap(at);
    this.tape = { from: this.tape.from, to, label: showInches(roughly(Math.round(distance(this.tape.from, to)))) };
  }

  #snap(at: Point): Point {
    for (const unit of Object.values(this.battle().units)) {
      const pose = poseOf(unit);
      if (!pose) continue;
      const shape = shapeOf(this.stage.shapes, unit.id);
      const box = tableBox(pose, shape, STICKS);
      if (at.x < box.left || at.x > box.right || at.y < box.top || at.y > box.bottom) continue;
      const dot = { figures: [], front: [], rects: [[[0, 0]]] as [number, number][][] };
      const near = gapBetween({ ...at, heading: 0 }, dot, pose, shape);
      if (near.gap < STICKS) return near.to;
    }
    return at;
  }
}
