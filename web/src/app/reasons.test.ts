import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "../api/http";
import { Reasons } from "./reasons.svelte";

const thought = (entry: number, ...lines: string[]) => ({ entry, seat: "blue", captain: "marshal", lines, expected: null });

describe("why computer players did what they did", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("is known by entry, as it is told", () => {
    const reasons = new Reasons("a", () => ({}));
    expect(reasons.of(3)).toEqual([]);
    reasons.hear([thought(3, "It brings them closer"), thought(5, "Nothing promises more")]);
    reasons.hear([thought(6, "The ground suits them")]);
    expect([reasons.of(3), reasons.of(4), reasons.of(6)]).toEqual([["It brings them closer"], [], ["The ground suits them"]]);
  });

  it("is fetched once, again after a break, and again where it failed", async () => {
    const asked = vi.spyOn(api, "thoughts").mockRejectedValueOnce(new Error("gone")).mockResolvedValue([thought(2, "So")]);
    const reasons = new Reasons("a", () => ({ seat: "red" }));
    await reasons.fetch();
    expect(reasons.of(2)).toEqual([]);
    await reasons.fetch();
    await reasons.fetch();
    expect([asked.mock.calls.length, reasons.of(2)]).toEqual([2, ["So"]]);
    reasons.forget();
    await reasons.fetch();
    expect(asked.mock.calls).toEqual([["a", { seat: "red" }], ["a", { seat: "red" }], ["a", { seat: "red" }]]);
  });
});
