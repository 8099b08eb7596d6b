/** Those of one band: taken in hand together, and offered one for all. */
import { bandOf } from "../app/own";
import type { March } from "./march.svelte";

/** The action by which all of a band go the same way. */
export const TOGETHER = "together";

export class Bands {
  constructor(readonly march: March) {}

  /** Those of his band who may act as well. */
  fellows(id: string | null): readonly string[] {
    const { battle, actors } = this.march;
    const band = id ? bandOf(battle, battle.units[id]) : undefined;
    return band ? actors.filter((actor) => battle.units[actor]?.of === band.id) : [];
  }

  /** Who is taken in hand for all of his band: they go together unless he is told to go alone. */
  leads(id: string | null): boolean {
    const { decision } = this.march;
    return decision.type === "command" && decision.actions.includes(TOGETHER) && this.fellows(id).length > 1;
  }

  /** Whether another of his band is offered for all of them, or the one in hand is. */
  follows(id: string): boolean {
    const { unit } = this.march;
    const fellows = this.fellows(id);
    const head = unit && fellows.includes(unit) ? unit : fellows[0];
    return this.leads(id) && head !== id;
  }

  /** The others who go the way that is plotted. */
  get along(): readonly string[] {
    const { action, path, unit } = this.march;
    return action === TOGETHER && path.length ? this.fellows(unit).filter((id) => id !== unit) : [];
  }
}
