// Two films that are gone through together: entry by entry, or turn by turn.

import type { Film, Mark } from "./film.svelte";

export class Pair {
  constructor(
    readonly first: Film,
    readonly second: Film,
  ) {}

  get films(): readonly [Film, Film] {
    return [this.first, this.second];
  }

  readonly last = $derived.by(() => Math.max(this.first.last, this.second.last));
  /** Where both are on the common slider: as far as the one that is further on. */
  readonly at = $derived.by(() => Math.max(this.first.at, this.second.at));

  /** The first entry in which they are not the same: 0 where they begin otherwise, null where there is none (yet). */
  readonly differ: number | null = $derived.by(() => differing(this.first, this.second));

  /** Both at the same entry; one that is shorter stays at its end. */
  go(position: number): void {
    for (const film of this.films) film.go(position);
  }

  /** Both an entry on or back; what neither tells anything about is passed over. */
  step(by: 1 | -1): void {
    do for (const film of this.films) film.go(film.at + by);
    while (this.films.every((film) => film.at > 0 && film.at < film.last && !film.tells(film.at)));
  }

  /** Both to where the next turn of a side begins, or the one before, each at its own entry. */
  turn(by: 1 | -1): void {
    const [leading, other] = this.first.last >= this.second.last ? [this.first, this.second] : [this.second, this.first];
    leading.turn(by);
    const { at } = leading;
    const mark = leading.marks.find(({ position }) => position === at);
    other.pause();
    if (!mark) return other.go(at === 0 ? 0 : other.last);
    other.go(other.marks.find((one) => isSame(one, mark))?.position ?? other.last);
  }

  /** To just where they part. */
  part(): void {
    if (this.differ !== null) this.go(this.differ);
  }
}

const isSame = (one: Mark, other: Mark): boolean => one.turn === other.turn && one.side === other.side;

export function differing(first: Film, second: Film): number | null {
  if (!first.moments.length || !second.moments.length) return null;
  if (first.startHash !== second.startHash) return 0;
  const common = Math.min(first.moments.length, second.moments.length);
  for (let at = 1; at < common; at++) if (first.moments[at]!.step?.hash !== second.moments[at]!.step?.hash) return at;
  return first.ready && second.ready && first.last !== second.last ? common : null;
}
