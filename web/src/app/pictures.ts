// Pictures of the ready battles. The server draws them one after another, and a browser keeps few lines open to it: so
// only a few are asked for at a time, and what is looked at goes before what is only listed.

import { api } from "../api/http";
import type { ScenarioPicture } from "../api/types";

const AT_ONCE = 2;

interface Wanted {
  readonly id: string;
  readonly come: (picture: ScenarioPicture) => void;
  readonly fail: (error: unknown) => void;
}

export class Pictures {
  readonly #known = new Map<string, Promise<ScenarioPicture>>();
  #wanted: Wanted[] = [];
  #under = 0;

  constructor(private readonly fetch: (id: string) => Promise<ScenarioPicture>) {}

  /** The picture of a battle; with `first` it comes before all that nobody has begun to fetch. */
  of(id: string, first = false): Promise<ScenarioPicture> {
    const known = this.#known.get(id);
    if (known) {
      if (first) this.#wanted.sort((one, other) => Number(other.id === id) - Number(one.id === id));
      return known;
    }
    const coming = new Promise<ScenarioPicture>((come, fail) => {
      const wanted = { id, come, fail };
      if (first) this.#wanted.unshift(wanted);
      else this.#wanted.push(wanted);
    });
    this.#known.set(id, coming);
    this.#go();
    return coming;
  }

  #go(): void {
    while (this.#under < AT_ONCE && this.#wanted.length) void this.#fetched(this.#wanted.shift()!);
  }

  async #fetched({ id, come, fail }: Wanted): Promise<void> {
    this.#under += 1;
    try {
      come(await this.fetch(id));
    } catch (error) {
      this.#known.delete(id);
      fail(error);
    } finally {
      this.#under -= 1;
      this.#go();
    }
  }
}

export const pictures = new Pictures(api.scenarioPicture);
