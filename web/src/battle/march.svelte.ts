/** Commands, plans and single moves: choose a unit, plot its path or its target, commit. */
import type { Answer, Battle, Command, Commanded, MenuEntry, Move, Overlay, Plan, Preview, Target } from "../api/types";
import type { Point } from "../table/pose";
import type { Keys, TableState, Thing } from "../table/state";
import { Advice } from "./advice.svelte";
import { Aiming } from "./aiming.svelte";
import { Bands, TOGETHER } from "./bands";
import { CardPlay } from "./cards.svelte";
import type { Control, OddsShown, Room } from "./control";
import { Laying } from "./laying.svelte";
import { turningOf, type Turning } from "./hands";
import { MarchHands } from "./march-hands";
import { marchKey } from "./march-keys";
import { MenuLines } from "./march-menu";
import { MarchPicture } from "./march-picture.svelte";
import { marchPrompt } from "./march-prompt";
import { oddsOf } from "./march-scene";
import { isBarred, isHeldBack, legalPart, standAfter, type Plotted } from "./plan-drawing";
import { plainMenu, plainTargets } from "./plain-menu";
import { standOf, unplotted, walked, type Path, type Stand } from "./plotting";
import type { Prompt } from "./prompt";
import { shapeOf, whereIs, type Mays } from "./scene";
import { WaitingOrders, type Kept } from "./waiting-orders.svelte";

type Due = Command | Plan | Move;

const FINISH: Commanded = { type: "commanded", actor: "", action: "finish", form: null };

export class March implements Control {
  readonly decision: Due;
  /** The hand that may be played from, where there is one. */
  readonly cards: CardPlay | null;
  unit = $state<string | null>(null);
  action = $state("");
  path = $state.raw<Path>([]);
  /** What the unit is told that needs neither a way nor anybody: to withdraw, to leave. */
  saying = $state<string | null>(null);
  /** The engine in hand, while it is pointed. */
  laying = $state.raw<Laying | null>(null);
  readonly aiming = new Aiming(this);
  readonly lines = new MenuLines(this);
  readonly bands = new Bands(this);
  readonly #waiting = new WaitingOrders();
  readonly #hands = new MarchHands(this);
  readonly #picture = new MarchPicture(this);
  readonly #advice: Advice;
  /** An order was given before the word on it had come: it is kept when that is good. */
  hurried = $state(false);

