import { describe, expect, test } from "vitest";

import { BLANK } from "./sheet";
import { carried, linkTo } from "./sheet-link";

const PAGE = "http://toys.example/workshop/from-dnd";
const hashOf = (link: string): string => new URL(link).hash;
const as = (value: unknown): string => hashOf(linkTo(value as never, PAGE));

describe("a sheet as a link", () => {
  test("what goes in comes out, whatever its letters", () => {
    const sheet = { creature: { ...BLANK, name: "Ürgath ☠ <b>Nine-Kettles</b>" }, prices: { book_of_war: 16 } };
    const link = linkTo(sheet, PAGE);
    expect(link).toMatch(/^http:\/\/toys\.example\/workshop\/from-dnd#sheet=[A-Za-z0-9_-]+$/);
    expect(carried(hashOf(link))).toEqual(sheet);
  });
  test("a party goes by its name alone", () => expect(carried(as({ party: "the-nine", creature: BLANK }))).toEqual({ party: "the-nine" }));
  test("another link carries nothing, a broken one is told", () => {
    expect(carried("#copy=abc")).toBeNull();
    for (const broken of ["#sheet=", "#sheet=%%%", "#sheet=abc", as(null), as([1]), as({ creature: "ogre" }), `#sheet=${"A".repeat(30_000)}`]) expect(carried(broken)).toBe(false);
  });
  test("prices that are none are left out", () => expect(carried(as({ creature: BLANK, prices: { a: 0, b: "3", c: 7, d: 1e9 } }))).toMatchObject({ prices: { c: 7 } }));
});
