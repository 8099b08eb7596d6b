// Finding troop types by what one types: the words of their names first, then of what is noted about them.

import type { Recruit } from "../../../api/types";

type Sought = Pick<Recruit, "name" | "note" | "against">;

const plain = (text: string): string => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** Those that have all the words; by name before by note, who may come before who may not, else in the book's order. */
export function sought<T extends Sought>(all: readonly T[], text: string): T[] {
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  const rank = ({ name, note, against }: T): number => {
    const [called, noted] = [plain(name), plain(`${name} ${note}`)];
    if (!wanted.every((word) => noted.includes(word))) return -1;
    const starts = wanted.every((word) => called.split(/[\s-]/).some((part) => part.startsWith(word)));
    return (against ? 4 : 0) + (starts ? 0 : wanted.every((word) => called.includes(word)) ? 1 : 2);
  };
  return all
    .map((one, place) => ({ one, place, rank: rank(one) }))
    .filter((found) => found.rank >= 0)
    .sort((one, other) => one.rank - other.rank || one.place - other.place)
    .map(({ one }) => one);
}

/** How many of them the points left pay for: "3 fit"; of more than fit, by how much. */
export function fitSaid({ room_for: room, each }: Pick<Recruit, "room_for" | "each">): string {
  if (room === null || !each) return "";
  return room === 0 ? "no points left" : `${room} ${room === 1 ? "fits" : "fit"}`;
}
