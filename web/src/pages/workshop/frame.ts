// What the bar of the workshop shows of the thing in hand, and what its buttons do with it.

export type Part = "army" | "scenario" | "from-dnd" | "house";

export interface InHand {
  readonly name: string;
  /** How long a name may be. */
  readonly longest?: number;
  /** Where it is kept, in two or three words: "Saved here". */
  readonly saved: string;
  /** What Undo would take back and Redo do again, in words; empty if nothing. */
  readonly undoes: string;
  readonly redoes: string;
  rename?: (name: string) => void;
  undo(): void;
  redo(): void;
  copy?: () => void;
  share?: () => void;
  print?: () => void;
}

/** What a key of the frame does; nothing for any other. In a field, keys belong to the field. */
export function frameKey({ key, ctrlKey, metaKey, shiftKey, altKey, target }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey" | "target">): "undo" | "redo" | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (target instanceof Element && target.closest("input:not([type=range], [type=radio], [type=checkbox]), textarea, [contenteditable], dialog")) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && !shiftKey ? "redo" : null;
}

/** Whether a key belongs to a field, or to a card that lies over the page. */
export const isTaken = ({ target }: Pick<KeyboardEvent, "target">): boolean =>
  (target instanceof Element && !!target.closest("input, textarea, select, [contenteditable], dialog")) || document.querySelector("dialog[open]") !== null;
