// House rules in hand: the file with what was done to it, what is against it, and where it is kept.

import type { HouseFile, RulesShown } from "../../../api/generated";
import { Refused } from "../../../api/http";
import type { Refusal } from "../../../api/types";
import { begun, changed, redoes, redone, settled, undoes, undone, type History } from "../history";
import { freshKey, keep, type Kept, type OnServer } from "../kept";
import { Latest } from "../latest";
import { sendOn, shareOn } from "../on-server";
import { workshop } from "../server";
import type { FileSchema } from "./form";

export class RulesDesk {
  readonly key: string;
  history = $state.raw<History<HouseFile>>(begun({} as HouseFile));
  shown = $state.raw<{ readonly rules: HouseFile; readonly found: RulesShown } | null>(null);
  refusal = $state.raw<Refusal["error"] | null>(null);
  /** How files of the book are written. */
  schema = $state.raw<FileSchema | null>(null);
  server = $state.raw<OnServer | null>(null);
  kept = $state(true);
  unsaved = $state("");

  readonly rules = $derived(this.history.now);
  readonly fresh = $derived(this.shown?.rules === this.rules);
  readonly faults = $derived(this.shown?.found.faults ?? []);
  readonly sound = $derived(this.fresh && !this.faults.length && !this.refusal);
  readonly toml = $derived(this.fresh ? this.shown!.found.toml : "");
  readonly undoes = $derived(undoes(this.history));
  readonly redoes = $derived(redoes(this.history));
  readonly saved = $derived.by((): string => {
    if (!this.kept) return "Not saved: this browser is full";
    if (this.unsaved) return `Saved here; ${this.unsaved}`;
    return this.server ? "Saved here and under its link" : "Saved here";
  });

  readonly #look: Latest<HouseFile, RulesShown>;
  #sending = false;

  constructor(thing: Kept<HouseFile>) {
    this.key = thing.key;
    this.history = begun(thing.value);
    this.server = thing.server ?? null;
    this.#look = new Latest<HouseFile, RulesShown>(
      workshop.rules,
      (rules, found) => {
        this.shown = { rules, found };
        this.refusal = null;
        this.#keep();
      },
      (_, { refusal }) => void (this.refusal = refusal),
    );
    workshop.schema(thing.value.ruleset, "house").then(
      (found) => (this.schema = found),
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        this.refusal = error.refusal;
      },
    );
  }

  ask(): void {
    this.#keep();
    this.#look.about(this.rules);
  }

  change(rules: HouseFile, deed: string, run = ""): void {
    this.history = changed(this.history, rules, deed, run);
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

  // ---------------------------------------------------------------- keeping

  async text(): Promise<string> {
    return this.toml || (await workshop.rules(this.rules)).toml;
  }

  #keep(): void {
    const { name, ruleset } = this.rules;
    const server = this.server ? { server: this.server } : {};
    this.kept = keep({ key: this.key, kind: "house", name, book: ruleset, changed: Date.now(), value: this.rules, toml: this.toml, ...server });
    if (this.server && this.toml && this.toml !== this.server.text) void this.#send();
  }

  async #send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    await sendOn(this).finally(() => (this.#sending = false));
  }

  /** On the server from now on, under an address where anybody may open a copy. */
  async share(): Promise<void> {
    await shareOn(this, "house", await this.text());
    this.#keep();
  }

  async unshare(): Promise<void> {
    if (!this.server) return;
    await workshop.unshare(this.server.id, this.server.key);
    this.server = { ...this.server, shared: null };
    this.#keep();
  }

  async withdraw(): Promise<void> {
    if (!this.server) return;
    await workshop.forget(this.server.id);
    this.server = null;
    this.#keep();
  }

  copied(): string {
    return keptRules({ ...this.rules, name: `${this.rules.name.slice(0, 52)}, copy` });
  }
}

/** House rules as a new thing of this browser; under which key. */
export function keptRules(rules: HouseFile): string {
  const key = freshKey();
  keep({ key, kind: "house", name: rules.name, book: rules.ruleset, changed: Date.now(), value: rules, toml: "" });
  return key;
}
