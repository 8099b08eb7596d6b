/** Where the player looks: the camera, held on the table, moved by hand or by itself. */
import { MARGINS } from "./board";
import { between, fitted, held, panned, shown, zoomed, type Camera, type Screen } from "./camera";
import { FIT } from "./motion";
import type { Point } from "./pose";
import type { Running } from "./running";
import type { Box } from "./shape";
import type { Board } from "./state";

/** After a zoom the map is drawn anew when it has been at rest for so long (milliseconds). */
const REST = 140;

export class Eye {
  camera: Camera = { scale: 14.6, x: 30, y: 30 };
  screen: Screen = { width: 0, height: 0 };
  #board: Board | null = null;
  #least = 1;
  #byHand = false;
  /** What was brought into view and not looked away from since: it stays in view when the screen changes. */
  #revealed: Box | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly running: Running,
    private readonly seen: () => void,
    private readonly rested: () => void,
  ) {}

  /** A table of another size is looked at whole. */
  behold(board: Board | null): void {
    const before = this.#board;
    this.#board = board;
    if (!board || (before?.width === board.width && before.depth === board.depth)) return;
    this.#byHand = false;
    this.#least = this.whole().scale * 0.6;
    this.look(this.whole(), false);
  }

  resize(screen: Screen): void {
    const before = this.screen;
    this.screen = screen;
    this.#least = this.whole().scale * 0.6;
    if (!this.#byHand || !before.width) this.look(this.whole(), false);
    else this.look(panned(this.camera, (screen.width - before.width) / 2, (screen.height - before.height) / 2), true);
    if (this.#revealed) this.reveal(this.#revealed);
  }

  look(next: Camera, byHand: boolean): void {
    if (!this.#board) return;
    const zooms = next.scale !== this.camera.scale;
    this.camera = held(next, this.#board.width / 1000, this.#board.depth / 1000, this.screen);
    this.#byHand ||= byHand;
    this.seen();
    if (!zooms) return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(this.rested, REST);
  }

  whole(): Camera {
    if (!this.#board || !this.screen.width) return this.camera;
    return fitted(this.#board.width / 1000, this.#board.depth / 1000, this.screen);
  }

  fit(): void {
    this.#revealed = null;
    this.#fly(this.whole(), false);
    this.#byHand = false;
  }

  zoom(factor: number, at?: Point): void {
    this.#revealed = null;
    const middle = { x: this.screen.width / 2, y: this.screen.height / 2 };
    this.look(zoomed(this.camera, factor, at ?? middle, this.#least), true);
  }

  pan(dx: number, dy: number): void {
    this.#revealed = null;
    this.look(panned(this.camera, dx, dy), true);
  }

  /** A part of the table (thousandths of an inch): filling the screen, or just moved into it. */
  show(box: Box, filling: boolean): void {
    this.#revealed = null;
    if (!this.#board) return;
    const { scale, x, y } = this.camera;
    const inches = this.#inches(box, this.#board);
    if (filling) return this.#fly(shown(inches, this.screen), true);
    // No farther than needed: the map should not jump about under the player's hand.
    const dx = nudge(inches.left * scale + x, inches.right * scale + x, this.screen.width);
    const dy = nudge(inches.top * scale + y, inches.bottom * scale + y, this.screen.height);
    if (Math.abs(dx) > 1 || Math.abs(dy) > 1) this.#fly(panned(this.camera, dx, dy), true);
  }

  /** A part of the table moved into the screen, or looked at from farther where it has no room there. */
  reveal(box: Box): void {
    if (!this.#board) return;
    const { left, right, top, bottom } = this.#inches(box, this.#board);
    const { scale } = this.camera;
    const roomy = (right - left) * scale <= this.screen.width && (bottom - top) * scale <= this.screen.height;
    this.show(box, !roomy);
    this.#revealed = box;
  }

  #inches(box: Box, board: Board): Box {
    return {
      left: Math.max(-MARGINS.left, box.left / 1000),
      right: Math.min(board.width / 1000 + MARGINS.right, box.right / 1000),
      top: Math.max(-MARGINS.top, box.top / 1000),
      bottom: Math.min(board.depth / 1000 + MARGINS.bottom, box.bottom / 1000),
    };
  }

  #fly(next: Camera, byHand: boolean): void {
    if (!this.#board) return;
    const from = this.camera;
    const to = held(next, this.#board.width / 1000, this.#board.depth / 1000, this.screen);
    void this.running.run(FIT, (share) => this.look(between(from, to, share), byHand));
  }

  close(): void {
    clearTimeout(this.#rest);
  }
}

function nudge(low: number, high: number, room: number): number {
  if (high - low > room) return (room - low - high) / 2;
  return low < 0 ? -low : high > room ? room - high : 0;
}
