// Buttons, keys, and the beginning.

// ------------------------------------------------------------ buttons and keys
function setSpeed() {
  speed = (speed + 1) % SPEEDS.length;
  $("speed").textContent = SPEEDS[speed] === 0.5 ? "½×" : `${SPEEDS[speed]}×`;
}

function setTheme() {
  const root = document.documentElement;
  const dark = root.classList.contains("dark") || (!root.classList.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches);
  root.classList.toggle("dark", !dark);
  root.classList.toggle("light", dark);
}

/** Why captains did what they did stands under their orders if one wishes. */
function setReasons() {
  const shown = document.body.classList.toggle("reasons");
  $("reasons").setAttribute("aria-checked", String(shown));
}
$("reasons").hidden = !beats.some((beat) => beat.y);

const whole = () => { view = BASE.slice(); look(); };
const actions = {
  "turn-back": () => go(turnFrom(-1)), back: () => go(at - 1), play: toggle, on: onward, "turn-on": () => go(turnFrom(1)), speed: setSpeed,
  theme: setTheme, reasons: setReasons, help: () => $("keys").showModal(), "zoom-in": () => zoom(1 / 1.5), "zoom-out": () => zoom(1.5), "zoom-fit": whole,
};
for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
$("slider").max = last;
$("slider").addEventListener("input", (event) => go(Number(event.target.value)));

const keys = {
  " ": toggle, ArrowRight: onward, ArrowLeft: () => go(at - 1), PageDown: actions["turn-on"], PageUp: actions["turn-back"],
  Home: () => go(0), End: () => go(last), s: setSpeed, t: setTheme, r: setReasons, "?": actions.help, "+": actions["zoom-in"], "=": actions["zoom-in"], "-": actions["zoom-out"], 0: whole,
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || $("keys").open) return;
  const turn = event.shiftKey && { ArrowRight: actions["turn-on"], ArrowLeft: actions["turn-back"] }[event.key];
  const action = turn || keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action || (event.key === " " && event.target.closest?.("button:not(#play)"))) return;
  event.preventDefault();
  action();
});

// ------------------------------------------------------------ begin
const dice = film.dice.commitment ? ["sealed dice ", make("abbr", { title: `Hash of the seed, shown before play: ${film.dice.commitment}` }, `${film.dice.commitment.slice(0, 4)} ${film.dice.commitment.slice(4, 8)}`)] : [`${film.dice.kind} dice`];
$("about").append(film.book, " | ", ...dice);
$("field").style.setProperty("--table-ratio", BASE[2] / BASE[3]);
look();
render(now, false);
new ResizeObserver(look).observe(map);
new ResizeObserver(chart).observe($("timeline"));

// The address may name a moment: #turn-5, #beat-120, #end.
function addressed() {
  const [, word, number] = location.hash.match(/^#(turn|beat|end)-?(\d*)$/) ?? [];
  if (word === "end") return last;
  if (word === "beat") return Number(number);
  if (word === "turn") return turns.find(([turn]) => turn === Number(number))?.[1] ?? opening;
  return opening;
}
go(addressed());
addEventListener("hashchange", () => go(addressed()));
