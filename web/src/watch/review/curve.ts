// The expected result as a line: turns are equally wide, and within a turn its entries are.

import type { PointTold, ReviewTold } from "../../api/types";

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Points of a hundred as they are read: −26, +19, 0. */
export function points(value: number): string {
  const whole = Math.round(value);
  return whole ? `${whole < 0 ? "−" : "+"}${Math.abs(whole)}` : "0";
}

export const changeOf = ({ before, after }: Pick<PointTold, "before" | "after">, side: string): number => (after[side] ?? 0) - (before[side] ?? 0);

/** Whether a step was one entry: it is drawn where that entry is, not as a slope. */
const isStep = (since: number, entry: number): boolean => entry - since <= 1;

export class Scale {
  readonly #starts: readonly number[];
  readonly #ends: readonly number[];
  readonly low: number;
  readonly high: number;

  constructor(
    readonly review: ReviewTold,
    readonly side: string,
    readonly frame: Frame,
  ) {
    this.#ends = review.turns.map(({ entry }) => entry);
    this.#starts = [review.curve[0]?.since ?? 0, ...this.#ends.slice(0, -1)];
    const values = [review.first[side] ?? 0, ...review.curve.map(({ after }) => after[side] ?? 0)];
    this.high = Math.max(25, 25 * Math.ceil(Math.max(...values) / 25));
    this.low = Math.min(-25, 25 * Math.floor(Math.min(...values) / 25));
  }

  /** How wide a turn is. */
  get turn(): number {
    return this.frame.width / Math.max(1, this.#ends.length);
  }

  x(entry: number): number {
    const place = Math.max(0, this.#ends.findIndex((end) => entry <= end));
    const turn = entry > (this.#ends.at(-1) ?? 0) ? this.#ends.length - 1 : place;
    const [start, end] = [this.#starts[turn] ?? 0, this.#ends[turn] ?? 1];
    const share = Math.max(0, Math.min(1, (entry - start) / Math.max(1, end - start)));
    return this.frame.left + (turn + share) * this.turn;
  }

  y(value: number): number {
    return this.frame.top + (this.frame.height * (this.high - value)) / (this.high - this.low);
  }

  /** The entry that lies at a place of the chart. */
  entryAt(x: number): number {
    const share = Math.max(0, Math.min(this.#ends.length - 1e-6, (x - this.frame.left) / this.turn));
    const turn = Math.floor(share);
    const [start, end] = [this.#starts[turn] ?? 0, this.#ends[turn] ?? 0];
    return Math.round(start + (share - turn) * (end - start));
  }

  /** The line, from the first value to the last. */
  line(): string {
    const { review, side } = this;
    let drawn = `M${this.x(review.curve[0]?.since ?? 0).toFixed(1)} ${this.y(review.first[side] ?? 0).toFixed(1)}`;
    for (const { since, entry, after } of review.curve) {
      const [x, y] = [this.x(entry).toFixed(1), this.y(after[side] ?? 0).toFixed(1)];
      drawn += isStep(since, entry) ? `H${x}V${y}` : `L${x} ${y}`;
    }
    return drawn;
  }

  /** The ground between the line and zero. */
  area(): string {
    const zero = this.y(0).toFixed(1);
    return `${this.line()}V${zero}H${this.frame.left}Z`;
  }

  /** Lines across the chart: zero, and where there is room quarters or halves of a hundred. */
  get grid(): readonly number[] {
    const by = (this.high - this.low) / 25 > this.frame.height / 22 ? 50 : 25;
    const found: number[] = [];
    for (let value = Math.ceil(this.low / by) * by; value <= this.high; value += by) found.push(value);
    return found;
  }
}

/** Where the signs of turning points stand: decisions above the line and dice below it, none upon another. */
export function signs(scale: Scale, all: readonly PointTold[]): { point: PointTold; x: number; y: number; foot: number }[] {
  const put: { point: PointTold; x: number; y: number; foot: number }[] = [];
  for (const point of all) {
    const values = [point.before[scale.side] ?? 0, point.after[scale.side] ?? 0];
    const above = point.kind === "decision";
    const x = scale.x(point.entry);
    const foot = scale.y(above ? Math.max(...values) : Math.min(...values));
    const { top, height } = scale.frame;
    const bounded = (y: number): number => Math.max(top + 10, Math.min(top + height - 10, y));
    let y = bounded(foot + (above ? -18 : 18));
    for (let tries = 0; tries < 8 && put.some((one) => Math.abs(one.x - x) < 24 && Math.abs(one.y - y) < 22); tries++) y = bounded(y + (above ? -23 : 23) * (tries > 3 ? -1 : 1));
    put.push({ point, x, y, foot });
  }
  return put;
}
