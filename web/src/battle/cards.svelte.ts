/** A card taken from the hand: what it is used for, for whom, against whom; then it is played or put back. */
import type { Command, Commanded, HeldCard, Preview, Use } from "../api/types";
import { listed, inARow } from "../app/words";
import { faceOf } from "../cards/face";
import { aimWord, howMany, waysOf, type Later, type Way } from "../cards/ways";
import type { Point } from "../table/pose";
import type { TableState, Thing } from "../table/state";
import { AimedGround, isOfUnits } from "./aimed-ground.svelte";
import type { Room } from "./control";
import { Latest } from "./latest";
import { capital, detailsOf, type Detail, type Prompt } from "./prompt";
import type { Mays } from "./scene";

/** What the number keys choose from now. */
export type Choice = "card" | "use" | "later" | "whom";

export class CardPlay {
  card = $state<string | null>(null);
  #way = $state<string | null>(null);
  #later = $state<string | null>(null);
  units = $state.raw<readonly string[]>([]);
  target = $state("");
  readonly ground: AimedGround;
  #spoken = $state.raw<{ play: Commanded; preview: Preview } | null>(null);
  readonly #previews: Latest<Commanded, Preview>;

  constructor(
    private readonly room: Room,
    readonly decision: Command,
  ) {
    this.ground = new AimedGround(room);
    this.#previews = new Latest(
      (answer) => room.store.ask({ about: "preview", answer }),
      (play, preview) => (this.#spoken = { play, preview }),
    );
  }

  stop(): void {
    this.#previews.stop();
  }

  // ------------------------------------------------------------ what is on offer

  get held(): HeldCard | null {
    return this.decision.hand.find(({ key }) => key === this.card) ?? null;
  }

  readonly ways: readonly Way[] = $derived.by(() => (this.held ? waysOf(this.held.uses, this.room.store.about?.deck) : []));
  readonly way: Way | null = $derived(this.ways.find(({ key }) => key === this.#way) ?? null);
  readonly later: Later | null = $derived(this.way?.later.find(({ key }) => key === this.#later) ?? null);
  readonly use: Use | null = $derived(this.way?.use ?? this.later?.use ?? null);
  /** Who may have it now, and against whom it may go. */
  readonly eligible: readonly string[] = $derived(this.use?.aim.eligible ?? []);
  readonly targets: readonly string[] = $derived(this.use?.against?.eligible ?? []);

  /** Cards that can be put to some use now. */
  readonly playable: ReadonlySet<string> = $derived.by(
    () => new Set(this.decision.hand.filter(({ count, uses }) => count > 0 && uses.some(({ barred }) => !barred)).map(({ key }) => key)),
  );

  get choice(): Choice {
    if (!this.card) return "card";
    if (!this.way) return "use";
    return this.use ? "whom" : "later";
  }

  get name(): string {
    const { held } = this;
    const name = held ? (faceOf(this.room.store.about?.deck, held.key)?.name ?? held.title) : "";
    return name.charAt(0).toLowerCase() + name.slice(1);
  }

  /** What a unit can do is done; what lies in the hand is played. */
  get #done(): boolean {
    return this.held?.holder !== undefined;
  }

  // ------------------------------------------------------------ taking and choosing

  take(card: string | null): void {
    this.card = card === this.card ? null : card;
    this.#way = null;
    this.#later = null;
    this.#let();
    const open = this.ways.filter(({ barred }) => !barred);
    if (open.length === 1 && this.ways.length === 1) this.choose(open[0]!.key);
  }

  choose(way: string): void {
    if (this.ways.find(({ key }) => key === way)?.barred) return;
    this.#way = way === this.#way ? null : way;
    this.#later = null;
    this.#begin();
  }

  nameLater(key: string): void {
    this.#later = key === this.#later ? null : key;
    this.#begin();
  }

  #let(): void {
    this.units = [];
    this.target = "";
    this.ground.let();
    this.#spoken = null;
  }

  /** Whom the card names itself, whom it is played because of, or who was looked at, is taken for it at once. */
  #begin(): void {
    const before = this.units;
    this.#let();
    const { use } = this;
    if (!use) return;
    const { least, most, eligible, must } = use.aim;
    const fits = (id: string | null): id is string => id !== null && eligible.includes(id) && !must.includes(id);
    const likely = (before.length || must.length ? before : [this.room.selected]).filter(fits);
    if (isOfUnits(use.aim)) this.units = least >= eligible.length ? eligible : [...must, ...likely].slice(0, most);
    this.target = this.targets.length === 1 ? this.targets[0]! : "";
    this.ground.begin(use, this.units);
    this.#ask();
  }

  toggle(unit: string): void {
    const { use } = this;
    if (!use?.aim.eligible.includes(unit)) return;
    if (this.units.includes(unit)) this.units = this.units.filter((one) => one !== unit);
    else this.units = [...this.units.slice(0, use.aim.most - 1), unit];
    this.ground.turnTo(use, this.units);
    this.#ask();
  }

  aim(target: string): void {
    if (!this.targets.includes(target)) return;
    this.target = target === this.target ? "" : target;
    this.#ask();
  }

  #ask(): void {
    const { play } = this;
    if (play) this.#previews.want(play);
    else this.#spoken = null;
  }

