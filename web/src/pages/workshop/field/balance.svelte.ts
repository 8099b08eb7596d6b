// How even a scenario is: captains of one kind fight it out again and again in the background, and what has come of it so far.

import { Refused } from "../../../api/http";
import type { Refusal, TrialShown } from "../../../api/types";
import { workshop } from "../server";

const GAMES = 40;
const AGAIN = 700;

export class Balance {
  trial = $state.raw<TrialShown | null>(null);
  refusal = $state.raw<Refusal["error"] | null>(null);
  busy = $state(false);
  /** The scenario that is tried. */
  of = $state.raw<unknown>(null);
  readonly running = $derived(this.trial !== null && (this.trial.state === "waiting" || this.trial.state === "playing"));
  #gone = false;

  async start(of: unknown, toml: string, captain: "captain" | "marshal"): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.refusal = null;
    try {
      if (this.trial && this.running) await workshop.stopTrial(this.trial.id);
      this.trial = await workshop.tryOut({ kind: "scenario", toml, captain, games: GAMES });
      this.of = of;
      while (this.running && !this.#gone && this.trial) {
        await new Promise((done) => setTimeout(done, AGAIN));
        if (this.#gone || !this.running) break;
        this.trial = await workshop.trial(this.trial.id, this.trial.played);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.refusal;
    } finally {
      this.busy = false;
    }
  }

  async stop(): Promise<void> {
    if (this.trial && this.running) this.trial = await workshop.stopTrial(this.trial.id);
  }

  /** Nobody looks any more. */
  leave(): void {
    this.#gone = true;
    void this.stop().catch(() => null);
  }
}
