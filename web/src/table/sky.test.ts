import { describe, expect, it } from "vitest";

import { drawWeather } from "./sky";
import { FAIR } from "./state";
import { mountTable } from "./table";

const strokes = (drawn: string): number[][] =>
  [...drawn.matchAll(/M(-?[\d.]+) (-?[\d.]+)l(-?[\d.]+) (-?[\d.]+)/g)].map(([, ...numbers]) => numbers.map(Number));

describe("the sky over the table", () => {
  it("lets rain fall on the table alone, and a storm thicker", () => {
    expect(drawWeather(48, 36, "")).toBe("");
    const [rain, storm] = [strokes(drawWeather(48, 36, "rain")), strokes(drawWeather(48, 36, "storm"))];
    expect(rain.length).toBeGreaterThan(200);
    expect(storm.length).toBeGreaterThan(1.5 * rain.length);
    for (const [x, y, lean, long] of [...rain, ...storm]) {
      expect(x! + lean!).toBeGreaterThanOrEqual(0);
      expect(x!).toBeLessThanOrEqual(48);
      expect(y!).toBeGreaterThanOrEqual(0);
      expect(y! + long!).toBeLessThanOrEqual(36.001);
    }
  });

  it("is the same whenever it is drawn", () => {
    expect(drawWeather(72, 48, "rain")).toBe(drawWeather(72, 48, "rain"));
  });

  it("darkens the table by night and takes the rain away when it ends", () => {
    const host = document.createElement("div");
    document.body.append(host);
    const table = mountTable(host);
    const root = (): HTMLElement => host.querySelector<HTMLElement>(".table-root")!;
    table.set({ board: { width: 48000, depth: 36000, features: [] }, sky: { light: "night", falls: "rain" } });
    table.flush();
    expect(root().dataset["light"]).toBe("night");
    expect(host.querySelectorAll("path.rain")).toHaveLength(1);
    table.set({ sky: { light: "night", falls: "storm" } });
    table.flush();
    expect([host.querySelector("path.rain"), host.querySelectorAll("path.storm").length]).toEqual([null, 1]);
    table.set({ sky: { light: "dusk", falls: "" } });
    table.flush();
    expect(root().dataset["light"]).toBe("dusk");
    table.set({ sky: FAIR });
    table.flush();
    expect([root().dataset["light"], host.querySelector("path.storm")]).toEqual(["day", null]);
    table.destroy();
  });
});
