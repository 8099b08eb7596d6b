import { describe, expect, it, vi } from "vitest";
import type { Aim, Command, Use } from "../api/types";
import { CardPlay } from "./cards.svelte";
import type { Room } from "./control";

const aim = (more: Partial<Aim> = {}): Aim => ({ at: "units", whom: "friend", least: 1, most: 2, eligible: ["axes", "spears", "levy"], must: [], ...more });
const nobody = aim({ at: "nobody", whom: "any", least: 0, most: 0, eligible: [] });
const foes = aim({ at: "unit", whom: "foe", most: 1, eligible: ["knights", "squires"] });
const use = (key: string, more: Partial<Use> = {}): Use => ({ key, label: key, rules: ["TA-CMD-20"], aim: aim(), against: null, barred: "", ...more });
const hand = [
  { key: "D07", title: "Seven of diamonds: March or charge", text: "", rule: "D07", count: 1, uses: [use("march"), use("charge")] },
  { key: "S01", title: "Ace of spades: Coordinated attack", text: "", rule: "S01", count: 1, uses: [use("coordinated", { aim: aim({ most: 3 }), against: foes })] },
  { key: "C12", title: "Queen of clubs: Shieldwall", text: "", rule: "C12", count: 1, uses: [use("shieldwall", { barred: "too late", aim: nobody })] },
  { key: "J01", title: "First joker: Any two effects", text: "", rule: "J01", count: 1, uses: [use("march+rally", { label: "march, and later: Rally" }), use("march+target", { label: "march, and later: Target" })] },
  { key: "H13", title: "King of hearts: All infantry move", text: "", rule: "H13", count: 1, uses: [use("all_infantry", { aim: aim({ least: 3, most: 3 }) })] },
];

function table(decision: Partial<Command> = {}) {
  const answer = vi.fn(() => Promise.resolve(true));
  const units = Object.fromEntries(["axes", "spears", "levy", "knights", "squires"].map((id) => [id, { id, name: `The ${id}` }]));
  const room = { battle: { units }, store: { ask: () => Promise.resolve(null) }, selected: null, refused: [], answer, select: () => {} };
  const due = { type: "command", id: "7", seat: "red", prompt: "Play a card.", window: false, hand, ...decision } as unknown as Command;
  return { play: new CardPlay(room as unknown as Room, due), answer };
}

const pressed = (play: CardPlay, ...keys: string[]): void => keys.forEach((key) => void play.key(key));

describe("a card", () => {
  it("is played by keys alone: card, use, units, Enter", () => {
    const { play, answer } = table();
    pressed(play, "1", "2", "1", "3");
    expect(play.words).toBe("Charge for The axes and The levy");
    pressed(play, "Enter");
    const form = { type: "played", card: "D07", use: "charge", units: ["axes", "levy"], target: "" };
    expect(answer).toHaveBeenCalledWith(play.decision, { type: "commanded", actor: "", action: "play", form });
  });

  it("needs a target where its use has some, which are numbered after the units", () => {
    const { play } = table();
    pressed(play, "2", "1");
    expect(play.play).toBeNull();
    expect(play.words).toBe("Choose against whom");
    pressed(play, "5");
    expect(play.play?.form).toMatchObject({ units: ["axes"], target: "squires" });
  });

  it("is for units pressed on the table, and never for more than it can be", () => {
    const { play } = table();
    pressed(play, "1", "1");
    for (const id of ["axes", "spears", "levy", "knights"]) play.press({ kind: "unit", id }, { x: 0, y: 0 });
    expect(play.units).toEqual(["axes", "levy"]);
  });

  it("is named as what a unit does where a unit holds it", () => {
    const water = { key: "mareth:lower_water", title: "Lower water", text: "", rule: "BW-A4-23", count: 1, holder: "axes", uses: [use("cast", { label: "Lower water", aim: nobody })] };
    const spent = { ...water, key: "mareth:move_earth", title: "Move earth", uses: [use("cast", { barred: "he has moved" })] };
    const { play } = table({ hand: [hand[0], water, spent] as unknown as Command["hand"] });
    pressed(play, "1", "1");
    expect([play.prompt("Red").sentence, play.prompt("Red").acts.at(-1)!.label]).toEqual(["Red, play the seven of diamonds: March or charge, or put it back.", "Play the seven of diamonds: March or charge"]);
    pressed(play, "Escape", "2");
    expect([play.prompt("Red").sentence, play.prompt("Red").acts.at(-1)!.label]).toEqual(["Red: lower water, or put it back.", "Lower water"]);
    pressed(play, "Escape", "3");
    expect(play.words).toBe("It cannot be done now");
  });

  it("cannot be played while it is barred", () => {
    const { play, answer } = table();
    pressed(play, "3", "1", "Enter");
    expect(play.playable.has("C12")).toBe(false);
    expect(play.words).toBe("It cannot be played now");
    expect(answer).not.toHaveBeenCalled();
  });

  it("names two effects if it is a joker", () => {
    const { play } = table();
    pressed(play, "4");
    expect(play.choice).toBe("later");
    pressed(play, "2", "1");
    expect(play.play?.form).toMatchObject({ card: "J01", use: "march+target", units: ["axes"] });
    pressed(play, "Backspace");
    expect(play.choice).toBe("later");
  });

  it("takes those it names itself, and whoever it is played because of", () => {
    const { play } = table();
    pressed(play, "5");
    expect(play.play?.form).toMatchObject({ units: ["axes", "spears", "levy"] });
    const brace = { ...hand[0]!, uses: [use("brace", { aim: aim({ must: ["spears"] }) })] };
    const window = table({ window: true, hand: [brace] }).play;
    pressed(window, "1");
    expect(window.units).toEqual(["spears"]);
  });

  it("may be aimed at foes alone, and is not played once nothing is left of it", () => {
    const bolt = { ...hand[0]!, key: "bolt", title: "Bolt", count: 3, uses: [use("bolt", { aim: foes })] };
    const { play } = table({ hand: [bolt, { ...bolt, key: "spent", count: 0 }] });
    expect([...play.playable]).toEqual(["bolt"]);
    pressed(play, "1", "2");
    expect(play.words).toBe("Bolt against The squires");
    expect(play.play?.form).toMatchObject({ units: ["squires"], target: "" });
  });

  it("is put back", () => {
    const { play } = table();
    pressed(play, "1", "1", "Escape");
    expect(play.card).toBeNull();
    expect(play.key("Enter")).toBe(false);
  });
});
