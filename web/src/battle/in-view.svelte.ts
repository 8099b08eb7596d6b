/** What comes into view by itself: who is chosen, whom a question is about, who is aimed at. */
import { untrack } from "svelte";
import type { TableApi } from "../table/table";
import { Assigning, Choosing } from "./deciding.svelte";
import type { Desk } from "./desk.svelte";
import { March } from "./march.svelte";
import { poseOf } from "./scene";
import { Deploy } from "./setdown.svelte";
import { groundOf, subjectsOf } from "./subjects";

/** A thumb has room enough where the map is drawn so large (pixels an inch). */
const NEAR = 11;

export function keepInView(desk: Desk, table: () => TableApi | undefined, phone: () => boolean): void {
  // On a phone a chosen unit is brought close enough for a thumb, unless others are to be added to it.
  $effect(() => {
    const unit = desk.selected;
    if (unit && !untrack(() => desk.control.several?.adding)) untrack(() => (phone() ? approach(unit) : desk.reveal(unit)));
  });
  // On a phone whom a question is about comes into view, and who is aimed at with who aims.
  $effect(() => {
    const { decision } = desk.control;
    if (decision && phone()) untrack(() => reveal(subjectsOf(decision, desk.battle)));
  });
  $effect(() => {
    const { marching } = desk;
    const target = marching?.aiming.target?.unit;
    if (target && phone()) untrack(() => reveal([marching.unit ?? "", target]));
  });
  // Where an engine is laid at is seen with it.
  $effect(() => {
    const ground = desk.marching?.laying?.ground;
    if (ground) untrack(() => table()?.show(ground, phone()));
  });
  // On a phone what is to be decided comes to the thumb.
  $effect(() => {
    const { control } = desk;
    if (!phone()) return;
    if (control instanceof March && control.passing && control.cards) desk.sheet = "cards";
    else if (control instanceof Assigning || (control instanceof Choosing && !control.single)) desk.sheet = "unit";
  });

  function reveal(units: readonly string[]): void {
    const ground = groundOf(units, desk.battle, desk.stage.shapes);
    if (ground) table()?.reveal(ground);
  }

  function approach(unit: string): void {
    const map = table();
    if (!map || map.camera.scale >= NEAR) return desk.reveal(unit);
    const one = desk.battle.units[unit];
    const at = (one && poseOf(one)) ?? (desk.control instanceof Deploy ? desk.control.pose : null);
    if (!at) return;
    const { x, y } = at;
    map.show({ left: x - 13_000, right: x + 13_000, top: y - 15_000, bottom: y + 13_000 }, true);
  }
}