  /** A piece of terrain is named. */
  lay(feature: string): void {
    if (!this.use?.aim.eligible.includes(feature)) return;
    this.ground.lay(this.use, feature);
    this.#ask();
  }

  /** One choice taken back. */
  back(): void {
    if (this.later) this.nameLater(this.later.key);
    else if (this.way && this.ways.length > 1) this.choose(this.way.key);
    else this.take(null);
  }

  // ------------------------------------------------------------ playing

  get play(): Commanded | null {
    const { use, card, units, target } = this;
    if (!use || !card || units.length < use.aim.least || units.length > use.aim.most) return null;
    if (use.against && use.against.at !== "point" && !target) return null;
    const ground = this.ground.form(use);
    if (!ground) return null;
    return { type: "commanded", actor: "", action: "play", form: { type: "played", card, use: use.key, units: [...units], target, ...ground } };
  }

  /** The server's word on this very play, once it has spoken. */
  get preview(): Preview | null {
    const { play } = this;
    return play && this.#spoken && JSON.stringify(this.#spoken.play) === JSON.stringify(play) ? this.#spoken.preview : null;
  }

  get barred(): boolean {
    return this.preview?.legal === false;
  }

  commit(): void {
    const { play } = this;
    if (play && !this.barred) void this.room.answer(this.decision, play);
  }

  /** What it would do, or what is still to be said. */
  get words(): string {
    const { use, held, units, target } = this;
    if (!held) return "";
    if (!this.way && this.ways.some(({ barred }) => !barred)) return this.#done ? "Choose what it is for" : "Choose what to play it for";
    if (!this.way) return `It cannot be ${this.#done ? "done" : "played"} now`;
    if (!use) return "Name the effect for later this turn";
    if (units.length < use.aim.least) return `Choose ${howMany(use.aim)}, on the table or in the list`;
    if (use.against && use.against.at !== "point" && !target) return "Choose against whom";
    const ground = this.ground.missing(use);
    if (ground) return ground;
    const whom = units.length ? ` ${aimWord(use.aim)} ${listed(units.map((id) => this.#nameOf(id)))}` : "";
    const against = target ? ` against ${this.#nameOf(target)}` : "";
    const then = this.later ? `, and later this turn: ${this.later.label}` : "";
    return `${capital(this.way.label)}${whom}${against}${then}`;
  }

