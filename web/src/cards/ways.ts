/** The ways to play a card. A use that joins two ("charge+rally") is picked in two steps: this now, that later. */
import type { Use } from "../api/types";

export interface Later {
  readonly key: string;
  readonly label: string;
  readonly use: Use;
}

export interface Way {
  readonly key: string;
  readonly label: string;
  readonly rule: string;
  readonly barred: string;
  /** What is played; null where something for later has to be named too. */
  readonly use: Use | null;
  readonly later: readonly Later[];
}

const JOINT = "+";
const LATER = ", and later: ";

export function waysOf(uses: readonly Use[]): Way[] {
  const ways = new Map<string, Way & { later: Later[] }>();
  for (const use of uses) {
    const { label, rule } = use;
    const barred = use.barred.replace(`${label}: `, "");
    const cut = use.key.indexOf(JOINT);
    if (cut < 0) {
      ways.set(use.key, { key: use.key, label, rule, barred, use, later: [] });
      continue;
    }
    const [now = label, then = ""] = label.split(LATER);
    const key = use.key.slice(0, cut);
    const way = ways.get(key) ?? { key, label: now, rule, barred: "", use: null, later: [] };
    way.later.push({ key: use.key.slice(cut + 1), label: then || use.key.slice(cut + 1), use });
    ways.set(key, way);
  }
  return [...ways.values()];
}

/** "1 unit", "1 or 2 units", "2 to 4 units": how many a use is for. */
export function howMany({ least, most }: Use): string {
  if (least === most) return `${most} ${most === 1 ? "unit" : "units"}`;
  return `${least} ${most - least === 1 ? "or" : "to"} ${most} units`;
}
