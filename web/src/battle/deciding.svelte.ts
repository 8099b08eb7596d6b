/** Choosing among options, handing things out, waiting: what needs no path. */
import type { Assign, Assigned, Battle, Choose, Preview } from "../api/types";
import { inARow } from "../app/words";
import { areCards } from "../cards/face";
import type { Point } from "../table/pose";
import type { TableState, Thing } from "../table/state";
import { NOTHING, type Control, type OddsShown, type Room } from "./control";
import { following } from "./following.svelte";
import { Latest } from "./latest";
import { addressed, awaited, capital, detailsOf, type Act, type Prompt } from "./prompt";

/** A control that leaves the table alone. */
export abstract class Plain {
  get odds(): OddsShown | null {
    return null;
  }
  readonly planned = NOTHING;
  readonly draggable = NOTHING;
  readonly mays: Record<string, string> = {};
  get touchable(): ReadonlySet<string> {
    return NOTHING;
  }
  get drawing(): Partial<TableState> {
    return {};
  }

  constructor(protected readonly room: Room) {}

  press(thing: Thing, _at: Point): void {
    if (thing.kind === "unit") this.room.select(thing.id);
    else if (thing.kind === "ground") this.room.select(null);
  }

  key(_key: string, _event: KeyboardEvent): boolean {
    return false;
  }

  protected side(seat: string): string {
    return this.room.battle.seats.find((one) => one.id === seat)?.side ?? "";
  }
}

/** With more options than these nobody reads what would come of each. */
const MOST_NOTES = 8;

// ---------------------------------------------------------------- options

export class Choosing extends Plain implements Control {
  chosen = $state.raw<ReadonlySet<string>>(new Set());
  #leaning = $state<string | undefined>();
  /** What would come of an option, where the guide has something to say about it. */
  notes = $state.raw<Readonly<Record<string, string>>>({});

  constructor(
    room: Room,
    readonly decision: Choose,
  ) {
    super(room);
    const { default: silence } = decision;
    if (!this.single && silence?.type === "chosen") this.chosen = new Set(silence.keys);
  }

  inquire(): void {
    const { options } = this.decision;
    if (this.single && options.length <= MOST_NOTES) for (const { key } of options) void this.#noteOn(key);
  }

