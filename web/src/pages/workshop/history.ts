// What was done to a thing, one step at a time, to be undone and done again. Values are never changed in place: a step
// keeps the value before it.

interface Past<T> {
  /** As it stood before. */
  readonly value: T;
  /** What was done to it then, in words. */
  readonly deed: string;
}

export interface History<T> {
  readonly now: T;
  /** The oldest first. */
  readonly before: readonly Past<T>[];
  /** The next to be done again first; each with what would be done. */
  readonly after: readonly Past<T>[];
  /** Steps of one kind in a row are one step: typing a name, pressing plus. */
  readonly run: string;
}

/** Steps that can be undone; older ones are forgotten. */
export const MOST_STEPS = 200;

export const begun = <T>(now: T): History<T> => ({ now, before: [], after: [], run: "" });

/** With a step more. What had been undone can then no longer be done again. A step of the same `run` as the one before
 * is taken up into it. */
export function changed<T>(history: History<T>, now: T, deed: string, run = ""): History<T> {
  if (now === history.now) return history;
  const goesOn = run !== "" && run === history.run && history.before.length > 0;
  const before = goesOn
    ? history.before.map((step, index) => (index === history.before.length - 1 ? { ...step, deed } : step))
    : [...history.before, { value: history.now, deed }].slice(-MOST_STEPS);
  return { now, before, after: [], run };
}

export function undone<T>(history: History<T>): History<T> {
  const last = history.before.at(-1);
  if (!last) return history;
  const again = { value: history.now, deed: last.deed };
  return { now: last.value, before: history.before.slice(0, -1), after: [again, ...history.after], run: "" };
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...after] = history.after;
  if (!next) return history;
  return { now: next.value, before: [...history.before, { value: history.now, deed: next.deed }], after, run: "" };
}

/** The end of a run: the next step stands by itself. */
export const settled = <T>(history: History<T>): History<T> => (history.run ? { ...history, run: "" } : history);

/** What Undo would take back, in words; nothing if there is nothing. */
export const undoes = (history: History<unknown>): string => history.before.at(-1)?.deed ?? "";

/** What Redo would do, in words. */
export const redoes = (history: History<unknown>): string => history.after[0]?.deed ?? "";
