import { describe, expect, it } from "vitest";
import type { MenuEntry, Preview, Target } from "../api/types";
import type { Room } from "./control";
import { Laying, onTable } from "./laying.svelte";

const WAYS = [
  { label: "circle", least: 24_000, most: 48_000, section: "", step: 1000, eye: false },
  { label: "white", least: 0, most: 90_000, section: "white", step: 1, eye: false },
];
const entry = (ways = WAYS): MenuEntry => ({ action: "fire", label: "Fire", key: "T", rule: "", form: "point", name: "fire", legs: [], reasons: [], cost: 0, pointing: { x: 10_000, y: 40_000, ways }, firing: null, icon: "", shown: "possible", phrase: "" });

function laid(ways = WAYS, targets: readonly Target[] = []): { laying: Laying; asked: unknown[] } {
  const asked: unknown[] = [];
  const battle = { units: { gun: { id: "gun", name: "Gun", side: "red", place: { type: "on_table", pose: { x: 10_000, y: 41_000, heading: 0 } } } }, board: { width: 72_000, depth: 48_000 } };
  const store = { ask: (question: unknown) => (asked.push(question), Promise.resolve<Preview | null>(null)) };
  const room = { battle, store, refused: [] } as unknown as Room;
  return { laying: new Laying(room, "gun", entry(ways), () => targets, (command) => command), asked };
}

describe("laying an engine", () => {
  it("calls whole steps between the limits", () => {
    const { laying } = laid();
    laying.pointAt({ x: 10_000, y: 9400 });
    expect(laying.form).toEqual({ type: "pointed", bearing: 0, distance: 31_000, section: "" });
    laying.pointAt({ x: 10_000, y: 39_000 });
    expect(laying.distance).toBe(24_000);
    laying.lengthen(60_000);
    expect(laying.distance).toBe(48_000);
  });
  it("points from the muzzle at any point where a section is named", () => {
    const { laying } = laid();
    laying.choose(1);
    laying.pointAt({ x: 22_345, y: 40_000 });
    expect(laying.form).toEqual({ type: "pointed", bearing: 90_000, distance: 12_345, section: "white" });
    expect(laying.turned).toBe("90° right");
  });
  it("is turned and lengthened by keys, and fired another way by a number", () => {
    const { laying } = laid();
    const before = laying.distance;
    expect(laying.key("ArrowLeft", true)).toBe(true);
    expect(laying.key("ArrowUp", false)).toBe(true);
    expect([laying.bearing, laying.distance]).toEqual([355_000, before + 1000]);
    expect(laying.key("2", false)).toBe(true);
    expect(laying.way.section).toBe("white");
    expect(laying.key("7", false)).toBe(false);
  });
  it("takes up what the guide would aim at until somebody lays it", () => {
    const best: Target = { unit: "foe", reasons: [], odds: null, action: "fire", form: { type: "pointed", bearing: 12_000, distance: 30_500, section: "white" }, beside: [], bars: [] };
    const { laying } = laid(WAYS, [best]);
    expect(laying.form).toEqual(best.form);
    laying.turn(1000);
    laying.takeUp();
    expect(laying.bearing).toBe(13_000);
  });
  it("measures nothing where the eye calls", () => {
    const { laying } = laid([{ ...WAYS[0]!, eye: true }]);
    const before = laying.distance;
    laying.pointAt({ x: 40_000, y: 40_000 });
    expect(laying.distance).toBe(before);
    const [shot] = laying.drawing.templates!;
    expect(shot).toMatchObject({ aim: null, label: "", line: [{ x: 10_000, y: 40_000 }, { x: 72_000, y: 40_000 }] });
  });
  it("looks as far as the table goes", () => {
    expect(onTable({ x: 10, y: 10 }, { x: 10, y: -90 }, { width: 20, depth: 20 })).toEqual({ x: 10, y: 0 });
    expect(onTable({ x: 10, y: 10 }, { x: 15, y: 10 }, { width: 20, depth: 20 })).toEqual({ x: 15, y: 10 });
  });
});
