import { describe, expect, it, vi } from "vitest";
import type { Choose, TiltYard } from "../api/types";
import type { Room } from "./control";
import { Tilting } from "./tilting.svelte";

const SEATS = ["lower_helm", "lean_right", "lean_left", "steady_seat", "shield_high", "shield_low"];
const AIMS: Record<string, string> = { helm: "456", dexter_chief: "3456", chief_pale: "123456", base: "1456" };

function tilting(forced = false) {
  const answer = vi.fn(() => Promise.resolve(true));
  const room = { battle: { units: {}, seats: [{ id: "red", side: "red" }] }, store: { ask: () => Promise.resolve(null) }, refused: [], answer, asked: () => ({ side: "Red", units: [], shared: false, prompts: [] }) };
  const aims = Object.entries(AIMS).map(([key, own]) => ({ key, label: key, seats: [...own].map((one) => SEATS[Number(one) - 1]!) }));
  const pairs = aims.flatMap(({ key, seats }) => (forced ? ["steady_seat"] : seats).map((seat) => ({ aim: key, seat })));
  const decision = { type: "choose", id: "1.0", seat: "red", prompt: "Seal aim and seat.", rules: [], sealed: true, least: 1, most: 1, options: pairs.map(({ aim, seat }) => ({ key: `${aim}/${seat}`, label: "" })) } as unknown as Choose;
  const yard = { aims, seats: SEATS.map((key) => ({ key, label: key })), sealing: { forced, pairs } } as unknown as TiltYard;
  const one = new Tilting(room as unknown as Room, decision, yard);
  const press = (key: string, shiftKey = false): boolean => one.key(key, { code: /\d/.test(key) ? `Digit${key}` : key, shiftKey } as KeyboardEvent);
  return { one, answer, press };
}

describe("an aim and a seat", () => {
  it("are taken up by keys and sealed together", () => {
    const { one, answer, press } = tilting();
    press("Enter");
    expect(answer).not.toHaveBeenCalled();
    press("4");
    press("5", true);
    press("Enter");
    expect(answer).toHaveBeenCalledWith(one.decision, { type: "chosen", keys: ["base/shield_high"] });
  });

  it("bar each other, whichever is taken up first", () => {
    const { one, press } = tilting();
    press("4");
    expect(SEATS.filter((seat) => one.seatBarred(seat))).toEqual(["lean_right", "lean_left"]);
    press("2", true);
    expect(one.seat).toBeNull();
    press("Escape");
    press("1", true);
    expect(Object.keys(AIMS).filter((aim) => one.aimBarred(aim))).toEqual(["helm", "dexter_chief"]);
    press("1");
    expect(one.pair).toBeNull();
  });

  it("let the first be changed, which drops a seat that does not go with it", () => {
    const { one, press } = tilting();
    press("3");
    press("2", true);
    expect(one.pair).toBe("chief_pale/lean_right");
    press("1");
    expect([one.aim, one.seat]).toEqual(["helm", null]);
  });

  it("go over the pairs by arrows, past what is barred", () => {
    const { one, press } = tilting();
    press("ArrowDown");
    expect(one.pair).toBe("helm/steady_seat");
    press("ArrowLeft");
    expect(one.pair).toBe("helm/steady_seat");
    press("ArrowDown");
    press("ArrowDown");
    press("ArrowLeft");
    press("ArrowLeft");
    expect(one.pair).toBe("chief_pale/lean_right");
    press("ArrowDown");
    expect(one.pair).toBe("chief_pale/lean_right");
    press("ArrowLeft");
    press("ArrowDown");
    expect(one.pair).toBe("base/lower_helm");
  });

  it("has the steady seat taken up for whoever must keep it, and keeps it", () => {
    const { one, press } = tilting(true);
    expect(one.seat).toBe("steady_seat");
    press("1", true);
    expect(one.seat).toBe("steady_seat");
    press("1");
    expect(one.pair).toBe("helm/steady_seat");
    press("Escape");
    expect([one.aim, one.seat]).toEqual([null, "steady_seat"]);
  });

  it("takes up what is hinted", () => {
    const { one } = tilting();
    one.lean(["dexter_chief/lean_left"]);
    expect(one.pair).toBe("dexter_chief/lean_left");
    one.lean(["helm/lean_left"]);
    expect(one.pair).toBe("dexter_chief/lean_left");
  });
});
