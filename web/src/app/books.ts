/** Which book a rule id belongs to: the letters before its first dash. */
const BOOKS: Record<string, string> = {
  BW: "book_of_war",
  CM: "chainmail",
  BS: "battlesystem",
  TA: "by_this_axe",
};

export const bookOf = (rule: string): string => BOOKS[rule.split("-", 1)[0] ?? ""] ?? "book_of_war";

/** "By This Axe" for by_this_axe, where its own title is not known. */
export const bookTitle = (name: string): string =>
  name.replaceAll("_", " ").replace(/\b(?!of\b)\w/g, (letter) => letter.toUpperCase());

/** A title without what comes after the colon or in brackets. */
export const shortTitle = (title: string): string => title.replace(/(:| \().*$/, "");

/** What belongs to each book, in the order in which books first come. */
export function byBook<T extends { ruleset: string }>(all: readonly T[]): [string, T[]][] {
  const found = new Map<string, T[]>();
  for (const one of all) found.set(one.ruleset, [...(found.get(one.ruleset) ?? []), one]);
  return [...found];
}
