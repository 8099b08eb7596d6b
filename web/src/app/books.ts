/** Where a rule is read, whichever book it belongs to. */
export const ruleAddress = (rule: string): string => `/rules/of/${rule}`;

/** The book a rule belongs to: its ids begin with the letters before the first dash. */
export const bookOf = (rule: string, books: readonly { name: string; prefix: string }[]): string =>
  books.find(({ prefix }) => prefix === rule.split("-", 1)[0])?.name ?? books[0]?.name ?? "";

/** "By This Axe" for by_this_axe, where its own title is not known. */
export const bookTitle = (name: string): string =>
  name.replaceAll("_", " ").replace(/\b(?!of\b)\w/g, (letter) => letter.toUpperCase());

const QUICK = "captain";

/** Who leads an army unless somebody else is asked for: the captain, who answers at once, or the strongest there is. */
export const usualCaptain = (opponents: readonly { name: string }[] = []): string =>
  (opponents.find(({ name }) => name === QUICK) ?? opponents.at(-1))?.name ?? QUICK;

/** A title without what comes after the colon or in brackets. */
export const shortTitle = (title: string): string => title.replace(/(:| \().*$/, "");

/** What one calls a book, without its edition either: "Chainmail". */
export const calledBook = (title: string): string => title.replace(/\s*[:,(].*$/, "");

/** What belongs to each book, in the order in which books first come. */
export function byBook<T extends { ruleset: string }>(all: readonly T[]): [string, T[]][] {
  const found = new Map<string, T[]>();
  for (const one of all) found.set(one.ruleset, [...(found.get(one.ruleset) ?? []), one]);
  return [...found];
}