  async #noteOn(key: string): Promise<void> {
    const preview = await this.room.store.ask({ about: "preview", answer: { type: "chosen", keys: [key] } });
    if (preview?.notes.length) this.notes = { ...this.notes, [key]: inARow(preview.notes) };
  }

  /** Options that are playing cards are shown as such. */
  get cards(): boolean {
    return areCards(this.room.store.about?.deck, this.decision.options);
  }

  get single(): boolean {
    return this.decision.most === 1 && this.decision.least === 1;
  }

  /** What silence would choose. */
  get usual(): string | undefined {
    const { default: silence } = this.decision;
    return silence?.type === "chosen" ? silence.keys[0] : undefined;
  }

  /** As they are numbered: the usual option after the others, those that let a chance go by at the end. */
  get options(): Choose["options"] {
    const { options } = this.decision;
    if (!this.single) return options;
    const place = (option: Choose["options"][number]): number => (option.forgoes ? 2 : option.key === this.usual ? 1 : 0);
    return [...options].sort((one, other) => place(one) - place(other));
  }

  /** What Enter chooses: what was taken up, or what is usual, unless that lets a chance go by. */
  get marked(): string | undefined {
    const meant = this.#leaning ?? this.usual;
    return this.options.find((option) => option.key === meant && !option.forgoes)?.key;
  }

  /** These are taken up, and not sent. */
  lean(keys: readonly string[]): void {
    if (this.single) this.#leaning = keys[0];
    else this.chosen = new Set(keys);
  }

  /** What Ctrl Enter chooses: the one option that lets a chance go by. */
  get forgone(): string | undefined {
    const [only, another] = this.decision.options.filter((option) => option.forgoes);
    return this.single && !another ? only?.key : undefined;
  }

  /** Nothing is chosen, and that would let a chance go by. */
  get #forgoing(): boolean {
    return !this.chosen.size && Boolean(this.decision.none_forgoes);
  }

  toggle(key: string): void {
    if (this.single) return this.#send([key]);
    const chosen = [...this.chosen];
    const kept = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key].slice(-this.decision.most);
    this.chosen = new Set(kept);
  }

  #send(keys: string[]): void {
    void this.room.answer(this.decision, { type: "chosen", keys });
  }

  /** Options that are units can be pressed on the table. */
  override get touchable(): ReadonlySet<string> {
    return new Set(this.decision.options.map((option) => option.key).filter((key) => key in this.room.battle.units));
  }

  override get drawing(): Partial<TableState> {
    return { targets: [...this.touchable].map((unit) => ({ unit, chosen: this.chosen.has(unit), barred: false })) };
  }

  override press(thing: Thing, at: Point): void {
    if (thing.kind === "unit" && this.touchable.has(thing.id)) this.toggle(thing.id);
    else super.press(thing, at);
  }

  override key(key: string, event: KeyboardEvent): boolean {
    const option = this.options[Number(key) - 1];
    if (option && /^[1-9]$/.test(key)) this.toggle(option.key);
    else if (key !== "Enter") return false;
    else if (this.single) {
      const meant = event.ctrlKey ? this.forgone : this.marked;
      if (meant !== undefined) this.#send([meant]);
    } else if (this.chosen.size >= this.decision.least && (event.ctrlKey || !this.#forgoing)) this.#send([...this.chosen]);
    return true;
  }

  get #wanted(): string {
    const { least, most } = this.decision;
    const number = least === most ? `${least}` : `${least} to ${most}`;
    return `Choose ${number}, ${this.chosen.size} chosen${this.decision.sealed ? ". Sealed until all are in" : ""}`;
  }

  /** Of more than three, which stand in a list, only the usual one has a button here, and the one that declines. */
  #choices(): Act[] {
    const { options, marked, forgone } = this;
    const acts = options.map((option, index) => ({
      label: capital(option.label),
      key: option.key === marked ? "Enter" : option.key === forgone ? "Ctrl Enter" : String(index + 1),
      primary: option.key === marked,
      run: () => this.toggle(option.key),
    }));
    const shown = options.length > 3 ? acts.filter(({ key }) => key.endsWith("Enter")) : acts;
    return [...shown.filter(({ key }) => key === "Ctrl Enter"), ...shown.filter(({ key }) => key !== "Ctrl Enter")];
  }

  get #called(): string {
    const { none, some, least } = this.decision;
    if (!this.chosen.size && !least) return none || "Choose nothing";
    return some || `${this.cards ? "Keep" : "Choose"} ${this.chosen.size === 1 ? "this" : "these"}`;
  }

  #all(): Act {
    return {
      label: this.#called,
      key: this.#forgoing ? "Ctrl Enter" : "Enter",
      primary: !this.#forgoing,
      disabled: this.chosen.size < this.decision.least,
      run: () => this.#send([...this.chosen]),
    };
  }

  get prompt(): Prompt {
    const { decision } = this;
    const acts = this.single ? this.#choices() : [this.#all()];
    const side = this.side(decision.seat);
    return {
      state: this.room.refused.length ? "illegal" : "choose",
      side,
      sentence: addressed(this.room.asked(decision.seat), decision),
      details: this.room.refused.length
        ? detailsOf(this.room.refused)
        : [{ text: this.single ? "" : this.#wanted, rules: decision.rules }],
      acts,
    };
  }
}

// ---------------------------------------------------------------- handing out

export class Assigning extends Plain implements Control {
  /** item -> bin -> count */
  given = $state.raw<Readonly<Record<string, Readonly<Record<string, number>>>>>({});
  #spoken = $state.raw<{ answer: Assigned; preview: Preview } | null>(null);
  readonly #previews: Latest<Assigned, Preview>;

  constructor(
    room: Room,
    readonly decision: Assign,
  ) {
    super(room);
    this.#previews = new Latest(
      (answer) => room.store.ask({ about: "preview", answer }),
      (answer, preview) => (this.#spoken = { answer, preview }),
    );
    this.hold(decision.default?.type === "assigned" ? decision.default : { type: "assigned", shares: [] });
  }

  /** They are handed out so, and not sent. */
  hold({ shares }: Assigned): void {
    const given: Record<string, Record<string, number>> = {};
    for (const item of this.decision.items) given[item.key] = {};
    for (const { item, bin, count } of shares) {
      const row = (given[item] ??= {});
      row[bin] = (row[bin] ?? 0) + count;
    }
    this.#hold(given);
  }

  stop(): void {
    this.#previews.stop();
  }

  #hold(given: Readonly<Record<string, Readonly<Record<string, number>>>>): void {
    this.given = given;
    this.inquire();
  }

  inquire(): void {
    if (this.done) this.#previews.want(this.answer);
  }

  /** Whether it is dice that are handed out: they are moved one by one. */
  get dice(): boolean {
    return this.decision.items.every((item) => item.count > 1 && item.label.startsWith("dice"));
  }

  get answer(): Assigned {
    const shares = Object.entries(this.given).flatMap(([item, row]) =>
      Object.entries(row).flatMap(([bin, count]) => (count ? [{ item, bin, count }] : [])),
    );
    return { type: "assigned", shares };
  }

  /** The server's word on how they are handed out now. */
  get preview(): Preview | null {
    return this.done && this.#spoken && JSON.stringify(this.#spoken.answer) === JSON.stringify(this.answer) ? this.#spoken.preview : null;
  }

  get barred(): boolean {
    return this.preview?.legal === false;
  }

  left(item: string): number {
    const count = this.decision.items.find((one) => one.key === item)?.count ?? 0;
    return count - Object.values(this.given[item] ?? {}).reduce((sum, number) => sum + number, 0);
  }

  get done(): boolean {
    return this.decision.items.every((item) => this.left(item.key) === 0);
  }

  /** One more or one less; a thing that is one of its kind changes hands at once. */
  give(item: string, bin: string, by: 1 | -1): void {
    const one = this.decision.items.find((other) => other.key === item);
    if (!one?.bins.includes(bin)) return;
    const row = { ...this.given[item] };
    if (by > 0 && this.left(item) <= 0) {
      const [other] = one.bins.filter((name) => name !== bin && (row[name] ?? 0) > 0).sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));
      if (!other) return;
      row[other] = (row[other] ?? 0) - 1;
    }
    row[bin] = Math.max(0, (row[bin] ?? 0) + by);
    this.#hold({ ...this.given, [item]: row });
  }

  /** So many there, no more than there are; the others keep what they have. */
  put(item: string, bin: string, count: number): void {
    const one = this.decision.items.find((other) => other.key === item);
    if (!one?.bins.includes(bin) || !Number.isFinite(count)) return;
    const most = this.left(item) + (this.given[item]?.[bin] ?? 0);
    this.#hold({ ...this.given, [item]: { ...this.given[item], [bin]: Math.max(0, Math.min(most, Math.round(count))) } });
  }

  /** Everything that is not given yet. */
  rest(item: string, bin: string): void {
    this.put(item, bin, this.left(item) + (this.given[item]?.[bin] ?? 0));
  }

  all(bin: string): void {
    const given = { ...this.given };
    for (const item of this.decision.items) if (item.bins.includes(bin)) given[item.key] = { [bin]: item.count };
    this.#hold(given);
  }

  commit(): void {
    if (this.done && !this.barred) void this.room.answer(this.decision, this.answer);
  }

  /** What comes of it, at each of those whom it is meant for. */
  override get odds(): OddsShown | null {
    const { preview } = this;
    if (!preview?.odds || !preview.legal) return null;
    const named = (id: string) => this.room.battle.units[id]?.name ?? "";
    const others = preview.beside.map((one) => ({ title: `Also ${named(one.target)}`, odds: one }));
    return { title: `At ${named(preview.odds.target)}`, odds: preview.odds, target: preview.odds.target, others };
  }

  override get drawing(): Partial<TableState> {
    const units = this.decision.bins.filter((bin) => bin.key in this.room.battle.units);
    return { targets: units.map((bin) => ({ unit: bin.key, chosen: false, barred: false })) };
  }

  override key(key: string, event: KeyboardEvent): boolean {
    if (key === "Enter") {
      this.commit();
      return true;
    }
    const number = /^Digit([1-9])$/.exec(event.code)?.[1] ?? (/^[1-9]$/.test(key) ? key : "");
    const bin = number ? this.decision.bins[Number(number) - 1] : undefined;
    if (!bin) return false;
    if (!this.dice) this.all(bin.key);
    else for (const item of this.decision.items) this.give(item.key, bin.key, event.shiftKey ? -1 : 1);
    return true;
  }

  get prompt(): Prompt {
    const { decision } = this;
    const side = this.side(decision.seat);
    const left = decision.items.reduce((sum, item) => sum + this.left(item.key), 0);
    const reasons = this.room.refused.length ? this.room.refused : this.barred ? (this.preview?.reasons ?? []) : [];
    const sealed = decision.sealed ? ". Sealed until all are in" : "";
    const promised = !this.dice && this.preview?.notes.length ? `. ${capital(inARow(this.preview.notes))}` : "";
    return {
      state: reasons.length ? "illegal" : "choose",
      side,
      sentence: addressed(this.room.asked(decision.seat), decision),
      details: reasons.length
        ? detailsOf(reasons)
        : [{ text: `${left ? `${left} still to give` : "All handed out"}${sealed}${promised}`, rules: decision.rules }],
      acts: [
        ...(decision.window ? [{ label: "Pass, and ask no more", run: () => following.choose({ windows: true }) }] : []),
        {
          label: this.dice && decision.sealed ? "Seal the split" : "Give them so",
          key: "Enter",
          primary: true,
          disabled: !this.done || this.barred,
          run: () => this.commit(),
        },
      ],
    };
  }
}

