/** What cards look like, by their keys, as the deck of the book has them. */
import type { CardFace, Deck } from "../api/types";

export const faceOf = (deck: Deck | undefined, key: string): CardFace | null => deck?.faces[key] ?? null;

/** Whether everything on offer is a playing card. */
export const areCards = (deck: Deck | undefined, options: readonly { readonly key: string }[]): boolean =>
  options.length > 0 && options.every(({ key }) => faceOf(deck, key));
