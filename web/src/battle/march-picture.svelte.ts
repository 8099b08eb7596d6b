/** What is shown of a march: who can be touched, and all that is printed over the table. */
import type { TableState, Zone } from "../table/state";
import { NOTHING } from "./control";
import type { March } from "./march.svelte";
import { brackets, firingZone, followingDrawing, keptDrawing, marchHandles, maysOf, metTag, sightLine } from "./march-scene";
import { drawPlan, planTags } from "./plan-drawing";
import type { Mays } from "./scene";
import { severalDrawings, severalTags } from "./several-words";

/** Values that stay the same while a hand moves, so that nothing is drawn anew for them. */
export class MarchPicture {
  constructor(readonly march: March) {}

  readonly touchable: ReadonlySet<string> = $derived.by(() => {
    const { playing, unit, aiming, laying, actors } = this.march;
    if (playing) return playing.touchable;
    const targets = unit && (aiming.shooting || laying) ? aiming.aims.map((one) => one.unit) : [];
    return new Set([...actors, ...targets]);
  });

  readonly draggable: ReadonlySet<string> = $derived.by(() => {
    const { playing, laying, decision, actors } = this.march;
    if (playing) return NOTHING;
    if (laying) return new Set([laying.unit]);
    const marching = decision.type === "move" || decision.actions.includes("move");
    return marching ? new Set(actors) : NOTHING;
  });

  readonly planned: ReadonlySet<string> = $derived.by(() => new Set(this.march.kept.keys()));
  readonly mays: Mays = $derived.by(() => this.march.playing?.mays ?? maysOf(this.march));

  readonly #ground: readonly Zone[] = $derived.by(() => {
    const { overlays, aiming, laying } = this.march;
    return overlays
      .filter(({ kind }) => !["reach", "charge"].includes(kind) || !(aiming.shooting || laying))
      .map(({ kind, shape, label }) => ({ kind, shape, label }));
  });
  readonly #zones: readonly Zone[] = $derived.by(() => [...this.#ground, ...firingZone(this.march)]);
  readonly #marks: TableState["targets"] = $derived.by(() => brackets(this.march));

  readonly #along: ReadonlySet<string> = $derived.by(() => new Set(this.march.several.active || this.march.several.adding ? this.march.several.units : []));

  readonly drawing: Partial<TableState> = $derived.by(() => {
    const { march } = this;
    if (march.playing) return march.playing.drawing;
    if (march.laying) return { zones: this.#ground, ...march.laying.drawing };
    const { plotted } = march;
    const others = [...march.kept.values()].filter(({ command }) => !march.several.units.includes(command.actor));
    const live = plotted ? [drawPlan(plotted, marchHandles(march, plotted))] : [];
    const along = severalDrawings(march);
    return {
      plans: [...march.bands.along.flatMap((id) => followingDrawing(march, id)), ...others.flatMap((kept) => keptDrawing(march, kept)), ...along, ...live],
      zones: this.#zones,
      targets: this.#marks,
      along: this.#along,
      tags: march.several.active ? severalTags(march) : plotted ? [...planTags(plotted, march.preview?.allowance ?? 0, march.forming), ...metTag(march, plotted)] : [],
      tape: sightLine(march),
    };
  });
}
