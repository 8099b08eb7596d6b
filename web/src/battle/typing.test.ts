import { describe, expect, it } from "vitest";
import type { Pool } from "../api/types";
import { classesOf } from "./typing.svelte";

const pool = (reading: Pool["reading"]): Pool => ({ count: 4, sides: 6, reading, label: "", whose: "red" });

describe("dice that are typed in", () => {
  it("are read as the roll says", () => {
    expect(classesOf(pool({ type: "sum" }), [3, 4])).toEqual([[7, 1]]);
    expect(classesOf(pool({ type: "at_least", need: 5 }), [5, 6, 2, 1])).toEqual([[0, 2], [1, 2]]);
    expect(classesOf(pool({ type: "each_face" }), [6, 1, 6, 2])).toEqual([[1, 1], [2, 1], [6, 2]]);
  });
});
