/** What a unit can be told where the guide has no menu for it: the actions of the decision, in so many words. */
import type { Battle, Command, MenuEntry, Move, Plan, Target } from "../api/types";
import { HALF_TURN, QUARTER_TURN } from "../table/lengths";
import { capital, words } from "../app/words";
import { turnOf } from "./plotting";

const PATH = "move";
const PLAY = "play";

const BARE = { key: "", rule: "", legs: [], reasons: [], cost: 0, pointing: null, firing: null, icon: "", shown: "always", phrase: "" } as const;

export function plainMenu(decision: Command | Plan | Move): MenuEntry[] {
  if (decision.type === "move") return marching(PATH);
  return decision.actions.flatMap((action) => {
    if (action === PLAY) return [];
    if (action === PATH) return marching(action);
    return [{ ...BARE, action, label: capital(words(action)), form: "target" as const, name: action, legs: [], reasons: [] }];
  });
}

function marching(action: string): MenuEntry[] {
  const entry = (name: string, label: string, key: string, ...legs: MenuEntry["legs"]): MenuEntry => ({
    ...BARE, action, label, key, form: "path", name, legs, reasons: [], icon: `icon-${name.replace("_", "-")}`,
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
  return seen.map((other) => ({ unit: other.id, reasons: [], odds: null, action, form: null, beside: [], bars: [] }));
}
