/** What the lines of a unit's menu do to what is plotted. */
import type { Manoeuvre, MenuEntry } from "../api/types";
import type { March } from "./march.svelte";
import { sameLeg, unplotted, withLeg } from "./plotting";

const ADDING = new Set(["advance", "oblique", "wheel", "turn"]);

export class MenuLines {
  /** The kinds of what a line plotted last. */
  #offered: { name: string; legs: readonly Manoeuvre[] } | null = null;

  constructor(readonly march: March) {}

  /** Whether a line can be taken: it can be done, or it has just been and has other kinds. */
  offers(entry: MenuEntry): boolean {
    return entry.legs.length > 0 || !entry.reasons.length || this.#another(entry) !== undefined;
  }

  /** The next kind of what this line plotted last; null when that was the last of them. */
  #another(entry: MenuEntry): Manoeuvre | null | undefined {
    const last = this.march.path.at(-1);
    if (!last || ADDING.has(last.type) || this.#offered?.name !== entry.name) return undefined;
    const here = this.#offered.legs.findIndex((leg) => sameLeg(leg, last));
    return here < 0 ? undefined : (this.#offered.legs[here + 1] ?? null);
  }

  /** More of a march, another of its kinds, or a different action. */
  take(entry: MenuEntry, smaller = false): void {
    const { march } = this;
    const another = this.#another(entry);
    if (another !== undefined) return march.plot(another ? [...unplotted(march.path), another] : unplotted(march.path));
    if (!this.offers(entry)) return march.room.refuse(entry.reasons);
    if (entry.form === "point") return march.lay(entry);
    march.unlay();
    if (entry.form === "none") return march.say(entry.action);
    march.unsay();
    if (entry.form === "target") return this.#aim(entry.action);
    if (!entry.legs.length) {
      march.action = march.action === entry.action ? march.usualAction : entry.action;
      return march.plot(march.path);
    }
    if (march.decision.type !== "move" && (!march.path.length || entry.action !== march.usualAction)) this.#settleAction(entry.action);
    this.#offered = { name: entry.name, legs: entry.legs };
    const leg = (smaller ? entry.legs.at(-1) : entry.legs[0])!;
    // The key of an advance goes an inch: the menu's own leg is as far as it can.
    const goes = leg.type === "oblique" || (leg.type === "advance" && !smaller);
    const inch = goes ? { ...leg, distance: Math.min(leg.distance, 1000) } : leg;
    march.plot(withLeg(march.path, inch));
  }

  #aim(action: string): void {
    const { march } = this;
    if (march.action !== action) march.aiming.at = null;
    march.action = action;
    march.aiming.cycle(1);
  }

  /** A split move stays one while legs are added to it; a leg that only another action can make is that action's. */
  #settleAction(action: string): void {
    const { march } = this;
    const chosen = march.menu.find((entry) => entry.action === march.action);
    if (action !== march.usualAction || chosen?.form !== "path") march.action = action;
  }

  /** What the plotted path could be instead of what it is: a charge where it is a move. */
  get otherwise(): MenuEntry | undefined {
    const { menu, action } = this.march;
    return menu.find((entry) => entry.form === "path" && !entry.legs.length && !entry.reasons.length && entry.action !== action);
  }
}
