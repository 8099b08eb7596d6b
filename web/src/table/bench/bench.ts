/** A table as full as one ever gets, dragged, panned and zoomed by itself; how long the frames took. */
import "../../style/fonts.css";
import "../../style/tokens.css";
import "../../style/base.css";
import { showInches } from "../lengths";
import { advanced, local, world } from "../pose";
import { halfFront } from "../shape";
import type { Thing } from "../state";
import { mountTable } from "../table";
import { crowdedTable } from "./crowded";

export interface Frames {
  readonly frames: number;
  readonly median: number;
  readonly p95: number;
  readonly worst: number;
  /** Of a hundred frames, so many took less than 20 ms. */
  readonly under20: number;
}

const table = mountTable(document.getElementById("page")!, {
  drag: (thing, at) => plan(thing, at.x, at.y),
});

/** What a page draws while a hand plots an advance: ghost, path, swept ground, handles, tags. */
function plan(thing: Thing, x: number, y: number): void {
  const unit = thing.kind === "ground" ? undefined : table.state.units.find((one) => one.id === thing.id);
  if (!unit) return;
  const far = Math.max(0, Math.round(local(unit.pose, { x, y }).forward / 100) * 100);
  const pose = advanced(unit.pose, far);
  const half = halfFront(unit.shape);
  const corner = (side: number): { x: number; y: number } => world(pose, side * half, 0);
  const ring = [world(unit.pose, -half, 0), corner(-1), corner(1), world(unit.pose, half, 0)];
  table.set({
    plans: [
      {
        unit: unit.id,
        live: true,
        swept: [ring.map((point) => [point.x, point.y] as const)],
        path: [{ from: unit.pose, to: pose, turn: 0 }],
        pivot: null,
        ghost: { pose, shape: unit.shape },
        barred: false,
        stop: null,
        handles: [
          { kind: "left corner", at: corner(-1), name: "Wheel right", heading: pose.heading },
          { kind: "right corner", at: corner(1), name: "Wheel left", heading: pose.heading },
        ],
      },
    ],
    tags: [
      { id: "total", at: corner(-1), text: `${showInches(far)} of 12″`, tone: "total", side: "left" },
      { id: "leg", at: unit.pose, text: `advance ${showInches(far)}`, tone: "plan", side: "right" },
    ],
  });
}

const COUNT = 180;
const nextFrame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));

async function measured(act: (frame: number) => void): Promise<Frames> {
  const times: number[] = [];
  let last = await nextFrame();
  for (let frame = 0; frame < COUNT; frame++) {
    act(frame);
    const now = await nextFrame();
    times.push(now - last);
    last = now;
  }
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.min(COUNT - 1, Math.floor(COUNT * share))]! * 10) / 10;
  const quick = times.filter((time) => time < 20).length;
  return { frames: COUNT, median: at(0.5), p95: at(0.95), worst: at(1), under20: Math.round((1000 * quick) / COUNT) / 10 };
}

const root = document.querySelector<HTMLElement>(".table-root")!;
// A made-up pointer cannot be captured.
root.setPointerCapture = () => {};

function pointer(type: string, x: number, y: number, target: Element = root): void {
  const place = { clientX: x, clientY: y, pointerId: 1, pointerType: "mouse", bubbles: true, button: 0 };
  target.dispatchEvent(new PointerEvent(type, place));
}

async function dragging(): Promise<Frames> {
  const grip = document.querySelector('[data-unit="unit-25"] .grip')!;
  const box = grip.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  pointer("pointerdown", x, y, grip);
  const found = await measured((frame) => pointer("pointermove", x + 30 * Math.sin(frame / 9), y + 90 - 80 * Math.cos(frame / 12)));
  pointer("pointerup", x, y);
  return found;
}

async function panning(): Promise<Frames> {
  pointer("pointerdown", 20, 20);
  const found = await measured((frame) => pointer("pointermove", 20 + 200 * Math.sin(frame / 15), 20 + 120 * Math.cos(frame / 15)));
  pointer("pointerup", 20, 20);
  return found;
}

/** Eighteen clicks of a wheel a second, in and out again. */
function zooming(): Promise<Frames> {
  const middle = { clientX: innerWidth / 2, clientY: innerHeight / 2, bubbles: true, cancelable: true };
  return measured((frame) => root.dispatchEvent(new WheelEvent("wheel", { ...middle, deltaY: Math.sin(frame / 20) > 0 ? -30 : 30 })));
}

const rest = (): Promise<unknown> => new Promise((done) => setTimeout(done, 1000));

async function bench(): Promise<Record<string, Frames>> {
  await document.fonts.ready;
  await rest();
  const drag = await dragging();
  const pan = await panning();
  const zoom = await zooming();
  await rest();
  return { drag, pan, zoom };
}

const { units, ...crowd } = crowdedTable();
table.set({ ...crowd, units, draggable: crowd.touchable, selected: "unit-25" });
table.flush();
Object.assign(window, { bench, table });
