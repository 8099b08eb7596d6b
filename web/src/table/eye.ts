/** Where the player looks: the camera, held on the table, moved by hand or by itself. */
import { MARGINS } from "./board";
import { between, fitted, held, panned, shown, zoomed, type Camera, type Screen } from "./camera";
import { FIT } from "./motion";
import type { Point } from "./pose";
import type { Running } from "./running";
import { joined, type Box } from "./shape";
import type { Board, Tools } from "./state";

/** After a zoom the map is drawn anew when it has been at rest for so long (milliseconds). */
const REST = 140;

/** No closer than this (pixels an inch) when the page opens. */
const OPENING = 24;

/** Pixels left free beside both armies, where their names may reach, and beyond them. */
const SIDES = 36;
const ENDS = 14;

/** A bar that grows by a line does not move the map (pixels). */
const LITTLE = 90;
/** How much closer than both armies need it the map may stay when a bar has grown: there is room about them. */
const CLOSER = 1.2;

export class Eye {
  camera: Camera = { scale: 14.6, x: 30, y: 30 };
  screen: Screen = { width: 0, height: 0 };
  #board: Board | null = null;
  #least = 1;
  #byHand = false;
  /** What was brought into view and not looked away from since: it stays in view when the screen changes. */
  #revealed: Box | null = null;
  /** The ground of both armies when they last were looked for. */
  #home: Box | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly running: Running,
    private readonly seen: () => void,
    private readonly rested: () => void,
    private readonly home: () => readonly Box[] = () => [],
    private readonly tools: () => Tools | null = () => null,
    /** Who stands there already; ground that is only to be filled may lie under buttons. */
    private readonly standing: () => readonly Box[] = home,
  ) {}

  /** A table of another size is looked at anew: where the armies are. */
  behold(board: Board | null): void {
    const before = this.#board;
    this.#board = board;
    if (!board || (before?.width === board.width && before.depth === board.depth)) return;
    this.#byHand = false;
    this.#least = this.whole().scale * 0.6;
    this.#home = joined(this.home());
    this.look(this.armies(), false);
  }

  /** Somebody has come or gone: as long as nobody has looked elsewhere, both armies stay in view. */
  settle(): void {
    const box = joined(this.home());
    const stays = sameBox(box, this.#home);
    this.#home = box;
    if (stays || this.#byHand || !this.#board || !this.screen.width) return;
    const next = this.armies();
    const grown = this.camera.scale / next.scale;
    if (grown > 1.02 || grown < 0.7 || this.#lost()) this.#fly(next, false);
  }

  /** Whether the armies reach out of the screen. */
  #lost(): boolean {
    const box = joined(this.home());
    if (!box || !this.#board) return false;
    const { scale, x, y } = this.camera;
    const { left, right, top, bottom } = this.#inches(box, this.#board);
    return left * scale + x < -1 || top * scale + y < -1 || right * scale + x > this.screen.width + 1 || bottom * scale + y > this.screen.height + 1;
  }

  /** The table is turned about its middle, and so is what was looked at. */
  about(): void {
    if (!this.#board) return;
    if (!this.#byHand) return this.look(this.armies(), false);
    const { scale, x, y } = this.camera;
    const [width, depth] = [(this.#board.width / 1000) * scale, (this.#board.depth / 1000) * scale];
    this.look({ scale, x: this.screen.width - width - x, y: this.screen.height - depth - y }, true);
  }

  resize(screen: Screen): void {
    const before = this.screen;
    this.screen = screen;
    this.#least = this.whole().scale * 0.6;
    const little = Math.abs(screen.width - before.width) < LITTLE && Math.abs(screen.height - before.height) < LITTLE;
    if (!before.width || (!this.#byHand && !little)) this.look(this.armies(), false);
    else if (!this.#byHand) this.look(this.#kept(), false);
    else this.look(panned(this.camera, (screen.width - before.width) / 2, (screen.height - before.height) / 2), true);
    if (this.#revealed) this.reveal(this.#revealed);
  }

  /** As near as before, moved no farther than both armies need to stay in view; from farther where much of them would be lost. */
  #kept(): Camera {
    const box = joined(this.home());
    if (!box || !this.#board) return this.camera;
    const { scale, x, y } = this.camera;
    const { width, height } = this.screen;
    const armies = this.armies();
    if (scale > armies.scale * CLOSER) return armies;
    const { left, right, top, bottom } = this.#inches(box, this.#board);
    return panned(this.camera, nudge(left * scale + x, right * scale + x, width), nudge(top * scale + y, bottom * scale + y, height));
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

  /** Both armies, as large as the screen allows and the eye likes. */
  armies(): Camera {
    const box = joined(this.home());
    if (!this.#board || !this.screen.width || !box) return this.whole();
    const { width, height } = this.screen;
    const open = this.#nearest(box, width, height, 0);
    const all = this.tools();
    const tools = all && open.scale <= this.whole().scale ? { ...all, height: all.bare } : all;
    if (!tools || !this.#covered(this.standing(), open, tools)) return open;
    const aside = this.#aside(this.#inches(box, this.#board), open, tools);
    if (aside) return aside;
    const beside = this.#nearest(box, width - tools.width, height, 0);
    const apart = this.#nearest(box, width, height - tools.height, tools.corner === "top" ? tools.height : 0);
    return beside.scale > apart.scale ? beside : apart;
  }

  /** A part of the table in a part of the screen, no closer than the eye likes; on all of it no farther than the whole table. */
  #nearest(box: Box, width: number, height: number, top: number): Camera {
    const board = this.#board!;
    const room = { width: width - 2 * SIDES, height: height - 2 * ENDS };
    const near = shown(this.#inches(box, board), room, OPENING);
    const whole = this.whole();
    if (near.scale <= whole.scale && width === this.screen.width && height === this.screen.height) return whole;
    const { scale } = near;
    const x = filled(near.x + SIDES, scale, board.width / 1000, MARGINS.left, MARGINS.right, 0, width);
    const y = filled(near.y + ENDS + top, scale, board.depth / 1000, MARGINS.top, MARGINS.bottom, top, height);
    return held({ scale, x, y }, board.width / 1000, board.depth / 1000, this.screen);
  }

  /** Whether somebody stands where the buttons are. */
  #covered(boxes: readonly Box[], camera: Camera, tools: Tools): boolean {
    return boxes.some((box) => this.#under(box, camera, tools) > 0);
  }

  /** How many pixels somebody stands under the buttons, seen from the middle of the screen. */
  #under(box: Box, { scale, x, y }: Camera, tools: Tools): number {
    const { width, height } = this.screen;
    const [top, bottom] = [(box.top / 1000) * scale + y, (box.bottom / 1000) * scale + y];
    if ((box.right / 1000) * scale + x < width - tools.width) return 0;
    return Math.max(0, tools.corner === "top" ? tools.height - top : bottom - height + tools.height);
  }

  /** As near as before, and only so far off the buttons that nobody stands under them; nothing where there is no room. */
  #aside(box: Box, camera: Camera, tools: Tools): Camera | null {
    const least = Math.max(...this.standing().map((one) => this.#under(one, camera, tools)));
    const y = camera.y + (tools.corner === "top" ? least : -least);
    const roomy = box.top * camera.scale + y >= 0 && box.bottom * camera.scale + y + ENDS <= this.screen.height;
    return roomy ? { ...camera, y } : null;
  }

  /** Both armies; who sees them already, sees the whole table. */
  fit(): void {
    this.#revealed = null;
    const armies = this.armies();
    const there = Math.abs(this.camera.scale - armies.scale) < 0.01 && Math.hypot(this.camera.x - armies.x, this.camera.y - armies.y) < 2;
    this.#fly(there ? this.whole() : armies, there);
    this.#byHand = there;
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

/** A view begins where it does unless it would show what is beyond one edge of the table, and there is more within it. */
function filled(corner: number, scale: number, size: number, before: number, after: number, start: number, room: number): number {
  const [most, least] = [start + before * scale, start + room - (size + after) * scale];
  return least > most ? (least + most) / 2 : Math.max(least, Math.min(most, corner));
}

function sameBox(a: Box | null, b: Box | null): boolean {
  return a === b || (a !== null && b !== null && a.left === b.left && a.right === b.right && a.top === b.top && a.bottom === b.bottom);
}

function nudge(low: number, high: number, room: number): number {
  if (high - low > room) return (room - low - high) / 2;
  return low < 0 ? -low : high > room ? room - high : 0;
}
