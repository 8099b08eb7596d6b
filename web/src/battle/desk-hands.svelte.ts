/** Hands on the table, before they reach the widget in use: the ruler and the line round units come first. */
import type { Point } from "../table/pose";
import type { Box } from "../table/shape";
import type { Keys, TableEvents, Thing } from "../table/state";
import type { Desk } from "./desk.svelte";

export class DeskHands {
  /** What is being drawn round units. */
  lasso = $state.raw<Box | null>(null);
  #from: Point | null = null;

  constructor(private readonly desk: Desk) {}

  readonly events: TableEvents = {
    press: (thing, at, keys) => this.#press(thing, at, keys),
    hover: (unit) => {
      if (!this.desk.stage.busy) this.desk.control.hover?.(unit);
    },
    grab: (thing, at) => this.#grab(thing, at),
    drag: (thing, at, keys) => this.#drag(thing, at, keys),
    drop: (thing, at) => this.#drop(thing, at),
  };

  #press(thing: Thing, at: Point, keys: Keys): void {
    const { desk } = this;
    if (desk.stage.busy) return desk.stage.next();
    if (desk.ruler.out) {
      desk.ruler.tape = null;
      if (thing.kind === "ground") return;
    }
    desk.refused = [];
    desk.control.press(thing, at, keys);
  }

  #grab(thing: Thing, at: Point): void {
    const { desk } = this;
    if (thing.kind !== "ground") {
      desk.refused = [];
      desk.control.grab?.(thing, at);
    } else if (desk.ruler.out) desk.ruler.hold(at);
    else this.#from = at;
  }

  #drag(thing: Thing, at: Point, keys: Keys): void {
    const { desk } = this;
    if (thing.kind !== "ground") desk.control.drag?.(thing, at, keys);
    else if (desk.ruler.out) desk.ruler.pull(at);
    else if (this.#from) this.lasso = boxOfTwo(this.#from, at);
  }

  #drop(thing: Thing, at: Point | null): void {
    const { desk, lasso } = this;
    this.#from = this.lasso = null;
    if (thing.kind !== "ground") desk.control.drop?.(thing, at);
    else if (lasso && at) desk.control.encircle?.(lasso);
  }
}

export function boxOfTwo(one: Point, other: Point): Box {
  return {
    left: Math.min(one.x, other.x),
    right: Math.max(one.x, other.x),
    top: Math.min(one.y, other.y),
    bottom: Math.max(one.y, other.y),
  };
}
