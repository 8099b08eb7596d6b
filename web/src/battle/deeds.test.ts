import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Battle, Step, ToldEvent } from "../api/types";
import type { BattleStore } from "../app/BattleStore.svelte";
import { deedsOf, type Standing } from "./deeds";
import { following } from "./following.svelte";
import { awayFor, missedOf } from "./since.svelte";
import { timesOf } from "./event-groups";
import { Stage } from "./stage.svelte";
import { spotOf, Tale } from "./tale.svelte";

const unit = (id: string, side: string, x: number, y: number, heading: number, figures = 8) => ({
  id, name: id, side, figures, fallen: 0, original: figures, marks: [], kind: "infantry", own: {}, body: { type: "formed" }, place: { type: "on_table", pose: { x, y, heading } },
});

const battle = (over: object = {}): Battle =>
  ({
    turn: 3,
    phase: "attacks",
    active: "blue",
    sides: [{ id: "red", name: "The Column", colour: "red" }, { id: "blue", name: "The Wardens", colour: "blue" }],
    seats: [{ id: "one", side: "red" }, { id: "two", side: "blue" }],
    units: { bows: unit("bows", "blue", 20_000, 10_000, 197_000), spears: unit("spears", "red", 24_000, 30_000, 17_000) },
    ...over,
  }) as unknown as Battle;

const places = Array.from({ length: 8 }, (_, index) => [index * 1000 - 3500, -500, 0, 1000, 1000]);
const shapes = { bows: { figures: places, front: [[-4000, 0, 4000, 0]], rects: [] }, spears: { figures: places, front: [[-4000, 0, 4000, 0]], rects: [] } } as unknown as Standing["shapes"];
const standing: Standing = { battle: battle(), shapes };

/** A sentence in which sides stand in brackets. */
const spans = (text: string): object[] =>
  text.split(/( \((?:Red|Blue)\))/).filter(Boolean).map((words) => (words.startsWith(" (") ? { type: "side", side: "", words } : words as unknown as object));
const told = (type: string, rest: object, text = `${type}.`): ToldEvent => ({ type, rules: [], cause: "", audience: [], told: spans(text), throwers: [], labels: [], ...rest }) as unknown as ToldEvent;
const pool = { count: 16, sides: 6, reading: { type: "at_least", need: 5 }, label: "bows", whose: "blue" };
const rolled = told("rolled", { roll: { purpose: "shooting", pools: [pool], rules: [], id: "r" }, pools: [{ classes: [[1, 5], [0, 11]], faces: Array(16).fill(5) }] });
const struck = told("struck", { unit: "bows", target: "spears", action: "shooting", dice: 16, hits: 5, kept: 0, tallies: [] }, "bows (Blue) shoot at spears (Red): 16 dice, 5 hits.");
const fell = told("fell", { unit: "spears", figures: 5, left: 3 }, "spears (Red) lose 5 figures, 3 left.");
const moved = (who: string, dx: number, legs = 1) =>
  told("moved", { unit: who, start: { x: 20_000, y: 10_000, heading: 90_000 }, spent: dx, left: 0, together: false, legs: Array.from({ length: legs }, () => ({ manoeuvre: { type: "advance", distance: dx }, pose: { x: 20_000 + dx, y: 10_000, heading: 90_000 }, body: { type: "single" }, cost: dx })) }, `${who} (Blue) move ${dx / 1000}″.`);
const checked = told("checked", { unit: "spears", why: "losses", tally: {}, need: 9, passed: false, under: false, of: "" }, "spears check morale: 7 against 9, they fail.");
const DEEDS: Readonly<Record<string, string>> = { struck: "shot", checked: "check", moved: "move" };
/** Lines of the log: dice, a check, a move or a beginning begins one. */
function beatsOf(events: readonly ToldEvent[]): Step["beats"] {
  const firsts = events.flatMap(({ type }, index) => (["rolled", "checked", "moved", "began"].includes(type) || !index ? [index] : []));
  return firsts.map((first, place) => {
    const last = (firsts[place + 1] ?? events.length) - 1;
    const group = events.slice(first, last + 1);
    const lead = group.find(({ type }) => type in DEEDS);
    const deed = group.some(({ type }) => type === "touched") ? "charge" : "action" in (lead ?? {}) && (lead as { action: string }).action === "melee" ? "melee" : (DEEDS[lead?.type ?? ""] ?? "");
    return { first, last, deed } as Step["beats"][0];
  });
}
const step = (position: number, ...events: ToldEvent[]): Step => ({ position, turn: 3, phase: "attacks", active: "blue", events, beats: beatsOf(events), changes: {}, entry: { order: { type: "dice" } } }) as unknown as Step;

