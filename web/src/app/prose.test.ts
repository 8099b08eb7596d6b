import { describe, expect, it } from "vitest";

const FILES = import.meta.glob<string>(["../**/*.ts", "../**/*.svelte", "!../**/*.test.ts", "!../api/generated.ts"], { query: "?raw", import: "default", eager: true });
const PATTERN = /RegExp\(|[(=!:&|?,\s]\/(?![/*\s>])(?:[^/\n\\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*(?=[.,);])/g;

/** Where patterns may be matched, how many, and what they read: keys, numbers, addresses, drawings, names, and what was typed. */
const ALLOWED: Readonly<Record<string, [number, string]>> = {
  "app/books.ts": [3, "titles of books, where room is short"],
  "app/reach.ts": [4, "addresses of machines"],
  "app/rulebook.ts": [4, "what is searched for"],
  "app/sha256.ts": [1, "digits of a seed"],
  "app/words.ts": [2, "whether a hint asks, whether a name is a plural"],
  "battle/TiltDay.svelte": [1, "what a rider is called without his title, where room is short"],
  "battle/cards.svelte.ts": [1, "keys"],
  "battle/deciding.svelte.ts": [3, "keys"],
  "battle/hinting.svelte.ts": [1, "keys"],
  "battle/laying.svelte.ts": [1, "keys"],
  "battle/plan-drawing.ts": [1, "the last word that has room"],
  "battle/prompt.ts": [2, "whether a name bears an article"],
  "battle/tilting.svelte.ts": [1, "keys"],
  "battle/typing.svelte.ts": [1, "keys"],
  "pages/rules/TableView.svelte": [1, "numbers in a table"],
  "pages/start/Beside.svelte": [1, "an address"],
  "pages/workshop/army/ShareList.svelte": [2, "a name that was typed, for a file"],
  "pages/workshop/army/opening.ts": [4, "addresses"],
  "pages/workshop/army/seeking.ts": [3, "what is searched for"],
  "pages/workshop/convert/sheet-link.ts": [3, "addresses"],
  "pages/workshop/ShareThing.svelte": [2, "a name that was typed, for a file"],
  "table/lengths.ts": [1, "numbers"],
  "table/outline.ts": [1, "drawings"],
  "table/paths.ts": [3, "numbers and drawings"],
};

describe("what the server says", () => {
  it("comes in parts, and is not taken apart by patterns", () => {
    const found = Object.entries(FILES).flatMap(([path, source]) => {
      const many = source.match(PATTERN)?.length ?? 0;
      return many ? [[path.replace("../", "").replace("./", "app/"), many] as const] : [];
    });
    const allowed = Object.entries(ALLOWED).map(([path, [many]]) => [path, many] as const);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed));
  });
});
