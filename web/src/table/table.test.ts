import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { crowdedTable } from "./bench/crowded";
import type { PlanDrawing, Tag } from "./state";
import { mountTable, type TableApi } from "./table";

let host: HTMLElement;
let table: TableApi;
const { units, ...crowd } = crowdedTable();

beforeEach(() => {
  host = document.createElement("div");
  host.getBoundingClientRect = () => new DOMRect(0, 0, 1440, 900);
  document.body.append(host);
  table = mountTable(host);
  table.set({ ...crowd, units });
  table.flush();
});

afterEach(() => {
  table.destroy();
  host.remove();
});

const unit = (id: string): SVGGElement => host.querySelector<SVGGElement>(`.unit[data-unit="${id}"]`)!;
const ghosted: PlanDrawing = {
  unit: "unit-3",
  live: true,
  swept: [],
  path: [{ from: { x: 0, y: 0 }, to: { x: 0, y: 2000 }, turn: 0 }],
  pivot: null,
  ghost: { pose: { x: 1000, y: 2000, heading: 0 }, shape: units[3]!.shape },
  barred: false,
  stop: null,
  handles: [{ kind: "left corner", at: { x: 0, y: 0 }, name: "Wheel right: drag this corner", heading: 0 }],
};

describe("the table widget", () => {
  it("draws one group a unit, a button with a name, and one of them a tab stop", () => {
    expect(host.querySelectorAll(".unit")).toHaveLength(40);
    expect(unit("unit-0").getAttribute("role")).toBe("button");
    expect(unit("unit-0").getAttribute("aria-label")).toBe("Company 1, Red, 30 figures, may move");
    expect(host.querySelectorAll('.unit[tabindex="0"]')).toHaveLength(1);
  });

  it("moves a unit by its transform and draws nothing of it anew", () => {
    const group = unit("unit-0");
    const inside = group.firstElementChild;
    table.set({ units: units.map((one) => (one.id === "unit-0" ? { ...one, pose: { ...one.pose, x: 9000 } } : one)) });
    table.flush();
    expect(group.getAttribute("transform")).toMatch(/^translate\(9 /);
    expect(group.firstElementChild).toBe(inside);
  });

  it("has a frame without inches where distances are for the eye", () => {
    const inches = (): number => host.querySelectorAll(".tick, .check, .cross, .ruler").length;
    expect(inches()).toBeGreaterThan(3);
    table.set({ ruled: false });
    table.flush();
    expect(inches()).toBe(0);
    expect(host.querySelectorAll(".neatline, .edge")).toHaveLength(2);
  });

  it("takes away what is no longer there", () => {
    table.set({ units: units.slice(1) });
    table.flush();
    expect(unit("unit-0")).toBeNull();
    expect(host.querySelectorAll(".label")).toHaveLength(39);
  });

  it("can be taken hold of between the figures", () => {
    const grip = unit("unit-0").querySelector(".grip")!;
    expect(grip.getAttribute("d")).not.toBe("");
  });

  it("shows a plan and only moves its ghost while a hand moves it", () => {
    table.set({ plans: [ghosted] });
    table.flush();
    const base = host.querySelector(".ghost .ghost-base");
    table.set({ plans: [{ ...ghosted, ghost: { ...ghosted.ghost!, pose: { x: 1000, y: 5000, heading: 45_000 } } }] });
    table.flush();
    expect(host.querySelector(".ghost")!.getAttribute("transform")).toBe("translate(1 5) rotate(45)");
    expect(host.querySelector(".ghost .ghost-base")).toBe(base);
    expect(host.querySelector('[data-handle="left corner"] title')!.textContent).toBe("Wheel right: drag this corner");
  });

  it("marks a barred plan and says every reason", () => {
    const reason: Tag = { id: "r", at: { x: 0, y: 0 }, text: "pikes in the way", tone: "stop", side: "right" };
    table.set({ plans: [{ ...ghosted, barred: true, stop: { x: 0, y: 1000, heading: 0 } }], tags: [reason] });
    table.flush();
    expect(host.querySelector(".plan.barred .stop")!.getAttribute("d")).not.toBe("");
    expect(host.querySelector(".tag.tone-stop text")!.textContent).toBe("pikes in the way");
  });

  it("writes names safely", () => {
    table.set({ units: [{ ...units[0]!, label: "<b>Knaves</b>" }] });
    table.flush();
    expect(host.querySelector(".label b")).toBeNull();
    expect(host.querySelector(".unit-name")!.textContent).toBe("<b>Knaves</b>");
  });

  it("draws shots with what they strike, and zones with their names", () => {
    const ring = [
      [0, 0],
      [2000, 0],
      [2000, 2000],
      [0, 2000],
    ] as const;
    table.set({
      templates: [{ tone: "plan", marks: [{ shape: { type: "disc", x: 1000, y: 1000, radius: 1500 }, name: "", struck: true }], line: null, aim: { x: 1000, y: 1000 }, barred: false, label: "4 figures" }],
      zones: [{ kind: "near", shape: { type: "plot", rings: [ring] }, label: "10½″ near" }],
    });
    table.flush();
    expect(host.querySelector(".shot.plan .shot-ground")!.getAttribute("r")).toBe("1.5");
    expect([...host.querySelectorAll(".tag text")].map((text) => text.textContent)).toEqual(["10½″ near", "4 figures"]);
  });
});

describe("chips from afar", () => {
  it("that lie upon each other belong each to the hand at its own middle", async () => {
    const two = units.slice(0, 2).map((one, index) => ({ ...one, stance: "single" as const, pose: { x: 40_000 + 1500 * index, y: 30_000, heading: 0 } }));
    const small = document.createElement("div");
    small.getBoundingClientRect = () => new DOMRect(0, 0, 300, 200);
    document.body.append(small);
    const far = mountTable(small);
    far.set({ ...crowd, units: two });
    far.flush();
    far.fit();
    far.skip();
    await new Promise((rested) => setTimeout(rested, 250));
    far.flush();
    const root = small.querySelector<HTMLElement>(".table-root")!;
    expect(root.dataset["detail"]).toBe("chips");
    for (const { id, pose } of two) {
      const { x, y } = far.place(pose);
      root.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY: y, pointerType: "mouse", bubbles: true }));
      expect(root.dataset["over"]).toBe(`unit ${id}`);
    }
    far.destroy();
    small.remove();
  });
});
