/** Commands, plans and single moves: choose a unit, plot its path or its target, commit. */
import type {
  Answer,
  Battle,
  Command,
  Commanded,
  Manoeuvre,
  MenuEntry,
  Move,
  Overlay,
  Plan,
  Preview,
  Target,
} from "../api/types";
import type { Point } from "../table/pose";
import type { Keys, TableState, Thing, Zone } from "../table/state";
import { Advice } from "./advice.svelte";
import { CardPlay } from "./cards.svelte";
import { NOTHING, type Control, type OddsShown, type Room } from "./control";
import { Laying } from "./laying.svelte";
import { baseOf, legsFor, turningOf, type Turning } from "./hands";
import { aimedAt, marchPrompt } from "./march-prompt";
import { brackets, keptDrawing, metTag, oddsOf, sightLine, type Kept } from "./march-scene";
import { drawPlan, endOf, handlesAt, isBarred, planTags, standAfter, type Plotted } from "./plan-drawing";
import { plainMenu, plainTargets } from "./plain-menu";
import { nudged, standOf, turnOf, unplotted, walked, wheelOf, withLeg, type Path, type Stand } from "./plotting";
import type { Prompt } from "./prompt";
import { shapeOf, whereIs, type Mays } from "./scene";

type Due = Command | Plan | Move;

const FINISH: Commanded = { type: "commanded", actor: "", action: "finish", form: null };
const HALF_INCH = 500;
const ADDING = new Set(["advance", "wheel", "turn"]);

export class March implements Control {
  readonly decision: Due;
  /** The hand that may be played from, where there is one. */
  readonly cards: CardPlay | null;
  unit = $state<string | null>(null);
  action = $state("");
  path = $state.raw<Path>([]);
  aim = $state<string | null>(null);
  hovered = $state<string | null>(null);
  kept = $state.raw<ReadonlyMap<string, Kept>>(new Map());
  /** The engine in hand, while it is pointed. */
  laying = $state.raw<Laying | null>(null);
  #dragging: { base: Path; before: Path; off: Point } | null = null;
  /** The kinds of what a line of the menu plotted last. */
  #offered: { name: string; legs: readonly Manoeuvre[] } | null = null;
  readonly #advice: Advice;

  constructor(
    readonly room: Room,
    decision: Due,
  ) {
    this.decision = decision;
    this.cards = decision.type === "command" && decision.hand.length ? new CardPlay(room, decision) : null;
    this.#advice = new Advice(room.store, () => this.#takeAim());
    if (decision.type === "move") this.choose(decision.unit);
  }

  stop(): void {
    this.#advice.stop();
    this.cards?.stop();
    this.laying?.stop();
  }

  /** The card in hand, while it is thought about: nothing else goes on meanwhile. */
  get playing(): CardPlay | null {
    return this.cards?.card ? this.cards : null;
  }

  /** What the guide offers; where it has nothing to say, what the decision asks for in so many words. */
  get menu(): readonly MenuEntry[] {
    const { menu, told } = this.#advice;
    return menu.length || !told ? menu : plainMenu(this.decision);
  }

  /** How this body changes its heading: on a corner or about its middle. */
  get turning(): Turning {
    const lone = this.unit !== null && this.battle.units[this.unit]?.body.type === "single";
    return turningOf(this.menu, lone);
  }

  get overlays(): readonly Overlay[] {
    return this.#advice.overlays;
  }

  get targets(): readonly Target[] {
    const { menu, targets, told } = this.#advice;
    return menu.length || targets.length || !told ? targets : plainTargets(this.battle, this.unit, this.action);
  }

  get spoken(): Advice["spoken"] {
    return this.#advice.spoken;
  }

  // ------------------------------------------------------------ choosing

  get actors(): readonly string[] {
    return this.decision.type === "move" ? [this.decision.unit] : this.decision.actors;
  }

  get battle(): Battle {
    return this.room.battle;
  }

  choose(unit: string | null): void {
    if (unit && !this.actors.includes(unit)) unit = null;
    const command = unit ? this.kept.get(unit)?.command : undefined;
    if (unit) this.cards?.take(null);
    this.#unlay();
    this.unit = unit;
    this.action = command?.action ?? this.#usualAction;
    this.aim = command?.form?.type === "aimed" ? command.form.target : null;
    this.#advice.turnTo(unit);
    this.plot(command?.form?.type === "marched" ? command.form.path : []);
    if (unit) this.room.select(unit);
  }

