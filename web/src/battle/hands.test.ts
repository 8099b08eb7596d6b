import { describe, expect, it } from "vitest";
import type { FormedBody, Manoeuvre } from "../api/types";
import { formedShape } from "../table/formed";
import { baseOf, legsFor } from "./hands";
import type { Stand } from "./plotting";

const body: FormedBody = {
  type: "formed",
  base: { width: 750, depth: 750 },
  files: 8,
  spacing: 0,
  hedgehog: false,
  left: null,
  right: null,
  bends: [],
};
const stand: Stand = { pose: { x: 12_000, y: 39_000, heading: 0 }, body, shape: formedShape(body, 24) };
const advance: Manoeuvre = { type: "advance", distance: 2000 };
const wheel: Manoeuvre = { type: "wheel", side: "right", angle: 30_000 };
const here = { x: 0, y: 0 };

describe("hands on a plan", () => {
  it("plot anew from the unit, and go on from the ghost", () => {
    expect(baseOf({ kind: "unit", id: "bows" }, [advance, wheel])).toEqual([]);
    expect(baseOf({ kind: "ghost", id: "bows" }, [wheel, advance])).toEqual([wheel]);
    expect(baseOf({ kind: "ghost", id: "bows" }, [advance, wheel])).toEqual([advance, wheel]);
  });

  it("take up a wheel again by the corner that made it", () => {
    expect(baseOf({ kind: "handle", id: "left corner" }, [advance, wheel])).toEqual([advance]);
    expect(baseOf({ kind: "handle", id: "right corner" }, [advance, wheel])).toEqual([advance, wheel]);
  });

  it("do not jump when a body is taken by its rear", () => {
    const off = { x: 500, y: 1500 };
    const legs = legsFor({ kind: "ghost", id: "bows" }, stand, { x: 12_500, y: 36_500 }, off, false);
    expect(legs).toEqual([{ type: "advance", distance: 4000 }]);
  });

  it("widen the front by a flank and face about by the rear", () => {
    expect(legsFor({ kind: "handle", id: "right flank" }, stand, { x: 15_750, y: 40_000 }, here, false)).toEqual([{ type: "reform", files: 10 }]);
    expect(legsFor({ kind: "handle", id: "rear" }, stand, { x: 12_000, y: 42_500 }, here, false)).toEqual([{ type: "face", to: "rear" }]);
  });
});
