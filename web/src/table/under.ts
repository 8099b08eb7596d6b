/** What lies under a point of the screen: a body, a mark to take hold of, or the ground. */
import { toTable, type Camera } from "./camera";
import { nearestGrip, type Grip, type Reach } from "./grips";
import { local, type Point, type Pose } from "./pose";
import { contains } from "./rings";
import { boxOf, gapTo, type Ring, type Shape } from "./shape";
import type { TableState, Thing } from "./state";
import { hull } from "./unit";

/** The rim of paper about a body belongs to it. */
const RIM = 140;

/** A finger that misses a body by no more pixels than this means it. */
const FAT = 24;

/** How far a point lies off a body (thousandths of an inch): nothing on it, and between the figures of a loose one. */
function off(pose: Pose, shape: Shape, at: Point): number {
  if (!shape.rects.length && shape.figures.length > 1) {
    const { lateral, forward } = local(pose, at);
    if (contains(hull(shape, RIM) as Ring, lateral / 1000, -forward / 1000)) return 0;
  }
  return Math.max(0, gapTo(pose, shape, at) - RIM);
}

/** The body at a point of the table, or no farther off than a `slack`: the ghost in hand, who is chosen, or the smallest; then what others are to do. */
export function bodyAt(state: TableState, at: Point, slack = 0): Thing | null {
  const ghosts = state.plans.filter((plan) => plan.ghost && off(plan.ghost.pose, plan.ghost.shape, at) <= slack);
  const held = ghosts.find((plan) => plan.live);
  if (held) return { kind: "ghost", id: held.unit };
  const bodies = state.units.filter((unit) => unit.shape.figures.length && off(unit.pose, unit.shape, at) <= slack);
  const chosen = bodies.find((unit) => unit.id === state.selected);
  const body = chosen ?? bodies.sort((a, b) => sizeOf(a.shape) - sizeOf(b.shape))[0];
  if (body) return { kind: "unit", id: body.id };
  return ghosts[0] ? { kind: "unit", id: ghosts[0].unit } : null;
}

function sizeOf(shape: Shape): number {
  const { left, top, right, bottom } = boxOf(shape);
  return (right - left) * (bottom - top);
}

/** What a hand at a point of the screen means. By finger a body or a mark that is missed a little is meant as well. */
export function thingUnder(state: TableState, grips: readonly Grip[], camera: Camera, at: Point, reach: Reach, finger: boolean): Thing | null {
  const here = toTable(camera, at);
  const body = bodyAt(state, here);
  if (body) return body;
  const near = nearestGrip(grips, { x: at.x - camera.x, y: at.y - camera.y });
  const grip = near && near.far <= reach.caught ? near : null;
  const missed = finger ? nearestBody(state, here, camera.scale) : null;
  if (missed && missed.far < (grip?.far ?? FAT)) return missed.thing;
  return grip ? { kind: "handle", id: grip.grip.handle.kind } : null;
}

function nearestBody(state: TableState, at: Point, scale: number): { thing: Thing; far: number } | null {
  let best: { thing: Thing; far: number } | null = null;
  const consider = (thing: Thing, pose: Pose, shape: Shape): void => {
    const far = (off(pose, shape, at) / 1000) * scale;
    if (far < FAT && (!best || far < best.far)) best = { thing, far };
  };
  for (const plan of state.plans) if (plan.live && plan.ghost) consider({ kind: "ghost", id: plan.unit }, plan.ghost.pose, plan.ghost.shape);
  for (const unit of state.units) if (state.touchable.has(unit.id)) consider({ kind: "unit", id: unit.id }, unit.pose, unit.shape);
  return best;
}
