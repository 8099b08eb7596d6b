/** What a march prints over the table besides its own path: targets, the line of sight, orders already given, odds. */
import { showInches } from "../table/lengths";
import { world, type Pose } from "../table/pose";
import { gapBetween } from "../table/shape";
import type { PlanDrawing, TableState, Tag, TargetMark, Zone } from "../table/state";
import type { OddsShown } from "./control";
import type { March } from "./march.svelte";
import { verbOf } from "./leg-words";
import { whatAll } from "./march-prompt";
import { drawPlan, endOf, handlesAt, roughly, type Plotted } from "./plan-drawing";
import { standOf } from "./plotting";
import { shapeOf, whereIs, type Mays } from "./scene";
import type { Kept } from "./waiting-orders.svelte";

/** One of a band on the way that all of them go. */
export function followingDrawing({ battle, room, path }: March, id: string): PlanDrawing[] {
  const unit = battle.units[id];
  const pose = unit && whereIs(battle, unit);
  if (!unit || !pose) return [];
  return [drawPlan({ unit: id, start: standOf(unit, pose, shapeOf(room.stage.shapes, id)), path, preview: null, last: null, live: false }, [])];
}

export function keptDrawing({ battle, room }: March, { command, preview }: Kept): PlanDrawing[] {
  const unit = battle.units[command.actor];
  const pose = unit && whereIs(battle, unit);
  const start = unit && pose && standOf(unit, pose, shapeOf(room.stage.shapes, unit.id));
  if (!start || command.form?.type !== "marched") return [];
  return [drawPlan({ unit: command.actor, start, path: command.form.path, preview, last: preview, live: false }, [])];
}

/** Who may be shot at, who is looked at, who is run into, and whom others have been told to shoot at. */
export function brackets(march: March): TargetMark[] {
  const { unit, kept, preview } = march;
  const { shooting, aims, at, hovered } = march.aiming;
  const targets = shooting ? aims : march.targets;
  const chosen = march.aiming.looked?.unit ?? null;
  const looking = shooting || at !== null || hovered !== null;
  const possible = looking && unit ? targets.filter((one) => shooting || one.unit === chosen) : [];
  const marks = possible
    .filter((one) => !one.reasons.length || one.unit === chosen)
    .map((one) => ({ unit: one.unit, chosen: one.unit === chosen, barred: one.reasons.length > 0 }));
  const add = (id: string, strong: boolean): void => {
    if (!marks.some((mark) => mark.unit === id)) marks.push({ unit: id, chosen: strong, barred: false });
  };
  if (preview?.met) add(preview.met, true);
  for (const { command } of kept.values()) if (command.form?.type === "aimed") add(command.form.target, false);
  return marks;
}

export function metTag({ preview, battle }: March, plotted: Plotted): Tag[] {
  const met = preview?.met && preview.legal ? battle.units[preview.met] : undefined;
  return met ? [{ id: "met", at: endOf(plotted).pose, text: `contact: ${met.name}`, tone: "total", side: "above" }] : [];
}

/** From the shooter to whom it aims at, with the distance where that may be known. */
export function sightLine({ aiming, plotted, battle, overlays, room }: March): TableState["tape"] {
  const target = aiming.looked;
  const foe = target ? battle.units[target.unit] : undefined;
  if (!target || !plotted || !foe || !("pose" in foe.place) || target.action === "melee") return null;
  const end = endOf(plotted);
  const { from, to, gap } = gapBetween(end.pose, end.shape, foe.place.pose, shapeOf(room.stage.shapes, foe.id));
  const measured = overlays.some((overlay) => overlay.kind === "near" || overlay.kind === "far");
  return { from, to, label: measured ? showInches(roughly(gap)) : "" };
}

/** What the plotted charge would do, or the shot at whom one looks. */
export function oddsOf({ preview, aiming, battle, verbs }: March): OddsShown | null {
  const target = aiming.looked;
  const name = (id: string): string => battle.units[id]?.name ?? id;
  if (preview?.odds && preview.legal) {
    const foe = preview.odds.target || preview.met;
    const others = preview.risks.map((risk) => ({ title: `First, on ${name(risk.target)}`, odds: risk }));
    return { title: `Attack ${name(foe)}`, odds: preview.odds, target: foe, others };
  }
  const [first, ...rest] = preview?.legal ? preview.risks : [];
  if (first && !target) {
    const others = rest.map((risk) => ({ title: `Also on ${name(risk.target)}`, odds: risk }));
    return { title: `First, on ${name(first.target)}`, odds: first, target: first.target, others };
  }
  const of = (target && aiming.at === target.unit && aiming.firing.preview(target.unit)) || target;
  if (!target || !of?.odds) return null;
  const others = of.beside.map((one) => ({ title: `Also ${name(one.target)}`, odds: one }));
  const verb = (verbs[target.action] ?? Object.values(verbs).find(({ aimed }) => aimed))?.does ?? "Attack";
  return { title: `${verb} ${name(target.unit)}`, odds: of.odds, target: target.unit, others };
}

/** The files that are to shoot, marked on the table where that is not all of them. */
export function firingZone({ aiming, stand }: March): Zone[] {
  const ring = stand && aiming.shooting ? aiming.firing.bar(stand.shape) : null;
  return stand && ring ? [{ kind: "firing", shape: { type: "plot", rings: [ring.map((corner) => spot(stand.pose, corner))] }, label: "" }] : [];
}

function spot(pose: Pose, [lateral, forward]: readonly [number, number]): [number, number] {
  const { x, y } = world(pose, lateral, forward);
  return [Math.round(x), Math.round(y)];
}

/** What may be said of those on the table: who may act, who has an order, who can be chosen. */
export function maysOf({ decision, actors, kept, unit, action, aiming, verbs }: March): Mays {
  const what = `may ${whatAll(decision.type === "move" ? ["move"] : decision.actions)}`;
  const mays: Record<string, string> = {};
  for (const actor of actors) mays[actor] = kept.has(actor) ? "order given" : what;
  for (const target of unit && aiming.shooting ? aiming.aims : [])
    mays[target.unit] = target.reasons.length ? "cannot be chosen" : `target, ${verbOf(verbs, action).may}`;
  return mays;
}

/** What can be taken hold of at the end of the path, where there is a path to plot. */
export function marchHandles({ decision, menu, turning, marks }: March, plotted: Plotted): ReturnType<typeof handlesAt> {
  const marching = decision.type === "move" || menu.some((entry) => entry.form === "path");
  const handles = marching ? handlesAt(endOf(plotted), menu, turning) : [];
  return marks.at ? handles.map((handle) => (handle.kind === marks.at ? { ...handle, chosen: true } : handle)) : handles;
}
