// What was set up last is what is offered first next time.

import type { Opponent, SeatWish, Wish } from "../api/types";
import { sideName } from "./words";

const KEY = "wish";

export const FIRST_WISH: Wish = {
  seats: { red: { who: "me" }, blue: { who: "friend" } },
  dice: "sealed",
};

/** As it was kept when there were but two sides. */
interface OldWish extends Wish {
  red?: SeatWish;
  blue?: SeatWish;
}

export function lastWish(): Wish {
  try {
    const { red, blue, ...kept } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as OldWish;
    const seats = kept.seats ?? (red && blue ? { red, blue } : undefined);
    return seats ? { ...kept, seats } : FIRST_WISH;
  } catch {
    return FIRST_WISH;
  }
}

export function keepWish(wish: Wish): void {
  localStorage.setItem(KEY, JSON.stringify(wish));
}

export function whoSaid({ who, captain = "captain" }: SeatWish, opponents: readonly Opponent[] = []): string {
  if (who !== "captain") return who === "me" ? "Me" : "A friend, by link";
  return `The ${opponents.find(({ name }) => name === captain)?.called ?? captain}`;
}

export interface SaidWish {
  term: string;
  text: string;
  /** The part of the set-up page where it is chosen. */
  part: string;
  side?: string;
}

/** A wish as rows of words. */
export function saidOf(wish: Wish, book: string, opponents: readonly Opponent[] = []): SaidWish[] {
  return [
    { term: "Rules", text: book, part: "fought" },
    { term: "Armies", text: wish.armies ? "Two army lists" : "A ready scenario", part: "fought" },
    ...Object.entries(wish.seats).map(([side, seat]) => ({ term: sideName(side), text: whoSaid(seat, opponents), part: "seats", side })),
    { term: "Dice", text: wish.dice === "sealed" ? "Sealed" : "Our own, typed in", part: "dice" },
  ];
}