  /** The next unit that may still do something, in the order they are listed. */
  next(step: 1 | -1): string | null {
    const waiting = this.actors.filter((actor) => !this.kept.has(actor) || actor === this.unit);
    if (!waiting.length) return null;
    const here = this.unit ? waiting.indexOf(this.unit) : step > 0 ? -1 : waiting.length;
    return waiting[here + step] ?? null;
  }

  // ------------------------------------------------------------ plotting

  plot(path: Path): void {
    this.path = path;
    this.#advice.about(path, this.action, this.#marching(path));
  }

  get #usualAction(): string {
    return this.decision.type === "move" ? "move" : (this.decision.actions[0] ?? "");
  }

  #marching(path: Path): Answer {
    const form = { type: "marched" as const, path: [...path] };
    if (this.decision.type === "move") return form;
    return this.#put({ type: "commanded", actor: this.unit ?? "", action: this.action, form });
  }

  /** A command as the guide is asked about it: in a plan after the others that are given already. */
  #put(command: Commanded): Answer {
    if (this.decision.type !== "plan") return command;
    const others = [...this.kept.values()].map((one) => one.command).filter(({ actor }) => actor !== command.actor);
    return { type: "planned", commands: [...others, command] };
  }

  get stand(): Stand | null {
    const unit = this.unit ? this.battle.units[this.unit] : undefined;
    const pose = unit && whereIs(this.battle, unit);
    return unit && pose ? standOf(unit, pose, shapeOf(this.room.stage.shapes, unit.id)) : null;
  }

  get plotted(): Plotted | null {
    const start = this.stand;
    if (!start || !this.unit) return null;
    const spoken = this.spoken;
    const fresh = spoken && spoken.path === this.path && spoken.action === this.action ? spoken.preview : null;
    return { unit: this.unit, start, path: this.path, preview: fresh, last: spoken?.preview ?? null, live: true };
  }

  /** The server's word on what is plotted, a moment old at most. */
  get preview(): Preview | null {
    return this.path.length ? (this.spoken?.preview ?? null) : null;
  }

  get barred(): boolean {
    const plotted = this.plotted;
    return this.path.length > 0 && plotted !== null && isBarred(plotted);
  }

  #end(): Stand | null {
    const plotted = this.plotted;
    return plotted && endOf(plotted);
  }

  /** The end of a path by our own reckoning, for hands that cannot wait. */
  #endOfPath(path: Path): Stand | null {
    const start = this.stand;
    if (!start || !path.length) return start;
    const stands = walked(start, path);
    const told = stands.length < path.length ? standAfter(path, this.spoken) : null;
    return told ?? stands.at(-1) ?? start;
  }

  /** Whether a line of the menu can be taken: it can be done, or it has just been and has other kinds. */
  offers(entry: MenuEntry): boolean {
    return entry.legs.length > 0 || !entry.reasons.length || this.#another(entry) !== undefined;
  }

  /** The next kind of what this line plotted last; null when that was the last of them. */
  #another(entry: MenuEntry): Manoeuvre | null | undefined {
    const last = this.path.at(-1);
    if (!last || ADDING.has(last.type) || this.#offered?.name !== entry.name) return undefined;
    const here = this.#offered.legs.findIndex((leg) => same(leg, last));
    return here < 0 ? undefined : (this.#offered.legs[here + 1] ?? null);
  }

  /** What a line of the menu does: more of a march, another of its kinds, or a different action. */
  take(entry: MenuEntry, smaller = false): void {
    const another = this.#another(entry);
    if (another !== undefined) return this.plot(another ? [...unplotted(this.path), another] : unplotted(this.path));
    if (!this.offers(entry)) return this.room.refuse(entry.reasons);
    if (entry.form !== "point") this.#unlay();
    if (entry.form === "point") return this.#lay(entry);
    if (entry.form === "target") {
      if (this.action !== entry.action) this.aim = null;
      this.action = entry.action;
      this.cycle(1);
      return;
    }
    if (!entry.legs.length) {
      this.action = this.action === entry.action ? this.#usualAction : entry.action;
      this.plot(this.path);
      return;
    }
    if (this.decision.type !== "move" && (!this.path.length || entry.action !== this.#usualAction)) this.#settleAction(entry.action);
    this.#offered = { name: entry.name, legs: entry.legs };
    const leg = (smaller ? entry.legs.at(-1) : entry.legs[0])!;
    // The key of an advance goes an inch: the menu's own leg is as far as it can.
    const inch = leg.type === "advance" && !smaller ? { ...leg, distance: Math.min(leg.distance, 1000) } : leg;
    this.plot(withLeg(this.path, inch));
  }

  /** What the plotted path could be instead of what it is: a charge where it is a move. */
  get otherwise(): MenuEntry | undefined {
    return this.menu.find((entry) => entry.form === "path" && !entry.legs.length && !entry.reasons.length && entry.action !== this.action);
  }

  /** A split move stays one while legs are added to it; a leg that only another action can make is that action's. */
  #settleAction(action: string): void {
    if (action !== this.#usualAction) {
      this.action = action;
      return;
    }
    const chosen = this.menu.find((entry) => entry.action === this.action);
    if (!chosen || chosen.form !== "path") this.action = action;
  }

  unplot(): void {
    if (this.path.length) this.plot(unplotted(this.path));
    else if (this.aim && this.shooting) this.aim = null;
  }

  /** As much of the path as is legal. */
  shorten(): void {
    const legs = this.spoken?.preview.legs ?? [];
    this.plot(legs.flatMap((leg) => leg.manoeuvre ?? []).filter((leg) => leg.type !== "square_up"));
  }

  frontage(step: 1 | -1): void {
    const end = this.#end();
    const last = this.path.at(-1);
    const before = last?.type === "reform" ? unplotted(this.path) : this.path;
    const usual = this.#endOfPath(before)?.body?.files;
    const files = last?.type === "reform" ? last.files : usual;
    if (!end || !files) return;
    const wanted = Math.max(1, Math.min(end.shape.figures.length, files + step));
    this.plot(wanted === usual ? before : [...before, { type: "reform", files: wanted }]);
  }

  // ------------------------------------------------------------ aiming

  /** Nobody is to act here: a card is played, or the moment passes. */
  get passing(): boolean {
    return this.decision.type === "command" && this.decision.window && !this.unit;
  }

  get shooting(): boolean {
    return this.menu.some((entry) => entry.form === "target" && entry.action === this.action);
  }

  #lay(entry: MenuEntry): void {
    if (!this.unit || this.laying?.entry.action === entry.action) return;
    this.#unlay();
    this.action = entry.action;
    this.aim = null;
    this.laying = new Laying(
      this.room,
      this.unit,
      entry,
      () => this.aims,
      (command) => this.#put(command),
    );
  }

  #unlay(): void {
    this.laying?.stop();
    this.laying = null;
  }

  /** Whoever is told to shoot looks at somebody it may shoot at; an engine that can do nothing else is pointed at once. */
  #takeAim(): void {
    const entry = this.menu.find(({ action }) => action === this.action);
    if (entry?.form === "point" && this.offers(entry)) this.#lay(entry);
    this.laying?.takeUp();
    if (!this.aim && this.shooting) this.aim = this.aims.find((one) => !one.reasons.length)?.unit ?? null;
  }

  /** Whom the action in hand can be against: a book may name others for another action. */
  get aims(): readonly Target[] {
    const fitting = this.targets.filter((one) => one.action === this.action);
    return fitting.length ? fitting : this.targets;
  }

  #targetAt(unit: string): Target | undefined {
    return this.aims.find((one) => one.unit === unit) ?? this.targets.find((one) => one.unit === unit);
  }

  /** Whoever is pressed is aimed at, by the action that is for such as them. */
  #aimAt({ unit, action }: Target): void {
    const fits = this.menu.some((entry) => entry.action === action && entry.form === "target" && this.offers(entry));
    if (!this.shooting && !this.path.length && fits) this.action = action;
    this.aim = unit;
    this.room.select(this.unit);
  }

  get target(): Target | null {
    const looked = this.hovered && this.targets.some((one) => one.unit === this.hovered) ? this.hovered : this.aim;
    return (looked && this.#targetAt(looked)) || null;
  }

  cycle(step: 1 | -1): void {
    const open = this.aims.filter((one) => !one.reasons.length);
    const all = open.length ? open : this.aims;
    if (!all.length) return;
    const here = all.findIndex((one) => one.unit === this.aim);
    const next = all[(here + step + all.length) % all.length]!;
    this.aim = next.unit;
  }

  // ------------------------------------------------------------ committing

  get command(): Commanded | null {
    if (!this.unit) return null;
    if (this.laying) return this.laying.ready ? this.laying.command : null;
    if (this.path.length) return { type: "commanded", actor: this.unit, action: this.action, form: { type: "marched", path: [...this.path] } };
    const target = this.shooting ? this.aims.find((one) => one.unit === this.aim) : undefined;
    if (!target || target.reasons.length) return null;
    const form: Commanded["form"] = target.form ?? { type: "aimed", target: target.unit, ranks: null, first_file: null, last_file: null };
    return { type: "commanded", actor: this.unit, action: this.action, form };
  }

  commit(): void {
    const { command, decision } = this;
    if (decision.type === "move") {
      if (!this.barred) void this.room.answer(decision, { type: "marched", path: [...this.path] });
      return;
    }
    if (command && !this.barred) {
      if (decision.type === "command") void this.room.answer(decision, command);
      else {
        this.kept = new Map([...this.kept, [command.actor, { command, preview: this.preview }]]);
        this.choose(null);
        this.room.select(null);
      }
    } else if (decision.type === "plan" && !this.unit) this.declare();
  }

  /** Send all that was planned. */
  declare(): void {
    const commands = [...this.kept.values()].map(({ command }) => command);
    void this.room.answer(this.decision, { type: "planned", commands });
  }

  finish(): void {
    if (this.decision.type === "plan") return this.declare();
    if (this.decision.type === "move") void this.room.answer(this.decision, { type: "marched", path: [] });
    else void this.room.answer(this.decision, FINISH);
  }

  letGo(): void {
    if (!this.laying && (this.path.length || this.aim)) {
      this.aim = null;
      this.plot([]);
    } else if (this.decision.type !== "move") {
      this.choose(null);
      this.room.select(null);
    }
  }

  takeOrderBack(): void {
    if (this.unit) this.forgo(this.unit);
    this.plot([]);
  }

  forgo(unit: string): void {
    const kept = new Map(this.kept);
    kept.delete(unit);
    this.kept = kept;
  }

  // ------------------------------------------------------------ hands

  press(thing: Thing, at: Point): void {
    if (this.playing) return this.playing.press(thing);
    if (this.laying && !(thing.kind === "unit" && this.actors.includes(thing.id))) return this.laying.pointAt(at);
    switch (thing.kind) {
      case "unit": {
        const target = this.unit ? this.#targetAt(thing.id) : undefined;
        if (target && (this.shooting || !this.actors.includes(thing.id))) this.#aimAt(target);
        else if (this.actors.includes(thing.id)) this.choose(thing.id === this.unit ? this.unit : thing.id);
        else this.room.select(thing.id);
        return;
      }
      case "handle":
        if (thing.id === "left flank") this.#face("left");
        else if (thing.id === "right flank") this.#face("right");
        else if (thing.id === "rear") this.#face("rear");
        else if (thing.id === "ahead") this.plot(nudged(this.path, HALF_INCH));
        return;
      case "ground":
        if (!this.path.length && this.decision.type !== "move") {
          this.choose(null);
          this.room.select(null);
        }
    }
  }

  /** A card was taken: the unit in hand is let go, and stays looked at. */
  takeCard(card: string): void {
    this.cards?.take(card);
    this.#layDown();
  }

  #layDown(): void {
    if (!this.unit) return;
    this.#unlay();
    this.unit = null;
    this.aim = null;
    this.#advice.turnTo(null);
    this.plot([]);
  }

  #veer(by: number): void {
    this.plot(withLeg(this.path, this.turning.middle ? turnOf(by) : wheelOf(by)));
  }

  #face(to: "left" | "right" | "rear"): void {
    this.plot(withLeg(this.path, { type: "face", to }));
  }

  hover(unit: string | null): void {
    this.hovered = unit;
  }

  grab(thing: Thing, at: Point): void {
    if (thing.kind === "unit" && thing.id !== this.unit) this.choose(thing.id);
    const before = this.path;
    const held = thing.kind === "unit" ? this.stand : this.#endOfPath(before);
    const off = held ? { x: at.x - held.pose.x, y: at.y - held.pose.y } : { x: 0, y: 0 };
    this.#dragging = { base: baseOf(thing, before), before, off };
  }

  drag(thing: Thing, at: Point, keys: Keys): void {
    if (this.laying) return this.laying.drag(at, keys);
    const dragging = this.#dragging;
    const from = dragging && this.#endOfPath(dragging.base);
    if (!from) return;
    let path = dragging.base;
    for (const leg of legsFor(thing, from, at, dragging.off, this.turning, keys.shift)) path = withLeg(path, leg);
    if (!samePath(path, this.path)) this.plot(path);
  }

  drop(_thing: Thing, at: Point | null): void {
    const dragging = this.#dragging;
    this.#dragging = null;
    if (!at && dragging) this.plot(dragging.before);
  }

  // ------------------------------------------------------------ keys

  key(key: string, event: KeyboardEvent): boolean {
    const strong = event.shiftKey;
    if (!event.ctrlKey && this.cards?.key(key)) {
      if (this.playing) this.#layDown();
      return true;
    }
    switch (key) {
      case "Enter":
        if (event.ctrlKey || this.passing) this.finish();
        else this.commit();
        return true;
      case "Escape":
        this.letGo();
        return true;
    }
    if (!this.unit && key === "t") {
      this.choose(this.next(1));
      return true;
    }
    if (!this.unit) return false;
    if (this.laying?.key(key, strong)) return true;
    switch (key) {
      case "Backspace":
        this.unplot();
        return true;
      case "ArrowUp":
        this.plot(nudged(this.path, strong ? 3000 : HALF_INCH));
        return true;
      case "ArrowDown":
        this.plot(nudged(this.path, strong ? -3000 : -HALF_INCH));
        return true;
      case "ArrowLeft":
      case "ArrowRight":
        this.#veer((key === "ArrowRight" ? 1 : -1) * (strong ? 15_000 : 5000));
        return true;
      case "[":
      case "]":
        this.frontage(key === "]" ? 1 : -1);
        return true;
      case "t":
        this.cycle(strong ? -1 : 1);
        return true;
    }
    const entry = this.menu.find((one) => one.key.toLowerCase() === key);
    if (!entry) return false;
    this.take(entry, strong);
    return true;
  }

  // ------------------------------------------------------------ what is shown

  // Values that stay the same while a hand moves, so that nothing is drawn anew for them.
  readonly touchable: ReadonlySet<string> = $derived.by(() => {
    if (this.playing) return this.playing.touchable;
    const targets = this.unit && (this.shooting || this.laying) ? this.aims.map((one) => one.unit) : [];
    return new Set([...this.actors, ...targets]);
  });

  readonly draggable: ReadonlySet<string> = $derived.by(() => {
    if (this.playing) return NOTHING;
    if (this.laying) return new Set([this.laying.unit]);
    const marching = this.decision.type === "move" || this.decision.actions.includes("move");
    return marching ? new Set(this.actors) : NOTHING;
  });

  readonly planned: ReadonlySet<string> = $derived(new Set(this.kept.keys()));
  readonly mays: Mays = $derived.by(() => this.#mays());
  readonly #zones: readonly Zone[] = $derived(
    this.overlays.filter((overlay) => !["reach", "charge"].includes(overlay.kind) || !(this.shooting || this.laying)).map(zoneOf),
  );
  readonly #marks: TableState["targets"] = $derived.by(() => brackets(this));

  #mays(): Mays {
    if (this.playing) return this.playing.mays;
    const words = this.decision.type === "move" ? ["move"] : this.decision.actions;
    const what = `may ${words.includes("move") ? "move" : (words[0] ?? "act").replaceAll("_", " ")}`;
    const mays: Record<string, string> = {};
    for (const actor of this.actors) mays[actor] = this.kept.has(actor) ? "order given" : what;
    for (const target of this.unit && this.shooting ? this.aims : [])
      mays[target.unit] = target.reasons.length ? "cannot be chosen" : `target, ${aimedAt(this.action).may}`;
    return mays;
  }

  readonly drawing: Partial<TableState> = $derived.by(() => {
    if (this.playing) return this.playing.drawing;
    if (this.laying) return { zones: this.#zones, ...this.laying.drawing };
    const { plotted } = this;
    const others = [...this.kept.values()].filter(({ command }) => command.actor !== this.unit);
    const live = plotted ? [drawPlan(plotted, this.#handles(plotted))] : [];
    return {
      plans: [...others.flatMap((kept) => keptDrawing(this, kept)), ...live],
      zones: this.#zones,
      targets: this.#marks,
      tags: plotted ? [...planTags(plotted, this.preview?.allowance ?? 0), ...metTag(this, plotted)] : [],
      tape: sightLine(this),
    };
  });

  #handles(plotted: Plotted): ReturnType<typeof handlesAt> {
    const marching = this.decision.type === "move" || this.menu.some((entry) => entry.form === "path");
    return marching ? handlesAt(endOf(plotted), this.menu, this.turning) : [];
  }

  get odds(): OddsShown | null {
    return this.laying ? this.laying.odds : oddsOf(this);
  }

  get prompt(): Prompt {
    return marchPrompt(this);
  }
}

function zoneOf(overlay: Overlay): Zone {
  return { kind: overlay.kind, rings: overlay.rings, label: overlay.label };
}

const same = (a: Manoeuvre, b: Manoeuvre): boolean => JSON.stringify(a) === JSON.stringify(b);
const samePath = (a: Path, b: Path): boolean => a.length === b.length && a.every((leg, index) => same(leg, b[index]!));
