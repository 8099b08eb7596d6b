import { describe, expect, it } from "vitest";

import type { Snapshot, Step } from "../api/types";
import stretch from "../fixtures/stretch.json";
import { doneSoFar } from "./counted";
import { Film } from "./film.svelte";

const { before, steps } = stretch as unknown as { before: Snapshot; steps: Step[] };

/** The stretch of a real battle, as a film from its own beginning. */
function film(...parts: Step[][]): Film {
  const made = new Film("b", {});
  made.begin({ ...before, last: steps.length });
  for (const part of parts) made.add(part.map((step) => ({ ...step, position: step.position - before.position })));
  return made;
}

describe("the deeds of a film", () => {
  it("are numbered from one in every turn of a side", () => {
    const { deeds } = film(steps);
    expect(deeds.length).toBeGreaterThan(2);
    let last: (typeof deeds)[number] | undefined;
    for (const deed of deeds) {
      const goesOn = last && last.turn === deed.turn && last.turnOf === deed.turnOf;
      expect(deed.number).toBe(goesOn ? last!.number + 1 : 1);
      last = deed;
    }
  });

  it("are the same however the steps come in", () => {
    expect(film(steps.slice(0, 3), steps.slice(3)).deeds).toEqual(film(steps).deeds);
  });

  it("lie on the table as far as they are done, the one just done marked", () => {
    const made = film(steps);
    const second = made.deeds[1]!;
    const { deeds, present } = doneSoFar(made.deeds, second.position);
    expect(present?.position).toBe(second.position);
    expect(deeds.every(({ position }) => position <= second.position)).toBe(true);
    expect(made.numberOf(second.key)).toBe(second.number);
    expect(doneSoFar(made.deeds, 0)).toEqual({ deeds: [], present: null });
  });
});