  constructor(
    readonly room: Room,
    decision: Due,
  ) {
    this.decision = decision;
    this.cards = decision.type === "command" && decision.hand.length ? new CardPlay(room, decision) : null;
    this.#advice = new Advice(
      room.store,
      () => this.#takeAim(),
      () => this.hurried && this.commit(),
    );
    if (decision.type === "move") this.choose(decision.unit);
  }

  stop(): void {
    this.#advice.stop();
    this.aiming.firing.stop();
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

  /** What was offered before anything was plotted: what is listed does not change under the hand. */
  get firstMenu(): readonly MenuEntry[] {
    return this.#advice.first.length ? this.#advice.first : this.menu;
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
    this.unlay();
    this.unit = unit;
    this.saying = command && !command.form ? command.action : null;
    this.action = command?.action ?? (this.bands.leads(unit) ? TOGETHER : this.usualAction);
    this.aiming.recall(command?.form?.type === "aimed" ? command.form : null);
    this.#advice.turnTo(unit);
    this.plot(command?.form?.type === "marched" ? command.form.path : []);
    if (unit) this.room.select(unit);
  }

  /** The next unit that may still do something, in the order they are listed. */
  next(step: 1 | -1): string | null {
    const waiting = this.actors.filter((actor) => (!this.kept.has(actor) && !this.bands.follows(actor)) || actor === this.unit);
    if (!waiting.length) return null;
    const here = this.unit ? waiting.indexOf(this.unit) : step > 0 ? -1 : waiting.length;
    return waiting[here + step] ?? null;
  }

  // ------------------------------------------------------------ plotting

  plot(path: Path): void {
    this.hurried = false;
    if (path.length) this.unsay();
    this.path = path;
    this.#advice.about(path, this.action, this.#marching(path), this.saying !== null);
  }

  /** Tell the unit something that needs no more words; said again, or with nothing, it is taken back. */
  say(action: string | null): void {
    this.aiming.at = null;
    if (action === null || this.saying === action) this.unsay();
    else this.saying = this.action = action;
    this.plot([]);
  }

  unsay(): void {
    if (this.saying && this.action === this.saying) this.action = this.usualAction;
    this.saying = null;
  }

  get usualAction(): string {
    return this.decision.type === "move" ? "move" : (this.decision.actions[0] ?? "");
  }

  #marching(path: Path): Answer {
    const form = { type: "marched" as const, path: [...path] };
    if (this.decision.type === "move") return form;
    if (this.saying) return this.put({ type: "commanded", actor: this.unit ?? "", action: this.saying, form: null });
    return this.put({ type: "commanded", actor: this.unit ?? "", action: this.action, form });
  }

  /** A command as the guide is asked about it: in a plan after the others that are given already. */
  put(command: Commanded): Answer {
    if (this.decision.type !== "plan") return command;
    return { type: "planned", commands: this.#waiting.among(command) };
  }

  get stand(): Stand | null {
    const unit = this.unit ? this.battle.units[this.unit] : undefined;
    const pose = unit && whereIs(this.battle, unit);
    return unit && pose ? standOf(unit, pose, shapeOf(this.room.stage.shapes, unit.id)) : null;
  }

  get plotted(): Plotted | null {
    const start = this.stand;
    if (!start || !this.unit) return null;
    const path = this.saying ? (this.#fresh?.legs ?? []).flatMap((leg) => leg.manoeuvre ?? []) : this.path;
    return { unit: this.unit, start, path, preview: this.#fresh, last: this.spoken?.preview ?? null, lastPath: this.spoken?.path ?? [], live: true };
  }

  /** The server's word on the very path that is plotted. */
  get #fresh(): Preview | null {
    const { spoken } = this;
    return spoken && spoken.path === this.path && spoken.action === this.action ? spoken.preview : null;
  }

  /** The server's word on what is plotted, a moment old at most. */
  get preview(): Preview | null {
    return this.path.length || this.saying ? (this.spoken?.preview ?? null) : null;
  }

  /** Whether what is plotted cannot be done, be it in part. */
  get barred(): boolean {
    const plotted = this.plotted;
    return (this.path.length > 0 || this.saying !== null) && plotted !== null && isBarred(plotted);
  }

  /** Whether a beginning of the path can be made: then that is what is drawn, and what is committed. */
  get heldBack(): boolean {
    const plotted = this.plotted;
    return this.path.length > 0 && plotted !== null && isHeldBack(plotted);
  }

  /** The end of a path by our own reckoning, for hands that cannot wait. */
  endOfPath(path: Path): Stand | null {
    const start = this.stand;
    if (!start || !path.length) return start;
    const stands = walked(start, path);
    const told = stands.length < path.length ? standAfter(path, this.spoken) : null;
    return told ?? stands.at(-1) ?? start;
  }

  unplot(): void {
    if (this.path.length) this.plot(unplotted(this.path));
    else if (this.saying) this.say(null);
    else if (this.aiming.at && this.aiming.shooting) this.aiming.at = null;
    else if (this.decision.type !== "move") this.putDown();
  }

  /** As much of the path as is legal. */
  shorten(): void {
    if (this.spoken) this.plot(legalPart(this.spoken.preview));
  }

  // ------------------------------------------------------------ aiming

  /** Nobody is to act here: a card is played, or the moment passes. */
  get passing(): boolean {
    return this.decision.type === "command" && this.decision.window && !this.unit;
  }

  /** A moment for cards in which none can be played: to let it pass gives nothing away. */
  get nothingToPlay(): boolean {
    return this.passing && !this.cards?.playable.size;
  }

  lay(entry: MenuEntry): void {
    if (!this.unit || this.laying?.entry.action === entry.action) return;
    this.unlay();
    this.action = entry.action;
    this.aiming.at = null;
    this.laying = new Laying(
      this.room,
      this.unit,
      entry,
      () => this.aiming.aims,
      (command) => this.put(command),
    );
  }

  unlay(): void {
    this.laying?.stop();
    this.laying = null;
  }

  /** An engine that can do nothing else is pointed at once. */
  #takeAim(): void {
    const entry = this.menu.find(({ action }) => action === this.action);
    if (entry?.form === "point" && this.lines.offers(entry)) this.lay(entry);
    this.laying?.takeUp();
    this.aiming.takeFirst();
  }

  // ------------------------------------------------------------ committing

  get command(): Commanded | null {
    if (!this.unit) return null;
    if (this.laying) return this.laying.ready ? this.laying.command : null;
    if (this.saying) return { type: "commanded", actor: this.unit, action: this.saying, form: null };
    if (this.path.length) return { type: "commanded", actor: this.unit, action: this.action, form: { type: "marched", path: [...this.path] } };
    const { target, against, firing } = this.aiming;
    return target && !against.length ? this.aimed(firing.form(target)) : null;
  }

  aimed(form: Commanded["form"]): Commanded {
    return { type: "commanded", actor: this.unit ?? "", action: this.action, form };
  }

  commit(): void {
    if (this.heldBack) {
      if (this.#fresh) this.shorten();
      this.hurried = true;
      return;
    }
    if (this.barred) this.hurried = false;
    const { command, decision } = this;
    if (decision.type === "move") {
      if (!this.barred) void this.room.answer(decision, { type: "marched", path: [...this.path] });
      return;
    }
    if (command && !this.barred) {
      if (decision.type === "command") void this.room.answer(decision, command);
      else if (this.path.length && !this.#fresh) this.hurried = true;
      else {
        this.#waiting.keep(command, this.preview);
        this.putDown();
      }
    } else if (decision.type === "plan" && !this.unit && this.kept.size) this.declare();
  }

  /** Orders that wait to be sent with the others. */
  get kept(): ReadonlyMap<string, Kept> {
    return this.#waiting.byUnit;
  }

  /** Send all that was planned. */
  declare(): void {
    void this.room.answer(this.decision, { type: "planned", commands: this.#waiting.commands });
  }

  finish(): void {
    if (this.decision.type === "plan") return this.declare();
    if (this.decision.type === "move") void this.room.answer(this.decision, { type: "marched", path: [] });
    else void this.room.answer(this.decision, FINISH);
  }

  letGo(): void {
    if (!this.laying && (this.path.length || this.aiming.at || this.saying)) {
      this.unsay();
      this.aiming.at = null;
      this.plot([]);
    } else if (this.decision.type !== "move") this.putDown();
  }

  /** Nobody is in hand, nobody is looked at. */
  putDown(): void {
    this.choose(null);
    this.room.select(null);
  }

  takeOrderBack(): void {
    if (this.unit) this.forgo(this.unit);
    this.plot([]);
  }

  forgo(unit: string): void {
    this.#waiting.forgo(unit);
  }

  // ------------------------------------------------------------ hands and keys

  press(thing: Thing, at: Point): void {
    this.#hands.press(thing, at);
  }

  hover(unit: string | null): void {
    this.aiming.hovered = unit;
  }

  grab(thing: Thing, at: Point): void {
    this.#hands.grab(thing, at);
  }

  drag(thing: Thing, at: Point, keys: Keys): void {
    this.#hands.drag(thing, at, keys);
  }

  drop(_thing: Thing, at: Point | null): void {
    this.#hands.drop(at);
  }

  key(key: string, event: KeyboardEvent): boolean {
    return marchKey(this, key, event);
  }

  /** A card was taken: the unit in hand is let go, and stays looked at. */
  takeCard(card: string): void {
    this.cards?.take(card);
    this.layDown();
  }

  layDown(): void {
    if (!this.unit) return;
    this.unlay();
    this.unit = null;
    this.saying = null;
    this.aiming.at = null;
    this.#advice.turnTo(null);
    this.plot([]);
  }

  // ------------------------------------------------------------ what is shown

  get touchable(): ReadonlySet<string> {
    return this.#picture.touchable;
  }

  get draggable(): ReadonlySet<string> {
    return this.#picture.draggable;
  }

  get planned(): ReadonlySet<string> {
    return this.#picture.planned;
  }

  get mays(): Mays {
    return this.#picture.mays;
  }

  get drawing(): Partial<TableState> {
    return this.#picture.drawing;
  }

  get odds(): OddsShown | null {
    return this.laying ? this.laying.odds : oddsOf(this);
  }

  get prompt(): Prompt {
    return marchPrompt(this);
  }
}
