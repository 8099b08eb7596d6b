/** What the server's guide says about a unit and the path plotted for it: asked as the hand moves, never in its way. */
import type { Answer, MenuEntry, Overlay, Preview, Target } from "../api/types";
import type { BattleStore } from "../app/BattleStore.svelte";
import { Latest } from "./latest";
import type { Path } from "./plotting";

interface Asked {
  readonly unit: string;
  readonly path: Path;
}

interface Spoken extends Asked {
  readonly action: string;
  readonly preview: Preview;
}

/** Arcs, menu and targets may follow when hand or keys have come to rest (milliseconds). */
const REST = 130;
const NOWHERE: Path = [];

export class Advice {
  menu = $state.raw<readonly MenuEntry[]>([]);
  /** The menu as it was before anything was plotted. */
  first = $state.raw<readonly MenuEntry[]>([]);
  overlays = $state.raw<readonly Overlay[]>([]);
  targets = $state.raw<readonly Target[]>([]);
  /** The last word on a path, which need not be the one that is plotted now. */
  spoken = $state.raw<Spoken | null>(null);
  /** Whether the menu of this unit has come, be it empty. */
  told = $state(false);

  #unit: string | null = null;
  /** What arcs, menu and targets were last asked about. */
  #here: Asked | null = null;
  #later: ReturnType<typeof setTimeout> | undefined;
  readonly #previews: Latest<Asked & { action: string; answer: Answer }, Preview>;
  readonly #menus: Latest<Asked, MenuEntry[]>;
  readonly #overlays: Latest<Asked, Overlay[]>;
  readonly #targets: Latest<Asked, Target[]>;

  /** `learnt` is called when the first menu of a unit has come, `told` with every menu and all targets, `judged` with the word on a path. */
  constructor(store: BattleStore, learnt: () => void, told: () => void, judged: () => void) {
    const mine = ({ unit }: Asked): boolean => unit === this.#unit;
    this.#previews = new Latest(
      ({ answer }) => store.ask({ about: "preview", answer }),
      (asked, preview) => {
        if (!mine(asked)) return;
        this.spoken = { unit: asked.unit, path: asked.path, action: asked.action, preview };
        judged();
      },
    );
    this.#menus = new Latest(
      ({ unit, path }) => store.ask({ about: "menu", unit, path: [...path] }),
      (asked, menu) => {
        if (!mine(asked)) return;
        this.menu = menu;
        if (!asked.path.length || !this.first.length) this.first = menu;
        const first = !this.told;
        this.told = true;
        if (first) learnt();
        if (first && this.#here && this.#here.path !== asked.path) this.#menus.want(this.#here);
        told();
      },
    );
    this.#overlays = new Latest(
      ({ unit, path }) => store.ask({ about: "overlays", unit, path: [...path] }),
      (asked, overlays) => {
        if (mine(asked)) this.overlays = overlays;
      },
    );
    this.#targets = new Latest(
      ({ unit, path }) => store.ask({ about: "targets", unit, path: [...path] }),
      (asked, targets) => {
        if (!mine(asked)) return;
        this.targets = targets;
        told();
      },
    );
  }

  /** Another unit, of which nothing is known yet. */
  turnTo(unit: string | null): void {
    this.#unit = unit;
    this.#here = null;
    this.menu = [];
    this.first = [];
    this.told = false;
    this.overlays = [];
    this.targets = [];
    this.spoken = null;
  }

  /** What an answer would come to, and later what depends on where the path ends. `whole` is one without a path. */
  about(path: Path, action: string, answer: Answer, whole = false): void {
    const unit = this.#unit;
    if (!unit) return;
    clearTimeout(this.#later);
    if (path.length || whole) {
      this.#previews.want({ unit, path, action, answer });
      this.#later = setTimeout(() => this.#surroundings({ unit, path }), REST);
      return;
    }
    this.#previews.forget();
    this.spoken = null;
    this.#surroundings({ unit, path });
  }

  #surroundings(asked: Asked): void {
    this.#here = asked;
    // What a unit can do at all is asked first, however quick the hand.
    this.#menus.want(this.told ? asked : { ...asked, path: NOWHERE });
    this.#overlays.want(asked);
    this.#targets.want(asked);
  }

  stop(): void {
    clearTimeout(this.#later);
    for (const asked of [this.#previews, this.#menus, this.#overlays, this.#targets]) asked.stop();
  }
}
