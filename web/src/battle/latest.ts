/** Questions that chase a moving hand: one at a time is asked, and of those that wait only the latest. */
export class Latest<Q, A> {
  #asking = false;
  #next: { question: Q } | null = null;
  #stopped = false;

  constructor(
    private readonly ask: (question: Q) => Promise<A | null>,
    private readonly heard: (question: Q, answer: A) => void,
    /** Milliseconds between two questions: a hand moves faster than anyone needs to ask. */
    private readonly pause = 50,
  ) {}

  want(question: Q): void {
    if (this.#stopped) return;
    this.#next = { question };
    if (!this.#asking) void this.#run();
  }

  /** Nothing that is still to come is wanted any more. */
  forget(): void {
    this.#next = null;
  }

  stop(): void {
    this.#stopped = true;
    this.#next = null;
  }

  async #run(): Promise<void> {
    this.#asking = true;
    try {
      while (this.#next) {
        const { question } = this.#next;
        this.#next = null;
        const rested = new Promise((done) => setTimeout(done, this.pause));
        const answer = await this.ask(question);
        if (answer !== null && !this.#stopped) this.heard(question, answer);
        if (this.#next || !this.#stopped) await rested;
      }
    } finally {
      this.#asking = false;
    }
  }
}
