/** Hands on the table while units are commanded: press to choose, drag to plot. */
import type { Point } from "../table/pose";
import type { Keys, Thing } from "../table/state";
import { baseOf, heldPoint, legsFor } from "./hands";
import type { March } from "./march.svelte";
import { HALF_INCH, nudged, samePath, withLeg, type Path, type Stand } from "./plotting";

export class MarchHands {
  #dragging: { base: Path; before: Path; start: Point; stand: Stand | null } | null = null;

  constructor(readonly march: March) {}

  press(thing: Thing, at: Point): void {
    const { march } = this;
    if (march.playing) return march.playing.press(thing);
    if (march.laying && !(thing.kind === "unit" && march.actors.includes(thing.id))) return march.laying.pointAt(at);
    switch (thing.kind) {
      case "unit":
        return this.#pressUnit(thing.id);
      case "handle":
        if (thing.id === "left flank") this.#face("left");
        else if (thing.id === "right flank") this.#face("right");
        else if (thing.id === "rear") this.#face("rear");
        else if (thing.id === "ahead") march.plot(nudged(march.path, HALF_INCH));
        return;
      case "ground":
        if (!march.path.length && march.decision.type !== "move") march.putDown();
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
    const { march } = this;
    if (thing.kind === "unit" && thing.id !== march.unit) march.choose(thing.id);
    const before = march.path;
    const stand = thing.kind === "unit" ? march.stand : march.endOfPath(before);
    this.#dragging = { base: baseOf(thing, before), before, start: at, stand };
  }

  drag(thing: Thing, at: Point, keys: Keys): void {
    const { march } = this;
    if (march.laying) return march.laying.drag(at, keys);
    const dragging = this.#dragging;
    const from = dragging && march.endOfPath(dragging.base);
    if (!from) return;
    // How a body turns is known with its menu, which may come while it is dragged.
    const held = heldPoint(thing, dragging.stand ?? from, march.turning);
    const off = { x: dragging.start.x - held.x, y: dragging.start.y - held.y };
    let path = dragging.base;
    const slant = dragging.before.at(-1)?.type === "oblique";
    for (const leg of legsFor(thing, from, at, off, march.turning, keys.shift, slant)) path = withLeg(path, leg);
    if (!samePath(path, march.path)) march.plot(path);
  }

  drop(at: Point | null): void {
    const dragging = this.#dragging;
    this.#dragging = null;
    if (!at && dragging) this.march.plot(dragging.before);
  }
}
