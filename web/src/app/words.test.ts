import { describe, expect, it } from "vitest";

import type { MyBattle } from "../api/types";
import { against, amount, count, inARow, inches, isPlural, pointsOf, seatsOf, standing, when } from "./words";

const seat = (who: "me" | "friend" | "captain") => ({ who, name: who === "captain" ? "captain" : "", link: null, side: "", colour: "", player: "", taken: true });
const battle = (more: Partial<MyBattle>) =>
  ({ id: "b", turn: 4, turn_word: "Turn", mine: ["red"], waiting_for: [], outcome: null, seats: { red: seat("me"), blue: seat("captain") }, ...more }) as MyBattle;
const won = (winner: string) => ({ winner, how: "beaten" as const, rules: [], reckoning: [] });

describe("an army", () => {
  it("wins or win, as its name has it", () => {
    expect(["The Stone-Throwers of Kell", "The Jarl's Axes"].map(isPlural)).toEqual([true, true]);
    expect(["The Host of Arms", "Red", "The Margrave's"].map(isPlural)).toEqual([false, false, false]);
  });
});

describe("numbers", () => {
  it("are written as before where they are whole", () => {
    expect(amount(1200)).toBe("1,200");
    expect(count(1, "point")).toBe("1 point");
    expect(count(0, "point")).toBe("0 points");
  });

  it("of points are told of both sides where they differ", () => {
    expect(pointsOf([{ points: 200 }, { points: 200 }])).toBe("200 points");
    expect(pointsOf([{ points: 1173 }, { points: 1048 }])).toBe("1,173 and 1,048 points");
    expect(pointsOf([{ points: 199 }, { points: 196 }, { points: 198 }])).toBe("196 to 199 points");
    expect(pointsOf([{ points: 200 }, { points: 200 }, { points: 200 }])).toBe("200 points");
  });

  it("have fractions of a point as a player writes them", () => {
    expect([0.5, 0.75, 2.5, 99.375, -1.125].map(amount)).toEqual(["½", "¾", "2½", "99⅜", "−1⅛"]);
    expect(count(2.5, "point")).toBe("2½ points");
  });
});

describe("how a battle stands", () => {
  it("says when something is due from us", () => {
    expect(standing(battle({ waiting_for: ["red"] }))).toEqual({ due: true, text: "Your move" });
    expect(standing(battle({ waiting_for: ["blue"] }))).toEqual({ due: false, text: "Blue to move" });
    expect(standing(battle({ waiting_for: ["dice"] }))).toEqual({ due: true, text: "Dice are due" });
  });

  it("names the side where both are ours", () => {
    expect(standing(battle({ mine: ["red", "blue"], waiting_for: ["blue"] }))).toEqual({ due: true, text: "Blue to move" });
    expect(standing(battle({ mine: ["red", "blue"], outcome: won("blue") })).text).toBe("Blue won, turn 4");
  });

  it("says who won", () => {
    expect(standing(battle({ outcome: won("red") })).text).toBe("Won, turn 4");
    expect(standing(battle({ outcome: won("blue") })).text).toBe("Lost, turn 4");
    expect(standing(battle({ outcome: won("") })).text).toBe("Drawn, turn 4");
  });

  it("says that it cannot be opened any more", () => {
    expect(standing(battle({ damaged: true, waiting_for: ["red"] }))).toEqual({ due: false, text: "Damaged: it cannot be opened" });
  });

  it("says against whom", () => {
    expect(against(battle({}))).toBe("against a captain");
    expect(against(battle({ seats: { red: seat("me"), blue: seat("friend") } }))).toBe("against a friend");
    expect(against(battle({ mine: ["red", "blue"] }))).toBe("at one screen");
    expect(against(battle({ mine: [], seats: { red: seat("captain"), blue: seat("captain") } }))).toBe("two captains");
    const ochre = (who: "friend" | "captain") => ({ ...battle({}).seats, ochre: seat(who) });
    expect(against(battle({ seats: ochre("captain") }))).toBe("against 2 captains");
    expect(against(battle({ seats: ochre("friend") }))).toBe("against a friend and a captain");
    expect(against(battle({ mine: ["red", "blue"], seats: ochre("captain") }))).toBe("against a captain");
  });

  it("has seats in the order of the table", () => {
    expect(seatsOf({ blue: 1, ochre: 2, red: 3, teal: 4 }).map(([one]) => one)).toEqual(["red", "blue", "ochre", "teal"]);
  });
});

describe("words for time and length", () => {
  it.each([
    [6500, "6½″"],
    [250, "¼″"],
    [12000, "12″"],
    [0, "0″"],
    [-1500, "−1½″"],
    [2290, "2.3″"],
  ])("%i thousandths are %s", (mil, said) => {
    expect(inches(mil)).toBe(said);
  });

  it("speaks of days as people do", () => {
    const now = new Date(2026, 5, 12, 9);
    expect(when(new Date(2026, 5, 12, 0, 5), now)).toBe("today");
    expect(when(new Date(2026, 5, 11, 23, 50), now)).toBe("yesterday");
    expect(when(new Date(2026, 5, 9), now)).toBe("Tuesday");
    expect(when(new Date(2026, 3, 2), now)).toBe("April 2");
    expect(when(new Date(2025, 3, 2), now)).toBe("April 2, 2025");
  });

  it("puts notes in a row without their rules", () => {
    expect(inARow([{ text: "a die swings it", rules: ["CM-GUN-13"] }, { text: "2.0 enemies fall", rules: [] }])).toBe("a die swings it; 2.0 enemies fall");
  });
});
