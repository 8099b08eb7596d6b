import { describe, expect, it } from "vitest";
import { EMPTY, type Board, type TableState } from "./state";
import { HalfTurn } from "./turned";

const board: Board = { width: 72_000, depth: 48_000, features: [{ type: "strip", id: "lane", kind: "road", name: "", course: [[0, 1000], [72_000, 9000]], width: 1000 }] };
const half = new HalfTurn(board);
const told: TableState = {
  ...EMPTY,
  board,
  units: [{ id: "bows", pose: { x: 10_000, y: 40_000, heading: 15_000 }, shape: { figures: [], front: [], rects: [] }, colour: "red", manner: "solid", symbol: "bow", label: "Bows", strength: 8, spoken: "", marks: [], fallen: 0, stance: "formed" }],
  deeds: [{ colour: "blue", manner: "open", present: true, shots: [[{ x: 1000, y: 2000 }, { x: 3000, y: 9000 }]], stood: { pose: { x: 5000, y: 6000, heading: 213_000 }, shape: { figures: [], front: [], rects: [] } }, way: [{ x: 5000, y: 6000 }, { x: 7000, y: 7000 }], clash: { x: 8000, y: 8000 }, fallen: { pose: { x: 1000, y: 1000, heading: 17_000 }, places: [] } }],
  tape: { from: { x: 0, y: 0 }, to: { x: 1000, y: 2000 }, label: "" },
};

describe("a table seen from the other edge", () => {
  it("is the same table turned twice", () => {
    const drawn = { ...told, ...half.state(told) };
    expect(drawn.units[0]!.pose).toEqual({ x: 62_000, y: 8000, heading: 195_000 });
    expect(drawn.board!.features[0]).toMatchObject({ course: [[72_000, 47_000], [0, 39_000]] });
    expect(drawn.deeds[0]).toMatchObject({ shots: [[{ x: 71_000, y: 46_000 }, { x: 69_000, y: 39_000 }]], stood: { pose: { heading: 33_000 } }, way: [{ x: 67_000 }, { x: 65_000 }], clash: { x: 64_000, y: 40_000 }, fallen: { pose: { y: 47_000 } } });
    expect({ ...drawn, ...half.state(drawn) }).toEqual(told);
  });

  it("keeps what has not changed, so that it is not drawn again", () => {
    expect(half.state(told).units).toBe(half.state(told).units);
    expect(half.state({ units: [...told.units] }).units![0]).toBe(half.state(told).units![0]);
  });

  it("turns boxes, marks and journeys as well", () => {
    expect(half.box({ left: 0, top: 0, right: 10_000, bottom: 20_000 })).toEqual({ left: 62_000, top: 28_000, right: 72_000, bottom: 48_000 });
    expect(half.mark({ shape: { type: "disc", x: 1000, y: 1000, radius: 500 }, name: "", struck: true }).shape).toEqual({ type: "disc", x: 71_000, y: 47_000, radius: 500 });
    expect(half.shape({ type: "cone", x: 1000, y: 1000, heading: 90_000, length: 3000, mouth: 500, end: 2000 })).toMatchObject({ x: 71_000, heading: 270_000 });
  });
});
