/** Why computer players gave their orders, by entry: as far as the server tells it. Fetched when somebody wants to see it. */
import { api, type Claim } from "../api/http";
import type { ThoughtShown } from "../api/types";

export class Reasons {
  #told = $state.raw<ReadonlyMap<number, readonly string[]>>(new Map());
  #fetched = false;

  constructor(
    readonly id: string,
    readonly claim: () => Claim,
  ) {}

  /** Sentences without an end; none where nothing is told of an entry. */
  of(entry: number): readonly string[] {
    return this.#told.get(entry) ?? [];
  }

  /** The server tells some more. */
  hear(thoughts: readonly ThoughtShown[]): void {
    const told = new Map(this.#told);
    for (const { entry, lines } of thoughts) told.set(entry, lines);
    this.#told = told;
  }

  /** All of those from before we listened, once. */
  async fetch(): Promise<void> {
    if (this.#fetched) return;
    this.#fetched = true;
    try {
      this.hear(await api.thoughts(this.id, this.claim()));
    } catch {
      this.#fetched = false;
    }
  }

  /** After a break something may have been missed. */
  forget(): void {
    this.#fetched = false;
  }
}
