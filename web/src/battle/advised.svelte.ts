/** The unit in hand, with what the guide offers it. */
import type { Battle, Command, MenuEntry, Move, Overlay, Plan, Target } from "../api/types";
import type { Advice } from "./advice.svelte";
import { turningOf, type Turning } from "./hands";
import { InHand } from "./in-hand.svelte";
import { plainMenu, plainTargets } from "./plain-menu";

export type Due = Command | Plan | Move;

export abstract class Advised extends InHand {
  abstract readonly decision: Due;
  abstract readonly battle: Battle;
  protected abstract readonly advice: Advice;

  /** What the guide offers; where it has nothing to say, what the decision asks for in so many words. */
  get menu(): readonly MenuEntry[] {
    const { menu, told } = this.advice;
    return menu.length || !told ? menu : plainMenu(this.decision);
  }

  /** What was offered before anything was plotted: what is listed does not change under the hand. */
  get firstMenu(): readonly MenuEntry[] {
    return this.advice.first.length ? this.advice.first : this.menu;
  }

  /** How this body changes its heading: on a corner or about its middle. */
  get turning(): Turning {
    const lone = this.unit !== null && this.battle.units[this.unit]?.body.type === "single";
    return turningOf(this.firstMenu, lone);
  }

  get overlays(): readonly Overlay[] {
    return this.advice.overlays;
  }

  get targets(): readonly Target[] {
    const { menu, targets, told } = this.advice;
    return menu.length || targets.length || !told ? targets : plainTargets(this.battle, this.unit, this.action);
  }

  get spoken(): Advice["spoken"] {
    return this.several.active ? this.several.spokenOf(this.unit ?? "") : this.advice.spoken;
  }
}