describe("deeds", () => {
  it("are what the log tells in one line, whole and without sides", () => {
    const [shot, check, none] = deedsOf(step(7, rolled, struck, fell, checked), standing, standing);
    expect(none).toBeUndefined();
    expect(shot).toMatchObject({ key: "7:0", kind: "shot", side: "blue", unit: "bows", target: "spears", hits: 5, fallen: 5, of: 8, first: 0, last: 2 });
    expect(shot!.sentence).toBe("bows shoot at spears: 16 dice, 5 hits. spears lose 5 figures, 3 left.");
    expect(shot!.pools[0]).toMatchObject({ hits: 5, sides: 6 });
    expect(check).toMatchObject({ key: "7:1", kind: "check", passed: false, side: "red", first: 3 });
  });

  it("draw shots from along the front of a body that stands askew to whom it shoots at", () => {
    const [{ mark }] = deedsOf(step(7, rolled, struck, fell), standing, standing) as [ReturnType<typeof deedsOf>[0]];
    expect(mark.shots).toHaveLength(4);
    const starts = mark.shots.map(([from]) => from);
    const slope = (starts[3]!.y - starts[0]!.y) / (starts[3]!.x - starts[0]!.x);
    expect(slope).toBeCloseTo(Math.tan((17 * Math.PI) / 180), 1);
    expect(mark.fallen!.places).toEqual(places.slice(-5));
    expect(mark.colour).toBe("blue");
  });

  it("do not lay the fallen twice where the book leaves them lying", () => {
    const lying = battle({ units: { ...standing.battle.units, spears: { ...standing.battle.units["spears"], fallen: 5 } } });
    const [shot] = deedsOf(step(7, rolled, struck, fell), standing, { battle: lying, shapes });
    expect(shot!.mark.fallen).toBeNull();
  });

  it("leave a trail from where a unit stood, and none where it only stirs", () => {
    const [move] = deedsOf(step(4, moved("bows", 6000)), standing, standing);
    expect(move).toMatchObject({ kind: "move", spent: 6000, mark: { stood: { pose: { x: 20_000, heading: 90_000 } } } });
    expect(move!.mark.way).toEqual([{ x: 20_000, y: 10_000 }, { x: 26_000, y: 10_000 }]);
    expect(spotOf(move!)).toEqual({ x: 23_000, y: 10_000 });
    expect(deedsOf(step(4, moved("bows", 100)), standing, standing)).toEqual([]);
  });

  it("mark a charge where it comes to blows", () => {
    const [charge] = deedsOf(step(4, moved("bows", 6000), told("touched", { unit: "bows", other: "spears" })), standing, standing);
    expect(charge).toMatchObject({ kind: "charge" });
    expect(charge!.mark.clash).not.toBeNull();
    const [melee] = deedsOf(step(5, rolled, { ...struck, action: "melee" } as ToldEvent), standing, standing);
    expect(melee!.mark.clash).toEqual({ x: expect.closeTo(22_000, -3) as number, y: expect.closeTo(20_000, -3) as number });
    expect(melee!.mark.shots).toEqual([]);
  });

  it("belong to the turn that begins within a step", () => {
    const events = [struck, told("began", { what: "turn", side: "red", turn: 4 }), checked];
    expect(timesOf(events, { turn: 3, active: "blue" }).map(({ turn, side }) => `${turn} ${side}`)).toEqual(["3 blue", "4 red", "4 red"]);
  });
});

