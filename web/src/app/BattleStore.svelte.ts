// A battle on the page: the last snapshot and every step since, and the ways to act on it.

import { api, type Claim, Refused } from "../api/http";
import { Live, type Verdict, type Wire } from "../api/live";
import type {
  Answers,
  AnyDecision,
  Battle,
  ChatLine,
  ChatShown,
  HintsShown,
  DiceShown,
  NextBattle,
  Order,
  Player,
  Question,
  Silhouette,
  Snapshot,
  Step,
  ToldEvent,
  Undoing,
} from "../api/types";
import { RunningClock } from "./clock.svelte";
import { changed, type LogEntry, logged, remembered, shapesAfter } from "./changes";

import { hearOfNotes, keep, later, next, type Notes, notesOf, type Step as Share } from "./dice-notes";
import { Reasons } from "./reasons.svelte";

export type { LogEntry, Verdict, Wire };
export type RematchKind = NextBattle["kind"];

/** A step as it arrives, with the battle before and after: what animations hang off. */
export type StepListener = (step: Step, before: Battle, after: Battle) => void;

/** After so long (milliseconds) it is looked whether the dice still wait for us. */
const AGAIN = 1000;
const INSISTS = 40;
const INSIST_AFTER = 150;

export class BattleStore {
  readonly id: string;
  /** How we say who we are. */
  claim: Claim;

  wire = $state<Wire>("connecting");
  /** Why the server will not let us in: 403 for a bad link, 404 for no such battle. */
  barred = $state.raw<{ code: number; reason: string } | null>(null);
  /** What came with the snapshot and does not change in play. */
  about = $state.raw<Snapshot | null>(null);
  battle = $state.raw<Battle | null>(null);
  shapes = $state.raw<Record<string, Silhouette>>({});
  players = $state.raw<Player[]>([]);
  watchers = $state(0);
  /** Whose dice, and how far they are bound. */
  dice = $state.raw<DiceShown | null>(null);
  /** What this browser has noted of the dice, in this tab or in another. */
  notes = $state.raw<Notes | null>(null);
  /** The seed of sealed dice, once the battle is over. */
  readonly seed = $derived(this.dice?.seed ?? null);
  log = $state.raw<LogEntry[]>([]);
  /** What was said at the table; null where there are not two people at it. */
  chat = $state.raw<ChatShown | null>(null);
  /** Whether one may ask what a captain would do. */
  hints = $state.raw<HintsShown>({ type: "hints", allowed: false, agreed: [] });
  /** Why computer players did what they did. */
  readonly reasons: Reasons;
  /** The battle the players go on with after this one. */
  following = $state.raw<NextBattle | null>(null);
  /** How long the players may take. */
  readonly clock = new RunningClock();
  /** A captain plays on at our seat: our time was out. */
  readonly relieved = $derived(this.about?.seat != null && this.players.some(({ seat, who }) => seat === this.about?.seat && who === "captain"));
  undo = $state.raw<Undoing | null>(null);
  position = $state(0);
  hash = $state("");
  /** An order is on its way: nothing else should be sent. */
  sending = $state(false);

  /** Whose eyes these are; empty for a spectator. */
  readonly seat = $derived(this.about?.seat ?? "");
  /** What this seat has to decide now, if anything. */
  readonly due: AnyDecision | null = $derived(
    this.battle?.decisions.find((one) => one.seat === this.seat && one.type !== "waiting") ?? null,
  );
  readonly over = $derived(this.battle?.outcome != null);

