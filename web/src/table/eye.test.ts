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
});
