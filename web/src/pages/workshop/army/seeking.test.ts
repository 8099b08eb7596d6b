import { describe, expect, it } from "vitest";

import { fitSaid, sought } from "./seeking";

const against = { place: "", wrong: "no", right: "", rules: [] };
const all = [
  { name: "Heavy foot", note: "mail and shield", against: null },
  { name: "Élite Footmen", note: "", against: null },
  { name: "Archers", note: "light foot with bows", against: null },
  { name: "Foot of the Guard", note: "", against },
  { name: "Barefoot", note: "", against: null },
];

describe("seeking", () => {
  it.each([
    ["", ["Heavy foot", "Élite Footmen", "Archers", "Barefoot", "Foot of the Guard"]],
    ["foot", ["Heavy foot", "Élite Footmen", "Barefoot", "Archers", "Foot of the Guard"]],
    ["elite f", ["Élite Footmen"]],
    ["bows", ["Archers"]],
    ["dragon", []],
  ])("%j finds %j", (text, names) => {
    expect(sought(all, text).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    [3, 5, "3 fit"],
    [1, 5, "1 fits"],
    [0, 5, "no points left"],
    [null, 5, ""],
    [4, 0, ""],
  ])("room for %o at %d each is said as %j", (room_for, each, said) => {
    expect(fitSaid({ room_for, each })).toBe(said);
  });
});
