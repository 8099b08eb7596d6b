/** The marks of the unit in hand, walked by keys: the chosen one is ringed, said, and drawn by the arrows. */
import type { Handle, HandleKind } from "../table/state";
import type { March } from "./march.svelte";
import { widen } from "./march-keys";
import { marchHandles } from "./march-scene";
import { INCH_BY_KEY, nudged, signedTurn, turnOf, unplotted, wheelOf, withLeg, type Path } from "./plotting";

/** Round the body with the clock, the front first. */
const ROUND: readonly HandleKind[] = ["ahead", "right corner", "right flank", "right files", "rear", "turn", "left files", "left flank", "left corner"];

const A_TURN = 15_000;
const A_DEGREE = 1000;

export class Marks {
  at = $state<HandleKind | null>(null);

  constructor(readonly march: March) {}

  get #offered(): readonly Handle[] {
    const { plotted } = this.march;
    const handles = plotted ? marchHandles(this.march, plotted) : [];
    return ROUND.flatMap((kind) => handles.find((handle) => handle.kind === kind) ?? []);
  }

  /** The next mark or the one before; after the last there is none, and then the first again. */
  walk(step: 1 | -1): void {
    const kinds = this.#offered.map(({ kind }) => kind);
    const here = this.at ? kinds.indexOf(this.at) : step > 0 ? -1 : kinds.length;
    this.at = kinds[here + step] ?? null;
  }

  /** "Handle wheel right, E. Arrows turn by 15 degrees, Shift by 1." */
  get said(): string {
    const mark = this.#offered.find(({ kind }) => kind === this.at);
    return mark ? markInWords(mark) : "";
  }

  /** Draw the chosen mark by an arrow; false where that is no arrow, or there is no mark. */
  key(key: string, small: boolean): boolean {
    if (!this.at || !(key in ARROWS)) return false;
    const { march } = this;
    const more = MORE[this.at]?.includes(key) ?? (key === "ArrowUp" || key === "ArrowRight");
    const path = drawnBy(this.at, march.path, more, small, march.turning.corners === "turn");
    if (path) march.plot(path);
    else widen(march, more ? 1 : -1);
    return true;
  }
}

const ARROWS: Readonly<Record<string, true>> = { ArrowUp: true, ArrowDown: true, ArrowLeft: true, ArrowRight: true };

/** The arrows that draw a mark away from where it is; the others take it back. */
const MORE: Partial<Record<HandleKind, readonly string[]>> = {
  "right corner": ["ArrowLeft", "ArrowUp"],
  "left flank": ["ArrowLeft", "ArrowUp"],
  "left files": ["ArrowLeft", "ArrowUp"],
  rear: ["ArrowDown", "ArrowRight"],
};

/** A path with a mark drawn a little; null for one that changes the files. */
export function drawnBy(mark: HandleKind, path: Path, more: boolean, small: boolean, turning: boolean): Path | null {
  const by = (more ? 1 : -1) * (small ? A_DEGREE : A_TURN);
  switch (mark) {
    case "ahead":
      return nudged(path, (more ? 1 : -1) * (small ? INCH_BY_KEY / 2 : INCH_BY_KEY));
    case "left corner":
      return turning ? withLeg(path, turnOf(by)) : wheeledBy(path, by, more);
    case "right corner":
      // Drawn on, the right corner swings to the left.
      return turning ? withLeg(path, turnOf(-by)) : wheeledBy(path, -by, more);
    case "turn":
      return withLeg(path, turnOf(by));
    case "left flank":
    case "right flank":
    case "rear":
      return faced(path, mark === "rear" ? "rear" : mark === "left flank" ? "left" : "right", more);
    default:
      return null;
  }
}

/** On round its corner, or back as far as it had come. */
function wheeledBy(path: Path, by: number, more: boolean): Path {
  const last = path.at(-1);
  if (more) return withLeg(path, wheelOf(by));
  if (last?.type !== "wheel" || signedTurn(last) * by >= 0) return path;
  return last.angle > Math.abs(by) ? withLeg(path, wheelOf(by)) : unplotted(path);
}

function faced(path: Path, to: "left" | "right" | "rear", more: boolean): Path {
  if (more) return withLeg(path, { type: "face", to });
  return path.at(-1)?.type === "face" ? unplotted(path) : path;
}

export function markInWords({ kind, name }: Handle): string {
  return `Handle ${name.replace(": ", ", ")}. ${HOW[kind] ?? "Arrows turn by 15 degrees, Shift by 1."}`;
}

const FACING = "An arrow that way faces there, the other takes it back.";
const WIDENING = "Arrows make it wider or narrower by a file.";
const HOW: Partial<Record<HandleKind, string>> = {
  ahead: "Arrows go on by 1 inch, Shift by half an inch.",
  "left flank": FACING,
  "right flank": FACING,
  rear: FACING,
  "left files": WIDENING,
  "right files": WIDENING,
};
