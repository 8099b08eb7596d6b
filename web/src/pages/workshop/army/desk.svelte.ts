// An army list being made: the list with what was done to it, what the book says to it, where it is kept.

import { Refused } from "../../../api/http";
import type { ArmyList, Details, ListPictured, ListShown, Recruit, Refusal, Remedy, RowPictured } from "../../../api/types";
import { bookTitle } from "../../../app/books";
import { words } from "../../../app/words";
import { begun, changed, type History, redoes, redone, settled, undoes, undone } from "../history";
import { freshKey, keep, type Kept, type OnServer } from "../kept";
import { Latest } from "../latest";
import { sendOn, shareOn } from "../on-server";
import { workshop } from "../server";
import { faultsOf, type Placed, remedied } from "./edits";

/** Faults that are put right in one go, at the most. */
const MOST_MENDED = 30;

export class ArmyDesk {
  readonly key: string;
  history = $state.raw<History<ArmyList>>(begun({ ruleset: "", name: "", units: [] }));
  /** The list that was asked about, and what was answered. */
  shown = $state.raw<{ readonly army: ArmyList; readonly list: ListShown } | null>(null);
  drawn = $state.raw<{ readonly army: ArmyList; readonly picture: ListPictured } | null>(null);
  looked = $state.raw<{ readonly army: ArmyList; readonly row: number; readonly details: Details } | null>(null);
  recruits = $state.raw<{ readonly army: ArmyList; readonly all: readonly Recruit[] } | null>(null);
  refusal = $state.raw<Refusal["error"] | null>(null);
  server = $state.raw<OnServer | null>(null);
  /** Whether the browser kept the last change. */
  kept = $state(true);
  /** Whether the server could not take the last change, and why. */
  unsaved = $state("");
  /** The row in hand. */
  row = $state(-1);
  mending = $state(false);

  readonly army = $derived(this.history.now);
  readonly list = $derived(this.shown?.list ?? null);
  /** Whether what the book says is about the list as it stands. */
  readonly fresh = $derived(this.shown?.army === this.army);
  readonly faults = $derived<Placed[]>(this.list ? faultsOf(this.list) : []);
  readonly lawful = $derived(this.fresh && this.list!.lawful && this.army.units.length > 0);
  readonly rows = $derived(new Map<number, RowPictured>((this.drawn?.picture.rows ?? []).map((one) => [one.row, one])));
  readonly listings = $derived(new Map((this.recruits?.all ?? []).map((one) => [one.troop, one])));
  readonly bookTitle = $derived(bookTitle(this.army.ruleset));
  readonly figures = $derived(this.army.units.reduce((sum, { figures }) => sum + figures, 0));

  readonly #bench: Latest<ArmyList, ListShown>;
  readonly #picture: Latest<ArmyList, ListPictured>;
  readonly #row: Latest<{ army: ArmyList; row: number }, ListShown>;
  readonly #adding: Latest<ArmyList, ListShown>;
  #saving = false;
  /** What the browser has. */
  #last: { army: ArmyList; toml: string; server: OnServer | null } | null = null;

