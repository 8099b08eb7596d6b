/** Where shots have fallen: each is seen until the next order is given. */
import type { Landed, Step } from "../api/types";
import type { Template } from "../table/state";

export function templateOf({ marks, struck }: Landed): Template {
  const figures = struck.reduce((sum, [, count]) => sum + count, 0);
  return { tone: "fallen", marks, line: null, aim: null, barred: false, label: `${figures || "none"} struck` };
}

/** Whether a step is somebody's doing; dice only show what came of it. */
export function isOrder({ entry }: Step): boolean {
  return entry.order?.type !== "dice";
}

/** What lies on the table after a step. */
export function landedAfter(before: readonly Template[], step: Step | null): readonly Template[] {
  if (!step) return [];
  const kept = isOrder(step) ? [] : before;
  const fallen = step.events.flatMap((event) => (event.type === "landed" ? [templateOf(event)] : []));
  return fallen.length ? [...kept, ...fallen] : kept;
}

/** What lies on the table at the last of some steps, of which those since the last order count. */
export function landedAt(steps: readonly (Step | null)[]): readonly Template[] {
  const since = steps.findLastIndex((step) => !step || isOrder(step));
  return steps.slice(Math.max(0, since)).reduce<readonly Template[]>(landedAfter, []);
}
