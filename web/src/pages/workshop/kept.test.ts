import { beforeEach, describe, expect, it, vi } from "vitest";

import { allKept, forget, freshKey, keep, keptAs, type Kept } from "./kept";

const thing = (key: string, more: Partial<Kept<{ units: number }>> = {}): Kept<{ units: number }> => ({
  key,
  kind: "army",
  name: key,
  book: "chainmail",
  changed: 1,
  value: { units: 1 },
  toml: "",
  ...more,
});

describe("what the browser keeps", () => {
  beforeEach(() => localStorage.clear());

  it("is found again by its key and its kind", () => {
    expect(keep(thing("one"))).toBe(true);
    expect(keptAs("army", "one")).toEqual(thing("one"));
    expect(keptAs("scenario", "one")).toBeNull();
    expect(keptAs("army", "two")).toBeNull();
    forget("one");
    expect(keptAs("army", "one")).toBeNull();
  });

  it("is listed with the latest first, without what is another's or cannot be read", () => {
    localStorage.setItem("theme", "dark");
    localStorage.setItem("workshop:broken", "{");
    localStorage.setItem("workshop:odd", "3");
    keep(thing("old", { changed: 5 }));
    keep(thing("new", { changed: 9 }));
    keep(thing("field", { kind: "scenario" }));
    expect(allKept("army").map(({ key }) => key)).toEqual(["new", "old"]);
  });

  it("says so when there is no room", () => {
    vi.stubGlobal("localStorage", {
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    expect(keep(thing("one"))).toBe(false);
    vi.unstubAllGlobals();
  });

  it("has keys that nobody guesses twice", () => {
    expect(freshKey()).toMatch(/^[a-z2-9]{8}$/);
    expect(new Set(Array.from({ length: 50 }, freshKey)).size).toBe(50);
  });
});
