import { describe, expect, it } from "vitest";
import type { Battle, ToldEvent } from "../api/types";
import type { LogEntry } from "../app/BattleStore.svelte";
import { chapters, discreet, grouped, luckOf } from "./log";
import { rowsOf } from "./tallies";

const common = { rules: ["BW-C3-08"], cause: "", audience: [] };
const units = {
  bows: { id: "bows", name: "Hill Archers", side: "blue" },
  horse: { id: "horse", name: "Light Horse", side: "red" },
};
const battle = {
  units,
  sides: [
    { id: "red", name: "The Host", colour: "red" },
    { id: "blue", name: "The League", colour: "blue" },
  ],
  seats: [],
} as unknown as Battle;

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
  told: "Hill Archers shoot at Light Horse: 3 hits.",
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
  told: "Hill Archers (The League) shoot at Light Horse: 4 dice, 3 hits, 1 kept.",
} as unknown as ToldEvent;
const fell = {
  ...common,
  type: "fell",
  unit: "horse",
  figures: 1,
  left: 8,
  told: "Light Horse (The Host) lose 1 figure, 8 left.",
} as unknown as ToldEvent;
const began = (what: string, side: string, turn: number): ToldEvent =>
  ({ ...common, type: "began", what, side, turn, told: `${what}.` }) as unknown as ToldEvent;
const entry = (events: ToldEvent[]): LogEntry =>
  ({ position: 7, turn: 3, active: "blue", phase: "attacks", lines: [], events }) as unknown as LogEntry;

describe("a tally", () => {
  it("counts points in eighths where they are divided", () => {
    const terms = [
      { label: "5 × archers 3½", value: 140, rule: "CM-POINTS-01" },
      { label: "mercenaries cost half", value: -70, rule: "CM-POINTS-04" },
    ];
    const rows = rowsOf({ label: "Bows", terms, measure: "eighths", verdict: "total" });
    expect([rows.rows.map(({ value }) => value), rows.total]).toEqual([["17½", "−8¾"], "8¾"]);
  });

  it("says what dice that are added up had to show at most", () => {
    const level = { label: "discipline", terms: [{ label: "DL", value: 10, rule: "BS-4.6-02" }], measure: "pips", verdict: "total" };
    const dice = { ...rolled, roll: { ...(rolled as unknown as { roll: object }).roll, pools: [] }, pools: [] } as unknown as ToldEvent;
    const checked = { ...common, type: "checked", unit: "bows", why: "", tally: level, need: 10, passed: false, under: true, of: "discipline", told: "Hill Archers check." };
    const [chapter] = chapters([entry([dice, checked as unknown as ToldEvent])], battle);
    expect(chapter?.beats[0]?.tallies[0]?.total).toBe("10 or less");
  });
});

