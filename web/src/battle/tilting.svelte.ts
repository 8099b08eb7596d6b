/** Jousting: an aim and a seat are taken up, one bars some of the other, and both are sealed together. */
import type { Choose, PairOdds, TiltYard } from "../api/types";
import type { Room } from "./control";
import { Choosing } from "./deciding.svelte";
import { addressed, detailsOf, uncapital, type Act, type Prompt } from "./prompt";

const ARROWS: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Tilting extends Choosing {
  aim = $state<string | null>(null);
  seat = $state<string | null>(null);
  /** Which of the two was taken up first, and so bars some of the other. */
  #first = $state<"aim" | "seat">("aim");

  constructor(
    room: Room,
    decision: Choose,
    readonly yard: TiltYard,
  ) {
    super(room, decision);
    this.#begin();
  }

  /** Whoever must keep a steady seat has it taken up for him. */
  #begin(): void {
    const seats = this.yard.seats.filter(({ key }) => this.open(null, key));
    this.aim = null;
    this.seat = seats.length === 1 ? seats[0]!.key : null;
    this.#first = this.seat ? "seat" : "aim";
  }

  /** Whether this pair, or any with this aim or this seat, may be chosen at all. */
  open(aim: string | null, seat: string | null): boolean {
    return this.decision.options.some(({ key }) => {
      const [one, other] = key.split("/");
      return (aim === null || aim === one) && (seat === null || seat === other);
    });
  }

  get forced(): boolean {
    return this.yard.sealing?.forced ?? false;
  }

  /** Whether an aim is barred by the seat that was taken up first. */
  aimBarred(aim: string): boolean {
    return this.#first === "seat" && this.seat !== null && !this.open(aim, this.seat);
  }

  seatBarred(seat: string): boolean {
    return !this.open(null, seat) || (this.#first === "aim" && this.aim !== null && !this.open(this.aim, seat));
  }

  takeAim(aim: string): void {
    if (this.aimBarred(aim)) return;
    if (this.seat === null) this.#first = "aim";
    this.aim = this.aim === aim ? null : aim;
    if (this.aim && this.seat && !this.open(this.aim, this.seat)) this.seat = null;
    if (!this.aim && this.seat) this.#first = "seat";
  }

  takeSeat(seat: string): void {
    if (this.seatBarred(seat) || (this.forced && this.seat === seat)) return;
    if (this.aim === null) this.#first = "seat";
    this.seat = this.seat === seat ? null : seat;
    if (this.aim && this.seat && !this.open(this.aim, this.seat)) this.aim = null;
    if (!this.seat && this.aim) this.#first = "aim";
  }

  take(aim: string, seat: string): void {
    if (!this.open(aim, seat)) return;
    this.aim = aim;
    this.seat = seat;
  }

  putBack(): void {
    this.#begin();
  }

  get pair(): string | null {
    return this.aim && this.seat ? `${this.aim}/${this.seat}` : null;
  }

  /** What the pair that is taken up comes to. */
  get comesTo(): PairOdds | null {
    return this.yard.sealing?.pairs.find(({ aim, seat }) => aim === this.aim && seat === this.seat) ?? null;
  }

  get #words(): string {
    const aim = this.yard.aims.find(({ key }) => key === this.aim)?.label ?? "";
    const seat = this.yard.seats.find(({ key }) => key === this.seat)?.label ?? "";
    return [aim && uncapital(aim), seat && uncapital(seat)].filter(Boolean).join(", ");
  }

  override lean(keys: readonly string[]): void {
    const [aim, seat] = keys[0]?.split("/") ?? [];
    if (aim && seat) this.take(aim, seat);
  }

  override inquire(): void {}

  seal(): void {
    if (this.pair) void this.room.answer(this.decision, { type: "chosen", keys: [this.pair] });
  }

  /** The next pair that may be chosen in this direction, from the one that is taken up. */
  #step([down, right]: readonly [number, number]): void {
    const { aims, seats } = this.yard;
    const first = this.decision.options[0]?.key.split("/") ?? [];
    if (!this.pair) return this.take(this.aim ?? first[0] ?? "", this.seat ?? seats.find(({ key }) => this.open(this.aim ?? first[0]!, key))?.key ?? "");
    let row = aims.findIndex(({ key }) => key === this.aim);
    let column = seats.findIndex(({ key }) => key === this.seat);
    for (;;) {
      row += down;
      column += right;
      const [aim, seat] = [aims[row]?.key, seats[column]?.key];
      if (!aim || !seat) return;
      if (this.open(aim, seat)) return this.take(aim, seat);
    }
  }

  override key(key: string, event: KeyboardEvent): boolean {
    const digit = Number(/^Digit([1-8])$/.exec(event.code)?.[1] ?? (event.shiftKey ? NaN : key));
    const arrow = ARROWS[key];
    if (arrow) this.#step(arrow);
    else if (key === "Enter") this.seal();
    else if (key === "Escape" && (this.aim || (this.seat && !this.forced))) this.putBack();
    else if (event.shiftKey && this.yard.seats[digit - 1]) this.takeSeat(this.yard.seats[digit - 1]!.key);
    else if (!event.shiftKey && this.yard.aims[digit - 1]) this.takeAim(this.yard.aims[digit - 1]!.key);
    else return false;
    return true;
  }

  /** For those who listen. */
  get heard(): string {
    const aim = this.yard.aims.find(({ key }) => key === this.aim);
    const { comesTo } = this;
    const parts = [
      aim ? `Aim, ${uncapital(aim.label)}, ${aim.seats.length} seats.` : "",
      this.seat ? `Seat, ${uncapital(this.yard.seats.find(({ key }) => key === this.seat)?.label ?? "")}, chosen.` : "",
      comesTo ? `Unhorsed, he ${Math.round(100 * comesTo.theirs.unhorsed)}, you ${Math.round(100 * comesTo.mine.unhorsed)} in 100.` : "",
    ];
    return parts.filter(Boolean).join(" ");
  }

  override get prompt(): Prompt {
    const { decision } = this;
    const words = this.#words;
    const wanted = this.pair ? `${words.charAt(0).toUpperCase()}${words.slice(1)}. Both choices are shown together` : this.aim ? "And how to sit?" : this.seat ? "And where to aim?" : "An aim and a seat";
    const putBack: Act = { label: "Put back", key: "Esc", disabled: !this.aim && (!this.seat || this.forced), run: () => this.putBack() };
    const seal: Act = { label: this.pair ? `Seal ${words}` : "Seal", key: "Enter", primary: true, disabled: !this.pair, run: () => this.seal() };
    return {
      state: this.room.refused.length ? "illegal" : "choose",
      side: this.side(decision.seat),
      sentence: addressed(this.room.asked(decision.seat), decision),
      details: this.room.refused.length ? detailsOf(this.room.refused) : [{ text: wanted, rules: decision.rules }],
      acts: [putBack, seal],
    };
  }
}
