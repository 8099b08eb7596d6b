import { describe, expect, it } from "vitest";

import { begun, changed, MOST_STEPS, redoes, redone, settled, undoes, undone } from "./history";

describe("a history", () => {
  const three = changed(changed(changed(begun(0), 1, "one"), 2, "two"), 3, "three");

  it("goes back step by step, and forward again", () => {
    expect([undoes(three), redoes(three)]).toEqual(["three", ""]);
    const two = undone(three);
    expect([two.now, undoes(two), redoes(two)]).toEqual([2, "two", "three"]);
    const first = undone(undone(two));
    expect([first.now, undoes(first), redoes(first)]).toEqual([0, "", "one"]);
    expect(undone(first)).toBe(first);
    const again = redone(redone(redone(first)));
    expect([again.now, undoes(again), redoes(again)]).toEqual([3, "three", ""]);
    expect(redone(again)).toBe(again);
  });

  it("forgets what was undone when something else is done", () => {
    const other = changed(undone(three), 9, "nine");
    expect([other.now, redoes(other), undone(other).now]).toEqual([9, "", 2]);
  });

  it("takes steps of a run together, until it is settled, undone, or another run begins", () => {
    const named = changed(changed(changed(begun("a"), "ab", "name", "name 1"), "abc", "named", "name 1"), "abcd", "other", "name 2");
    expect(named.before.map(({ value, deed }) => [value, deed])).toEqual([["a", "named"], ["abc", "other"]]);
    const apart = changed(settled(changed(begun(1), 2, "plus", "figures 0")), 3, "plus", "figures 0");
    expect(apart.before).toHaveLength(2);
    const back = changed(undone(changed(begun(1), 2, "plus", "figures 0")), 3, "plus", "figures 0");
    expect(undone(back).now).toBe(1);
    expect(changed(begun(1), 2, "plus", "x").before).toHaveLength(1);
  });

  it("is no step where nothing changes", () => {
    const value = { figures: 3 };
    const history = begun(value);
    expect(changed(history, value, "nothing")).toBe(history);
  });

  it("forgets the oldest steps", () => {
    let long = begun(0);
    for (let step = 1; step <= MOST_STEPS + 5; step++) long = changed(long, step, `${step}`);
    expect(long.before).toHaveLength(MOST_STEPS);
    for (let step = 0; step < MOST_STEPS + 5; step++) long = undone(long);
    expect(long.now).toBe(5);
  });
});
