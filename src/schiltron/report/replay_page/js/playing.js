// Beat after beat: moves along their legs, then what came of it.

// ------------------------------------------------------------ moving along the legs
const turned = (from, to) => ((((to - from) % 360000) + 540000) % 360000) - 180000;

// A leg is a rigid motion: straight ahead, or a turn about the one point that stays where it is.
function motion(from, to) {
  const [x0, y0, h0] = from, [x1, y1] = to, turn = turned(h0, to[2]);
  const dx = x1 - x0, dy = y1 - y0, span = Math.hypot(dx, dy), angle = (turn / 1000) * (Math.PI / 180);
  if (Math.abs(turn) < 1000 || span < 1) {
    return { length: span, at: (part) => [x0 + dx * part, y0 + dy * part, h0 + turn * part] };
  }
  const reach = 1 / (2 * Math.tan(angle / 2));
  const cx = (x0 + x1) / 2 - dy * reach, cy = (y0 + y1) / 2 + dx * reach;
  const radius = Math.hypot(x0 - cx, y0 - cy);
  return {
    length: Math.abs(angle) * radius,
    at: (part) => {
      const sine = Math.sin(angle * part), cosine = Math.cos(angle * part), ox = x0 - cx, oy = y0 - cy;
      return [cx + ox * cosine - oy * sine, cy + ox * sine + oy * cosine, h0 + turn * part];
    },
  };
}

function walk(beat, before) {
  const standing = before.units.map((unit) => unit && unit.slice(0, 3));
  const legs = [];
  for (const [number, walked, x, y, heading, look] of beat.w ?? []) {
    const from = standing[number] ?? [x, y, heading], to = [x, y, heading];
    standing[number] = to;
    legs.push({ number, walked, look, to, move: walked ? motion(from, to) : null });
  }
  const inches = legs.reduce((sum, leg) => sum + (leg.move ? leg.move.length / 1000 : 0), 0);
  const whole = legs.length ? Math.min(900, 240 + 40 * inches) : 0;
  for (const leg of legs) leg.time = leg.move && inches ? (whole * leg.move.length) / 1000 / inches : 90;
  return legs;
}

// ------------------------------------------------------------ playing
const DWELL = { turn: 500, attack: 750, morale: 800, declare: 350, note: 350, setup: 160, move: 130, end: 1200, start: 300 };
let at = 0, seen = 0, playing = false, speed = 0, run = 0;

const pause = (time, mine) =>
  new Promise((done) => {
    const end = performance.now() + time / SPEEDS[speed];
    (function wait(clock) {
      if (mine !== run || clock >= end) done();
      else requestAnimationFrame(wait);
    })(performance.now());
  });

function glide(leg, mine) {
  return new Promise((done) => {
    const start = performance.now(), time = leg.time / SPEEDS[speed];
    (function step(clock) {
      if (mine !== run) return done();
      const part = Math.min(1, Math.max(0, (clock - start) / time));
      if (leg.move) place(leg.number, ...leg.move.at(part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) ** 2));
      if (part < 1) return requestAnimationFrame(step);
      wear(leg.number, leg.look);
      place(leg.number, ...leg.to);
      done();
    })(start);
  });
}

// Those who move in one beat move at the same time, each from leg to leg.
async function march(legs, mine) {
  for (const leg of legs) {
    labels[leg.number].classList.remove("eased");
    await glide(leg, mine);
    if (mine !== run) return;
  }
}

async function perform(index) {
  const mine = ++run;
  const before = stateAt(index - 1);
  if (at !== index - 1) render(before, false);
  at = index;
  tell(index);
  follow(beats[index]);
  if (!still.matches) {
    $("pointed").replaceChildren();
    $("pointed-under").replaceChildren();
    const legs = walk(beats[index], before), marching = new Set(legs.map((leg) => leg.number));
    await Promise.all([...marching].map((number) => march(legs.filter((leg) => leg.number === number), mine)));
    if (mine !== run) return false;
  }
  render(stateAt(index), !still.matches);
  point(beats[index]);
  if (still.matches) outline(beats[index]);
  return mine === run;
}

function outline(beat) {
  const changed = Object.keys(beat.c ?? {}).map((number) => bodies[number].firstElementChild).filter(Boolean);
  changed.forEach((unit) => unit.classList.add("changed"));
  setTimeout(() => changed.forEach((unit) => unit.classList.remove("changed")), 1000);
}

async function roll() {
  while (playing && at < last) {
    if (!(await perform(at + 1))) return;
    const mine = run;
    const dice = beats[at].d ? 500 : 0;
    await pause((DWELL[beats[at].k] ?? 300) + dice + (still.matches ? 500 : 0), mine);
    if (mine !== run) return;
  }
  if (at >= last) setPlaying(false);
}

function setPlaying(on) {
  playing = on;
  $("play-word").textContent = on ? "Pause" : at >= last ? "Again" : "Play";
  $("play-icon").setAttribute("d", on ? "M3.5 2.5h3.2v11H3.5zM9.3 2.5h3.2v11H9.3z" : "M4 2.2 13.4 8 4 13.8Z");
  $("play").setAttribute("aria-pressed", on);
}

function go(index) {
  run++;
  setPlaying(false);
  at = Math.max(0, Math.min(last, index));
  render(stateAt(at), false);
  tell(at);
  follow(beats[at]);
  point(beats[at]);
  setPlaying(false);
}

function toggle() {
  if (playing) {
    run++;
    render(stateAt(at), false);
    point(beats[at]);
    setPlaying(false);
  } else {
    if (at >= last) go(opening);
    setPlaying(true);
    roll();
  }
}

function onward() {
  if (playing || at >= last) return go(at + 1);
  perform(at + 1);
}