// ---------------------------------------------------------------- nothing to decide

export class Watching extends Plain implements Control {
  readonly decision = null;

  /** Someone else is deciding, or we only look on. */
  get prompt(): Prompt {
    const { battle, store } = this.room;
    if (store.wire !== "live")
      return {
        state: "lost",
        side: "",
        sentence: store.wire === "connecting" ? "Joining the battle." : "The connection is lost.",
        details: [{ text: store.wire === "connecting" ? "" : "Trying again; nothing that was confirmed is lost", rules: [] }],
        acts: store.wire === "connecting" ? [] : [{ label: "Try now", run: () => store.retry() }],
      };
    const open = battle.decisions[0];
    const seat = open?.seat ?? "";
    const side = this.side(seat) || battle.active;
    const who = this.room.sideWord(side);
    const player = store.players.find((one) => one.seat === seat);
    const captain = player?.who === "captain";
    const away = player && !captain && !player.connected;
    const answered = battle.commitments.some((one) => one.decision.seat === store.seat);
    const unasked = Boolean(store.seat) && following.windows;
    return {
      state: "waiting",
      side,
      sentence: battle.roll
        ? `${capital(battle.roll.purpose)}.`
        : !open
          ? `${who} goes on.`
          : answered
            ? `${who} is still to answer.`
            : open.type === "waiting" ? awaited(who, open.prompt) : addressed(this.room.asked(seat), open),
      details: [
        {
          text: this.#why(battle, captain, Boolean(away)),
          rules: open?.rules ?? battle.roll?.rules ?? [],
        },
        ...(unasked ? [{ text: "What you may answer in the middle passes unasked", rules: [] }] : []),
      ],
      acts: unasked ? [{ label: "Ask me again", run: () => following.choose({ windows: false }) }] : [],
    };
  }

  /** Why nothing is asked of us. */
  #why(battle: Battle, captain: boolean, away: boolean): string {
    const { seat } = this.room.store;
    if (battle.proposals.some((one) => one.seat === seat)) return "You have asked; the other player has to agree";
    if (battle.commitments.some((one) => one.decision.seat === seat)) return "Your answer is sealed until all are in";
    if (captain) return "The captain thinks";
    const name = this.room.store.nameOf(battle.decisions[0]?.seat ?? "");
    if (away) return name ? `${name} is away` : "Nobody is at that seat now";
    return seat ? `Waiting for ${name || "the other player"}` : "You are looking on";
  }
}
