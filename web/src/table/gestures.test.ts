import { beforeEach, describe, expect, it } from "vitest";
import { listen, type Hand } from "./gestures";
import type { Thing } from "./state";

let told: string[];
let touches: boolean[];
let element: HTMLElement;
let thing: Thing;
let mayDrag: boolean;

const hand: Hand = {
  under: () => thing,
  mayDrag: () => mayDrag,
  press: (one) => told.push(`press ${one.kind}`),
  grab: (one, at) => told.push(`grab ${one.kind} at ${at.x},${at.y}`),
  drag: (_, at, keys) => told.push(`drag to ${at.x},${at.y}${keys.shift ? " fine" : ""}`),
  drop: (_, at) => told.push(at ? `drop at ${at.x},${at.y}` : "broken off"),
  pan: (dx, dy) => told.push(`pan ${dx},${dy}`),
  zoom: (factor) => told.push(`zoom ${factor.toFixed(2)}`),
  hover: () => {},
  touch: (on) => touches.push(on),
};

function pointer(type: string, x: number, y: number, more: PointerEventInit = {}): void {
  element.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, pointerType: "mouse", bubbles: true, ...more }));
}

beforeEach(() => {
  told = [];
  touches = [];
  thing = { kind: "ground" };
  mayDrag = false;
  element = document.createElement("div");
  element.setPointerCapture = () => {};
  document.body.append(element);
  const stop = listen(element, hand);
  return () => {
    stop();
    element.remove();
  };
});

describe("gestures", () => {
  it("say when a hand is on the table, and when the last finger has left it", () => {
    const second = { pointerId: 2 };
    pointer("pointerdown", 10, 10);
    pointer("pointerdown", 50, 50, second);
    pointer("pointerup", 10, 10);
    expect(touches).toEqual([true, true]);
    pointer("pointerup", 50, 50, second);
    expect(touches).toEqual([true, true, false]);
  });

  it("tell a press from a drag by how far the hand goes", () => {
    thing = { kind: "unit", id: "bows" };
    mayDrag = true;
    pointer("pointerdown", 10, 10);
    pointer("pointermove", 12, 11);
    pointer("pointerup", 12, 11);
    expect(told).toEqual(["press unit"]);
  });

  it("drag what may be dragged, from where it was taken", () => {
    thing = { kind: "unit", id: "bows" };
    mayDrag = true;
    pointer("pointerdown", 10, 10);
    pointer("pointermove", 10, 30, { shiftKey: true });
    pointer("pointerup", 10, 40);
    expect(told).toEqual(["grab unit at 10,10", "drag to 10,30 fine", "drop at 10,40"]);
  });

  it("move the map by anything else", () => {
    pointer("pointerdown", 0, 0);
    pointer("pointermove", 20, 0);
    pointer("pointermove", 25, 5);
    pointer("pointerup", 25, 5);
    expect(told).toEqual(["pan 20,0", "pan 5,5"]);
  });

  it("break a drag off when the pointer is lost", () => {
    thing = { kind: "ghost", id: "bows" };
    mayDrag = true;
    pointer("pointerdown", 0, 0);
    pointer("pointermove", 20, 0);
    pointer("pointercancel", 20, 0);
    expect(told.at(-1)).toBe("broken off");
  });

  it("zoom with two fingers, about the point between them", () => {
    const touch = { pointerType: "touch" };
    pointer("pointerdown", 0, 0, { ...touch, pointerId: 1 });
    pointer("pointerdown", 100, 0, { ...touch, pointerId: 2 });
    pointer("pointermove", 200, 0, { ...touch, pointerId: 2 });
    expect(told).toEqual(["pan 50,0", "zoom 2.00"]);
  });

  it("zoom with the wheel, towards the page's top is nearer", () => {
    element.dispatchEvent(new WheelEvent("wheel", { deltaY: -100, clientX: 5, clientY: 5, cancelable: true }));
    expect(told).toEqual(["zoom 1.17"]);
  });
});
