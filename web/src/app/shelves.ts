// What the server keeps on its shelves does not change while the page is open: fetched once, when first wanted.

import { api } from "../api/http";
import type { Rulebook } from "../api/types";

function once<T>(fetch: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    kept ??= fetch().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}

const rulebooks = new Map<string, () => Promise<Rulebook>>();

export const shelves = {
  books: once(api.books),
  scenarios: once(api.scenarios),
  armies: once(api.armies),
  lessons: once(api.lessons),
  rules(book: string): Promise<Rulebook> {
    let fetch = rulebooks.get(book);
    if (!fetch) rulebooks.set(book, (fetch = once(() => api.rules(book))));
    return fetch();
  },
};
