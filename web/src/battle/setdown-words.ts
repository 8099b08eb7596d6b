/** What is said of a unit that is being set down. */
import { direction } from "../table/lengths";
import { world } from "../table/pose";
import { halfFront } from "../table/shape";
import type { Tag } from "../table/state";
import { byHand } from "./keys";
import { depthOf } from "./plotting";
import { calledUnit, capital, detailsOf, type Act, type Detail, type Prompt } from "./prompt";
import type { Deploy } from "./setdown.svelte";

/** Its name, and everything against where it is. */
export function deployTags(deploy: Deploy): Tag[] {
  const name = deploy.room.battle.units[deploy.unit ?? ""]?.name ?? "";
  const [, fy] = direction(deploy.pose.heading);
  const below: Tag = {
    id: "name",
    at: world(deploy.pose, 0, -depthOf(deploy.shape)),
    text: name,
    tone: "plan",
    side: fy > 0.3 ? "above" : "below",
  };
  const half = halfFront(deploy.shape);
  const reasons = deploy.barred ? (deploy.preview?.reasons ?? []) : [];
  return [
    below,
    ...reasons.map(
      (reason, index): Tag => ({
        id: `reason-${index}`,
        at: world(deploy.pose, half, 0),
        text: reason.text,
        tone: "stop",
        side: "right",
      }),
    ),
  ];
}

export function deployPrompt(deploy: Deploy): Prompt {
  const side = deploy.room.battle.seats.find((seat) => seat.id === deploy.decision.seat)?.side ?? "";
  const unit = deploy.room.battle.units[deploy.unit ?? ""];
  const name = unit?.name ?? "";
  const the = calledUnit(unit, "");
  const many = deploy.decision.units.length;
  if (deploy.all) return { side, ...deploy.all.prompt(deploy.room.sideWord(side), () => deploy.commit(), () => deploy.oneByOne()) };
  const acts: Act[] = [];
  if (many > 1) acts.push({ label: `Draw up all ${many}`, key: "Ctrl A", run: () => deploy.takeAll() });
  if (many > 1) acts.push({ label: "Next unit", key: "Tab", run: () => deploy.choose(deploy.next(1) ?? deploy.decision.units[0]!) });
  const { other } = deploy;
  if (other !== undefined && !deploy.ranked) acts.push({ label: `Change to ${other}`, key: "G", run: () => deploy.drawUp() });
  if (deploy.barred && deploy.full) acts.push({ label: "No room is left", run: () => deploy.leaveOut() });
  acts.push({ label: `Set down ${name}`, key: "Enter", primary: true, disabled: !deploy.unit || deploy.barred, run: () => deploy.commit() });
  const refused = deploy.room.refused.length ? deploy.room.refused : deploy.barred ? (deploy.preview?.reasons ?? []) : [];
  const details: Detail[] = refused.length
    ? detailsOf(refused)
    : [{ text: `${many} still to come. ${byHand("Drag it, or arrows, Q E to turn, [ ] for the files", "Drag it; turn it by its ring")}`, rules: deploy.decision.rules }];
  return {
    state: refused.length ? "illegal" : "plotting",
    side,
    sentence: refused.length
      ? `${capital(the)} cannot stand there.`
      : `${deploy.room.sideWord(side)}, set down ${the}${unit?.body.type === "formed" ? `, in ${deploy.files} ${deploy.files === 1 ? "file" : "files"}` : ""}.`,
    details,
    acts,
  };
}
