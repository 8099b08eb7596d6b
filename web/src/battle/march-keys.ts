/** The keyboard while units are commanded. */
import type { March } from "./march.svelte";
import { endOf } from "./plan-drawing";
import { HALF_INCH, nudged, turnOf, unplotted, wheelOf, withLeg } from "./plotting";

/** True when the key meant something. */
export function marchKey(march: March, key: string, event: KeyboardEvent): boolean {
  if (!event.ctrlKey && march.cards?.key(key, event.shiftKey)) {
    if (march.playing) march.layDown();
    return true;
  }
  switch (key) {
    case "Enter":
      if (event.ctrlKey) forgone(march);
      else if (march.nothingToPlay) march.finish();
      else march.commit();
      return true;
    case "Escape":
      if (march.marks.at) march.marks.at = null;
      else march.letGo();
      return true;
  }
  if (!march.unit && key === "t") {
    march.choose(march.next(1));
    return true;
  }
  if (key === " " && (event.shiftKey || march.several.adding) && march.several.possible) {
    march.several.pick();
    return true;
  }
  if (!march.unit) return false;
  if (march.laying?.key(key, event.shiftKey)) return true;
  if (key === "PageDown" || key === "PageUp") {
    march.marks.walk(key === "PageDown" ? 1 : -1);
    return true;
  }
  if (march.marks.key(key, event.shiftKey)) return true;
  if (march.aiming.firing.key(key)) return true;
  return plottingKey(march, key, event.shiftKey);
}

/** Ctrl Enter does what its button says; while an order is plotted there is none, and the phase does not end. */
function forgone(march: March): void {
  const shown = march.prompt.acts.find(({ key }) => key === "Ctrl Enter");
  if (shown?.run) shown.run();
  else if (!march.unit) march.finish();
}

function plottingKey(march: March, key: string, strong: boolean): boolean {
  switch (key) {
    case "Backspace":
      march.unplot();
      return true;
    case "ArrowUp":
      march.plot(nudged(march.path, strong ? 3000 : HALF_INCH));
      return true;
    case "ArrowDown":
      march.plot(nudged(march.path, strong ? -3000 : -HALF_INCH));
      return true;
    case "ArrowLeft":
    case "ArrowRight":
      veer(march, (key === "ArrowRight" ? 1 : -1) * (strong ? 15_000 : 5000));
      return true;
    case "[":
    case "]":
      widen(march, key === "]" ? 1 : -1);
      return true;
    case "t":
      march.aiming.cycle(strong ? -1 : 1);
      return true;
  }
  const entry = march.menu.find((one) => one.key.toLowerCase() === key);
  if (!entry) return false;
  march.lines.take(entry, strong);
  return true;
}

function veer(march: March, by: number): void {
  march.plot(withLeg(march.path, march.turning.middle ? turnOf(by) : wheelOf(by)));
}

/** A file more or less in front. */
export function widen(march: March, step: 1 | -1): void {
  const { plotted, path } = march;
  const last = path.at(-1);
  const before = last?.type === "reform" ? unplotted(path) : path;
  const usual = march.endOfPath(before)?.body?.files;
  const files = last?.type === "reform" ? last.files : usual;
  if (!plotted || !files) return;
  const wanted = Math.max(1, Math.min(endOf(plotted).shape.figures.length, files + step));
  march.plot(wanted === usual ? before : [...before, { type: "reform", files: wanted }]);
}