describe("the log", () => {
  it("makes one thing of dice, hits and losses", () => {
    expect(grouped([rolled, struck, fell, rolled])).toEqual([[rolled, struck, fell], [rolled]]);
  });

  it("never folds away why a charge could not begin or a shot was wasted", () => {
    const ruled = { ...common, type: "ruled", what: "", told: "Light Horse cannot set out: Hill Archers are in the way." } as unknown as ToldEvent;
    const declared = { ...common, type: "declared", unit: "horse", action: "charge", target: "bows", told: "Light Horse will charge." } as unknown as ToldEvent;
    const moved = { ...common, type: "moved", unit: "horse", told: "Light Horse advance 2″." } as unknown as ToldEvent;
    for (const head of [declared, moved, struck]) expect(grouped([head, ruled])).toEqual([[head], [ruled]]);
  });

  it("tells what dice decided beneath them, unasked", () => {
    const ruled = { ...common, type: "ruled", what: "", told: "The weather is clear." } as unknown as ToldEvent;
    const [beat] = chapters([entry([rolled, ruled])], battle)[0]!.beats;
    expect(beat!.decided.map(({ parts }) => parts.map(({ text }) => text).join(""))).toEqual(["The weather is clear"]);
    expect(beat!.more).toEqual([]);
  });

  it("keeps a loss apart from a blow at somebody else", () => {
    const back = { ...struck, unit: "r1", target: "b1" } as unknown as ToldEvent;
    expect(grouped([rolled, struck, back, fell])).toEqual([[rolled, struck], [back], [fell]]);
  });

  it("keeps saves apart from the blow they are made against", () => {
    const blow = { ...struck, dice: 3 } as unknown as ToldEvent;
    expect(grouped([rolled, blow])).toEqual([[rolled], [blow]]);
  });

  it("says what several pools are for, and leaves it to them what they came to", () => {
    const pool = (label: string): object => ({ count: 1, sides: 6, reading: { type: "sum" }, label, whose: "" });
    const contest = {
      ...rolled, told: "Who moves first: Red, 1d6: 4; Blue, 1d6: 2.",
      roll: { purpose: "who moves first", rules: [], pools: [pool("Red"), pool("Blue")] },
      pools: [{ classes: [[4, 1]], faces: [4] }, { classes: [[2, 1]], faces: [2] }],
    } as unknown as ToldEvent;
    const beat = chapters([entry([contest])], battle)[0]!.beats[0]!;
    expect(beat.parts.map(({ text }) => text).join("")).toBe("Who moves first");
    expect(beat.pools.map(({ label, came }) => [label, came])).toEqual([["Red", "4"], ["Blue", "2"]]);
  });

  it("puts lines under turn, side and phase", () => {
    const found = chapters([entry([began("turn", "blue", 3), began("attacks", "blue", 3), rolled, struck, fell])], battle);
    expect(found.map(({ turn, side, phase }) => [turn, side, phase])).toEqual([[3, "blue", "attacks"]]);
    expect(found[0]?.beats).toHaveLength(1);
  });

  it("says who does what to whom, and the result at the end of the line", () => {
    const beat = chapters([entry([rolled, struck, fell])], battle)[0]!.beats[0]!;
    expect(beat.side).toBe("blue");
    expect(beat.result).toBe("3 hits");
    expect(beat.parts).toEqual([
      { text: "Hill Archers", strong: true },
      { text: " shoot at ", strong: false },
      { text: "Light Horse", strong: true },
    ]);
    expect(beat.more.map((said) => said.parts.map((part) => part.text).join(""))).toEqual(["Light Horse lose 1 figure, 8 left"]);
  });

  it("keeps dice with what they are read for", () => {
    const beat = chapters([entry([rolled, struck])], battle)[0]!.beats[0]!;
    expect(beat.pools[0]).toMatchObject({ need: { face: 5, orLess: false }, faces: [6, 2, 5, 5], hits: 3, came: "3 of 4" });
    expect(luckOf(beat.pools)).toEqual({ expected: (4 * 2) / 6, rolled: 3 });
  });

  it("writes a tally as term, value, rule and total", () => {
    expect(rowsOf(tally as never)).toEqual({
      label: "To hit",
      rows: [
        { label: "Armor Hit", value: "4", rule: "BW-C3-02" },
        { label: "beyond half range", value: "+1", rule: "BW-B2-31" },
      ],
      total: "5 or more",
    });
  });

  it("shows what was told before we came as plain lines that can be asked about", () => {
    const old = { ...entry([]), events: null, lines: [{ text: "Hill Archers (The League) shoot at Light Horse.", kind: "struck", rules: [] }] };
    const beat = chapters([old as unknown as LogEntry], battle)[0]!.beats[0]!;
    expect(beat.faded).toBe(true);
    expect(beat.side).toBe("blue");
    expect(beat.parts[0]).toEqual({ text: "Hill Archers", strong: true });
  });

  it("marks dice that must stay at or under a number, and says so of the total", () => {
    const roll = { purpose: "saves", rules: [], pools: [{ count: 3, sides: 6, reading: { type: "at_most", need: 2 }, label: "Axes", whose: "blue" }] };
    const saved = { ...rolled, roll, pools: [{ classes: [[0, 1], [1, 2]], faces: [1, 6, 2] }] } as unknown as ToldEvent;
    const beat = chapters([entry([saved, struck])], battle)[0]!.beats[0]!;
    expect(beat.pools[0]).toMatchObject({ need: { face: 2, orLess: true }, hits: 2, came: "2 of 3", expected: 1 });
    expect(rowsOf({ ...(tally as object), label: "to save" } as never, null, true).total).toBe("5 or less");
  });

  it("tells of a shot that fell with its dice, its numbers and whom it struck", () => {
    const landed = { ...common, type: "landed", unit: "bows", marks: [], struck: [["horse", 1]], tallies: [tally], stopped: "", told: "Hill Archers (The League): the shot falls on 1 of Light Horse." } as unknown as ToldEvent;
    expect(grouped([rolled, landed, fell]).map((group) => group.length)).toEqual([3]);
    const beat = chapters([entry([rolled, landed, fell])], battle)[0]!.beats[0]!;
    expect(beat).toMatchObject({ kind: "landed", result: "1 struck", side: "blue" });
    expect([beat.pools.length, beat.tallies.length, beat.more.length]).toEqual([1, 1, 1]);
    expect(beat.parts.filter(({ strong }) => strong).map(({ text }) => text)).toEqual(["Hill Archers", "Light Horse"]);
  });

  it("shows no dice for what is drawn from a bag", () => {
    const roll = { purpose: "an order card", rules: [], pools: [{ count: 1, sides: 54, reading: { type: "from_bag" }, label: "card", whose: "blue" }] };
    const drawn = { ...rolled, roll, pools: [{ classes: [[17, 1]], faces: [17] }] } as unknown as ToldEvent;
    expect(chapters([entry([drawn])], battle)[0]!.beats[0]!.pools).toEqual([]);
  });

  it("does not tell who shares the screen what was drawn", () => {
    const drew = { ...common, type: "drew", side: "blue", what: "Two of clubs: Rally", told: "The Pikes of Uhrwald draw Two of clubs: Rally.", rules: ["TA-CMD-C02"] };
    const old = { ...entry([]), events: null, lines: [{ text: drew.told, kind: "drew", rules: drew.rules }] } as unknown as LogEntry;
    const [heard, known] = discreet([{ ...entry([drew as unknown as ToldEvent]), lines: old.lines }, old]);
    expect(heard?.events?.[0]).toMatchObject({ told: "The Pikes of Uhrwald draw a card.", rules: [] });
    expect(known?.lines[0]).toEqual({ text: "The Pikes of Uhrwald draw a card.", kind: "drew", rules: [] });
  });
});

describe("a secret answer", () => {
  const sealed = { ...common, type: "sealed", seat: "blue", told: "The League has answered; the others are still out." } as unknown as ToldEvent;
  const revealed = { ...common, type: "revealed", seats: ["blue", "red"], told: "All answers lie open." } as unknown as ToldEvent;
  const beats = (...entries: LogEntry[]): number => chapters(entries, battle).flatMap((chapter) => chapter.beats).length;

  it("is told while it is the last that happened, and no longer when something has come of it", () => {
    expect(beats(entry([sealed]))).toBe(1);
    expect(beats(entry([sealed]), entry([revealed, fell]))).toBe(1);
  });
});