  /** Whether another of our seats is waited for, at a screen that two people share. */
  readonly elsewhere = $derived(
    this.due ? null : (this.about?.mine.find((held) => this.#asked(held.seat) && held.seat !== this.seat) ?? null),
  );

  #live: Live;
  #adding = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #deaf: (() => void) | undefined;
  /** Until we have added to the dice for the first time: a page that is open already does not contend with another. */
  #opening = true;
  #listeners = new Set<StepListener>();
  readonly #open: ((url: string) => WebSocket) | undefined;

  constructor(id: string, claim: Claim = {}, open?: (url: string) => WebSocket) {
    this.id = id;
    this.claim = claim;
    this.reasons = new Reasons(id, () => this.claim);
    this.#open = open;
    this.#live = this.#connection();
  }

  #connection(): Live {
    const live: Live = new Live(
      this.id,
      this.claim,
      {
        snapshot: (snapshot) => this.begin(snapshot),
        step: (step) => this.apply(step),
        seats: (players, watchers) => {
          this.players = players;
          this.watchers = watchers;
        },
        over: (seed) => (this.dice = this.dice && { ...this.dice, seed }),
        dice: (dice) => this.#heardOfDice(dice),
        said: (line) => this.#heard(line),
        chat: (chat) => (this.chat = chat),
        hints: (hints) => (this.hints = hints),
        thoughts: (thoughts) => this.reasons.hear(thoughts),
        next: (following) => (this.following = following),
        clock: (clock) => this.clock.hear(clock),
        wire: (state) => {
          if (this.#live === live) this.wire = state;
        },
        barred: (code, reason) => (this.barred = { code: code - 4000, reason }),
      },
      this.#open,
    );
    return live;
  }

  /** Whether a computer player is at the table. */
  readonly captains = $derived(this.players.some(({ who }) => who === "captain"));

  /** Whether there is anybody else at the table to talk to. */
  readonly company = $derived(
    this.seat !== "" && this.players.some(({ seat, who }) => who !== "captain" && !this.about?.mine.some((held) => held.seat === seat)),
  );

  /** What whoever sits there is called; empty where that is not known. */
  nameOf(seat: string): string {
    return this.players.find((one) => one.seat === seat)?.name ?? "";
  }

  /** What whoever leads a side is called, in brackets; empty where that is not known or there is but one of us. */
  leaderOf(side: string): string {
    const names = new Set(this.players.map(({ name }) => name).filter(Boolean));
    const name = this.players.find((one) => one.side === side && one.name)?.name;
    return name && (names.size > 1 || this.players.some(({ who }) => who === "captain")) ? `(${name})` : "";
  }

  #heard(line: ChatLine): void {
    if (this.chat && !this.chat.said.some(({ number }) => number === line.number)) this.chat = { ...this.chat, said: [...this.chat.said, line] };
  }

  async say(text: string): Promise<void> {
    this.#heard(await api.say(this.id, this.seat, text));
  }

  /** Let those who watch read along, or no longer. */
  async openChat(on: boolean): Promise<void> {
    this.chat = await api.openChat(this.id, this.seat, on);
  }

  /** Agree to hints for both, or no longer. */
  async agreeToHints(on: boolean): Promise<void> {
    this.hints = await api.agreeToHints(this.id, this.seat, on);
  }

  async rematch(kind: RematchKind): Promise<NextBattle> {
    return (this.following = await api.rematch(this.id, this.seat, kind));
  }

  #asked(seat: string): boolean {
    return this.battle?.decisions.some((one) => one.seat === seat) ?? false;
  }

