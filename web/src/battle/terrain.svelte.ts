/** Laying a piece of terrain: a tile that is dragged and turned, or a stream drawn from edge to edge. */
import type { Feature, Laid, PlaceFeature, Preview } from "../api/types";
import { plotOf } from "../table/ground-shapes";
import { FULL_TURN, modulo, snapped } from "../table/lengths";
import { turned, world, type Point, type Pose } from "../table/pose";
import type { Box } from "../table/shape";
import type { Handle, Keys, TableState, Tag, Thing, Zone } from "../table/state";
import { NOTHING, type Control, type Room } from "./control";
import { byHand } from "./keys";
import { Latest } from "./latest";
import { boxesOf, freeCourse, freeTile, onEdge, onto, stream, tile } from "./pieces";
import { addressed, detailsOf, type Act, type Prompt } from "./prompt";

const POINTS = ["point 0", "point 1", "point 2", "point 3"] as const;

export class Lay implements Control {
  pose = $state.raw<Pose>({ x: 0, y: 0, heading: 0 });
  course = $state.raw<readonly Point[]>([]);
  width = $state(0);
  #spoken = $state.raw<Preview | null>(null);
  #grab: Point = { x: 0, y: 0 };
  #previews: Latest<Laid, Preview>;
  readonly odds = null;
  readonly planned = NOTHING;
  readonly draggable = NOTHING;
  readonly touchable = NOTHING;
  readonly mays = {};

  constructor(
    private readonly room: Room,
    readonly decision: PlaceFeature,
  ) {
    this.#previews = new Latest(
      (answer) => room.store.ask({ about: "preview", answer }),
      (_, preview) => (this.#spoken = preview),
    );
    this.width = decision.width;
    const features = room.battle.board?.features ?? [];
    const taken: Box[] = [...decision.kept, ...features.flatMap(boxesOf)];
    this.pose = freeTile(decision, this.#table, taken);
    this.course = freeCourse(decision.width, this.#table, taken);
    this.#ask();
  }

  stop(): void {
    this.#previews.stop();
  }

  get #table(): { width: number; depth: number } {
    return this.room.battle.board ?? { width: 72_000, depth: 48_000 };
  }

  get isStream(): boolean {
    return this.decision.depth === 0;
  }

  get feature(): Feature {
    const { kind, depth } = this.decision;
    return this.isStream ? stream(kind, this.course, this.width) : tile(kind, this.pose, this.decision.width, depth);
  }

  #ask(): void {
    this.#previews.want({ type: "laid", feature: this.feature });
  }

