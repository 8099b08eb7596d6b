import { describe, expect, it } from "vitest";
import type { BeatShown, Text, ToldEvent } from "../api/types";
import type { LogEntry } from "../app/BattleStore.svelte";
import { chapters, discreet, luckOf } from "./log";
import { rowsOf } from "./tallies";

const common = { rules: ["BW-C3-08"], cause: "", audience: [] };
const rolled = {
  ...common,
  type: "rolled",
  roll: {
    purpose: "Hill Archers shoot at Light Horse",
    pools: [{ count: 4, sides: 6, reading: { type: "at_least", need: 5 }, label: "Hill Archers", whose: "blue" }],
    rules: [],
    id: "1",
    unequal: false,
    audience: [],
  },
  pools: [{ classes: [[0, 1], [1, 3]], faces: [6, 2, 5, 5] }],
  throwers: ["bows"],
  labels: ["Hill Archers"],
  told: [],
} as unknown as ToldEvent;
const tally = {
  label: "to hit",
  terms: [
    { label: "Armor Hit", value: 4, rule: "BW-C3-02" },
    { label: "beyond half range", value: 1, rule: "BW-B2-31" },
  ],
  measure: "pips",
  verdict: "total",
};
const struck = {
  ...common,
  type: "struck",
  unit: "bows",
  target: "horse",
  action: "shooting",
  dice: 4,
  hits: 3,
  kept: 1,
  tallies: [tally],
  needed: [true],
  told: [],
} as unknown as ToldEvent;
const fell = {
  ...common,
  type: "fell",
  unit: "horse",
  figures: 1,
  left: 8,
  told: [],
} as unknown as ToldEvent;
const LINE: Text = [{ type: "unit", unit: "bows", words: "Hill Archers" }, " shoot"];
/** All events of an entry as one line of the log. */
const beat = (kind: string, over: Partial<BeatShown> = {}): BeatShown => ({
  first: 0, last: 9, kind, side: "blue", line: LINE, result: "", decided: [], more: [], rules: [], deed: "", moment: null, ...over,
});
const entry = (events: ToldEvent[] | null, ...beats: BeatShown[]): LogEntry => ({ position: 7, turn: 3, active: "blue", phase: "attacks", beats, events });
const only = (one: LogEntry) => chapters([one])[0]!.beats[0]!;

describe("a tally", () => {
  it("counts points in eighths where they are divided", () => {
    const terms = [
      { label: "5 × archers 3½", value: 140, rule: "CM-POINTS-01" },
      { label: "mercenaries cost half", value: -70, rule: "CM-POINTS-04" },
    ];
    const rows = rowsOf({ label: "Bows", terms, measure: "eighths", verdict: "total" });
    expect([rows.rows.map(({ value }) => value), rows.total]).toEqual([["17½", "−8¾"], "8¾"]);
  });

  it("says strength with its fractions", () => {
    const terms = [{ label: "Knights", value: 1216, rule: "TA-ABS-13" }, { label: "General", value: 3, rule: "TA-ABS-13" }];
    const rows = rowsOf({ label: "strength left", terms, measure: "hundredths", verdict: "total" });
    expect([rows.rows.map(({ value }) => value), rows.total]).toEqual([["12.16", "+0.03"], "12.19"]);
  });

  it("says what dice that are added up had to show at most", () => {
    const level = { label: "discipline", terms: [{ label: "DL", value: 10, rule: "BS-4.6-02" }], measure: "pips", verdict: "total" };
    const dice = { ...rolled, roll: { ...(rolled as unknown as { roll: object }).roll, pools: [] }, pools: [] } as unknown as ToldEvent;
    const checked = { ...common, type: "checked", unit: "bows", why: "", tally: level, need: 10, passed: false, under: true, of: "discipline", told: [] };
    expect(only(entry([dice, checked as unknown as ToldEvent], beat("checked"))).tallies[0]?.total).toBe("10 or less");
  });
});

