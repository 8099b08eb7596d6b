// Finding one's way in a book of rules.

import type { Rule, Rulebook } from "../api/types";

/** Rules under their sections, in the order of the book. */
export function sections(rules: Rule[]): { name: string; rules: Rule[] }[] {
  const found = new Map<string, Rule[]>();
  for (const rule of rules) {
    const those = found.get(rule.section);
    if (those) those.push(rule);
    else found.set(rule.section, [rule]);
  }
  return [...found].map(([name, those]) => ({ name, rules: those }));
}

/** Where each table stands on a page of rules: with the first that reads it. The others only point there. */
export function tablePlaces(rules: readonly Rule[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const { id, tables } of rules) for (const table of tables) if (!places.has(table)) places.set(table, id);
  return places;
}

/** The tiers of a book, parted by whether they are played. */
export function tiersOf({ rules, played }: Rulebook): { played: string[]; unplayed: string[] } {
  const tiers = [...new Set(rules.map(({ tier }) => tier))];
  return { played: tiers.filter((tier) => played.includes(tier)), unplayed: tiers.filter((tier) => !played.includes(tier)) };
}

const plain = (text: string): string => text.toLowerCase().normalize("NFKD");

/** Rules in which every word occurs somewhere; those with all words in their own text come first. */
export function search(book: Rulebook, query: string): Rule[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  const weighed = book.rules.flatMap((rule) => {
    const id = plain(rule.id);
    if (wanted.length === 1 && id.startsWith(wanted[0] ?? "")) return [{ rule, weight: 0 }];
    const own = plain(rule.rule);
    const all = `${id} ${own} ${plain(rule.section)} ${plain(rule.ruling)} ${plain(rule.example)} ${plain(rule.switch)}`;
    if (!wanted.every((word) => all.includes(word))) return [];
    return [{ rule, weight: wanted.every((word) => own.includes(word)) ? 1 : 2 }];
  });
  return weighed.sort((one, other) => one.weight - other.weight).map(({ rule }) => rule);
}

/** A text cut where searched words stand in it. */
export function withMarks(text: string, query: string): { text: string; mark: boolean }[] {
  const wanted = query.split(/\s+/).filter((word) => word.length > 1);
  if (!wanted.length) return [{ text, mark: false }];
  const pattern = new RegExp(`(${wanted.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, mark: index % 2 === 1 }))
    .filter(({ text: part }) => part);
}
