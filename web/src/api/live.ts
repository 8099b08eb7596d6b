// One battle's wire: it comes back by itself after a break and asks for what it missed.

import { type Claim, query } from "./http";
import type { Answers, ChatLine, ChatShown, ClockShown, DiceShown, FromServer, HintsShown, NextBattle, Order, Question, Reason, Snapshot, Step, ThoughtShown, ToServer } from "./types";

export type Wire = "connecting" | "live" | "lost" | "closed";

export type Verdict = { ok: true } | { ok: false; stale: boolean; reasons: Reason[] };

export interface Ear {
  snapshot(snapshot: Snapshot): void;
  step(step: Step): void;
  seats(players: Snapshot["players"], watchers: number): void;
  /** The battle is over, and the seed of sealed dice may be known. */
  over(seed: string | null): void;
  /** Somebody has added to the dice. */
  dice(dice: DiceShown): void;
  /** Something was said at the table. */
  said(line: ChatLine): void;
  /** Everything that was said, as far as we may read it now. */
  chat(chat: ChatShown): void;
  /** How the clock stands. */
  clock(clock: ClockShown): void;
  /** Whether players may ask what a captain would do. */
  hints(hints: HintsShown): void;
  thoughts(thoughts: readonly ThoughtShown[]): void;
  /** The players go on with another battle. */
  next(following: NextBattle): void;
  wire(state: Wire): void;
  /** The server refused the connection for good: a bad link, or no such battle. */
  barred(code: number, reason: string): void;
}

type Settled = Extract<FromServer, { type: "obeyed" | "refused" | "answer" }>;

interface Pending {
  settle(message: Settled): void;
  fail(): void;
}

/** Close codes after which coming back would not help: a refusal's status, after 4000. */
const FINAL = new Set([4400, 4401, 4403, 4404, 4422]);
const PING_EVERY = 20_000;
const SLOWEST_RETRY = 8_000;
const LOST: Reason = { text: "The connection was lost; look whether it was done.", rules: [], leg: null, measured: false };

export class Live {
  /** Where we are, and the hash of what we see there: with these we are only told what we missed. */
  position: number | undefined;
  hash = "";

  #socket: WebSocket | undefined;
  #waiting = new Map<number, Pending>();
  #refs = 0;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #closed = false;

  constructor(
    readonly id: string,
    readonly claim: Claim,
    readonly ear: Ear,
    readonly open: (url: string) => WebSocket = (url) => new WebSocket(url),
  ) {}

  start(): void {
    if (this.#closed) return;
    this.ear.wire("connecting");
    const socket = this.open(this.#address());
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.ear.wire("live");
      this.#ping = setInterval(() => this.#say({ type: "ping" }), PING_EVERY);
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") this.#hear(JSON.parse(data) as FromServer);
    };
    socket.onclose = (event) => this.#dropped(event);
  }

  stop(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Try at once instead of waiting, for a button or when the machine is back on the net. */
  retry(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#timer);
    this.start();
  }

  order(position: number, order: Order): Promise<Verdict> {
    return new Promise((settle) => {
      const ref = this.#expect({
        settle: (message) =>
          settle(message.type === "refused" ? { ok: false, stale: message.stale, reasons: message.reasons } : { ok: true }),
        fail: () => settle({ ok: false, stale: true, reasons: [LOST] }),
      });
      this.#say({ type: "order", ref, position, order });
    });
  }

  /** Null when there is no answer to be had: refused, or the wire broke. */
  ask<Q extends Question>(question: Q): Promise<Answers[Q["about"]] | null> {
    return new Promise((settle) => {
      const ref = this.#expect({
        settle: (message) => settle(message.type === "answer" ? (message.answer as Answers[Q["about"]]) : null),
        fail: () => settle(null),
      });
      this.#say({ type: "ask", ref, question });
    });
  }

  #address(): string {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const from = query({ ...this.claim, position: this.position, hash: this.hash });
    return `${scheme}://${location.host}/api/battles/${encodeURIComponent(this.id)}/live${from}`;
  }

  #reached({ position, hash }: { position: number; hash: string }): void {
    this.position = position;
    this.hash = hash;
  }

  #expect(pending: Pending): number {
    const ref = ++this.#refs;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#waiting.set(ref, pending);
    else queueMicrotask(() => pending.fail());
    return ref;
  }

  #say(message: ToServer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "snapshot":
        this.#reached(message);
        return this.ear.snapshot(message);
      case "step":
        this.#reached(message);
        return this.ear.step(message);
      case "seats":
        return this.ear.seats(message.players, message.watchers);
      case "dice":
        return this.ear.dice(message.dice);
      case "said":
        return this.ear.said(message);
      case "chat":
        return this.ear.chat(message);
      case "hints":
        return this.ear.hints(message);
      case "thoughts":
        return this.ear.thoughts(message.thoughts);
      case "next":
        return this.ear.next(message);
      case "clock":
        return this.ear.clock(message);
      case "over":
        return this.ear.over(message.seed);
      case "obeyed":
      case "refused":
      case "answer": {
        const pending = this.#waiting.get(Number(message.ref));
        this.#waiting.delete(Number(message.ref));
        return pending?.settle(message);
      }
      case "pong":
        return;
    }
  }

  #dropped(event: CloseEvent): void {
    clearInterval(this.#ping);
    this.#socket = undefined;
    const failed = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const pending of failed) pending.fail();
    if (FINAL.has(event.code)) {
      this.#closed = true;
      this.ear.barred(event.code, event.reason);
    }
    if (this.#closed) return this.ear.wire("closed");
    this.ear.wire("lost");
    const wait = Math.min(SLOWEST_RETRY, 250 * 2 ** this.#tries++);
    this.#timer = setTimeout(() => this.start(), wait * (0.75 + Math.random() / 2));
  }
}
