/** The ways to play a card. A use that joins two ("charge+rally") is picked in two steps: this now, that later. */
import type { Aim, Deck, Use } from "../api/types";

export interface Later {
  readonly key: string;
  readonly label: string;
  readonly use: Use;
}

export interface Way {
  readonly key: string;
  readonly label: string;
  readonly barred: string;
  /** What is played; null where something for later has to be named too. */
  readonly use: Use | null;
  readonly later: readonly Later[];
}

const JOINT = "+";

export function waysOf(uses: readonly Use[], deck: Deck | undefined): Way[] {
  const ways = new Map<string, Way & { later: Later[] }>();
  for (const use of uses) {
    const { label } = use;
    const barred = use.barred.replace(`${label}: `, "");
    const cut = use.key.indexOf(JOINT);
    if (cut < 0) {
      ways.set(use.key, { key: use.key, label, barred, use, later: [] });
      continue;
    }
    const [key, then] = [use.key.slice(0, cut), use.key.slice(cut + 1)];
    const way = ways.get(key) ?? { key, label: deck?.uses[key] ?? key, barred: "", use: null, later: [] };
    way.later.push({ key: then, label: deck?.effects[then] ?? then, use });
    ways.set(key, way);
  }
  return [...ways.values()];
}

/** "1 unit", "1 or 2 units", "2 to 4 units": how many a use is aimed at. */
export function howMany({ least, most }: Aim): string {
  if (least === most) return `${most} ${most === 1 ? "unit" : "units"}`;
  return `${least} ${most - least === 1 ? "or" : "to"} ${most} units`;
}

/** Before those it is aimed at: friends have it, foes suffer it. */
export const aimWord = ({ whom }: Aim): string => ({ friend: "for", foe: "against", any: "on" })[whom];
