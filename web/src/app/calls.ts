// Being told that it is one's turn: in the tab's title, by a quiet sound, by a notification of the browser.

export interface Switches {
  title: boolean;
  sound: boolean;
  notice: boolean;
}

const KEY = "calls";
export const USUAL: Switches = { title: true, sound: true, notice: false };

export function switches(): Switches {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Switches> | null;
    const said = (name: keyof Switches): boolean => (typeof kept?.[name] === "boolean" ? kept[name] : USUAL[name]);
    return { title: said("title"), sound: said("sound"), notice: said("notice") };
  } catch {
    return USUAL;
  }
}

export function keepSwitches(wanted: Switches): void {
  localStorage.setItem(KEY, JSON.stringify(wanted));
}

/** What the tab says: a dot where something is due from us, else who is waited for. */
export function tabTitle(battle: string, how: { due: boolean; over: boolean; waitingFor: string }, wanted: Switches): string {
  if (how.over) return `Over: ${battle} · Schiltron`;
  if (how.due && wanted.title) return `● Your turn: ${battle}`;
  return how.waitingFor && wanted.title ? `${how.waitingFor} to move: ${battle}` : `${battle} · Schiltron`;
}

/** Whether to call: when our turn comes, and we are not looking or have waited for another person. */
export function calls(before: boolean, now: boolean, how: { hidden: boolean; people: boolean }): boolean {
  return now && !before && (how.hidden || how.people);
}

/** Ask the browser whether notifications may be shown; false where they may not. */
export async function mayNotify(): Promise<boolean> {
  if (!("Notification" in globalThis)) return false;
  if (Notification.permission === "default") await Notification.requestPermission();
  return Notification.permission === "granted";
}

export function notify(text: string, id: string): void {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  try {
    new Notification(text, { tag: id, silent: true }).onclick = () => focus();
  } catch {
    // Some phones know notifications and will not have them made by a page.
  }
}

/** Two soft notes. Browsers are mute until somebody has touched the page. */
export function chime(): void {
  if (!("AudioContext" in globalThis)) return;
  const sound = new AudioContext();
  for (const [index, pitch] of [523, 659].entries()) {
    const start = sound.currentTime + index * 0.16;
    const note = sound.createOscillator();
    const loudness = sound.createGain();
    note.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, start);
    loudness.gain.exponentialRampToValueAtTime(0.08, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
    note.connect(loudness).connect(sound.destination);
    note.start(start);
    note.stop(start + 0.32);
  }
  setTimeout(() => void sound.close(), 900);
}
