/** The lines of the order menu: which are listed, with what drawing and in what words. The book says all of it. */
import type { MenuEntry } from "../api/types";

const can = (entry: MenuEntry): boolean => entry.form !== "path" || entry.legs.length > 0 || !entry.reasons.length;

/** What is seldom of use is only listed when it could be done before anything was plotted. */
export function listed(menu: readonly MenuEntry[], first: readonly MenuEntry[]): MenuEntry[] {
  const before = new Set(first.filter(can).map(({ name }) => name));
  return menu.filter((entry) => entry.shown === "always" || (entry.shown === "seldom" ? before.has(entry.name) : can(entry)));
}

/** The drawing its book names, if the sheet has it; else one that says no more than its form. */
export function iconOf({ icon, form }: MenuEntry, drawn: (icon: string) => boolean): string {
  if (icon && drawn(icon)) return icon;
  return form === "target" || form === "point" ? "mark-shot" : "icon-turn-on";
}

/** What is done to somebody, where its book has more to say than a verb. */
export function doneTo(menu: readonly MenuEntry[], wanted: string, whom: string): string | undefined {
  const phrase = menu.find(({ action }) => action === wanted)?.phrase;
  return phrase?.replace("{}", whom) || undefined;
}
