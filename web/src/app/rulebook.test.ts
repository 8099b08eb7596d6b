import { describe, expect, it } from "vitest";

import type { Rule, Rulebook } from "../api/types";
import { search, sections, tablePlaces, tiersOf, withMarks } from "./rulebook";

const rule = (id: string, section: string, text: string, ruling = ""): Rule => ({
  id,
  section,
  tier: "basic",
  kind: "procedure",
  rule: text,
  ruling,
  example: "",
  tables: [],
  switch: "",
  choices: [],
  other_switches: {},
});
const book: Rulebook = {
  book: "book_of_war",
  title: "Book of War",
  rules: [
    rule("BW-B4-20", "Hedgehog", "A unit may form hedgehog.", "Pikemen look outward."),
    rule("BW-B2-14", "Pikemen", "Pikemen in hedgehog have no front."),
    rule("BW-B2-15", "Pikemen", "They charge as others do."),
  ],
  linked: {},
  tables: [],
  played: ["basic"],
};

describe("tiers", () => {
  const tiered = (tier: string): Rule => ({ ...rule(`BW-${tier}`, "", ""), tier });

  it("are played or not as the server says", () => {
    const rules = ["core", "basic", "advanced", "optional"].map(tiered);
    expect(tiersOf({ ...book, rules, played: ["core", "basic"] })).toEqual({ played: ["core", "basic"], unplayed: ["advanced", "optional"] });
    expect(tiersOf(book)).toEqual({ played: ["basic"], unplayed: [] });
  });
});

const ids = (query: string): string[] => search(book, query).map(({ id }) => id);

describe("searching the rules", () => {
  it("finds rules in which every word occurs, in any case, those that say it themselves first", () => {
    expect(ids("PIKEMEN hedgehog")).toEqual(["BW-B2-14", "BW-B4-20"]);
    expect(ids("charge")).toEqual(["BW-B2-15"]);
    expect(ids("charge horse")).toEqual([]);
  });

  it("finds a rule by its number, or the beginning of it", () => {
    expect(ids("bw-b2")).toEqual(["BW-B2-14", "BW-B2-15"]);
  });

  it("finds nothing for nothing", () => {
    expect(ids("  ")).toEqual([]);
  });
});

describe("a rule's text", () => {
  it("stands under its section, in the order of the book", () => {
    expect(sections(book.rules).map(({ name, rules }) => [name, rules.length])).toEqual([
      ["Hedgehog", 1],
      ["Pikemen", 2],
    ]);
  });

  it("is cut where searched words stand, whatever signs they hold", () => {
    expect(withMarks("Pikemen (in hedgehog)", "pike (in")).toEqual([
      { text: "Pike", mark: true },
      { text: "men ", mark: false },
      { text: "(in", mark: true },
      { text: " hedgehog)", mark: false },
    ]);
  });
});

describe("a table of a section", () => {
  it("stands once, with the first rule that reads it", () => {
    const reads = (id: string, ...tables: string[]): Rule => ({ ...rule(id, "", ""), tables });
    const places = tablePlaces([reads("BW-1"), reads("BW-2", "move"), reads("BW-3", "move", "dice"), reads("BW-4", "dice")]);
    expect([...places]).toEqual([["move", "BW-2"], ["dice", "BW-3"]]);
  });
});
