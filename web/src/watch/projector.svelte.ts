// Shows the moments of a film. One step on is played as it was in the battle: units march, dice roll; so is what happens
// while one looks on. Any other jump is a new picture.

import type { Snapshot } from "../api/types";
import { BattleStore } from "../app/BattleStore.svelte";
import { landedAt } from "../battle/landed";
import { Stage } from "../battle/stage.svelte";
import type { Film, Moment } from "./film.svelte";

/** Beyond this speed nothing is played, only shown. */
const PLAYABLE = 2;

export class Projector {
  readonly stage: Stage;
  readonly #store: BattleStore;
  #at = -1;

  constructor(
    readonly film: Film,
    readonly about: Snapshot,
  ) {
    // A battle on the page like any other, only that its steps come from the film.
    this.#store = new BattleStore(film.id, film.claim);
    this.stage = new Stage(this.#store, false);
  }

  show(moment: Moment): void {
    const { step, battle, shapes, position } = moment;
    const next = position === this.#at + 1;
    this.#at = position;
    const { film } = this;
    if (next && step && (film.playing ? film.speed <= PLAYABLE : film.following)) {
      this.#store.apply(step);
      this.stage.hear(step, battle);
      return;
    }
    this.#store.begin({ ...this.about, battle, shapes, position, log: [] });
    this.stage.skip();
    this.stage.reset();
    this.stage.landed = landedAt(film.moments.slice(0, position + 1).map((one) => one.step));
  }
}