describe("the tale of a turn", () => {
  const [shot] = deedsOf(step(7, rolled, struck, fell), standing, standing);
  const theirs = { counted: true, turn: 3, side: "blue" };
  const again = (key: string) => ({ ...shot!, key });

  it("counts theirs from one, and begins anew once we have had our turn", () => {
    const tale = new Tale();
    expect(tale.begin(again("a"), theirs).number).toBe(1);
    expect(tale.begin(again("b"), theirs).number).toBe(2);
    expect(tale.begin(again("own"), { ...theirs, counted: false }).number).toBe(0);
    tale.note(battle({ active: "red" }), "red", false);
    expect(tale.deeds).toHaveLength(2);
    tale.note(battle({ active: "blue" }), "red", false);
    expect(tale.deeds).toHaveLength(0);
    expect(tale.begin(again("c"), theirs).number).toBe(1);
  });

  it("draws the present one heavy and those before it thin, with their numbers", () => {
    const tale = new Tale();
    tale.begin(again("a"), theirs);
    tale.begin(again("b"), theirs);
    expect(tale.marks(true).map(({ present }) => present)).toEqual([false, true]);
    expect(tale.tags(true).map(({ text, tone }) => `${text} ${tone}`)).toEqual(["1 number", "2 number now"]);
    expect(tale.marks(false)).toHaveLength(1);
    tale.rest();
    expect(tale.marks(true).some(({ present }) => present)).toBe(false);
    expect(tale.marks(false)).toEqual([]);
  });

  it("lets the fallen lie until the morale phase is over", () => {
    const tale = new Tale();
    tale.begin(again("a"), theirs);
    tale.rest();
    tale.note(battle({ phase: "morale" }), "red", false);
    expect(tale.marks(true)[0]!.fallen).not.toBeNull();
    tale.note(battle({ phase: "movement", active: "red" }), "red", true);
    expect(tale.marks(true)[0]!.fallen).toBeNull();
    expect(tale.deeds).toHaveLength(1);
  });

  it("is looked through one by one", () => {
    const tale = new Tale();
    for (const key of ["a", "b", "c"]) tale.begin(again(key), theirs);
    expect([tale.look(-1), tale.present?.key]).toEqual([true, "b"]);
    tale.look(-1);
    expect([tale.look(-1), tale.present?.key]).toEqual([false, "a"]);
    tale.rest();
    expect([tale.look(-1), tale.present?.key]).toEqual([true, "c"]);
  });

  it("adds losses that later dice decided", () => {
    const tale = new Tale();
    tale.begin({ ...again("a"), fallen: 0 }, theirs);
    tale.amend("spears", 2, "spears lose 2 figures.");
    tale.amend("bows", 3, "");
    expect(tale.deeds[0]).toMatchObject({ fallen: 2, sentence: `${shot!.sentence} spears lose 2 figures.` });
  });
});

describe("what happened since one looked", () => {
  it("is what the others did and what everybody lost", () => {
    const mine = step(9, told("began", { what: "turn", side: "red", turn: 4 }), rolled, struck, fell);
    const { deeds, losses, scenes } = missedOf(standing, [step(7, moved("bows", 6000)), step(8, rolled, struck, fell), mine], "red");
    expect(deeds.map(({ number, kind }) => `${number} ${kind}`)).toEqual(["1 move", "2 shot"]);
    expect(losses).toEqual({ red: 10 });
    expect(scenes.map(({ position }) => position)).toEqual([7, 8, 9]);
  });

  it("says how long one was away", () => {
    expect([20_000, 60_000, 240_000, 7_200_000, 200_000_000].map(awayFor)).toEqual(["a moment", "1 minute", "4 minutes", "2 hours", "2 days"]);
  });
});