  #nameOf(id: string): string {
    return this.room.battle.units[id]?.name ?? id;
  }

  // ------------------------------------------------------------ hands and keys

  press(thing: Thing, at: Point): void {
    const { use } = this;
    if (use && this.ground.press(use, thing, at)) {
      const unit = this.ground.unit;
      if (unit) this.units = [unit];
      this.#ask();
      return;
    }
    if (thing.kind !== "unit") return;
    if (this.eligible.includes(thing.id)) this.toggle(thing.id);
    else if (this.targets.includes(thing.id)) this.aim(thing.id);
    else this.room.select(thing.id);
  }

  key(key: string, shift = false): boolean {
    if (/^[1-9]$/.test(key)) return this.#number(Number(key) - 1);
    if (!this.card) return false;
    if (this.use && this.ground.key(this.use, key, shift)) {
      this.#ask();
      return true;
    }
    switch (key) {
      case "Enter":
        this.commit();
        return true;
      case "Escape":
        this.take(null);
        return true;
      case "Backspace":
        this.back();
        return true;
    }
    return false;
  }

  #number(place: number): boolean {
    switch (this.choice) {
      case "card": {
        const card = this.decision.hand[place];
        if (card) this.take(card.key);
        return card !== undefined;
      }
      case "use":
        if (this.ways[place]) this.choose(this.ways[place].key);
        return true;
      case "later":
        if (this.way?.later[place]) this.nameLater(this.way.later[place].key);
        return true;
      case "whom": {
        const { eligible, targets } = this;
        if (this.use?.aim.at === "feature") this.lay(eligible[place] ?? "");
        else if (eligible[place]) this.toggle(eligible[place]);
        else if (targets[place - eligible.length]) this.aim(targets[place - eligible.length]!);
        return true;
      }
    }
  }

  // ------------------------------------------------------------ what is shown

  readonly touchable: ReadonlySet<string> = $derived(new Set([...(this.use && isOfUnits(this.use.aim) ? this.eligible : []), ...this.targets]));

  readonly mays: Mays = $derived.by(() => {
    const mays: Record<string, string> = {};
    if (!this.use || isOfUnits(this.use.aim)) for (const id of this.eligible) mays[id] = this.units.includes(id) ? "has the card" : "may have the card";
    for (const id of this.targets) mays[id] = id === this.target ? "target of the card" : "may be the target";
    return mays;
  });

  readonly drawing: Partial<TableState> = $derived.by(() => ({
    targets: [
      ...(this.use && isOfUnits(this.use.aim) ? this.eligible : []).map((unit) => ({ unit, chosen: this.units.includes(unit), barred: false })),
      ...this.targets.map((unit) => ({ unit, chosen: unit === this.target, barred: false })),
    ],
    templates: this.preview?.marks.length
      ? [{ tone: "plan" as const, marks: this.preview.marks, line: null, aim: this.ground.at, barred: this.barred, label: this.ground.label }]
      : [],
  }));

  prompt(who: string): Omit<Prompt, "side"> {
    const { preview, held, use } = this;
    const reasons = this.room.refused.length ? this.room.refused : this.barred ? (preview?.reasons ?? []) : [];
    const rules = use ? use.rules : held ? [held.rule] : [];
    const note = preview?.notes.length ? `. ${capital(inARow(preview.notes))}` : "";
    const details: Detail[] = reasons.length ? detailsOf(reasons) : [{ text: `${this.words}${note}`, rules }];
    return {
      state: reasons.length ? "illegal" : this.play ? "plotting" : "choose",
      sentence: this.#sentence(who, reasons.length > 0),
      details,
      acts: [
        { label: "Put it back", key: "Esc", run: () => this.take(null) },
        { label: this.#done ? capital(this.name) : `Play the ${this.name}`, key: "Enter", primary: true, disabled: !this.play || this.barred, run: () => this.commit() },
      ],
    };
  }

  #sentence(who: string, barred: boolean): string {
    if (this.#done) return barred ? `${capital(this.name)}: that cannot be done so.` : `${who}: ${this.name}, or put it back.`;
    return barred ? `The ${this.name} cannot be played so.` : `${who}, play the ${this.name}, or put it back.`;
  }
}
