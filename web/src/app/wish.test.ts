import { afterAll, afterEach, describe, expect, it, vi } from "vitest";

import { FIRST_WISH, keepWish, lastWish, saidOf, whoSaid } from "./wish";

const shelf = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => shelf.get(key) ?? null,
  setItem: (key: string, value: string) => shelf.set(key, value),
});
afterEach(() => shelf.clear());
afterAll(() => vi.unstubAllGlobals());

describe("what was set up last", () => {
  it("is offered again, with every side that was led", () => {
    expect(lastWish()).toEqual(FIRST_WISH);
    const wish = { scenario: "three-parishes", dice: "sealed", seats: { red: { who: "me" }, blue: { who: "captain" }, ochre: { who: "friend" } } } as const;
    keepWish(wish);
    expect(lastWish()).toEqual(wish);
    expect(saidOf(wish, "By This Axe").filter(({ part }) => part === "seats")).toEqual([
      { term: "Red", text: "Me", part: "seats", side: "red" },
      { term: "Blue", text: "The captain", part: "seats", side: "blue" },
      { term: "Ochre", text: "A friend, by link", part: "seats", side: "ochre" },
    ]);
  });

  it("is read as it was kept when there were but two sides", () => {
    shelf.set("wish", JSON.stringify({ ruleset: "chainmail", dice: "typed", red: { who: "me" }, blue: { who: "friend" } }));
    expect(lastWish()).toEqual({ ruleset: "chainmail", dice: "typed", seats: { red: { who: "me" }, blue: { who: "friend" } } });
  });

  it.each(["", "{", "null", "{}"])("is the first wish where nothing can be read: %s", (kept) => {
    shelf.set("wish", kept);
    expect(lastWish()).toEqual(FIRST_WISH);
  });
});

describe("who leads a side", () => {
  const bold = { name: "captain:bold", title: "Captain, bold", called: "bold captain", about: "", kind: "temperament" } as const;

  it("is called as one speaks of him", () => {
    expect(whoSaid({ who: "captain", captain: "captain:bold" }, [bold])).toBe("The bold captain");
    expect(whoSaid({ who: "captain" }, [bold])).toBe("The captain");
    expect(whoSaid({ who: "me" }, [bold])).toBe("Me");
  });
});