describe("the stage", () => {
  let reduced = false;
  beforeEach(() => {
    vi.useFakeTimers();
    reduced = false;
    vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
    following.choose({ pace: "normal", follow: true, trails: true, sounds: false });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    following.choose({ pace: "normal" });
  });

  function staged(start = battle()) {
    const store = { battle: start, shapes, position: 6, seat: "one" } as unknown as BattleStore;
    const stage = new Stage(store);
    stage.reset();
    const table = { skip: vi.fn(), fly: vi.fn(() => Promise.resolve()), travel: vi.fn(() => Promise.resolve()), fade: vi.fn(() => Promise.resolve()), reveal: vi.fn() };
    stage.table = table as never;
    const hear = (...steps: Step[]) => steps.forEach((one) => stage.hear(one, start));
    return { stage, table, hear };
  }
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  const shot = (position: number) => step(position, rolled, struck, fell);

  it("lets the dice of the others lie for two seconds, and says the deed once, whole", async () => {
    const { stage, table, hear } = staged();
    hear(shot(7), step(8, moved("bows", 6000)));
    await pass(490);
    expect(table.fly).toHaveBeenCalledOnce();
    expect(table.reveal).toHaveBeenCalledOnce();
    expect(stage.rolling).toMatchObject({ settled: false });
    await pass(20);
    expect(stage.rolling).toMatchObject({ settled: true });
    expect(stage.said).toBe("bows shoot at spears: 16 dice, 5 hits. spears lose 5 figures, 3 left.");
    await pass(1950);
    expect([stage.position, stage.tale.present?.number]).toEqual([6, 1]);
    await pass(100);
    expect([stage.position, stage.tale.present?.number]).toEqual([7, 2]);
    await pass(500);
    expect([stage.busy, stage.position, stage.tale.present, stage.tale.deeds.length]).toEqual([false, 8, null, 2]);
  });

  it("takes twice as long when slow, and hurries when fast", async () => {
    following.choose({ pace: "slow" });
    const slow = staged();
    slow.hear(shot(7));
    await pass(4900);
    expect(slow.stage.busy).toBe(true);
    await pass(200);
    expect(slow.stage.busy).toBe(false);
    following.choose({ pace: "fast" });
    const fast = staged();
    fast.hear(shot(7));
    await pass(1050);
    expect(fast.stage.busy).toBe(false);
  });

  it("waits for Next after each deed, step by step, and goes back", async () => {
    following.choose({ pace: "step" });
    const { stage, hear } = staged();
    hear(shot(7), shot(8), shot(9));
    await pass(60_000);
    expect([stage.waiting, stage.tale.present?.number, stage.position]).toEqual([true, 1, 6]);
    stage.next();
    await pass(60_000);
    expect([stage.waiting, stage.tale.present?.number, stage.position]).toEqual([true, 2, 7]);
    expect(stage.back()).toBe(true);
    expect(stage.tale.present?.number).toBe(1);
    stage.next();
    expect([stage.waiting, stage.tale.present?.number]).toEqual([true, 2]);
    stage.next();
    await pass(60_000);
    expect([stage.waiting, stage.tale.present?.number, stage.position]).toEqual([true, 3, 8]);
    stage.next();
    await pass(1);
    expect([stage.busy, stage.position]).toEqual([false, 9]);
  });

  it("hurries through a motion on a key, and through all of it on another", async () => {
    const { stage, hear } = staged();
    hear(shot(7), shot(8), shot(9));
    await pass(100);
    stage.next();
    await pass(1);
    expect([stage.position, stage.tale.present?.number]).toEqual([7, 2]);
    stage.skip();
    await pass(1);
    expect([stage.busy, stage.position, stage.tale.deeds.length]).toEqual([false, 9, 3]);
  });

  it("pauses at the end of a deed until it may go on", async () => {
    const { stage, hear } = staged();
    hear(shot(7), shot(8));
    await pass(100);
    stage.pause();
    await pass(60_000);
    expect([stage.waiting, stage.tale.present?.number]).toEqual([true, 1]);
    stage.pause();
    await pass(1);
    expect([stage.waiting, stage.tale.present?.number]).toEqual([false, 2]);
  });

  it("does not hold up one's own turn, and counts nothing of it", async () => {
    following.choose({ pace: "step" });
    const { stage, hear } = staged(battle({ active: "red" }));
    hear(shot(7));
    await pass(1300);
    expect([stage.busy, stage.tale.deeds.length]).toEqual([false, 0]);
  });

  it("shows the end at once where motion is unwelcome, yet waits step by step", async () => {
    reduced = true;
    const { stage, table, hear } = staged();
    hear(shot(7), shot(8));
    await pass(1);
    expect([stage.busy, stage.position, stage.tale.deeds.length]).toEqual([false, 8, 2]);
    expect(table.fly).not.toHaveBeenCalled();
    expect(stage.said).toContain("16 dice, 5 hits");
    following.choose({ pace: "step" });
    hear(shot(9));
    await pass(1);
    expect([stage.busy, stage.waiting, stage.rolling]).toEqual([true, true, null]);
  });

  it("is heard also where motion is unwelcome, but not what is skipped", async () => {
    reduced = true;
    const { stage, hear } = staged();
    const heard: string[] = [];
    stage.sounds.play = (sound) => void heard.push(sound);
    hear(shot(7), step(8, moved("bows", 6000)));
    await pass(1);
    expect(heard).toEqual(["shot", "dice", "march"]);
    following.choose({ pace: "step" });
    hear(shot(9), shot(10));
    await pass(1);
    stage.skip();
    await pass(1);
    expect([stage.position, heard.length]).toEqual([10, 5]);
  });

  it("shows again what was played, from where it began", async () => {
    const { stage, hear } = staged();
    hear(shot(7), shot(8));
    await pass(10_000);
    const scenes = [shot(7), shot(8)].map((one) => ({ step: one, after: battle(), shapes: shapes as never, position: one.position }));
    stage.again({ ...standing, position: 6 }, scenes);
    await pass(10);
    expect([stage.position, stage.tale.present?.number, stage.busy]).toEqual([6, 1, true]);
    await pass(10_000);
    expect([stage.position, stage.busy, stage.tale.deeds.length]).toEqual([8, false, 2]);
  });
});

describe("following", () => {
  it("changes its pace by keys, from step by step to fast, and is kept in the browser", () => {
    following.choose({ pace: "normal" });
    following.change(-1);
    following.change(-1);
    following.change(-1);
    expect(following.pace).toBe("step");
    expect(JSON.parse(localStorage.getItem("following")!)).toMatchObject({ pace: "step", sounds: false });
    for (let index = 0; index < 5; index++) following.change(1);
    expect(following.pace).toBe("fast");
    following.choose({ pace: "normal" });
  });
});