  #move(pose: Pose): void {
    this.pose = { ...onto({ x: Math.round(pose.x), y: Math.round(pose.y) }, this.#table), heading: pose.heading };
    this.#ask();
  }

  #bend(index: number, at: Point): void {
    const end = index === 0 || index === this.course.length - 1;
    const point = end ? onEdge(at, this.#table) : onto(at, this.#table);
    this.course = this.course.map((one, place) => (place === index ? point : one));
    this.#ask();
  }

  get barred(): boolean {
    return this.#spoken ? !this.#spoken.legal : false;
  }

  commit(): void {
    if (!this.barred) void this.room.answer(this.decision, { type: "laid", feature: this.feature });
  }

  leaveAway(): void {
    void this.room.answer(this.decision, { type: "laid", feature: null });
  }

  press(thing: Thing, at: Point): void {
    if (thing.kind === "ground" && !this.isStream) this.#move({ ...at, heading: this.pose.heading });
  }

  grab(_thing: Thing, at: Point): void {
    this.#grab = { x: at.x - this.pose.x, y: at.y - this.pose.y };
  }

  drag(thing: Thing, at: Point, keys: Keys): void {
    if (thing.kind === "ghost" && !this.isStream)
      this.#move({ x: snapped(at.x - this.#grab.x, 250), y: snapped(at.y - this.#grab.y, 250), heading: this.pose.heading });
    else if (thing.kind === "ghost") {
      const by = { x: at.x - this.pose.x - this.#grab.x, y: at.y - this.pose.y - this.#grab.y };
      this.pose = { ...this.pose, x: this.pose.x + by.x, y: this.pose.y + by.y };
      const last = this.course.length - 1;
      this.course = this.course.map((point, index) => {
        const moved = { x: point.x + by.x, y: point.y + by.y };
        return index === 0 || index === last ? onEdge(moved, this.#table) : onto(moved, this.#table);
      });
      this.#ask();
    } else if (thing.kind === "handle" && thing.id === "turn") {
      const heading = (Math.atan2(at.x - this.pose.x, this.pose.y - at.y) * 180_000) / Math.PI;
      this.#move({ ...this.pose, heading: modulo(snapped(heading, keys.shift ? 1000 : 15_000), FULL_TURN) });
    } else if (thing.kind === "handle") {
      const index = POINTS.indexOf(thing.id as (typeof POINTS)[number]);
      if (index >= 0) this.#bend(index, { x: snapped(at.x, 250), y: snapped(at.y, 250) });
    }
  }

  key(key: string, event: KeyboardEvent): boolean {
    const far = (event.shiftKey ? 3000 : 500) * (this.room.table?.state.turned ? -1 : 1);
    const arrows: Record<string, Point> = {
      ArrowUp: { x: 0, y: -far },
      ArrowDown: { x: 0, y: far },
      ArrowLeft: { x: -far, y: 0 },
      ArrowRight: { x: far, y: 0 },
    };
    const by = arrows[key];
    if (by && this.isStream) {
      this.course = this.course.map((point, index) =>
        index === 0 || index === this.course.length - 1
          ? onEdge({ x: point.x + (point.x % this.#table.width ? by.x : 0), y: point.y + by.y }, this.#table)
          : onto({ x: point.x + by.x, y: point.y + by.y }, this.#table),
      );
      this.#ask();
      return true;
    }
    if (by) {
      this.#move({ x: this.pose.x + by.x, y: this.pose.y + by.y, heading: this.pose.heading });
      return true;
    }
    switch (key) {
      case "Enter":
        this.commit();
        return true;
      case "q":
      case "e":
        this.#move(turned(this.pose, (key === "e" ? 1 : -1) * (event.shiftKey ? 1000 : 15_000)));
        return true;
      case "[":
      case "]":
        if (!this.isStream) return false;
        this.width = key === "]" ? this.decision.width : this.decision.width / 2;
        this.#ask();
        return true;
    }
    return false;
  }

  get drawing(): Partial<TableState> {
    const zones: Zone[] = this.decision.kept.map((kept) => ({ kind: "kept", shape: plotOf(kept), label: "stays open" }));
    const unit = "feature";
    return {
      zones,
      sketches: [{ feature: this.feature, barred: this.barred }],
      plans: [
        { unit, live: true, swept: [], path: [], pivot: null, ghost: null, barred: false, stop: null, handles: this.#handles() },
      ],
      tags: this.#tags(),
    };
  }

  #handles(): Handle[] {
    if (!this.isStream)
      return [{ kind: "turn", at: world(this.pose, 0, this.decision.depth / 2 + 900), name: "Turn: drag round", heading: 0 }];
    return this.course.map((at, index) => ({ kind: POINTS[index] ?? "turn", at, name: "Bend the stream", heading: 0 }));
  }

  #tags(): Tag[] {
    const at = this.isStream ? (this.course[1] ?? this.pose) : this.pose;
    const reasons = this.barred ? (this.#spoken?.reasons ?? []) : [];
    return reasons.map(({ text }, index) => ({ id: `reason-${index}`, at, text, tone: "stop", side: "on" }));
  }

  get prompt(): Prompt {
    const side = this.room.battle.seats.find((seat) => seat.id === this.decision.seat)?.side ?? "";
    const refused = this.room.refused.length ? this.room.refused : this.barred ? (this.#spoken?.reasons ?? []) : [];
    const acts: Act[] = [];
    if (this.barred) acts.push({ label: "No room is left", run: () => this.leaveAway() });
    acts.push({ label: `Lay the ${this.decision.kind}`, key: "Enter", primary: true, disabled: this.barred, run: () => this.commit() });
    const how = this.isStream ? byHand("Drag its bends, [ ] for the width", "Drag its bends") : byHand("Drag it, or arrows, Q E to turn", "Drag it");
    return {
      state: refused.length ? "illegal" : "plotting",
      side,
      sentence: refused.length ? `The ${this.decision.kind} cannot lie there.` : addressed(this.room.asked(this.decision.seat), this.decision),
      details: refused.length ? detailsOf(refused) : [{ text: how, rules: this.decision.rules }],
      acts,
    };
  }
}
