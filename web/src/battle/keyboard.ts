/** The keys of the battle screen, from the press to what it does. */
import type { TableApi } from "../table/table";
import type { Desk } from "./desk.svelte";
import { enemyKey } from "./enemies";
import { following } from "./following.svelte";
import { isTaken, keyName } from "./keys";
import { March } from "./march.svelte";
import { standIn } from "./scene";
import { Deploy } from "./setdown.svelte";

/** What the screen itself does for a key. */
export interface Screen {
  readonly table: TableApi | undefined;
  readonly over: boolean;
  replay(): void;
  log(): void;
  keys(): void;
  close(): void;
  /** The next level of a castle, or all of them; false where there is none. */
  level(all: boolean): boolean;
}

const PAN: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, 80],
  ArrowDown: [0, -80],
  ArrowLeft: [80, 0],
  ArrowRight: [-80, 0],
};
const CLOSER = 1.35;

export function pressed(event: KeyboardEvent, desk: Desk, screen: Screen): void {
  if (event.defaultPrevented || (isTaken(event) && !goesOn(event, desk))) return;
  const key = keyName(event);
  if (["Shift", "Control", "Alt", "Meta"].includes(key)) return;
  if (meant(key, event, desk, screen)) event.preventDefault();
}

/** While the others' turn is shown Enter goes on, and a chosen pace keeps no key but those it is chosen with. */
function goesOn({ key, target }: KeyboardEvent, { stage }: Desk): boolean {
  if (!stage.busy || !(target instanceof Element)) return false;
  if (target.closest(".prompt fieldset")) return !key.startsWith("Arrow") && key !== " ";
  return key === "Enter" && target.closest(".map, .prompt") !== null && !target.closest(".ribbon, .since");
}

function meant(key: string, event: KeyboardEvent, desk: Desk, screen: Screen): boolean {
  if ((event.ctrlKey || event.metaKey) && key === "z") {
    void desk.undo();
    return true;
  }
  if ((event.ctrlKey || event.metaKey) && key === "a" && !desk.stage.busy && desk.control.takeAll) {
    desk.control.takeAll();
    return true;
  }
  if (event.metaKey || (event.ctrlKey && key !== "Enter")) return false;
  if (event.altKey) {
    const by = PAN[key];
    if (by) screen.table?.pan(...by);
    return by !== undefined;
  }
  if (key === "y" && event.shiftKey) {
    desk.viewpoint.flip();
    return true;
  }
  if (desk.hinting.key(key)) return true;
  if (paced(key, event, desk)) return true;
  if (key === "Tab") return nextUnit(event.shiftKey, desk, screen);
  if (screen.over && key === "Enter") {
    screen.replay();
    return true;
  }
  if (key === "Escape" && (desk.ruler.out || desk.ruler.tape)) {
    desk.ruler.putAway();
    return true;
  }
  if (key === "v" && screen.level(event.shiftKey)) return true;
  if (enemyKey(key, desk, screen.table)) return true;
  if (!desk.proposal) {
    desk.refused = [];
    if (desk.control.key(key, event)) return true;
  }
  return common(key, desk, screen);
}

/** Keys while the others' turn is shown; those that look back at it, and the pace, are there in one's own turn too. */
function paced(key: string, { key: typed }: KeyboardEvent, { stage }: Desk): boolean {
  if (typed === "<" || typed === ">") {
    following.change(typed === "<" ? -1 : 1);
    if (following.pace !== "step" && stage.waiting && !stage.paused) stage.next();
    return true;
  }
  if (key === ",") return stage.back();
  if (!stage.busy) {
    if ((key !== "." && key !== "Escape") || !stage.tale.present) return false;
    if (key === "Escape" || !stage.tale.look(1)) stage.tale.rest();
    return true;
  }
  if (key === "Tab") return false;
  if (key === "p") stage.pause();
  else if (key === "Escape") stage.skip();
  else stage.next();
  return true;
}

/** Tab goes from unit to unit as long as there is another, then on to the buttons of the prompt. */
function nextUnit(back: boolean, desk: Desk, screen: Screen): boolean {
  const { control } = desk;
  const at = document.activeElement;
  const onTable = !at || at === document.body || at.closest(".map") !== null;
  if (!onTable) return !back && at === lastReached() && toFirst(".top :is(a, button):not([disabled])");
  if (desk.stage.busy) return toButtons();
  if (control instanceof March) {
    const { several } = control;
    const next = several.adding ? several.look(back ? -1 : 1) : control.next(back ? -1 : 1);
    if (!next) return !back && toButtons();
    if (several.adding) desk.select(next);
    else control.choose(next);
    screen.table?.focus(standIn(desk.battle, next) ?? next);
    return true;
  }
  if (control instanceof Deploy && control.unit !== control.decision.units.at(back ? 0 : -1)) {
    const next = control.next(back ? -1 : 1);
    if (next) control.choose(next);
    return next !== null;
  }
  return !back && toButtons();
}

const toButtons = (): boolean => toFirst(".prompt .acts :is(button, a):not([disabled])");

function toFirst(what: string): boolean {
  const found = document.querySelector<HTMLElement>(what);
  found?.focus();
  return found !== null;
}

/** What Tab reaches last: from there it goes on to the bar at the top, else it would come back to the units. */
function lastReached(): Element | undefined {
  const all = document.querySelectorAll<HTMLElement>(".battle :is(a[href], button:not([disabled]), input, [tabindex='0'])");
  return [...all].filter((one) => !one.closest("[inert]") && one.checkVisibility()).at(-1);
}

function common(key: string, desk: Desk, screen: Screen): boolean {
  switch (key) {
    case " ":
      screen.table?.fit();
      return true;
    case "+":
    case "=":
      screen.table?.zoom(CLOSER);
      return true;
    case "-":
    case "−":
      screen.table?.zoom(1 / CLOSER);
      return true;
    case "y":
      desk.viewpoint.flip();
      return true;
    case "a":
      void desk.hinting.ask();
      return true;
    case "m":
      desk.ruler.toggle();
      return true;
    case "v":
      if (desk.shared) desk.turnCards();
      return desk.shared;
    case "l":
      screen.log();
      return true;
    case "?":
      screen.keys();
      return true;
    case "Escape":
      screen.close();
      desk.select(null);
      return true;
  }
  return false;
}
