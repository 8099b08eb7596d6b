/** Hands on the table while units are commanded: press to choose, drag to plot. */
import type { Point } from "../table/pose";
import type { Keys, Thing } from "../table/state";
import { baseOf, heldPoint, legsFor } from "./hands";
import type { March } from "./march.svelte";
import { HALF_INCH, nudged, samePath, withLeg, type Path, type Stand } from "./plotting";

/** One of those who are drawn by a hand: the legs that stay, and where it stood when it was taken hold of. */
interface Drawn {
  readonly id: string;
  readonly base: Path;
  readonly before: Path;
  readonly stand: Stand | null;
}

/** Where a hand has drawn what it holds. */
interface Pull {
  readonly thing: Thing;
  readonly start: Point;
  readonly at: Point;
  readonly fine: boolean;
  readonly drawn: readonly Drawn[];
}

/** A hand that has gone farther than this wants to go somewhere. */
const SOMEWHERE = 1000;

export class MarchHands {
  #dragging: { readonly start: Point; readonly drawn: readonly Drawn[] } | null = null;
  /** The last pull of a hand, and what was plotted for it. */
  #pull: (Pull & { readonly path: Path }) | null = null;

  constructor(readonly march: March) {}

  press(thing: Thing, at: Point, keys?: Keys): void {
    const { march } = this;
    if (march.playing) return march.playing.press(thing, at);
    if (march.laying && !(thing.kind === "unit" && march.actors.includes(thing.id))) return march.laying.pointAt(at);
    const adding = march.several.possible && (march.several.adding || keys?.shift === true);
    switch (thing.kind) {
      case "unit":
      case "ghost":
        if (adding && march.actors.includes(thing.id)) march.several.toggle(thing.id);
        else if (thing.kind === "unit") this.#pressUnit(thing.id);
        return;
      case "handle":
        if (thing.id === "left flank") this.#face("left");
        else if (thing.id === "right flank") this.#face("right");
        else if (thing.id === "rear") this.#face("rear");
        else if (thing.id === "ahead") march.plot(nudged(march.path, HALF_INCH));
        return;
      case "ground":
        if (!adding && !march.several.plotted && march.decision.type !== "move") march.putDown();
    }
  }

  #pressUnit(unit: string): void {
    const { march } = this;
    const target = march.unit ? march.aiming.targetAt(unit) : undefined;
    const ours = march.actors.includes(unit);
    if (target && (march.aiming.shooting || !ours)) march.aiming.take(target);
    else if (ours) march.choose(unit);
    else march.room.select(unit);
  }

  #face(to: "left" | "right" | "rear"): void {
    this.march.plot(withLeg(this.march.path, { type: "face", to }));
  }

  grab(thing: Thing, at: Point): void {
    const { several } = this.march;
    if (thing.kind === "unit" && several.adding) several.add(thing.id);
    else if (thing.kind === "unit" && !several.units.includes(thing.id)) this.march.choose(thing.id);
    // A mark is that of the one who leads, and the others do as it does; a body takes all of them along.
    const held = thing.kind === "handle" ? several.units.slice(0, 1) : several.units;
    const drawn = held.map((id): Drawn => {
      const before = several.pathOf(id);
      const stand = thing.kind === "unit" ? several.stand(id) : several.endOfPath(id, before);
      return { id, base: baseOf(thing, before), before, stand };
    });
    this.#dragging = { start: at, drawn };
    this.#pull = null;
  }

  drag(thing: Thing, at: Point, keys: Keys): void {
    const { march } = this;
    if (march.laying) return march.laying.drag(at, keys);
    if (!this.#dragging) return;
    this.#draw({ thing, at, fine: keys.shift, ...this.#dragging });
  }

  #draw(pull: Pull): void {
    const { march } = this;
    const { thing, start, at, drawn } = pull;
    const paths = new Map(drawn.map((one) => [one.id, this.#drawnPath(one, pull)]));
    const path = paths.get(march.unit ?? "");
    if (thing.kind !== "handle") march.several.plot(paths);
    else if (path && !samePath(path, march.path)) march.plot(path);
    march.astray = thing.kind !== "handle" && !march.several.plotted && Math.hypot(at.x - start.x, at.y - start.y) > SOMEWHERE;
    this.#pull = { ...pull, path: march.path };
  }

  /** How a body turns has become known: what a hand was too quick for is drawn anew. */
  learn(): void {
    const { march } = this;
    const pull = this.#pull;
    if (pull && pull.path === march.path && pull.drawn.some(({ id }) => id === march.unit)) this.#draw(pull);
  }

  /** Everybody goes as far across the table as the hand. */
  #drawnPath({ id, base, before, stand }: Drawn, { thing, start, at, fine }: Pull): Path {
    const { several } = this.march;
    const from = several.endOfPath(id, base);
    if (!from) return base;
    // How a body turns is known with its menu, which may come while it is dragged, or after.
    const turning = several.turningOf(id);
    const held = heldPoint(thing, stand ?? from, turning);
    const off = { x: start.x - held.x, y: start.y - held.y };
    const slant = before.at(-1)?.type === "oblique";
    return legsFor(thing, from, at, off, turning, fine, slant).reduce(withLeg, base);
  }

  drop(at: Point | null): void {
    const dragging = this.#dragging;
    this.#dragging = null;
    if (at || !dragging) return;
    this.#pull = null;
    this.march.several.plot(new Map(dragging.drawn.map(({ id, before }) => [id, before])));
  }
}