  constructor(thing: Pick<Kept<ArmyList>, "key" | "value" | "toml" | "server">) {
    this.key = thing.key;
    this.history = begun(thing.value);
    this.server = thing.server ?? null;
    this.#last = { army: thing.value, toml: thing.toml, server: this.server };
    const refused = (_: unknown, { refusal }: Refused): void => void (this.refusal = refusal);
    this.#bench = new Latest<ArmyList, ListShown>(
      (army) => workshop.list({ army }),
      (army, list) => {
        this.shown = { army, list };
        this.refusal = null;
        this.#keep();
      },
      refused,
    );
    this.#picture = new Latest<ArmyList, ListPictured>((army) => workshop.picture({ army }), (army, picture) => void (this.drawn = { army, picture }), refused);
    this.#row = new Latest<{ army: ArmyList; row: number }, ListShown>(
      ({ army, row }) => workshop.list({ army, row }),
      ({ army, row }, { details }) => {
        if (details) this.looked = { army, row, details };
      },
      refused,
    );
    this.#adding = new Latest<ArmyList, ListShown>((army) => workshop.list({ army, adding: true }), (army, { recruits }) => void (this.recruits = { army, all: recruits }), refused);
  }

  // ---------------------------------------------------------------- asking

  /** Ask the book about the list as it stands. */
  ask(): void {
    this.#keep();
    this.#bench.about(this.army);
    this.#picture.about(this.army);
  }

  /** Ask what may be chosen for the row in hand. */
  look(): void {
    if (this.row >= 0 && this.row < this.army.units.length) this.#row.about({ army: this.army, row: this.row });
  }

  /** Ask who else may come. */
  askWho(): void {
    this.#adding.about(this.army);
  }

  /** What may be chosen for the row in hand, as far as it is known. */
  readonly details = $derived(this.looked && this.looked.row === this.row && this.looked.army.units[this.row]?.troop === this.army.units[this.row]?.troop ? this.looked.details : null);

  troopOf(row: number): string {
    const { troop = "" } = this.army.units[row] ?? {};
    const own = this.army.creatures?.[troop];
    return this.listings.get(troop)?.name ?? (this.army.troops?.[troop]?.name || own?.creature?.name) ?? words(own?.like || troop);
  }

  nameOf(row: number): string {
    return this.army.units[row]?.name || this.troopOf(row);
  }

  calledTroop(troop: string): string {
    return this.listings.get(troop)?.name ?? words(troop);
  }

  // ---------------------------------------------------------------- changing

  change(army: ArmyList, deed: string, run = ""): void {
    const next = changed(this.history, army, deed, run);
    if (next === this.history) return;
    this.history = next;
    if (this.row >= army.units.length) this.row = army.units.length - 1;
  }

  undo(): void {
    this.history = undone(this.history);
    this.row = Math.min(this.row, this.army.units.length - 1);
  }

  redo(): void {
    this.history = redone(this.history);
    this.row = Math.min(this.row, this.army.units.length - 1);
  }

  /** The end of a run of presses. */
  settle(): void {
    this.history = settled(this.history);
  }

  readonly undoes = $derived(undoes(this.history));
  readonly redoes = $derived(redoes(this.history));

  mend(remedy: Remedy): void {
    this.change(remedied(this.army, remedy, this.calledTroop(remedy.unit?.troop ?? "")), remedy.words);
  }

  /** Put right what can be, each fault in the nearest way, as one step. */
  async mendAll(): Promise<void> {
    if (this.mending) return;
    this.mending = true;
    try {
      const from = this.army;
      let army = from;
      for (let turn = 0; turn < MOST_MENDED; turn++) {
        const list = await workshop.list({ army });
        const remedy = faultsOf(list).find(({ fault }) => fault.remedies.length)?.fault.remedies[0];
        if (!remedy) break;
        army = remedied(army, remedy, this.calledTroop(remedy.unit?.troop ?? ""));
      }
      if (this.army === from) this.change(army, "put all right");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.refusal;
    } finally {
      this.mending = false;
    }
  }

  // ---------------------------------------------------------------- keeping

  get toml(): string {
    return this.fresh ? this.list!.toml : "";
  }

  readonly saved = $derived.by((): string => {
    if (!this.kept) return "Not saved: this browser is full";
    if (this.unsaved) return `Saved here; ${this.unsaved}`;
    return this.server ? "Saved here and under its link" : "Saved here";
  });

  #keep(): void {
    const { name, ruleset } = this.army;
    const toml = this.toml;
    if (this.#last?.army === this.army && (this.#last.toml === toml || !toml) && this.#last.server === this.server) return;
    this.#last = { army: this.army, toml, server: this.server };
    this.kept = keep({
      key: this.key,
      kind: "army",
      name,
      book: ruleset,
      changed: Date.now(),
      value: this.army,
      toml,
      ...(this.server ? { server: this.server } : {}),
    });
    if (this.server && toml && toml !== this.server.text) void this.#send();
  }

  /** The server has what stands here, after what was being sent. */
  async #send(): Promise<void> {
    if (this.#saving) return;
    this.#saving = true;
    await sendOn(this).finally(() => (this.#saving = false));
  }

  /** On the server from now on; the address under which anybody may open a copy. */
  async share(): Promise<string> {
    const shared = await shareOn(this, "army", this.toml || (await workshop.list({ army: this.army })).toml);
    this.#keep();
    return shared;
  }

  /** The link opens nothing any more; the list stays on the server. */
  async unshare(): Promise<void> {
    if (!this.server) return;
    await workshop.unshare(this.server.id, this.server.key);
    this.server = { ...this.server, shared: null };
    this.#keep();
  }

  /** Gone from the server, with its links. It stays in this browser. */
  async withdraw(): Promise<void> {
    if (!this.server) return;
    await workshop.forget(this.server.id);
    this.server = null;
    this.#keep();
  }

  /** With what somebody else has made of it under its link, as a step that can be undone. */
  async takeTheirs(): Promise<void> {
    if (!this.server) return;
    const found = await workshop.savedThing(this.server.id, this.server.key);
    const { army } = await workshop.open(found.text ?? "");
    this.server = { ...this.server, version: found.version, text: found.text ?? "" };
    this.unsaved = "";
    if (army) this.change(army, "what stood under the link");
  }

  /** Let what stands here replace what somebody else has made of it. */
  async keepMine(): Promise<void> {
    if (!this.server) return;
    const { version } = await workshop.savedThing(this.server.id, this.server.key);
    this.server = { ...this.server, version };
    await this.#send();
  }

  /** The same list once more, as a thing of its own; under which key. */
  copied(): string {
    const key = freshKey();
    const name = `${this.army.name.slice(0, 52)}, copy`;
    keep({ key, kind: "army", name, book: this.army.ruleset, changed: Date.now(), value: { ...this.army, name }, toml: "" });
    return key;
  }
}
