/** What a hand on the table means for a path. */
import type { Manoeuvre, MenuEntry } from "../api/types";
import { direction } from "../table/lengths";
import { local, world, type Point, type Pose } from "../table/pose";
import { boxOf, halfFront, type Shape } from "../table/shape";
import type { HandleKind, Thing } from "../table/state";
import { depthOf, drawnAhead, middleOf, slantedTowards, spun, swung, towards, turnedTowards, turnOf, unplotted, wheelOf, widened, type Path, type Stand } from "./plotting";

/** The point of a body that a handle holds it by. */
export function anchorOf(kind: HandleKind, { pose, shape, body }: Stand): Point {
  const half = halfFront(shape);
  const deep = depthOf(shape);
  switch (kind) {
    case "left corner":
      return world(pose, -half, 0);
    case "right corner":
      return world(pose, half, 0);
    case "left flank":
      return world(pose, -half, -deep / 2);
    case "right flank":
      return world(pose, half, -deep / 2);
    case "left files":
      return world(pose, -half, -deep);
    case "right files":
      return world(pose, half, -deep);
    case "rear":
      return isBent(body) ? behindTail(pose, shape) : world(pose, 0, -deep);
    case "turn":
      return body ? world(pose, 0, -deep) : world(pose, 0, -boxOf(shape).top);
    default:
      return world(pose, 0, 0);
  }
}

/** A bent column has its flanks and its rear elsewhere than a block. */
export const isBent = (body: Stand["body"]): boolean => (body?.bends.length ?? 0) > 0;

/** How the tail of a body looks, against its head. */
export const tailTurn = (shape: Shape): number => shape.figures.at(-1)?.[2] ?? 0;

function behindTail(pose: Pose, { figures }: Shape): Point {
  const [lateral, forward, turn, , depth] = figures.at(-1)!;
  const [dx, dy] = direction(turn);
  return world(pose, lateral - (dx * depth) / 2, forward + (dy * depth) / 2);
}

/** What a hand holds of a body: a handle's point, or what goes along with the hand. */
export function heldPoint(thing: Thing, stand: Stand, turning: Turning): Point {
  if (thing.kind === "handle") return anchorOf(thing.id, stand);
  return turning.middle ? middleOf(stand) : stand.pose;
}

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
          : last?.type === "reform" && thing.kind === "handle" && (thing.id === "left files" || thing.id === "right files");
  return goesOn ? unplotted(path) : path;
}

/** The legs from a stand to where the hand is. `off` is where the hand took hold, seen from what it holds: the front of a
 * body, the middle of one that turns about it, the point of a handle. What was plotted on a `slant` stays on one. */
export function legsFor(thing: Thing, from: Stand, at: Point, off: Point, turning: Turning, fine: boolean, slant = false): Manoeuvre[] {
  const hand = { x: at.x - off.x, y: at.y - off.y };
  if (slant && (thing.kind === "ghost" || (thing.kind === "handle" && thing.id === "ahead"))) return slantedTowards(from, hand, fine);
  if (thing.kind !== "handle") return turning.middle ? turnedTowards(from, hand, fine) : towards(from, hand, fine, turning.slant);
  const held = anchorOf(thing.id, from);
  switch (thing.id) {
    case "left corner":
    case "right corner": {
      if (turning.corners === "turn") return turnBy(spun(from, held, hand, fine));
      const turn = swung(from.pose, halfFront(from.shape), thing.id === "left corner" ? "right" : "left", hand, fine);
      return turn ? [wheelOf(turn)] : [];
    }
    case "turn":
      return turnBy(spun(from, held, hand, fine));
    case "ahead": {
      if (turning.slant) return slantedTowards(from, hand, fine);
      const distance = drawnAhead(from.pose, hand, fine);
      return distance ? [{ type: "advance", distance }] : [];
    }
    case "left files":
    case "right files": {
      const files = widened(from, hand);
      return files === from.body?.files ? [] : [{ type: "reform", files }];
    }
    case "left flank":
      return local(from.pose, hand).lateral - local(from.pose, held).lateral < -PULL ? [{ type: "face", to: "left" }] : [];
    case "right flank":
      return local(from.pose, hand).lateral - local(from.pose, held).lateral > PULL ? [{ type: "face", to: "right" }] : [];
    case "rear":
      return local(from.pose, held).forward - local(from.pose, hand).forward > PULL ? [{ type: "face", to: "rear" }] : [];
    default:
      return [];
  }
}

/** An arrow that faces a body may be pressed, or pulled so far. */
const PULL = 1000;

const turnBy = (angle: number): Manoeuvre[] => (angle ? [turnOf(angle)] : []);
