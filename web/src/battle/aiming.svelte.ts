/** Whom the action in hand is against: who can be chosen, who is looked at, who is aimed at. */
import type { Aimed, Reason, Target } from "../api/types";
import { gapBetween } from "../table/shape";
import { Firing } from "./firing.svelte";
import type { March } from "./march.svelte";
import { shapeOf, whereIs } from "./scene";

export class Aiming {
  #at = $state<string | null>(null);
  hovered = $state<string | null>(null);
  /** Who of the unit shoots. */
  readonly firing: Firing;

  constructor(readonly march: March) {
    this.firing = new Firing(march);
  }

  /** Who is aimed at. */
  get at(): string | null {
    return this.#at;
  }

  set at(unit: string | null) {
    this.#at = unit;
    if (unit) this.firing.look();
    else this.firing.recall(null);
  }

  /** An order that was given is taken up again. */
  recall(form: Aimed | null): void {
    this.#at = form?.target ?? null;
    this.firing.recall(form);
  }

  get shooting(): boolean {
    return this.march.menu.some((entry) => entry.form === "target" && entry.action === this.march.action);
  }

  /** Whom the action in hand can be against: a book may name others for another action. */
  get aims(): readonly Target[] {
    const { targets, action } = this.march;
    const fitting = targets.filter((one) => one.action === action);
    return fitting.length ? fitting : targets;
  }

  /** Who is aimed at, by the action in hand. */
  get target(): Target | undefined {
    return this.shooting ? this.aims.find((one) => one.unit === this.at) : undefined;
  }

  /** Everything against the shot, whoever of the unit shoots. */
  get against(): readonly Reason[] {
    const reasons = this.target?.reasons ?? [];
    return reasons.length ? reasons : this.firing.reasons;
  }

  /** Whom odds, line and distance are about: who is named on the button, and only where nobody is, who is looked at. */
  get looked(): Target | null {
    const looked = this.target?.unit ?? this.at ?? this.hovered;
    return (looked && this.targetAt(looked)) || null;
  }

  targetAt(unit: string): Target | undefined {
    return this.aims.find((one) => one.unit === unit) ?? this.march.targets.find((one) => one.unit === unit);
  }

  /** Whoever is pressed is aimed at, by the action that is for such as them. */
  take({ unit, action }: Target): void {
    const { march } = this;
    const fits = march.menu.some((entry) => entry.action === action && entry.form === "target" && march.lines.offers(entry));
    if (!this.shooting && !march.path.length && fits) march.action = action;
    this.at = unit;
    march.room.select(march.unit);
  }

  /** Whoever is told to shoot looks at the nearest it may shoot at and sees free before him. */
  takeFirst(): void {
    if (!this.at && this.shooting) this.at = this.#open[0]?.unit ?? null;
  }

  /** Who may be chosen, the nearest first, and those before whom something stands after all others. */
  get #open(): readonly Target[] {
    const open = this.#nearest(this.aims.filter((one) => !one.reasons.length));
    return [...open.filter((one) => !one.bars.length), ...open.filter((one) => one.bars.length)];
  }

  /** As the eye sees them from where the unit stands. */
  #nearest(targets: readonly Target[]): readonly Target[] {
    const { stand, battle, room } = this.march;
    if (!stand) return targets;
    const far = ({ unit }: Target): number => {
      const foe = battle.units[unit];
      const pose = foe && whereIs(battle, foe);
      return pose ? gapBetween(stand.pose, stand.shape, pose, shapeOf(room.stage.shapes, unit)).gap : Infinity;
    };
    const measured = new Map(targets.map((one) => [one, far(one)]));
    return [...targets].sort((a, b) => measured.get(a)! - measured.get(b)!);
  }

  cycle(step: 1 | -1): void {
    const open = this.#open;
    const all = open.length ? open : this.#nearest(this.aims);
    if (!all.length) return;
    const here = all.findIndex((one) => one.unit === this.at);
    this.at = all[(here + step + all.length) % all.length]!.unit;
  }
}
