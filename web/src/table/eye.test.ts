import { describe, expect, it } from "vitest";
import { Eye } from "./eye";
import { mountTable } from "./table";
import type { Running } from "./running";
import type { Tools } from "./state";

const at = (x: number, y: number, room = 2000) => ({ left: x - room, right: x + room, top: y - room, bottom: y + room });

function opened(): Eye {
  const running = { run: (_: number, step: (share: number) => void) => step(1) } as unknown as Running;
  const eye = new Eye(running, () => {}, () => {});
  eye.screen = { width: 390, height: 240 };
  eye.behold({ width: 96_000, depth: 60_000, features: [] });
  eye.look({ scale: 12, x: 0, y: 0 }, true);
  return eye;
}

describe("what is brought into view", () => {
  it("stays where it is as long as it can be seen", () => {
    const eye = opened();
    eye.reveal(at(10_000, 10_000));
    expect(eye.camera).toEqual({ scale: 12, x: 0, y: 0 });
  });

  it("is moved no farther than to the edge", () => {
    const eye = opened();
    eye.reveal(at(50_000, 10_000));
    expect(eye.camera).toEqual({ scale: 12, x: 390 - 52 * 12, y: 0 });
  });

  it("is looked at from farther where it has no room", () => {
    const eye = opened();
    eye.reveal({ left: 4000, right: 64_000, top: 4000, bottom: 20_000 });
    expect(eye.camera.scale).toBeCloseTo(390 / 60);
  });

  it("stays in view when the screen shrinks, until somebody looks elsewhere", () => {
    const eye = opened();
    eye.reveal(at(10_000, 17_000));
    eye.resize({ width: 390, height: 120 });
    expect((19 * 12) + eye.camera.y).toBeCloseTo(120);
    eye.pan(0, 100);
    eye.resize({ width: 390, height: 60 });
    expect((19 * 12) + eye.camera.y).toBeGreaterThan(120);
  });

  it("waits for the hand that is on the table", () => {
    const host = document.createElement("div");
    document.body.append(host);
    const table = mountTable(host);
    table.set({ board: { width: 96_000, depth: 60_000, features: [] } });
    table.zoom(6, { x: 0, y: 0 });
    const root = host.querySelector("svg")!;
    root.setPointerCapture = () => {};
    const finger = (type: string): boolean => root.dispatchEvent(new PointerEvent(type, { clientX: 5, clientY: 5, pointerId: 1, bubbles: true }));
    const before = table.camera;
    finger("pointerdown");
    table.reveal(at(80_000, 50_000));
    table.skip();
    expect(table.camera).toEqual(before);
    finger("pointerup");
    table.skip();
    expect(table.camera).not.toEqual(before);
    table.destroy();
    host.remove();
  });
});

/** Three lines more in the bar below (pixels). */
const GROWN = 60;

