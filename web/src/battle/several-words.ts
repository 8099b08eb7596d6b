/** What is shown and said of several units that go together. */
import { count, isPlural } from "../app/words";
import { showInches } from "../table/lengths";
import { world } from "../table/pose";
import { halfFront } from "../table/shape";
import type { PlanDrawing, Tag } from "../table/state";
import type { Preview } from "../api/types";
import { byHand } from "./keys";
import { verbOf } from "./leg-words";
import type { March } from "./march.svelte";
import { drawPlan, endOf, legalPart, roughly, shortened, stoppedBy } from "./plan-drawing";
import { capital, detailsOf, type Act, type Detail, type Prompt } from "./prompt";

/** The others beside the one who leads, who is drawn with its marks. */
export function severalDrawings({ several }: March): PlanDrawing[] {
  return several.others.flatMap((id) => {
    const plotted = several.plottedOf(id);
    return plotted ? [drawPlan(plotted, [])] : [];
  });
}

/** How far they go, and at each that cannot follow how far it does, and why. */
export function severalTags(march: March): Tag[] {
  const { several } = march;
  const lead = march.plotted;
  if (!lead || !several.turns.length) return [];
  const end = endOf(lead);
  const total: Tag = { id: "total", at: world(end.pose, -halfFront(end.shape), 0), text: goingInWords(march, "″"), tone: "total", side: "above" };
  // Of many that are held back only how far is said on the table; why stands in the prompt.
  const brief = several.turns.filter(({ preview }) => !preview.legal).length > MOST_NAMED;
  const stops = several.turns.flatMap(({ actor, preview }): Tag[] => {
    const plotted = preview.legal ? null : several.plottedOf(actor);
    const stand = plotted && endOf(plotted);
    const why = stoppedBy(preview)[0]?.text;
    if (!stand) return [];
    const text = shortened([stopInWords(preview, "″"), brief ? "" : why].filter(Boolean).join(": "));
    return [{ id: `stop-${actor}`, at: world(stand.pose, halfFront(stand.shape), 0), text, tone: "stop", side: "right" }];
  });
  return [total, ...stops];
}

/** "3 units, up to 6″", or 6 inches to those who listen. */
function goingInWords({ several }: March, unit: "″" | " inches"): string {
  const far = Math.max(0, ...several.turns.map(({ preview }) => preview.cost));
  const up = several.plotted && far ? `, up to ${inches(far, unit)}` : "";
  return `${several.units.length} units${up}`;
}

const inches = (far: number, unit: "″" | " inches" | ""): string => showInches(roughly(far)).replace("″", unit);

function stopInWords(preview: Preview, unit: "″" | ""): string {
  return legalPart(preview).length ? `stops at ${inches(preview.cost, unit)}` : "cannot go";
}

/** "3 units, up to 6 inches; Wall Archers stop at 3." */
export function severalInWords(march: March): string {
  const { several, battle } = march;
  const held = several.turns.filter(({ preview }) => !preview.legal);
  const told = held.map(({ actor, preview }) => {
    const name = battle.units[actor]?.name ?? actor;
    return `${name} ${isPlural(name) ? stopInWords(preview, "").replace("stops", "stop") : stopInWords(preview, "")}`;
  });
  const stays = several.plotted ? several.units.filter((id) => !several.pathOf(id).length) : [];
  for (const name of stays.map((id) => battle.units[id]?.name ?? id)) told.push(`${name} ${isPlural(name) ? "stay" : "stays"}`);
  const shown = told.length > MOST_NAMED ? [...told.slice(0, MOST_NAMED - 1), `${told.length - MOST_NAMED + 1} others are held back`] : told;
  return `${[goingInWords(march, " inches"), ...shown].join("; ")}.`;
}

const MOST_NAMED = 3;

export function severalPrompt(march: March, who: string): Omit<Prompt, "side"> {
  const { several, battle } = march;
  const nameOf = (id: string): string => battle.units[id]?.name ?? id;
  const { stopped } = several;
  if (stopped)
    return {
      state: "illegal",
      sentence: `${capital(nameOf(stopped.actor))} cannot do that${stopped.given ? `: ${count(stopped.given, "order")} before it ${stopped.given === 1 ? "was" : "were"} carried out` : ""}.`,
      details: detailsOf(stopped.reasons),
      acts: severalActs(march),
    };
  const judged = several.turns.length > 0 && (several.plotted || march.saying !== null || march.aiming.target !== undefined);
  const names = several.units.map(nameOf).join(", ");
  const against = several.turns.filter(({ preview }) => !preview.legal);
  const details: Detail[] = judged
    ? against.flatMap(({ actor, preview }) => stoppedBy(preview).slice(0, 1).map(({ text, rules }) => ({ text: `${nameOf(actor)}: ${text}`, rules }))).slice(0, MOST_NAMED)
    : [{ text: names, rules: march.decision.rules }];
  return {
    state: judged && !several.orders.length ? "illegal" : several.plotted || march.saying ? "plotting" : "choose",
    sentence: judged ? severalInWords(march) : `${who}, move ${count(several.units.length, "unit")} together: drag one${byHand(", or use the keys", "")}.`,
    details: details.length ? details : [{ text: names, rules: [] }],
    acts: severalActs(march),
  };
}

function severalActs(march: March): Act[] {
  const { several, decision, room } = march;
  const ready = several.plotted || march.saying !== null || march.aiming.target !== undefined;
  const many = count(ready && several.fresh ? several.orders.length : several.units.length, "unit");
  const verb = decision.type === "plan" ? "Order" : march.saying || !several.plotted ? "Order" : verbOf(march.verbs, march.action).goes || "Move";
  return [
    { label: ready ? "Take back" : "One less", key: "Backspace", run: () => march.unplot() },
    { label: "Let go", key: "Esc", run: () => march.letGo() },
    { label: `${verb} ${many}`, key: "Enter", primary: true, disabled: !ready || room.giving.going || (several.fresh && !several.orders.length), run: () => march.commit() },
  ];
}

/** Orders for several are on their way. */
export function givingPrompt(march: March, who: string): Omit<Prompt, "side"> {
  const { many, left } = march.room.giving;
  return {
    state: "plotting",
    sentence: `${who}, your orders are carried out: ${many - left.length} of ${many}.`,
    details: [],
    acts: [{ label: "Carrying out", key: "Enter", primary: true, disabled: true }],
  };
}
