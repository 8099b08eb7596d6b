import { describe, expect, it } from "vitest";
import { Eye } from "./eye";
import { mountTable } from "./table";
import type { Running } from "./running";

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
