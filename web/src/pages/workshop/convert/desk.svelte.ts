// A creature being converted: its sheet with what was done to it, and what every book makes of it.

import type { Refused } from "../../../api/http";
import type { ConvertedShown, CreatureEntry, Refusal } from "../../../api/types";
import { begun, changed, type History, redoes, redone, settled, undoes, undone } from "../history";
import { Latest } from "../latest";
import { workshop } from "../server";
import { BLANK } from "./sheet";

const KEPT = "workshop-sheet";

/** What is converted: a sheet, or a ready party by its name. */
interface Sheet {
  readonly creature: CreatureEntry;
  readonly party: string;
  /** What players have agreed to pay for it, by book. */
  readonly prices: Readonly<Record<string, number>>;
}

export class SheetDesk {
  history = $state.raw<History<Sheet>>(begun(kept()));
  shown = $state.raw<{ readonly sheet: Sheet; readonly made: ConvertedShown } | null>(null);
  refusal = $state.raw<Refusal["error"] | null>(null);
  stored = $state(true);

  readonly sheet = $derived(this.history.now);
  readonly creature = $derived(this.sheet.creature);
  readonly made = $derived(this.shown?.made ?? null);
  readonly fresh = $derived(this.shown?.sheet === this.sheet);
  readonly faults = $derived(this.fresh ? (this.made?.faults ?? []) : []);
  readonly undoes = $derived(undoes(this.history));
  readonly redoes = $derived(redoes(this.history));
  readonly name = $derived(this.sheet.party ? (this.made?.name ?? "A party") : this.creature.name);

  readonly #asking = new Latest<Sheet, ConvertedShown>(
    (sheet) => workshop.convert(sheet.party ? { party: sheet.party } : { creature: sheet.creature, prices: { ...sheet.prices } }),
    (sheet, made) => {
      // What cannot be converted for the moment leaves the columns as they were.
      this.shown = { sheet, made: made.faults.length && this.made ? { ...made, books: this.made.books } : made };
      this.refusal = null;
    },
    (_, { refusal }: Refused) => void (this.refusal = refusal),
  );

  ask(): void {
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.sheet));
      this.stored = true;
    } catch {
      this.stored = false;
    }
    this.#asking.about(this.sheet);
  }

  #change(sheet: Sheet, deed: string, run = ""): void {
    this.history = changed(this.history, sheet, deed, run);
  }

  /** Another sheet; whoever is converted anew has no price yet. */
  take(creature: CreatureEntry, prices: Readonly<Record<string, number>> = {}): void {
    this.#change({ creature, party: "", prices }, `take ${creature.name}`);
  }

  takeParty(party: string, name: string): void {
    this.#change({ ...this.sheet, party }, `take ${name}`);
  }

  write(creature: CreatureEntry, deed: string, run = ""): void {
    this.#change({ ...this.sheet, creature }, deed, run);
  }

  price(book: string, price: number): void {
    const whole = Math.min(10_000, Math.max(1, Math.round(price) || 1));
    if (whole !== this.sheet.prices[book]) this.#change({ ...this.sheet, prices: { ...this.sheet.prices, [book]: whole } }, `a price of ${whole}`, `price ${book}`);
  }

  undo(): void {
    this.history = undone(this.history);
  }

  redo(): void {
    this.history = redone(this.history);
  }

  settle(): void {
    this.history = settled(this.history);
  }
}

function kept(): Sheet {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "null") as Sheet | null;
    if (found && typeof found.creature?.name === "string") return { creature: found.creature, party: typeof found.party === "string" ? found.party : "", prices: found.prices ?? {} };
  } catch {
    // What cannot be read is begun anew.
  }
  return { creature: BLANK, party: "", prices: {} };
}
