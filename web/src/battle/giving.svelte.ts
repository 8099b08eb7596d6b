/** Answers for several units, given one after the other through the ordinary door. */
import type { AnyDecision, Commanded, Reason, SetDown } from "../api/types";
import type { BattleStore } from "../app/BattleStore.svelte";

export type Given = Commanded | SetDown;

/** Milliseconds until it is looked again whether the next is asked for. */
const PAUSE = 40;
const TRIES = 5;

const actorOf = (answer: Given): string => (answer.type === "set_down" ? answer.unit : answer.actor);

export class Giving {
  /** What is still to be given, of how many. */
  left = $state.raw<readonly Given[]>([]);
  many = $state(0);
  going = $state(false);
  /** Whose order was refused after how many, and why. */
  stopped = $state.raw<{ readonly actor: string; readonly given: number; readonly reasons: readonly Reason[] } | null>(null);
  #moment = "";
  #ended = false;

  constructor(
    private readonly store: BattleStore,
    private readonly done: () => void,
    private readonly pause = PAUSE,
  ) {}

  stop(): void {
    this.#ended = true;
  }

  /** What is left for those who are asked about now, as long as it is the same phase. */
  leftFor(actors: readonly string[]): readonly Commanded[] {
    if (this.#now !== this.#moment) return [];
    return this.left.filter((one): one is Commanded => one.type === "commanded" && actors.includes(one.actor));
  }

  placesFor(units: readonly string[]): readonly SetDown[] {
    if (this.#now !== this.#moment) return [];
    return this.left.filter((one): one is SetDown => one.type === "set_down" && units.includes(one.unit));
  }

  forget(): void {
    this.left = [];
    this.stopped = null;
  }

  async give(answers: readonly Given[]): Promise<void> {
    if (this.going) return;
    this.left = answers;
    this.many = answers.length;
    this.stopped = null;
    this.#moment = this.#now;
    this.going = true;
    try {
      await this.#giveAll();
    } finally {
      this.going = false;
    }
    this.done();
  }

  async #giveAll(): Promise<void> {
    let tries = 0;
    for (let due = await this.#asked(); due; due = await this.#asked()) {
      const [answer, ...rest] = this.left;
      const { position } = this.store;
      const verdict = await this.store.send({ type: "reply", seat: due.seat, decision: due.id, answer: answer! });
      if (verdict.ok) {
        this.left = rest;
        tries = 0;
        while (this.store.position === position && !this.#ended) await this.#rest();
      } else if (verdict.stale && ++tries < TRIES) await this.#rest();
      else {
        return this.#stop(answer!, verdict.reasons);
      }
    }
  }

  #stop(answer: Given, reasons: readonly Reason[]): void {
    this.stopped = { actor: actorOf(answer), given: this.many - this.left.length, reasons };
  }

  /** The decision that the next answer is for; null when something else is asked, or nothing more. */
  async #asked(): Promise<AnyDecision | null> {
    while (this.left.length && !this.#ended && !this.store.over && this.#now === this.#moment) {
      const { due } = this.store;
      if (due && !this.store.sending) {
        if (fits(due, this.left[0]!)) return due;
        if (!isAlike(due, this.left[0]!)) return null;
        this.#stop(this.left[0]!, [NOT_ASKED]);
        return null;
      }
      await this.#rest();
    }
    return null;
  }

  get #now(): string {
    const { battle, seat } = this.store;
    return `${battle?.turn}:${battle?.phase}:${seat}`;
  }

  #rest(): Promise<void> {
    return new Promise((done) => setTimeout(done, this.pause));
  }
}

const NOT_ASKED: Reason = { text: "It may not be told anything any more.", rules: [], leg: null, measured: false };

const isAlike = (due: AnyDecision, answer: Given): boolean => due.type === (answer.type === "set_down" ? "place_unit" : "command");

function fits(due: AnyDecision, answer: Given): boolean {
  if (answer.type === "set_down") return due.type === "place_unit" && due.units.includes(answer.unit);
  return due.type === "command" && due.actors.includes(answer.actor) && due.actions.includes(answer.action);
}
