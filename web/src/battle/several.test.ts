import { describe, expect, it, vi } from "vitest";
import type { Command, Commanded, InTurn, Plan, Preview } from "../api/types";
import type { Room } from "./control";
import { March } from "./march.svelte";
import { followed, type Path } from "./plotting";
import { severalInWords } from "./several-words";

const ahead = (distance: number): Path => [{ type: "advance", distance }];

function unit(id: string, name: string, x: number, heading = 0) {
  const body = { type: "formed", base: { width: 1000, depth: 1000 }, files: 4, spacing: 0, hedgehog: false, left: null, right: null, bends: [] };
  return { id, name, side: "red", original: 8, figures: 8, fallen: 0, body, place: { type: "on_table", pose: { x, y: 40_000, heading } } };
}

const SHAPE = {
  figures: Array.from({ length: 8 }, (_, place) => [(place % 4) * 1000 - 1500, -500 - 1000 * Math.floor(place / 4), 0, 1000, 1000]),
  front: [[-2000, 0, 2000, 0]],
  rects: [[[-2000, 0], [2000, 0], [2000, -2000], [-2000, -2000]]],
};

const word = (far: number, legal = true, text = ""): Preview =>
  ({ legs: far ? [{ manoeuvre: { type: "advance", distance: far }, pose: { x: 0, y: 0, heading: 0 }, figures: [], cost: far, swept: [] }] : [], cost: far, allowance: 9000, legal, reasons: text ? [{ text, rules: ["BW-B1-05"], leg: 0, measured: true }] : [], met: "", beyond: [], rules: [], risks: [], beside: [], marks: [], notes: [], odds: null, left: 0 }) as unknown as Preview;

/** Four units of whom the last is with another; what the server says of several comes from `judge`. */
function commanded(judge: (commands: readonly Commanded[]) => InTurn[], type: "command" | "plan" = "command") {
  const units = { a: unit("a", "Spears", 10_000), b: unit("b", "Wall Archers", 16_000, 40_000), c: unit("c", "Horse", 22_000), d: { ...unit("d", "Kay", 0), place: { type: "aboard", host: "a" } } };
  const ask = vi.fn((question: { about: string; commands?: Commanded[] }) => Promise.resolve(question.about === "together" ? judge(question.commands!) : []));
  const give = vi.fn(() => Promise.resolve());
  const giving = { going: false, forget: vi.fn(), give, left: [], leftFor: () => [], stopped: null };
  const room = {
    battle: { units, seats: [{ id: "red", side: "red" }], own: {} },
    stage: { shapes: { a: SHAPE, b: SHAPE, c: SHAPE } },
    store: { ask, about: null },
    giving,
    refused: [],
    answer: vi.fn(),
    select: vi.fn(),
    refuse: vi.fn(),
    sideWord: () => "Red",
  } as unknown as Room;
  const decision = { type, seat: "red", prompt: "Move a unit.", rules: [], actors: ["a", "b", "c", "d"], actions: ["move"], hand: [] } as unknown as Command | Plan;
  return { march: new March(room, decision as Command), ask, give, giving };
}

const every = (far: number) => (commands: readonly Commanded[]): InTurn[] => commands.map(({ actor }) => ({ actor, preview: word(far) }));
const press = (march: March, key: string, shiftKey = false): boolean => march.key(key, { shiftKey, ctrlKey: false } as KeyboardEvent);
const shift = { shift: true, alt: false };

describe("who is taken", () => {
  it("is added and taken out with Shift, and a plain press takes one alone", () => {
    const { march } = commanded(every(1000));
    const at = { x: 0, y: 0 };
    march.press({ kind: "unit", id: "b" }, at, shift);
    march.press({ kind: "unit", id: "c" }, at, shift);
    expect(march.several.units).toEqual(["b", "c"]);
    march.press({ kind: "unit", id: "b" }, at, shift);
    expect(march.several.units).toEqual(["c"]);
    march.press({ kind: "unit", id: "a" }, at, shift);
    march.press({ kind: "unit", id: "a" }, at);
    expect(march.several.units).toEqual(["a"]);
    march.stop();
  });

  it("is everybody but those who are with a unit, by one key; or whose middle lies in a line drawn round them", () => {
    const { march } = commanded(every(1000));
    march.takeAll();
    expect([...march.several.units].sort()).toEqual(["a", "b", "c"]);
    march.letGo();
    expect(march.several.units).toEqual([]);
    march.encircle({ left: 12_000, right: 30_000, top: 30_000, bottom: 50_000 });
    expect([...march.several.units].sort()).toEqual(["b", "c"]);
    march.stop();
  });

  it("is walked by keys: Tab looks, Space adds and takes out, Backspace takes out the last", () => {
    const { march } = commanded(every(1000));
    march.choose("a");
    press(march, " ", true);
    expect([march.several.look(1), march.several.look(1)]).toEqual(["b", "c"]);
    press(march, " ");
    expect(march.several.units).toEqual(["a", "c"]);
    march.several.look(-1);
    press(march, " ");
    expect(march.several.units).toEqual(["a", "c", "b"]);
    press(march, "Backspace");
    expect(march.several.units).toEqual(["a", "c"]);
    march.stop();
  });
});

