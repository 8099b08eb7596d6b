import { describe, expect, test } from "vitest";

import type { Palette } from "../../../api/generated";
import { asBook, withKind, withOwnKinds, withoutKind } from "./own-kinds";
import type { Made, Piece } from "./shapes";

const marsh: Piece = { form: "area", kind: "marsh", outline: [[0, 0], [4, 0], [4, 4]], contours: null, name: "" };
const made = { terrain: [marsh] } as unknown as Made;
const palette = { kinds: [{ kind: "marsh", form: "area", title: "Marsh", notes: [], width: 0, outline: [], rise: 0, numbers: [{ number: "pace", usual: 2, rule: "CM-TERR-06" }] }] } as unknown as Palette;

describe("ground of one's own", () => {
  const own = withKind(made, "Black bog", "marsh", ["marsh"]);
  test("is offered, marked, with what its like does", () => {
    expect(Object.keys(own.kinds ?? {})).toEqual(["black_bog"]);
    expect(withOwnKinds(palette, own.kinds ?? {}).kinds.map(({ title }) => title)).toEqual(["Marsh", "Black bog (house)"]);
    expect(withOwnKinds(palette, { x: { like: "lava", name: "Lava", description: "" } })).toBe(palette);
  });
  test("says its own numbers beside the book's", () => {
    const notes = (more: object) => withOwnKinds(palette, { x: { like: "marsh", name: "Bog", description: "", ...more } }).kinds[1]?.notes;
    expect(notes({ pace: 5 })).toEqual([{ what: "An inch in it, by house rule", effect: "5″ and not 2″", rule: "CM-TERR-06" }]);
    expect(notes({ loss: 3, pace: null })).toEqual([]);
  });
  test("is drawn as its like, and goes back to it", () => {
    const bog = { ...marsh, kind: "black_bog" } as Piece;
    expect(asBook(bog, own.kinds ?? {})).toEqual(marsh);
    expect(asBook(marsh, own.kinds ?? {})).toBe(marsh);
    const left = withoutKind({ ...own, terrain: [bog] as Made["terrain"] }, "black_bog");
    expect([left.kinds, left.terrain]).toEqual([{}, [marsh]]);
  });
});
