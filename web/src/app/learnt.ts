// What this browser remembers of lessons: those that were done, and that somebody knows these games.

const DONE = "schiltron-lessons";
const KNOWS = "schiltron-knows";

export function learnt(store: Storage = localStorage): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(store.getItem(DONE) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((one): one is string => typeof one === "string") : []);
  } catch {
    return new Set();
  }
}

export function markLearnt(lesson: string, store: Storage = localStorage): void {
  try {
    store.setItem(DONE, JSON.stringify([...new Set([...learnt(store), lesson])]));
  } catch {
    // A browser that keeps nothing still teaches.
  }
}

/** Whether the offer of a first lesson was put away, or taken. */
export function knows(store: Storage = localStorage): boolean {
  try {
    return store.getItem(KNOWS) !== null || learnt(store).size > 0;
  } catch {
    return false;
  }
}

export function putAway(store: Storage = localStorage): void {
  try {
    store.setItem(KNOWS, "yes");
  } catch {
    // It is offered again another time.
  }
}