describe("what they do", () => {
  it("is the same way across the table for each, whichever way it looks", async () => {
    const { march, ask } = commanded(every(3000));
    march.takeAll();
    march.grab({ kind: "unit", id: "c" }, { x: 22_000, y: 41_000 });
    march.drag({ kind: "unit", id: "c" }, { x: 22_000, y: 38_000 }, { shift: false, alt: false });
    expect(march.several.pathOf("a")).toEqual(ahead(3000));
    expect(march.several.pathOf("c")).toEqual(ahead(3000));
    expect(march.several.pathOf("b")[0]).toMatchObject({ type: "wheel", side: "left" });
    await vi.waitFor(() => expect(ask.mock.calls.filter(([{ about }]) => about === "together")).toHaveLength(1));
    march.drop({ kind: "unit", id: "c" }, null);
    expect(march.several.plotted).toBe(false);
    march.stop();
  });

  it("is what keys do to the one who leads", () => {
    const { march } = commanded(every(1000));
    march.takeAll();
    press(march, "ArrowUp");
    press(march, "ArrowRight");
    press(march, "ArrowUp", true);
    const path = [{ type: "advance", distance: 500 }, { type: "wheel", side: "right", angle: 5000 }, { type: "advance", distance: 3000 }];
    for (const id of ["a", "b", "c"]) expect(march.several.pathOf(id)).toEqual(path);
    press(march, "Backspace");
    expect(march.several.plotted).toBe(false);
    expect(march.several.units).toHaveLength(3);
    march.stop();
  });

  it("follows a leg that grows or shrinks by as much, and takes legs on and off", () => {
    const own: Path = [{ type: "wheel", side: "left", angle: 20_000 }, ...ahead(2500)];
    expect(followed(ahead(3000), ahead(3500), own)).toEqual([own[0], ...ahead(3000)]);
    expect(followed(ahead(3000), ahead(500), own)).toEqual([own[0]]);
    expect(followed(ahead(3000), [...ahead(3000), { type: "face", to: "left" }], own)).toEqual([...own, { type: "face", to: "left" }]);
    expect(followed(ahead(3000), [], own)).toEqual([own[0]]);
    expect(followed(ahead(3000), ahead(4000), ahead(3000))).toEqual(ahead(4000));
  });
});

describe("how it is judged and given", () => {
  const held = (commands: readonly Commanded[]): InTurn[] =>
    ["c", "b", "a"].flatMap((actor) =>
      commands.some((one) => one.actor === actor) ? [{ actor, preview: actor === "b" ? word(3000, false, "own foot ahead") : actor === "a" ? word(0, false, "it is shaken") : word(6000) }] : [],
    );

  it("says how far, who stops where, and gives as much as may be in the server's order", async () => {
    const { march, give } = commanded(held);
    march.takeAll();
    press(march, "ArrowUp", true);
    press(march, "ArrowUp", true);
    press(march, "Enter");
    await vi.waitFor(() => expect(give).toHaveBeenCalled());
    expect(severalInWords(march)).toBe("3 units, up to 6 inches; Wall Archers stop at 3; Spears cannot go.");
    expect(march.prompt.details.map(({ text }) => text)).toEqual(["Wall Archers: own foot ahead", "Spears: it is shaken"]);
    expect(march.prompt.acts.at(-1)).toMatchObject({ label: "Move 2 units", key: "Enter" });
    const given = (give.mock.calls as unknown as [Commanded[]][])[0]![0];
    expect(given.map(({ actor, form }) => [actor, form])).toEqual([
      ["c", { type: "marched", path: ahead(6000) }],
      ["b", { type: "marched", path: ahead(3000) }],
    ]);
    march.stop();
  });

  it("says who has no way to go there at all", async () => {
    const { march } = commanded((commands) => commands.map(({ actor }) => ({ actor, preview: word(2000) })));
    march.takeAll();
    march.several.plot(new Map([["a", ahead(2000)], ["c", ahead(2000)]]));
    await vi.waitFor(() => expect(severalInWords(march)).toBe("3 units, up to 2 inches; Wall Archers stay."));
    march.stop();
  });

  it("keeps the same order for each in a plan, and lets go of them", async () => {
    const { march } = commanded(every(1000), "plan");
    march.takeAll();
    press(march, "ArrowUp");
    press(march, "Enter");
    await vi.waitFor(() => expect(march.kept.size).toBe(3));
    expect(march.several.units).toEqual([]);
    march.stop();
  });

  it("keeps what was left plotted when one was refused, and says whose and why", () => {
    const { march, giving } = commanded(every(1000));
    const left = ["b", "c"].map((actor): Commanded => ({ type: "commanded", actor, action: "move", form: { type: "marched", path: [...ahead(2000)] } }));
    const stopped = { actor: "b", given: 1, reasons: [{ text: "own foot ahead", rules: [], leg: 0, measured: true }] };
    march.several.resume({ ...giving, leftFor: () => left, stopped } as unknown as Room["giving"]);
    expect(march.several.units).toEqual(["b", "c"]);
    expect(march.several.pathOf("c")).toEqual(ahead(2000));
    expect(march.prompt.sentence).toBe("Wall Archers cannot do that: 1 order before it was carried out.");
    expect(march.prompt.details[0]?.text).toBe("Own foot ahead");
    march.stop();
  });
});