describe("what the page opens on", () => {
  const running = { run: (_: number, step: (share: number) => void) => step(1) } as unknown as Running;
  const [width, height] = [1000, 700];
  const board = { width: 96_000, depth: 60_000, features: [] };

  function opening(boxes: readonly ReturnType<typeof at>[], tools: Tools | null = null): Eye {
    const eye = new Eye(running, () => {}, () => {}, () => boxes, () => tools);
    eye.screen = { width, height };
    eye.behold(board);
    return eye;
  }

  it("is both armies, nearer than the whole table", () => {
    const eye = opening([at(20_000, 10_000), at(60_000, 40_000)]);
    expect(eye.camera.scale).toBeGreaterThan(eye.whole().scale * 1.3);
    const { scale, x, y } = eye.camera;
    expect(18 * scale + x).toBeGreaterThanOrEqual(0);
    expect(62 * scale + x).toBeLessThanOrEqual(width);
    expect(42 * scale + y).toBeLessThanOrEqual(height);
  });

  it("keeps everybody out from under the buttons", () => {
    const boxes = [at(20_000, 10_000), at(60_000, 40_000)];
    const tools: Tools = { width: 190, height: 170, bare: 62, corner: "bottom" };
    const { scale, x, y } = opening(boxes, tools).camera;
    expect(62 * scale + x < width - 190 || 42 * scale + y < height - 170).toBe(true);
  });

  it.each([
    ["along the near edge", { left: 0, right: 96_000, top: 48_000, bottom: 60_000 }],
    ["in a corner", { left: 60_000, right: 96_000, top: 40_000, bottom: 60_000 }],
    ["along the far edge", { left: 10_000, right: 90_000, top: 0, bottom: 9000 }],
  ])("shows no empty room beyond the table where an army is set down %s", (_, zone) => {
    const tools: Tools = { width: 190, height: 170, bare: 62, corner: "bottom" };
    const eye = new Eye(running, () => {}, () => {}, () => [zone], () => tools, () => []);
    eye.screen = { width, height };
    eye.behold(board);
    const { scale, x, y } = eye.camera;
    const [inX, inY] = [(inch: number) => inch * scale + x, (inch: number) => inch * scale + y];
    expect(inX(zone.left / 1000)).toBeGreaterThanOrEqual(0);
    expect(inX(zone.right / 1000)).toBeLessThanOrEqual(width);
    expect(inY(zone.top / 1000)).toBeGreaterThanOrEqual(0);
    expect(inY(zone.bottom / 1000)).toBeLessThanOrEqual(height);
    // Either the table reaches from end to end of the view, or it lies in the middle of it.
    const [above, below] = [Math.max(0, inY(0)), Math.max(0, height - inY(60))];
    expect(Math.abs(above - below)).toBeLessThan(3 * scale);
  });

  it("is the whole table when it is asked for again, and when nobody stands there", () => {
    const eye = opening([at(20_000, 10_000), at(60_000, 40_000)]);
    const armies = eye.camera;
    eye.fit();
    expect(eye.camera).toEqual(eye.whole());
    eye.fit();
    expect(eye.camera).toEqual(armies);
    expect(opening([]).camera.scale).toBe(eye.whole().scale);
  });

  it("does not change when a bar grows by a line", () => {
    const eye = opening([at(20_000, 10_000), at(60_000, 30_000)]);
    const before = eye.camera;
    eye.resize({ width, height: height - 12 });
    expect(eye.camera.scale).toBe(before.scale);
  });

  it("is moved, not looked at from farther, when a bar grows over somebody", () => {
    const eye = opening([at(20_000, 6000, 3000), at(60_000, 40_000, 3000)]);
    const { scale } = eye.camera;
    const low = height - GROWN;
    eye.resize({ width, height: low });
    expect(eye.camera.scale).toBe(scale);
    // All but the room about them.
    expect(40 * scale + eye.camera.y).toBeLessThanOrEqual(low);
    expect(6 * scale + eye.camera.y).toBeGreaterThanOrEqual(0);
    eye.settle();
    eye.resize({ width, height });
    eye.resize({ width, height: low });
    eye.settle();
    expect(eye.camera.scale).toBe(scale);
    for (let less = 1; less < 8; less++) eye.resize({ width, height: low - less * GROWN });
    expect(eye.camera.scale).toBeLessThan(scale / 1.2);
  });

  it("is moved just off the buttons where there is room beyond", () => {
    const tools: Tools = { width: 100, height: 162, bare: 162, corner: "top" };
    const boxes = [at(88_000, 11_000), at(8000, 50_000), at(90_000, 50_000)];
    const alone = opening(boxes).camera;
    const { scale, x, y } = opening(boxes, tools).camera;
    expect([scale, x]).toEqual([alone.scale, alone.x]);
    expect(9 * scale + alone.y).toBeLessThan(162);
    expect(9 * scale + y).toBeCloseTo(162);
    expect(52 * scale + y).toBeLessThanOrEqual(height);
  });
});
