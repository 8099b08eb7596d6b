// What was played and what was missed, on the table: ink what was done, violet what might have been.

import type { MissedTold, Moved, PointTold } from "../../api/types";
import { journeyOf } from "../../battle/journey";
import { poseOf } from "../../battle/scene";
import type { PlanDrawing, TableState, Tag } from "../../table/state";
import type { Moment } from "../film.svelte";
import { points } from "./curve";

type Over = Partial<Pick<TableState, "plans" | "tape" | "selected">> & { readonly tags: readonly Tag[] };

export const NOTHING: Over = { tags: [] };

/** Moves of one side, with no plan twice. */
function plansOf(name: string, moved: readonly Moved[], before: Moment, after: Moment, done: boolean): PlanDrawing[] {
  return moved.flatMap((event, index): PlanDrawing[] => {
    const { stretches } = journeyOf(event, before.shapes, after.shapes);
    const last = stretches.at(-1);
    if (!last) return [];
    const path = stretches.map(({ from, to, turn }) => ({ from, to, turn }));
    return [{ unit: `${name} ${index} ${event.unit}`, live: true, done, swept: [], path, pivot: null, ghost: { pose: last.to, shape: last.shape }, barred: false, stop: null, handles: [] }];
  });
}

/** Whom an answer is aimed at. */
function targetOf(answer: MissedTold["answer"] | null): string {
  return answer?.type === "commanded" && answer.form?.type === "aimed" ? answer.form.target : "";
}

/** What is drawn over the moment before an order: that order, and another in its place. */
export function drawnOver(point: PointTold, missed: MissedTold | undefined, before: Moment, after: Moment, side: string): Over {
  const own = (event: Moved): boolean => before.battle.units[event.unit]?.side === point.side;
  const events = (after.step?.events ?? []).filter((event) => event.type === "moved" && own(event)) as Moved[];
  const played = plansOf("played", events, before, after, true);
  const instead = missed ? plansOf("missed", missed.moved.filter(own), before, before, false) : [];
  const tags: Tag[] = [];
  const tagged = (plans: readonly PlanDrawing[], id: string, text: string, tone: Tag["tone"], at: Tag["side"]): void => {
    const pose = plans[0]?.ghost?.pose;
    if (pose) tags.push({ id, at: { x: pose.x, y: pose.y }, text, tone, side: at });
  };
  tagged(played, "review-played", `played: ${points(point.after[side] ?? 0)}`, "ink", "left");
  const promised = missed ? `instead: ${points(missed.result[side] ?? 0)}` : "";
  tagged(instead, "review-missed", promised, "total", "right");
  const [shooter, target] = [before.battle.units[missed?.unit ?? ""], before.battle.units[targetOf(missed?.answer ?? null)]];
  const [from, to] = [shooter && poseOf(shooter), target && poseOf(target)];
  return {
    plans: [...played, ...instead],
    tags,
    ...(from && to ? { tape: { from, to, label: promised } } : {}),
    selected: point.unit || missed?.unit || null,
  };
}
