/** Prompts that leave nothing to decide pass by themselves; what would tell the others something hidden stays. Windows in the
 *  middle of others' doings pass unasked where the player wishes it, whatever he holds, so that his haste tells nothing. */
import type { Answer, AnyDecision } from "../api/types";
import type { BattleStore } from "../app/BattleStore.svelte";
import { following } from "./following.svelte";

/** The one answer there is; null where there is something to decide. */
export function onlyAnswer(due: AnyDecision): Answer | null {
  switch (due.type) {
    case "choose":
      return due.options.length === due.least ? { type: "chosen", keys: due.options.map(({ key }) => key) } : null;
    case "assign":
      return due.items.every(({ bins }) => bins.length === 1)
        ? { type: "assigned", shares: due.items.map(({ key, bins: [bin = ""], count }) => ({ item: key, bin, count })) }
        : null;
    case "command": {
      const playable = due.hand.some(({ count, uses }) => count > 0 && uses.some(({ barred }) => !barred));
      return due.actors.length || playable ? null : { type: "commanded", actor: "", action: "finish", form: null };
    }
    case "plan":
      return due.actors.length ? null : { type: "planned", commands: [] };
    default:
      return null;
  }
}

/** Whether others cannot see for themselves that there is nothing to decide: it hangs on cards in hand, or is sealed. */
export function isSecret(due: AnyDecision): boolean {
  return due.sealed || (due.type === "command" && due.hand.length > 0);
}

/** Where a prompt is waiting. */
interface Desk {
  readonly store: Pick<BattleStore, "about" | "players" | "due" | "sending" | "wire">;
  readonly stage: { readonly busy: boolean };
  readonly proposal: unknown;
  answer(decision: AnyDecision, answer: Answer): Promise<boolean>;
}

export class Passing {
  #held = $state(false);
  #last = "";

  constructor(readonly desk: Desk) {}

  /** Something was taken back: nothing passes by itself until the player has answered something. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
  }

  /** The answer that is given without asking, if that is so. */
  get answer(): Answer | null {
    const { store, stage, proposal } = this.desk;
    const { due, about } = store;
    if (!due || !about || this.#held || about.scenario.startsWith("lesson:")) return null;
    if (stage.busy || proposal || store.sending || store.wire !== "live") return null;
    if (following.windows && due.window) return due.default;
    if (following.prompts) return null;
    return isSecret(due) && this.#company ? null : onlyAnswer(due);
  }

  /** Whether a person sees how long an answer takes: at another seat, or at this very screen. */
  get #company(): boolean {
    const { players, about } = this.desk.store;
    return players.some(({ seat, who }) => who !== "captain" && seat !== about?.seat);
  }

  consider(): void {
    const { due } = this.desk.store;
    const { answer } = this;
    if (!due || !answer || this.#last === due.id) return;
    this.#last = due.id;
    void this.desk.answer(due, answer);
  }
}
