/** What a hand on the table means for a path. */
import type { Manoeuvre, MenuEntry } from "../api/types";
import { local, world, type Point } from "../table/pose";
import { halfFront } from "../table/shape";
import type { Thing } from "../table/state";
import { depthOf, drawnAhead, slantedTowards, spun, swung, towards, turnedTowards, turnOf, unplotted, wheelOf, widened, type Path, type Stand } from "./plotting";

/** How a body changes its heading: about its `middle` where it may, and what its front corners are drawn for. */
export interface Turning {
  readonly middle: boolean;
  readonly corners: "wheel" | "turn";
  /** Whether it may go slantwise: then it does so when its arrow is drawn to a side. */
  readonly slant: boolean;
}

/** A lone figure has no corners to wheel on. */
export function turningOf(menu: readonly MenuEntry[], lone: boolean): Turning {
  const offered = (type: Manoeuvre["type"]): boolean => menu.some((entry) => entry.legs.some((leg) => leg.type === type));
  const middle = lone || offered("turn");
  return { middle, corners: middle && (lone || !offered("wheel")) ? "turn" : "wheel", slant: offered("oblique") };
}

/** The legs that stay as they are: the unit itself is plotted anew, and a leg of the same kind is taken up again. */
export function baseOf(thing: Thing, path: Path): Path {
  if (thing.kind === "unit") return [];
  const last = path.at(-1);
  const goesOn =
    last?.type === "advance" || last?.type === "oblique"
      ? thing.kind === "ghost" || (thing.kind === "handle" && thing.id === "ahead")
      : last?.type === "wheel"
        ? thing.kind === "handle" && thing.id === (last.side === "right" ? "left corner" : "right corner")
        : last?.type === "turn"
          ? thing.kind === "handle" && (thing.id === "turn" || thing.id === "left corner" || thing.id === "right corner")
          : last?.type === "reform" && thing.kind === "handle" && (thing.id === "left flank" || thing.id === "right flank");
  return goesOn ? unplotted(path) : path;
}

/** The legs from a stand to where the hand is. `off` is where the body was taken hold of, seen from its front; what was
 * plotted on a `slant` stays on one. */
export function legsFor(thing: Thing, from: Stand, at: Point, off: Point, turning: Turning, fine: boolean, slant = false): Manoeuvre[] {
  const hand = { x: at.x - off.x, y: at.y - off.y };
  if (slant && (thing.kind === "ghost" || (thing.kind === "handle" && thing.id === "ahead"))) return slantedTowards(from, hand, fine);
  if (thing.kind !== "handle") return turning.middle ? turnedTowards(from, hand, fine) : towards(from, hand, fine);
  switch (thing.id) {
    case "left corner":
    case "right corner": {
      const half = halfFront(from.shape);
      if (turning.corners === "turn") return turnBy(spun(from, world(from.pose, thing.id === "left corner" ? -half : half, 0), at, fine));
      const turn = swung(from.pose, half, thing.id === "left corner" ? "right" : "left", at, fine);
      return turn ? [wheelOf(turn)] : [];
    }
    case "turn":
      return turnBy(spun(from, world(from.pose, 0, -depthOf(from.shape) - 1), at, fine));
    case "ahead": {
      if (turning.slant) return slantedTowards(from, hand, fine);
      const distance = drawnAhead(from.pose, hand, fine);
      return distance ? [{ type: "advance", distance }] : [];
    }
    case "left flank":
    case "right flank": {
      const files = widened(from, at);
      return files === from.body?.files ? [] : [{ type: "reform", files }];
    }
    case "rear":
      return local(from.pose, at).forward < -1500 ? [{ type: "face", to: "rear" }] : [];
    default:
      return [];
  }
}

const turnBy = (angle: number): Manoeuvre[] => (angle ? [turnOf(angle)] : []);
