/** The turn track: where we are in the sequence of play. */
import type { Battle, SequenceEntry } from "../api/types";
import { isOff } from "../app/own";

export interface TrackPart {
  readonly side: string;
  readonly entries: readonly { readonly entry: SequenceEntry; readonly state: "did" | "now" | "to come" }[];
}

/** Sides in the order they take their turns. */
function turnOrder(battle: Battle): string[] {
  const said = battle.own["order"];
  const known = battle.sides.map((side) => side.id);
  if (Array.isArray(said) && said.length === known.length && said.every((one) => known.includes(one as string)))
    return said as string[];
  return known;
}

/**
 * One part a side where sides take turns; one for all where a turn is `common` to them. A part of the turn that the
 * battle does without is left out.
 */
export function trackOf(battle: Battle, sequence: readonly SequenceEntry[], common = false): TrackPart[] {
  const inTurn = sequence.some((entry) => entry.part === "turn" && entry.name === battle.phase);
  if (battle.turn === 0 && !inTurn) {
    const setup = sequence.filter((entry) => entry.part === "setup");
    const here = setup.findIndex((entry) => entry.name === battle.phase);
    return [{ side: "", entries: setup.map((entry, index) => ({ entry, state: stateOf(index, here) })) }];
  }
  const turn = sequence.filter((entry) => entry.part === "turn" && !isOff(battle, entry.name));
  const order = common ? [""] : turnOrder(battle);
  const active = common ? 0 : order.indexOf(battle.active);
  const here = turn.findIndex((entry) => entry.name === battle.phase);
  return order.map((side, place) => ({
    side,
    entries: turn.map((entry, index) => ({
      entry,
      state: place === active ? stateOf(index, here) : place < active ? "did" : "to come",
    })),
  }));
}

/** Sides share a turn in which there have been moments of nobody's. */
export function isCommon(battle: Battle, log: readonly { turn: number; active: string }[]): boolean {
  return (battle.turn > 0 && !battle.active) || log.some(({ turn, active }) => turn > 0 && !active);
}

function stateOf(index: number, here: number): "did" | "now" | "to come" {
  return index === here ? "now" : index < here ? "did" : "to come";
}

/** How many of those who could act in a phase have acted: the most that ever could is remembered. */
export class Progress {
  #key = "";
  #most = 0;

  of(battle: Battle): string {
    const key = `${battle.turn}:${battle.active}:${battle.phase}`;
    const decision = battle.decisions[0];
    const left =
      decision?.type === "command" || decision?.type === "plan"
        ? decision.actors.length
        : decision?.type === "place_unit"
          ? decision.units.length
          : null;
    if (key !== this.#key) {
      this.#key = key;
      this.#most = 0;
    }
    if (left === null) return "";
    this.#most = Math.max(this.#most, left);
    if (!this.#most) return "";
    return `${this.#most - left} of ${this.#most}`;
  }
}
