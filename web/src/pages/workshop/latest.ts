// Questions about something that goes on changing: one is under way at a time, and what changed meanwhile is asked about
// next. Who types fast asks no more often than he is answered.

import { Refused } from "../../api/http";

/** Answers to keep up with; older ones than the newest question are never asked about. */
export class Latest<Q, A> {
  readonly #ask: (question: Q) => Promise<A>;
  readonly #heard: (question: Q, answer: A) => void;
  readonly #refused: (question: Q, refused: Refused) => void;
  readonly #wait: (ms: number) => Promise<void>;
  #next: Q | null = null;
  #busy = false;

  constructor(
    ask: (question: Q) => Promise<A>,
    heard: (question: Q, answer: A) => void,
    refused: (question: Q, refused: Refused) => void,
    wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms)),
  ) {
    this.#ask = ask;
    this.#heard = heard;
    this.#refused = refused;
    this.#wait = wait;
  }

  about(question: Q): void {
    this.#next = question;
    if (!this.#busy) void this.#go();
  }

  async #go(): Promise<void> {
    this.#busy = true;
    while (this.#next !== null) {
      const question = this.#next;
      this.#next = null;
      try {
        this.#heard(question, await this.#ask(question));
      } catch (error) {
        if (!(error instanceof Refused)) {
          this.#busy = false;
          throw error;
        }
        // Too many at once, or nobody there for the moment: it is asked again, unless something newer is by then.
        if (error.status === 429 || error.status === 503 || error.status === 0) {
          if (error.status === 0) this.#refused(question, error);
          await this.#wait(1500);
          this.#next ??= question;
        } else this.#refused(question, error);
      }
    }
    this.#busy = false;
  }
}
