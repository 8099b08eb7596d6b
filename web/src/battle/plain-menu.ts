/** What a unit can be told where the guide has no menu for it: the actions of the decision, in so many words. */
import type { Battle, Command, MenuEntry, Move, Plan, Target } from "../api/types";
import { HALF_TURN, QUARTER_TURN } from "../table/lengths";
import { capital, words } from "../app/words";
import { turnOf } from "./plotting";

const PATH = "move";
const PLAY = "play";

export function plainMenu(decision: Command | Plan | Move): MenuEntry[] {
  if (decision.type === "move") return marching(PATH);
  return decision.actions.flatMap((action) => {
    if (action === PLAY) return [];
    if (action === PATH) return marching(action);
    return [{ action, label: capital(words(action)), key: "", rule: "", form: "target" as const, name: action, legs: [], reasons: [], cost: 0, pointing: null, firing: null }];
  });
}

function marching(action: string): MenuEntry[] {
  const entry = (name: string, label: string, key: string, ...legs: MenuEntry["legs"]): MenuEntry => ({
    action,
    label,
    key,
    rule: "",
    form: "path",
    name,
    legs,
    reasons: [],
    cost: 0,
    pointing: null,
    firing: null,
  });
  return [
    entry("advance", "Advance", "W", { type: "advance", distance: 1000 }, { type: "advance", distance: 500 }),
    entry("turn_left", "Turn left", "Q", turnOf(-QUARTER_TURN / 6), turnOf(-1000)),
    entry("turn_right", "Turn right", "E", turnOf(QUARTER_TURN / 6), turnOf(1000)),
    entry("about", "About", "R", turnOf(HALF_TURN)),
  ];
}

/** Anybody on the table may be named: the book will say what is against it. */
export function plainTargets(battle: Battle, unit: string | null, action: string): Target[] {
  const seen = Object.values(battle.units).filter((other) => other.id !== unit && other.place.type === "on_table" && other.figures > 0);
  return seen.map((other) => ({ unit: other.id, reasons: [], odds: null, action, form: null, beside: [] }));
}
