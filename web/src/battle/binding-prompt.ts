/** What the prompt bar says before play, while the dice are not bound: who is waited for. */
import { elsewhere } from "../app/dice-notes";
import type { Desk } from "./desk.svelte";
import type { Prompt } from "./prompt";

export function bindingPrompt(desk: Desk): Prompt | null {
  const { store } = desk;
  const { dice, about } = store;
  if (!dice || dice.bound) return null;
  const sideOf = (seat: string) => desk.sideWord(desk.battle.seats.find(({ id }) => id === seat)?.side ?? seat);
  const called = (seat: string) => (store.nameOf(seat) ? `${store.nameOf(seat)} (${sideOf(seat)})` : sideOf(seat));
  const mine = about?.mine.map(({ seat }) => seat) ?? [];
  const lost = elsewhere(dice, mine, store.notes);
  const others = dice.shares.filter(({ seat, told }) => !told && !mine.includes(seat)).map(({ seat }) => seat);
  const away = store.players.filter((player) => others.includes(player.seat) && !player.taken).map(({ seat }) => seat);
  const sentence = lost.length
    ? `${lost.map(called).join(" and ")} bound the dice in another browser: open the battle there.`
    : away.length
      ? `${away.map(called).join(" and ")} has not taken the seat yet.`
      : others.length
        ? `Waiting for ${others.map(called).join(" and ")} to come to the table: each player adds to the dice.`
        : "The dice are being bound.";
  const noted = `Fingerprint of the dice: ${dice.commitment}`;
  return { state: "waiting", side: "", sentence, details: [{ text: noted, rules: [] }], acts: [] };
}
