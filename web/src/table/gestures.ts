/** Fingers, mouse and wheel, told apart: pressing, dragging, moving the map, pinching. */
import type { Point } from "./pose";
import type { Keys, Thing } from "./state";

export interface Hand {
  /** What lies under a point of the screen. */
  under(target: EventTarget | null, at: Point, touch: boolean): Thing;
  mayDrag(thing: Thing, keys: Keys): boolean;
  press(thing: Thing, at: Point, keys: Keys): void;
  grab(thing: Thing, at: Point): void;
  drag(thing: Thing, at: Point, keys: Keys): void;
  drop(thing: Thing, at: Point | null): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Point): void;
  /** A mouse goes over a point of the screen, or leaves the table. */
  hover(target: EventTarget | null, at: Point | null): void;
  /** A finger came upon the table, or the last one left it. */
  touch?(on: boolean): void;
}

interface Finger {
  readonly id: number;
  readonly start: Point;
  now: Point;
}

type Gesture =
  | { readonly kind: "none" }
  | { readonly kind: "down"; readonly thing: Thing; readonly touch: boolean; readonly keys: Keys }
  | { readonly kind: "pan" }
  | { readonly kind: "drag"; readonly thing: Thing }
  | { readonly kind: "pinch" };

const SLACK = { mouse: 4, touch: 9 };

/** Listens on an element until the returned function is called. */
export function listen(element: HTMLElement | SVGElement, hand: Hand): () => void {
  const fingers = new Map<number, Finger>();
  let gesture: Gesture = { kind: "none" };

  // Asking for the frame makes the browser lay the page out at once, so it is asked once a gesture.
  let frame = element.getBoundingClientRect();
  let asked = 0;
  const reframe = (event: MouseEvent, fresh: boolean): void => {
    if (fresh || event.timeStamp - asked > 500) frame = element.getBoundingClientRect();
    asked = event.timeStamp;
  };
  const place = (event: MouseEvent): Point => ({ x: event.clientX - frame.left, y: event.clientY - frame.top });
  const keys = (event: MouseEvent): Keys => ({ shift: event.shiftKey, alt: event.altKey });

  const down = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && event.button > 1) return;
    reframe(event, !fingers.size);
    const at = place(event);
    fingers.set(event.pointerId, { id: event.pointerId, start: at, now: at });
    element.setPointerCapture(event.pointerId);
    hand.touch?.(true);
    if (fingers.size === 2) {
      if (gesture.kind === "drag") hand.drop(gesture.thing, null);
      gesture = { kind: "pinch" };
    } else if (fingers.size === 1) {
      const touch = event.pointerType === "touch";
      const thing: Thing = event.button === 1 ? { kind: "ground" } : hand.under(event.target, at, touch);
      gesture = { kind: "down", thing, touch, keys: keys(event) };
    }
  };

  const move = (event: PointerEvent): void => {
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      reframe(event, false);
      return hand.hover(event.target, place(event));
    }
    const at = place(event);
    const before = finger.now;
    finger.now = at;
    switch (gesture.kind) {
      case "down": {
        const slack = gesture.touch ? SLACK.touch : SLACK.mouse;
        if (Math.hypot(at.x - finger.start.x, at.y - finger.start.y) < slack) return;
        if (hand.mayDrag(gesture.thing, gesture.keys)) {
          const { thing } = gesture;
          gesture = { kind: "drag", thing };
          hand.grab(thing, finger.start);
          hand.drag(thing, at, keys(event));
        } else {
          gesture = { kind: "pan" };
          hand.pan(at.x - finger.start.x, at.y - finger.start.y);
        }
        return;
      }
      case "drag":
        return hand.drag(gesture.thing, at, keys(event));
      case "pan":
        return hand.pan(at.x - before.x, at.y - before.y);
      case "pinch": {
        const other = [...fingers.values()].find((one) => one !== finger);
        if (!other) return;
        const was = Math.hypot(before.x - other.now.x, before.y - other.now.y);
        const is = Math.hypot(at.x - other.now.x, at.y - other.now.y);
        const middle = { x: (at.x + other.now.x) / 2, y: (at.y + other.now.y) / 2 };
        hand.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
        if (was > 1) hand.zoom(is / was, middle);
        return;
      }
    }
  };

  const up = (event: PointerEvent): void => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    fingers.delete(event.pointerId);
    const done = gesture;
    if (fingers.size === 1 && done.kind === "pinch") {
      gesture = { kind: "pan" };
      return;
    }
    gesture = { kind: "none" };
    const broken = event.type !== "pointerup";
    if (done.kind === "drag") hand.drop(done.thing, broken ? null : place(event));
    else if (done.kind === "down" && !broken) hand.press(done.thing, place(event), done.keys);
    if (!fingers.size) hand.touch?.(false);
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    reframe(event, false);
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    if (event.shiftKey && !event.ctrlKey) return hand.pan(-(event.deltaX || event.deltaY) * unit, 0);
    const strength = event.ctrlKey ? 0.01 : 0.0016;
    hand.zoom(Math.exp(-event.deltaY * unit * strength), place(event));
  };

  /** Lets go of what is held, as Escape does. */
  const leave = (): void => hand.hover(null, null);

  element.addEventListener("pointerdown", down as EventListener);
  element.addEventListener("pointermove", move as EventListener);
  element.addEventListener("pointerup", up as EventListener);
  element.addEventListener("pointercancel", up as EventListener);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("wheel", wheel as EventListener, { passive: false });
  return () => {
    element.removeEventListener("pointerdown", down as EventListener);
    element.removeEventListener("pointermove", move as EventListener);
    element.removeEventListener("pointerup", up as EventListener);
    element.removeEventListener("pointercancel", up as EventListener);
    element.removeEventListener("pointerleave", leave);
    element.removeEventListener("wheel", wheel as EventListener);
  };
}
