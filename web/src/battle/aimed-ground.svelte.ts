/** What a play is aimed at besides units: one of their figures, a piece of terrain, a point of the table. */
import type { Aim, Played, Use } from "../api/types";
import { local, type Point } from "../table/pose";
import { boundsOf, contains, distanceTo } from "../table/rings";
import type { Thing } from "../table/state";
import type { Room } from "./control";
import { poseOf, shapeOf } from "./scene";

type Ground = Pick<Played, "place" | "feature" | "at">;

const STEP = 500;
const STRIDE = 3000;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export const isOfUnits = ({ at }: Aim): boolean => at === "unit" || at === "units" || at === "figure";
const wants = (use: Use, at: Aim["at"]): boolean => use.aim.at === at || use.against?.at === at;

export class AimedGround {
  place = $state<number | null>(null);
  feature = $state("");
  at = $state.raw<Point | null>(null);
  /** The unit of the figure that was pressed. */
  unit = $state("");

  constructor(private readonly room: Room) {}

  let(): void {
    this.place = null;
    this.feature = "";
    this.at = null;
    this.unit = "";
  }

  begin(use: Use, units: readonly string[]): void {
    this.turnTo(use, units);
    if (wants(use, "feature") && use.aim.eligible.length === 1) this.lay(use, use.aim.eligible[0]!);
  }

  /** Another unit is meant: of its figures the one in the middle. */
  turnTo(use: Use, units: readonly string[]): void {
    this.unit = units[0] ?? "";
    this.place = wants(use, "figure") && this.unit ? Math.floor((this.room.battle.units[this.unit]?.figures ?? 1) / 2) : null;
  }

  lay(use: Use, feature: string): void {
    this.feature = feature === this.feature ? "" : feature;
    const middle = this.#middle(this.feature);
    const reach = use.against?.reach ?? 0;
    this.at = middle && wants(use, "point") ? { x: middle.x, y: Math.max(0, middle.y - reach) } : null;
  }

  // ------------------------------------------------------------ hands and keys

  /** Whether a press is about figures or ground. */
  press(use: Use, thing: Thing, at: Point): boolean {
    if (wants(use, "figure")) {
      if (thing.kind !== "unit" || !use.aim.eligible.includes(thing.id)) return false;
      this.unit = thing.id;
      this.place = this.#figureAt(thing.id, at);
      return true;
    }
    if (wants(use, "feature")) {
      const found = use.aim.eligible.find((id) => this.#isOn(id, at));
      if (found && found !== this.feature) this.lay(use, found);
      else if (wants(use, "point") && this.feature) this.at = at;
      else return false;
      return true;
    }
    if (!wants(use, "point")) return false;
    this.at = at;
    return true;
  }

  key(use: Use, key: string, far: boolean): boolean {
    const arrow = ARROWS[key];
    if (!arrow) return false;
    const [across, down] = arrow;
    if (wants(use, "figure") && this.place !== null) {
      const figures = this.room.battle.units[this.unit]?.figures ?? 1;
      this.place = (this.place + (across + down > 0 ? 1 : figures - 1)) % figures;
      return true;
    }
    const board = this.room.battle.board;
    if (!wants(use, "point") || !board) return false;
    const from = this.at ?? { x: board.width / 2, y: board.depth / 2 };
    const step = far ? STRIDE : STEP;
    this.at = { x: between(from.x + across * step, board.width), y: between(from.y + down * step, board.depth) };
    return true;
  }

  // ------------------------------------------------------------ what it comes to

  /** The part of a play that says it; null while something is missing. */
  form(use: Use): Ground | null {
    const ground: Ground = {};
    if (wants(use, "figure")) {
      if (this.place === null) return null;
      ground.place = this.place;
    }
    if (wants(use, "feature")) {
      if (!this.feature) return null;
      ground.feature = this.feature;
    }
    if (wants(use, "point")) {
      if (!this.at) return null;
      ground.at = [Math.round(this.at.x), Math.round(this.at.y)];
    }
    return ground;
  }

  missing(use: Use): string {
    if (wants(use, "figure") && this.place === null) return "Press the figure it is aimed at";
    if (wants(use, "feature") && !this.feature) return "Choose the ground it is aimed at";
    if (wants(use, "point") && !this.at) return "Press the place it is aimed at";
    return "";
  }

  get label(): string {
    return this.place === null ? "" : `figure ${this.place + 1}`;
  }

  nameOf(feature: string): string {
    const found = this.#feature(feature);
    return found ? found.name || found.kind.replaceAll("_", " ") : feature;
  }

  // ------------------------------------------------------------ where things are

  #feature(id: string): NonNullable<Room["battle"]["board"]>["features"][number] | undefined {
    return this.room.battle.board?.features.find((one) => one.id === id);
  }

  #isOn(id: string, { x, y }: Point): boolean {
    const found = this.#feature(id);
    if (!found) return false;
    if (found.type === "area") return contains(found.ring as [number, number][], x, y);
    return distanceTo(found.course as [number, number][], x, y, false) <= found.width / 2;
  }

  #middle(id: string): Point | null {
    const found = this.#feature(id);
    if (!found) return null;
    const { left, top, right, bottom } = boundsOf((found.type === "area" ? found.ring : found.course) as [number, number][]);
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  }

  #figureAt(id: string, at: Point): number {
    const unit = this.room.battle.units[id];
    const pose = unit && poseOf(unit);
    if (!unit || !pose) return 0;
    const { lateral, forward } = local(pose, at);
    const figures = shapeOf(this.room.stage.shapes, id).figures.slice(0, unit.figures);
    let best = 0;
    let least = Infinity;
    figures.forEach(([across, ahead], index) => {
      const far = Math.hypot(across - lateral, ahead - forward);
      if (far < least) [best, least] = [index, far];
    });
    return best;
  }
}

const between = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value)));