describe("the log", () => {
  it("gives every line the dice and tallies of its own events", () => {
    const [first, second] = chapters([entry([rolled, struck, fell, rolled], beat("struck", { last: 2 }), beat("rolled", { first: 3, last: 3 }))])[0]!.beats;
    expect([first!.pools.length, first!.tallies.map(({ total }) => total), first!.group]).toEqual([1, ["5 or more"], 0]);
    expect([second!.pools.length, second!.tallies.length, second!.group]).toEqual([1, 0, 1]);
  });

  it("puts lines under turn, side and phase", () => {
    const began = (turn: number, side: string, phase: string) => beat("began", { moment: { turn, side, phase } });
    const moments = [beat("fell"), began(4, "red", ""), began(0, "", "morale"), beat("fell"), beat("checked")];
    const found = chapters([entry(null, ...moments)]);
    expect(found.map(({ turn, side, phase, beats }) => [turn, side, phase, beats.length])).toEqual([[3, "blue", "attacks", 1], [4, "red", "morale", 2]]);
  });

  it("keeps dice with what they are read for", () => {
    const { pools } = only(entry([rolled, struck], beat("struck")));
    expect(pools[0]).toMatchObject({ need: { face: 5, orLess: false }, faces: [6, 2, 5, 5], hits: 3, came: "3 of 4", thrower: "bows" });
    expect(luckOf(pools)).toEqual({ expected: (4 * 2) / 6, rolled: 3 });
  });

  it("writes a tally as term, value, rule and total", () => {
    expect(rowsOf(tally as never, { needed: true })).toEqual({
      label: "To hit",
      rows: [
        { label: "Armor Hit", value: "4", rule: "BW-C3-02" },
        { label: "beyond half range", value: "+1", rule: "BW-B2-31" },
      ],
      total: "5 or more",
    });
  });

  it("lets one ask for the dice of what was told before we came", () => {
    expect(only(entry(null, beat("struck"))).faded).toBe(true);
    expect(only(entry(null, beat("moved"))).faded).toBe(false);
    expect(only(entry([struck], beat("struck"))).faded).toBe(false);
  });

  it("marks dice that must stay at or under a number, and says so of the total", () => {
    const roll = { purpose: "saves", rules: [], pools: [{ count: 3, sides: 6, reading: { type: "at_most", need: 2 }, label: "Axes", whose: "blue" }] };
    const saved = { ...rolled, roll, pools: [{ classes: [[0, 1], [1, 2]], faces: [1, 6, 2] }] } as unknown as ToldEvent;
    expect(only(entry([saved, struck], beat("struck"))).pools[0]).toMatchObject({ need: { face: 2, orLess: true }, hits: 2, came: "2 of 3", expected: 1 });
    expect(rowsOf(tally as never, { needed: true, under: true }).total).toBe("5 or less");
  });

  it("shows no dice for what is drawn from a bag", () => {
    const roll = { purpose: "an order card", rules: [], pools: [{ count: 1, sides: 54, reading: { type: "from_bag" }, label: "card", whose: "blue" }] };
    const drawn = { ...rolled, roll, pools: [{ classes: [[17, 1]], faces: [17] }] } as unknown as ToldEvent;
    expect(only(entry([drawn], beat("rolled"))).pools).toEqual([]);
  });

  it("does not tell who shares the screen what was drawn", () => {
    const card: Text = ["The Pikes of Uhrwald draw ", { type: "secret", words: "Two of clubs: Rally", instead: "a card" }];
    const drew = beat("drew", { line: card, more: [{ side: "blue", text: card }], rules: ["TA-CMD-C02"] });
    const hushed = ["The Pikes of Uhrwald draw ", "a card"];
    expect(discreet([entry(null, drew)])[0]?.beats[0]).toMatchObject({ line: hushed, more: [{ text: hushed }], rules: [] });
  });
});

describe("a secret answer", () => {
  const beats = (...entries: LogEntry[]): number => chapters(entries).flatMap((chapter) => chapter.beats).length;

  it("is told while it is the last that happened, and no longer when something has come of it", () => {
    expect(beats(entry(null, beat("sealed")))).toBe(1);
    expect(beats(entry(null, beat("sealed")), entry(null, beat("revealed"), beat("fell")))).toBe(1);
  });
});
