/** Orders of a plan, given one by one and sent together. */
import type { Commanded, Preview } from "../api/types";

export interface Kept {
  readonly command: Commanded;
  readonly preview: Preview | null;
  /** What it is called that needs no more words. */
  readonly label: string;
}

export class WaitingOrders {
  byUnit = $state.raw<ReadonlyMap<string, Kept>>(new Map());

  /** A unit has one order: a later takes the place of an earlier. */
  keep(command: Commanded, preview: Preview | null, label = ""): void {
    this.byUnit = new Map([...this.byUnit, [command.actor, { command, preview, label }]]);
  }

  forgo(unit: string): void {
    this.byUnit = new Map([...this.byUnit].filter(([id]) => id !== unit));
  }

  get commands(): Commanded[] {
    return [...this.byUnit.values()].map(({ command }) => command);
  }

  /** All that is given, with one order as it is thought of now. */
  among(command: Commanded): Commanded[] {
    return [...this.commands.filter(({ actor }) => actor !== command.actor), command];
  }
}
