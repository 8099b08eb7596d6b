/** Whom a question is about: those who can be chosen on the table, and those whom its sentence names. */
import type { AnyDecision, Battle } from "../api/types";
import { tableBox, type Box } from "../table/shape";
import { poseOf, shapeOf, standIn } from "./scene";
import type { Stage } from "./stage.svelte";

/** What is seen round about them (thousandths of an inch). */
const ROOM = 2500;

/** Orders and plans are for whom the player takes up; a move takes up its unit itself. */
export function subjectsOf(decision: AnyDecision, battle: Battle): string[] {
  switch (decision.type) {
    case "choose":
      return known(battle, [...decision.options.map(({ key }) => key), ...named(decision, battle)]);
    case "assign":
      return known(battle, [...decision.items.map(({ key }) => key), ...decision.bins.map(({ key }) => key), ...named(decision, battle)]);
    case "command":
      return decision.window || decision.actors.length === 1 ? known(battle, [...decision.actors, ...named(decision, battle)]) : [];
    default:
      return [];
  }
}

function known(battle: Battle, ids: readonly string[]): string[] {
  return [...new Set(ids)].filter((id) => id in battle.units);
}

function named({ id }: AnyDecision, { prompts }: Battle): string[] {
  const text = prompts?.find(({ decision }) => decision === id)?.text ?? [];
  return text.flatMap((span) => (typeof span === "object" && span.type === "unit" ? [span.unit] : []));
}

/** The ground on which some units stand; null where none of them is on the table. */
export function groundOf(units: readonly string[], battle: Battle, shapes: Stage["shapes"]): Box | null {
  const boxes = units.flatMap((one) => {
    const id = standIn(battle, one) ?? one;
    const unit = battle.units[id];
    const pose = unit && poseOf(unit);
    return pose ? [tableBox(pose, shapeOf(shapes, id), ROOM)] : [];
  });
  if (!boxes.length) return null;
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}
