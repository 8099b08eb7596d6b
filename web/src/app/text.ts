/** Sentences of the server's: words, and what they speak of. */
import type { Text } from "../api/types";

/** As it is read where nothing beside it says whose units these are. */
export const wordsOf = (text: Text | null): string => (text ?? []).map((span) => (typeof span === "string" ? span : span.words)).join("");

/** As it is read where the side is shown as a sign. */
export const unsided = (text: Text | null): string => wordsOf((text ?? []).filter((span) => typeof span === "string" || span.type !== "side"));

/** For a screen that two people share. */
export const discreet = (text: Text): Text => text.map((span) => (typeof span !== "string" && span.type === "secret" ? span.instead : span));
