import { describe, expect, it } from "vitest";
import type { MenuEntry } from "../api/types";
import { doneTo, iconOf, listed } from "./order-menu";

const barred = (name: string, shown: MenuEntry["shown"]): MenuEntry => ({
  action: "move", label: name, key: "", rule: "", form: "path", name, legs: [], reasons: [{ text: "no", rules: [], measured: false, leg: null }],
  cost: 0, pointing: null, firing: null, icon: "", shown, phrase: "",
});
const free = (entry: MenuEntry): MenuEntry => ({ ...entry, legs: [{ type: "advance", distance: 1000 }], reasons: [] });
const names = (menu: readonly MenuEntry[]): string[] => menu.map(({ name }) => name);

describe("the order menu", () => {
  it("lists what its book wants listed, whatever it is called", () => {
    const menu = [barred("push", "always"), barred("shove", "possible"), barred("kneel", "seldom")];
    expect(names(listed(menu, menu))).toEqual(["push"]);
    expect(names(listed(menu.map(free), menu))).toEqual(["push", "shove"]);
    expect(names(listed(menu, menu.map(free)))).toEqual(["push", "kneel"]);
  });

  it("draws what the book names, and something neutral for what the sheet does not have", () => {
    const entry = { ...barred("push", "always"), icon: "figure-pikemen" };
    expect(iconOf(entry, () => true)).toBe("figure-pikemen");
    expect(iconOf(entry, () => false)).toBe("icon-turn-on");
    expect(iconOf({ ...entry, icon: "", form: "target" }, () => true)).toBe("mark-shot");
  });

  it("says what is done to somebody as the book does", () => {
    const menu = [{ ...barred("jeer", "always"), action: "jeer", phrase: "jeer at {}" }, { ...barred("shoot", "always"), action: "shoot" }];
    expect(doneTo(menu, "jeer", "the Pikes")).toBe("jeer at the Pikes");
    expect(doneTo(menu, "shoot", "the Pikes")).toBeUndefined();
  });
});
