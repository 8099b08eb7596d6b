// What was set up last is what is offered first next time.

import type { SeatWish, Wish } from "../api/types";

const KEY = "wish";

export const FIRST_WISH: Wish = {
  ruleset: "book_of_war",
  red: { who: "me" },
  blue: { who: "friend" },
  dice: "sealed",
};

export function lastWish(): Wish {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Wish | null;
    return kept && kept.red && kept.blue ? kept : FIRST_WISH;
  } catch {
    return FIRST_WISH;
  }
}

export function keepWish(wish: Wish): void {
  localStorage.setItem(KEY, JSON.stringify(wish));
}

export const whoSaid = ({ who, captain }: SeatWish): string =>
  who === "me" ? "Me" : who === "friend" ? "A friend, by link" : `The ${captain ?? "captain"}`;

export interface SaidWish {
  term: string;
  text: string;
  /** The part of the set-up page where it is chosen. */
  part: string;
  side?: string;
}

/** A wish as rows of words. */
export function saidOf(wish: Wish, book: string): SaidWish[] {
  return [
    { term: "Rules", text: book, part: "fought" },
    { term: "Armies", text: wish.armies ? "Two army lists" : "A ready scenario", part: "fought" },
    { term: "Red", text: whoSaid(wish.red), part: "seats", side: "red" },
    { term: "Blue", text: whoSaid(wish.blue), part: "seats", side: "blue" },
    { term: "Dice", text: wish.dice === "sealed" ? "Sealed" : "Our own, typed in", part: "dice" },
  ];
}
