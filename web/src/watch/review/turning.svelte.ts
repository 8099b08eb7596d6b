// The review of a battle that is over, and which of its turning points is looked at.

import { api, Refused } from "../../api/http";
import type { Battle, PointTold, ReviewTold } from "../../api/types";
import { capital, sideShort } from "../../app/words";
import { lookOf } from "../../battle/scene";
import type { Film } from "../film.svelte";
import { drawnOver, NOTHING } from "./drawn";

/** How long is waited before asking again, where the server answered at once that it is not done. */
const BETWEEN = 400;

/** An order is looked at as it was about to be given, dice after they have fallen. */
export const positionOf = ({ kind, entry }: PointTold): number => (kind === "decision" ? entry - 1 : entry);

export class Turning {
  review = $state.raw<ReviewTold | null>(null);
  progress = $state(0);
  wrong = $state("");
  side = $state("");
  /** Which of the orders that were missed is drawn. */
  instead = $state(0);
  #picked = $state(0);
  #asking = false;
  #left = false;

  constructor(
    readonly film: Film,
    side: string,
  ) {
    this.side = side;
  }

  /** A side's colour, and what it is called where room is short. */
  colour = (id: string): string => (this.#start ? lookOf(this.#start, id).colour : id);
  called = (id: string): string => sideShort(this.#start?.sides.find((one) => one.id === id) ?? { id, name: "" });
  readonly others = $derived(this.review?.sides.filter((one) => one !== this.side) ?? []);

  get #start(): Battle | undefined {
    return this.film.moments[0]?.battle;
  }

  /** Have it made, and wait for it. */
  async ask(): Promise<void> {
    if (this.#asking || this.review) return;
    this.#asking = true;
    this.wrong = "";
    try {
      while (!this.#left) {
        const { progress, review } = await api.review(this.film.id, this.film.claim);
        this.progress = progress;
        if (review) {
          if (!review.sides.includes(this.side)) this.side = review.sides[0] ?? "";
          this.review = review;
          break;
        }
        await new Promise((done) => setTimeout(done, BETWEEN));
      }
    } catch (error) {
      this.wrong = error instanceof Refused ? `${capital(error.refusal.what)}.` : "The server does not answer.";
    } finally {
      this.#asking = false;
    }
  }

  /** Nobody looks any more. */
  leave(): void {
    this.#left = true;
  }

  /** The turning point that is looked at; none as soon as one looks elsewhere. */
  readonly point: PointTold | null = $derived.by(() => {
    const found = this.review?.points.find(({ number }) => number === this.#picked);
    return found && positionOf(found) === this.film.at ? found : null;
  });

  /** Answers that promised more to who decided, the best first; if none did, all that were thought of. */
  readonly missed = $derived.by(() => {
    const { point } = this;
    return (point?.missed ?? []).filter(({ result }) => (result[point!.side] ?? 0) > (point!.after[point!.side] ?? 0) + 0.5);
  });

  readonly over = $derived.by(() => {
    const { point, film } = this;
    const [before, after] = point?.kind === "decision" ? [film.moments[point.entry - 1], film.moments[point.entry]] : [];
    return point && before && after ? drawnOver(point, this.missed[this.instead], before, after, this.side) : NOTHING;
  });

  pick(point: PointTold): void {
    this.instead = 0;
    this.#picked = point.number;
    this.film.pause();
    this.film.go(positionOf(point));
  }

  /** The next turning point after what is shown, or the one before it. */
  step(by: 1 | -1): void {
    const all = this.review?.points ?? [];
    const here = this.point;
    const { at } = this.film;
    const next = here
      ? all[here.number - 1 + by]
      : by > 0
        ? all.find((one) => positionOf(one) > at)
        : all.findLast((one) => positionOf(one) < at);
    if (next) this.pick(next);
  }
}
