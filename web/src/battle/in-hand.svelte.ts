/** The unit in hand, what is plotted for it, and the server's word on that. */
import type { Preview } from "../api/types";
import type { Advice } from "./advice.svelte";
import { isBarred, isHeldBack, type Plotted } from "./plan-drawing";
import type { Path, Stand } from "./plotting";
import type { Several } from "./several.svelte";

export abstract class InHand {
  unit = $state<string | null>(null);
  action = $state("");
  path = $state.raw<Path>([]);
  /** What the unit is told that needs neither a way nor anybody: to withdraw, to leave. */
  saying = $state<string | null>(null);

  /** Those who go with the one in hand. */
  abstract readonly several: Several;
  /** The last word on a path, which need not be the one that is plotted now. */
  abstract readonly spoken: Advice["spoken"];

  get stand(): Stand | null {
    return this.unit ? this.several.stand(this.unit) : null;
  }

  get plotted(): Plotted | null {
    const start = this.stand;
    if (!start || !this.unit) return null;
    const path = this.saying ? (this.fresh?.legs ?? []).flatMap((leg) => leg.manoeuvre ?? []) : this.path;
    return { unit: this.unit, start, path, preview: this.fresh, last: this.spoken?.preview ?? null, lastPath: this.spoken?.path ?? [], live: true };
  }

  /** The server's word on the very path that is plotted. */
  protected get fresh(): Preview | null {
    const { spoken } = this;
    return spoken && spoken.path === this.path && spoken.action === this.action ? spoken.preview : null;
  }

  /** The server's word on what is plotted, a moment old at most. */
  get preview(): Preview | null {
    return this.path.length || this.saying ? (this.spoken?.preview ?? null) : null;
  }

  /** Whether what is plotted cannot be done, be it in part. */
  get barred(): boolean {
    const plotted = this.plotted;
    return (this.path.length > 0 || this.saying !== null) && plotted !== null && isBarred(plotted);
  }

  /** Whether a beginning of the path can be made: then that is what is drawn, and what is committed. */
  get heldBack(): boolean {
    const plotted = this.plotted;
    return this.path.length > 0 && plotted !== null && isHeldBack(plotted);
  }

  /** The end of a path by our own reckoning, for hands that cannot wait. */
  endOfPath(path: Path): Stand | null {
    return this.unit ? this.several.endOfPath(this.unit, path) : null;
  }
}
