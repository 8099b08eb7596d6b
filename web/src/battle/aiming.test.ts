import { describe, expect, it } from "vitest";
import type { Target } from "../api/types";
import { Aiming } from "./aiming.svelte";
import type { March } from "./march.svelte";
import { oddsOf, sightLine } from "./march-scene";

const seenAs = (text: string) => ({ text, rules: ["BW-B2-36"], leg: null, measured: true });
const target = (unit: string, more: Partial<Target> = {}): Target =>
  ({ unit, reasons: [], bars: [], beside: [], odds: { target: unit, notes: [] }, action: "shoot", form: null, ...more }) as unknown as Target;
const SHAPE = { figures: [[0, 0, 0]], base: { width: 750, depth: 750 } };
const at = (y: number) => ({ type: "on_table", pose: { x: 36_000, y, heading: 0 } });

function aimed(...targets: Target[]) {
  const units = Object.fromEntries(targets.map(({ unit }, place) => [unit, { id: unit, name: unit, figures: 8, place: at(30_000 - 5000 * place) }]));
  const march = {
    menu: [{ form: "target", action: "shoot" }],
    action: "shoot",
    targets,
    stand: null,
    preview: null,
    plotted: null,
    battle: { units },
    room: { stage: { shapes: Object.fromEntries(targets.map(({ unit }) => [unit, SHAPE])) }, store: { ask: () => Promise.resolve(null) } },
    overlays: [],
    verbs: {},
  } as unknown as March;
  const aiming = new Aiming(march);
  Object.assign(march, { aiming });
  return { aiming, march };
}

describe("whom one aims at first", () => {
  it("is somebody before whom nothing stands", () => {
    const { aiming } = aimed(target("near", { bars: [seenAs("woods is in the way")] }), target("barred", { reasons: [seenAs("too far")] }), target("far"));
    aiming.takeFirst();
    expect(aiming.at).toBe("far");
    aiming.cycle(1);
    expect(aiming.at).toBe("near");
    aiming.cycle(1);
    expect(aiming.at).toBe("far");
  });
});

describe("odds and line", () => {
  it("belong to the target on the button, whoever the mouse is on", () => {
    const { aiming, march } = aimed(target("one"), target("other"));
    aiming.hovered = "other";
    expect(oddsOf(march)?.target).toBe("other");
    aiming.takeFirst();
    expect(aiming.at).toBe("one");
    expect(oddsOf(march)?.target).toBe("one");
    expect(aiming.looked?.unit).toBe("one");
    expect(sightLine(march)).toBeNull();
  });
});
