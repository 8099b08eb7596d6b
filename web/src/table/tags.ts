/** What is written over the table, and what it keeps off. */
import type { Grip } from "./grips";
import type { LabelView } from "./labels";
import { templateTags, zoneTags, type Obstacle } from "./overlay";
import { tabledPatches } from "./placing";
import type { Point } from "./pose";
import type { Box } from "./shape";
import type { TableState, TableUnit, Tag } from "./state";

/** All tags: those that are asked for, of zones and templates, of the tape, and the name of the mark under the hand. */
export function allTags(state: TableState, units: ReadonlyMap<string, TableUnit>, grips: readonly Grip[], touched: string | null, scale: number): Tag[] {
  const { tags, zones, templates, tape } = state;
  const measured: Tag[] = tape?.label
    ? [{ id: "tape", at: halfway(tape.from, tape.to), text: tape.label, tone: "plan", side: "on" }]
    : [];
  return [...tags, ...zoneTags(zones, originOf(state, units)), ...templateTags(templates), ...measured, ...nameOfMark(grips, touched, scale)];
}

function nameOfMark(grips: readonly Grip[], touched: string | null, scale: number): Tag[] {
  const grip = grips.find(({ handle }) => handle.kind === touched) ?? grips.find(({ handle }) => handle.chosen);
  if (!grip) return [];
  const at = { x: (grip.at.x / scale) * 1000, y: (grip.at.y / scale) * 1000 };
  const side = grip.at.x < grip.root.x - 2 ? "left" : grip.at.x > grip.root.x + 2 ? "right" : grip.at.y < grip.root.y ? "above" : "below";
  return [{ id: "mark", at, text: grip.handle.name, tone: "plan", side }];
}

/** Whom the arcs and ranges are drawn round: the plan in hand, or whoever is chosen. */
function originOf({ plans, selected }: TableState, units: ReadonlyMap<string, TableUnit>): Point | null {
  const ghost = plans.find((plan) => plan.live)?.ghost;
  return ghost?.pose ?? (selected ? (units.get(selected)?.pose ?? null) : null);
}

/** The table itself, in inches. */
export function groundOf({ board }: TableState): Box | null {
  return board && { left: 0, top: 0, right: board.width / 1000, bottom: board.depth / 1000 };
}

/** Tags keep off ghosts, labels and bodies, in this order of care. */
export function obstacles({ plans, units }: TableState, labels: Iterable<LabelView>, scale: number): Obstacle[] {
  const ghosts = plans.flatMap(({ ghost }) => (ghost ? tabledPatches(ghost.pose, ghost.shape) : []));
  const names = Array.from(labels, (view) => view.room(view.unit.pose, scale));
  const bodies = units.flatMap((unit) => tabledPatches(unit.pose, unit.shape));
  return [
    ...ghosts.map((box) => ({ box, weight: 2.5 })),
    ...names.map((box) => ({ box, weight: 2 })),
    ...bodies.map((box) => ({ box, weight: 1 })),
  ];
}

function halfway(from: Point, to: Point): Point {
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}