  /** Look first, so that our cookie knows the seat and there is something to see; then listen. */
  async start(): Promise<void> {
    this.notes = notesOf(this.id);
    this.#deaf = hearOfNotes(this.id, () => this.#heardOfNotes());
    try {
      this.begin(await api.battle(this.id, this.claim));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 404 || error.status === 403) {
        this.barred = { code: error.status, reason: error.refusal.what };
        return;
      }
    }
    this.#live.start();
  }

  stop(): void {
    clearTimeout(this.#again);
    this.#deaf?.();
    this.clock.stop();
    this.#live.stop();
  }

  retry(): void {
    this.#live.retry();
  }

  /** Take another seat at the same screen: its view replaces this one. */
  sit(seat: string): void {
    if (seat === this.claim.seat) return;
    this.claim = { seat };
    this.#live.stop();
    this.#live = this.#connection();
    this.#live.start();
  }

  #heardOfDice(dice: DiceShown): void {
    this.dice = dice;
    if (!dice.bound) void this.#addToDice();
  }

  /** Another tab has noted something: a secret it is bound to may be told here as well. */
  #heardOfNotes(): void {
    this.notes = notesOf(this.id);
    if (this.dice && !this.dice.bound) void this.#addToDice();
  }

  /** Add what is ours to add, one thing after the other; what is noted is noted before anybody is told. */
  async #addToDice(): Promise<void> {
    if (this.#adding) return;
    this.#adding = true;
    try {
      for (let step = this.#nextShare(); step; step = this.#nextShare()) this.dice = later(this.dice, await api.addToDice(this.id, step));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#lookAgain();
    } finally {
      this.#adding = this.#opening = false;
    }
  }

  /** What was refused may be due still: another tab came first, or too much was asked at once. */
  #lookAgain(): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#lookAtDice(), AGAIN);
  }

  async #lookAtDice(): Promise<void> {
    if (this.dice?.bound) return;
    try {
      this.#heardOfDice((await api.battle(this.id, this.claim)).dice);
    } catch (error) {
      // Who has lost the line hears of everything when it is back.
      if (error instanceof Refused && error.status === 429) this.#lookAgain();
    }
  }

  #nextShare(): Share | null {
    const mine = this.about?.mine.map(({ seat }) => seat) ?? [];
    const due = this.dice && next(this.dice, mine, notesOf(this.id), { anew: this.#opening });
    if (due) {
      keep(this.id, due.notes);
      this.notes = notesOf(this.id);
    }
    return due?.step ?? null;
  }

  /** Hear of every step; the returned function stops that. */
  listen(listener: StepListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async send(order: Order): Promise<Verdict> {
    if (this.sending) return { ok: false, stale: true, reasons: [] };
    this.sending = true;
    try {
      return await this.#live.order(this.position, order);
    } finally {
      this.sending = false;
    }
  }

  /** Give an order that is allowed whatever happens meanwhile: where something came between it is given again. */
  async insist(order: Order): Promise<void> {
    for (let tries = 0; tries < INSISTS && !this.over; tries++) {
      const verdict = await this.send(order);
      if (verdict.ok || !verdict.stale) return;
      await new Promise((go) => setTimeout(go, INSIST_AFTER));
    }
  }

  /** The events of a step of before we came, for its tallies and dice. */
  async recall(position: number): Promise<ToldEvent[]> {
    const [step] = await api.history(this.id, this.claim, position - 1, 1);
    const events = step?.position === position ? step.events : [];
    this.log = this.log.map((entry) => (entry.position === position ? { ...entry, events } : entry));
    return events;
  }

  ask<Q extends Question>(question: Q): Promise<Answers[Q["about"]] | null> {
    return this.#live.ask(question);
  }

  /** Take over a whole picture. */
  begin(snapshot: Snapshot): void {
    this.about = snapshot;
    this.battle = { ...snapshot.battle, ...besides(snapshot) };
    this.shapes = snapshot.shapes;
    this.players = snapshot.players;
    this.watchers = snapshot.watchers;
    this.chat = snapshot.chat;
    this.hints = snapshot.hints;
    this.reasons.forget();
    this.following = snapshot.following;
    this.clock.hear(snapshot.clock);
    this.#heardOfDice(snapshot.dice);
    this.log = remembered(snapshot.log);
    this.undo = snapshot.undo;
    this.position = snapshot.position;
    this.hash = snapshot.hash;
    this.#live.position = snapshot.position;
    this.#live.hash = snapshot.hash;
  }

  /** One more entry of the journal; what is already known is heard no second time. */
  apply(step: Step): void {
    if (!this.battle || step.position <= this.position) return;
    const before = this.battle;
    const after = { ...changed(before, step.changes), ...besides(step) };
    this.battle = after;
    this.shapes = shapesAfter(this.shapes, step.changes);
    this.log = logged(this.log, step, before.duel?.round);
    this.position = step.position;
    this.hash = step.hash;
    this.undo = step.undo;
    for (const listener of this.#listeners) listener(step, before, after);
  }
}

/** What the book says of a battle besides. */
function besides({ duel, map_room, tilt_yard, conditions, sky, measures, liberties, prompts }: Snapshot | Step): Pick<Battle, "duel" | "map_room" | "tilt_yard" | "conditions" | "sky" | "measures" | "liberties" | "prompts"> {
  return { duel, map_room, tilt_yard, conditions, sky, measures, liberties, prompts };
}
