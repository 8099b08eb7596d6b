export interface KeyLine {
  readonly keys: readonly string[];
  readonly does: string;
  /** It is of use on a map alone. */
  readonly map?: true;
}

interface KeyGroup {
  readonly title: string;
  readonly lines: readonly KeyLine[];
  readonly map?: true;
}

/** The keys of the battle screen, in the order they are explained; its own orders as the book tells them. Without a table
 * those of the map are left out. */
export function keysOf(own: readonly [key: string, does: string][], onTable: boolean): readonly KeyGroup[] {
  const all = allKeys(own);
  if (onTable) return all;
  return all.filter(({ map }) => !map).map(({ title, lines }) => ({ title, lines: lines.filter(({ map }) => !map) }));
}

const allKeys = (own: readonly [key: string, does: string][]): readonly KeyGroup[] => [
  {
    title: "Units",
    lines: [
      { keys: ["Tab"], does: "next unit; after the last one, the buttons" },
      { keys: ["Ctrl A"], does: "all who may still be told something; in set-up, all who are still to come" },
      { keys: ["Shift Space"], does: "take several: then Tab looks at the next, Space adds it or takes it out" },
      { map: true, keys: ["Shift click", "Shift drag"], does: "add a unit or take it out; draw a line round several" },
      { keys: ["T"], does: "next target" },
      { keys: [";", ":"], does: "the enemy's units and their cards, one after the other; Esc goes back" },
      { keys: ["Enter"], does: "commit, go on" },
      { keys: ["Ctrl Enter"], does: "end the phase, decline, stand still" },
      { keys: ["Esc"], does: "let go" },
      { keys: ["Ctrl Z"], does: "undo" },
    ],
  },
  {
    title: "Cards and dice",
    lines: [
      { keys: ["1", "…", "9"], does: "take a card, then its use, then whom it is for; a die to a bin, with Shift back" },
      { keys: ["Enter"], does: "play it, seal it, or pass" },
      { keys: ["Backspace"], does: "one choice back" },
      { keys: ["V"], does: "turn one's cards, where two share a screen" },
    ],
  },
  {
    title: "Engines",
    map: true,
    lines: [
      { keys: ["←", "→"], does: "turn 1°, with Shift 5°" },
      { keys: ["↑", "↓"], does: "call it an inch farther or nearer, with Shift six" },
      { keys: ["1", "2", "3"], does: "fire with another section" },
      { keys: ["T"], does: "at the next target" },
      { keys: ["Enter"], does: "fire" },
    ],
  },
  {
    title: "Shooting",
    map: true,
    lines: [
      { keys: ["[", "]"], does: "with fewer files, with more" },
      { keys: ["←", "→"], does: "with files farther left, farther right" },
      { keys: ["↑", "↓"], does: "with more ranks, with fewer" },
      { keys: ["T"], does: "at the next target" },
      { keys: ["Enter"], does: "shoot" },
    ],
  },
  {
    title: "Looking on",
    lines: [
      { keys: ["Enter", "."], does: "next; any key cuts a motion short" },
      { keys: [","], does: "back to what was done before, also in your own turn" },
      { keys: ["P"], does: "pause, go on" },
      { keys: ["<", ">"], does: "slower, quicker; the slowest is step by step" },
      { keys: ["Esc"], does: "to the end of it" },
    ],
  },
  {
    title: "Table and help",
    lines: [
      { map: true, keys: ["Space"], does: "both armies; again, the whole table" },
      { map: true, keys: ["Shift Y"], does: "turn the table round" },
      { map: true, keys: ["+", "−"], does: "closer, farther" },
      { map: true, keys: ["V", "Shift V"], does: "of a castle: the next level; all of them" },
      { map: true, keys: ["Alt ↑ ↓ ← →"], does: "move the map" },
      { keys: ["A"], does: "with no unit in hand: what the captain would do, and why" },
      { map: true, keys: ["M"], does: "measure" },
      { keys: ["L"], does: "log" },
      { keys: ["?"], does: "these keys" },
    ],
  },
  {
    title: "Plotting",
    map: true,
    lines: [
      { keys: ["↑", "↓"], does: "½″ ahead or less, with Shift 3″" },
      { keys: ["←", "→"], does: "turn or wheel 5°, with Shift 15°" },
      { keys: ["W"], does: "advance 1″, with Shift ½″" },
      { keys: ["Q", "E"], does: "wheel left, right 15°, with Shift 1°" },
      { keys: ["A", "D"], does: "turn left, right about the middle, with Shift less; of ranks, oblique 1″ at 45°, with Shift at 15°" },
      { keys: ["F"], does: "face left, again for right" },
      { keys: ["R"], does: "about" },
      { keys: ["G"], does: "formation" },
      { keys: ["[", "]"], does: "fewer, more files" },
      ...own.map(([key, does]) => ({ keys: [key], does })),
      { keys: ["Backspace"], does: "unplot the last leg; of several units, all of it" },
      { keys: ["Page ↓", "Page ↑"], does: "next mark of the unit, the one before; arrows draw it, with Shift a little" },
    ],
  },
];

const MARKED = '.prompt .acts button[aria-keyshortcuts="Enter"]:not([disabled])';

/** Whether a key belongs to what has the focus: a field, a list, a dialog; Enter and Space to a button. */
export function isTaken(event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement | null;
  if (at?.closest?.("input, textarea, select, [contenteditable], dialog")) return true;
  if ((event.key !== "Enter" && event.key !== " ") || event.ctrlKey) return false;
  // Where a button of the prompt says Enter, Enter means that one, also from its neighbours and from the tools of the map.
  if (event.key === "Enter" && at?.closest?.(".prompt .acts, .zoom") && document.querySelector(MARKED)) return false;
  return at?.closest?.("a, button, summary, [role=tab]") != null;
}

/** What is said to one who has keys; to one who has but a finger, the rest of it. */
export function byHand(keys: string, finger: string): string {
  return globalThis.matchMedia?.("(pointer: coarse)").matches ? finger : keys;
}

/** One name for a key whatever the shift does to it. */
export function keyName(event: KeyboardEvent): string {
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
