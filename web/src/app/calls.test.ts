import { beforeEach, describe, expect, it } from "vitest";

import { calls, keepSwitches, switches, tabTitle, USUAL } from "./calls";

describe("the tab's title", () => {
  const now = (how: Partial<{ due: boolean; over: boolean; waitingFor: string }>) => ({ due: false, over: false, waitingFor: "", ...how });

  it("says whose turn it is", () => {
    expect(tabTitle("Gallows Hill", now({ due: true }), USUAL)).toBe("● Your turn: Gallows Hill");
    expect(tabTitle("Gallows Hill", now({ waitingFor: "Tomas" }), USUAL)).toBe("Tomas to move: Gallows Hill");
    expect(tabTitle("Gallows Hill", now({}), USUAL)).toBe("Gallows Hill · Schiltron");
    expect(tabTitle("Gallows Hill", now({ over: true, due: true }), USUAL)).toBe("Over: Gallows Hill · Schiltron");
  });

  it("is quiet where it was switched off", () => {
    const off = { ...USUAL, title: false };
    expect(tabTitle("Gallows Hill", now({ due: true }), off)).toBe("Gallows Hill · Schiltron");
    expect(tabTitle("Gallows Hill", now({ waitingFor: "Tomas" }), off)).toBe("Gallows Hill · Schiltron");
  });
});

describe("being called", () => {
  it("is for turns that come, while one looks away or waits for a person", () => {
    expect(calls(false, true, { hidden: true, people: false })).toBe(true);
    expect(calls(false, true, { hidden: false, people: true })).toBe(true);
    expect(calls(false, true, { hidden: false, people: false })).toBe(false);
    expect(calls(true, true, { hidden: true, people: true })).toBe(false);
    expect(calls(true, false, { hidden: true, people: true })).toBe(false);
  });
});

describe("the switches", () => {
  beforeEach(() => localStorage.clear());

  it("are kept in this browser, and as usual where nothing is kept or it is garbled", () => {
    expect(switches()).toEqual(USUAL);
    keepSwitches({ title: false, sound: true, notice: true });
    expect(switches()).toEqual({ title: false, sound: true, notice: true });
    localStorage.setItem("calls", '{"title": 7, "sound": false}');
    expect(switches()).toEqual({ title: true, sound: false, notice: false });
    localStorage.setItem("calls", "{");
    expect(switches()).toEqual(USUAL);
  });
});
