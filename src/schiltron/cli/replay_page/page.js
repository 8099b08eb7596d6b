"use strict";
// Plays the film: every beat holds what changed since the one before. See film.py for the keys.
(async () => {
  const $ = (id) => document.getElementById(id);
  const film = await unpack($("film").textContent.trim());
  const { beats, sides, units } = film;
  const last = beats.length - 1;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const SVG = "http://www.w3.org/2000/svg";
  const SPEEDS = [1, 2, 4, 8, 0.5];
  const BASE = film.box;

  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "class") element.className = value;
      else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  function draw(tag, attributes) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  }

  function token(side) {
    if (side < 0) return make("span", { class: "token none" });
    return make("span", { class: sides[side].open ? "token hollow" : "token", "data-side": sides[side].colour, title: sides[side].name });
  }

  // ------------------------------------------------------------ states

  const KEY = 40;
  const keyframes = [{ units: units.map(() => null), spots: units.map(() => [0, 0, 0, 0]), contact: 0, board: 0, strength: sides.map(() => [0, 0]) }];

  function advance(state, beat) {
    for (const [number, unit] of Object.entries(beat.c ?? {})) state.units[number] = unit || null;
    for (const [number, spot] of Object.entries(beat.p ?? {})) state.spots[number] = spot;
    if (beat.q !== undefined) state.contact = beat.q;
    if (beat.b !== undefined) state.board = beat.b;
    if (beat.f !== undefined) state.strength = beat.f;
    return state;
  }

  const copy = (state) => ({ ...state, units: state.units.slice(), spots: state.spots.slice() });

  function stateAt(index) {
    let frame = Math.min(Math.floor((index + 1) / KEY), keyframes.length - 1);
    let state = copy(keyframes[frame]);
    for (let at = frame * KEY; at <= index; at++) {
      advance(state, beats[at]);
      if ((at + 1) % KEY === 0 && keyframes.length === (at + 1) / KEY) keyframes.push(copy(state));
    }
    return state;
  }

  // ------------------------------------------------------------ the table

  const map = $("board-view");
  const bodies = units.map((_, number) => $("bodies").appendChild(draw("g", { "data-number": number })));
  const labels = units.map(() => $("unit-labels").appendChild(draw("g", {})));
  const shown = units.map(() => ({ look: -1, label: -1 }));
  let boardShown = -1, contactShown = -1, detail = 0, view = BASE.slice();
  let now = stateAt(0);

  const boardMarkup = (number) => film.boards[number].map((tag) => film.tags[tag]).join("");

  function place(number, x, y, heading) {
    const body = bodies[number].querySelector(".body");
    if (body) body.setAttribute("transform", `translate(${x / 1000} ${y / 1000}) rotate(${heading / 1000})`);
    const [ax, ay, bx, by] = now.spots[number];
    const [dx, dy] = detail ? [bx, by] : [ax, ay];
    labels[number].style.transform = `translate(${(x + dx) / 1000}px,${(y + dy) / 1000}px)`;
  }

  function wear(number, look) {
    if (shown[number].look === look) return;
    const fresh = shown[number].look < 0 && playing;
    shown[number].look = look;
    bodies[number].innerHTML = look < 0 ? "" : film.looks[look][detail];
    if (fresh && look >= 0) bodies[number].firstElementChild.classList.add("new");
  }

  function name(number, label) {
    if (shown[number].label === label) return;
    shown[number].label = label;
    labels[number].innerHTML = label < 0 ? "" : film.labels[label][detail];
  }

  function render(state, eased) {
    now = state;
    if (boardShown !== state.board) $("ground").innerHTML = boardMarkup((boardShown = state.board));
    if (contactShown !== state.contact) $("contacts").innerHTML = film.contacts[(contactShown = state.contact)];
    state.units.forEach((unit, number) => {
      labels[number].classList.toggle("eased", eased);
      wear(number, unit ? unit[3] : -1);
      name(number, unit ? unit[4] : -1);
      if (unit) place(number, unit[0], unit[1], unit[2]);
    });
  }

  function point(beat) {
    const under = [], over = [];
    const [actor, target, afar] = beat.o ?? [];
    const frame = (number) => {
      const body = bodies[number].querySelector(".body");
      if (!body || !body.firstElementChild) return null;
      const box = body.firstElementChild.getBBox(), by = 0.16;
      return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by, at: body.getAttribute("transform") };
    };
    const here = actor === undefined ? null : frame(actor), there = target === undefined ? null : frame(target);
    if (here) {
      const { x, y, width, height, at } = here;
      for (const kind of ["actor-halo", "actor"]) under.push(draw("rect", { class: kind, x, y, width, height, transform: at }));
    }
    if (there) {
      const { x, y, width, height, at } = there, arm = Math.min(1, width / 3, height / 3);
      const right = x + width, foot = y + height;
      over.push(draw("path", { class: "aimed", transform: at, d: `M${x} ${y + arm}V${y}H${x + arm}M${right - arm} ${y}H${right}V${y + arm}M${right} ${foot - arm}V${foot}H${right - arm}M${x + arm} ${foot}H${x}V${foot - arm}` }));
    }
    if (here && there && afar) {
      const [ax, ay] = now.units[actor] ?? [], [bx, by] = now.units[target] ?? [];
      if (ax !== undefined && bx !== undefined) over.unshift(draw("path", { class: "flight", d: `M${ax / 1000} ${ay / 1000}L${bx / 1000} ${by / 1000}` }));
    }
    if (beat.w && at > 0) over.push(...trails(beat));
    $("pointed-under").replaceChildren(...under);
    $("pointed").replaceChildren(...over);
  }

  function trails(beat) {
    const paths = new Map();
    for (const [number, walked, x, y] of beat.w) {
      const from = stateAt(at - 1).units[number];
      if (!paths.has(number)) paths.set(number, from ? `M${from[0] / 1000} ${from[1] / 1000}` : `M${x / 1000} ${y / 1000}`);
      paths.set(number, paths.get(number) + (walked ? "L" : "M") + `${x / 1000} ${y / 1000}`);
    }
    return [...paths.values()].map((d) => draw("path", { class: "trail", d }));
  }

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
      for (const leg of walk(beats[index], before)) {
        labels[leg.number].classList.remove("eased");
        await glide(leg, mine);
        if (mine !== run) return false;
      }
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

  // ------------------------------------------------------------ words, dice, log

  const names = [...new Set(units.map((unit) => unit[0]))].sort((one, two) => two.length - one.length);
  const escaped = names.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const naming = names.length ? new RegExp(`(?<![\\p{L}])(${escaped.join("|")})(?![\\p{L}])`, "gu") : null;

  function bold(text) {
    if (!naming) return [text];
    return text.split(naming).filter(Boolean).map((part) => (names.includes(part) ? make("b", {}, part) : part));
  }

  function diceOf(pool, across) {
    const [, , faced, need, faces] = pool;
    if (!faces.length) return null;
    const columns = Math.min(across, faces.length), rows = Math.ceil(faces.length / columns), pitch = 18;
    const svg = draw("svg", { class: "dice", viewBox: `0 0 ${columns * pitch} ${rows * pitch}`, width: columns * pitch, height: rows * pitch, role: "img", "aria-label": `dice ${faces.join(" ")}` });
    faces.forEach((face, number) => {
      const kind = need ? (face >= need ? "hit" : "miss") : "plain";
      const x = (number % columns) * pitch + 1, y = Math.floor(number / columns) * pitch + 1;
      const die = draw("g", { class: kind });
      die.append(draw("use", { href: "#die-0", x, y, width: 16, height: 16, "stroke-width": 1.3 }));
      if (faced === 6) {
        const pips = draw("g", { class: "pips" });
        pips.append(draw("use", { href: `#pip-${face}`, x, y, width: 16, height: 16 }));
        die.append(pips);
      } else {
        const text = draw("text", { x: x + 8, y: y + 11.2 });
        text.textContent = face;
        die.append(text);
      }
      svg.append(die);
    });
    return svg;
  }

  function poolsOf(beat, across) {
    const rows = [];
    for (const roll of beat.d ?? []) {
      for (const pool of roll) {
        const [label, whose, , need, faces, came] = pool;
        const words = roll.length > 1 ? [token(whose), label] : [];
        const total = need ? null : make("b", {}, came);
        if (faces.length || total) rows.push(make("div", { class: "pool" }, ...words, diceOf(pool, across), total));
      }
    }
    return rows;
  }

  function law(id) {
    const [text, ruling, section] = film.rules[id];
    const parts = [make("p", {}, make("b", {}, id), ` ${section}. ${text}`)];
    if (ruling) parts.push(make("p", {}, `Ruling: ${ruling}`));
    return make("div", { class: "law" }, ...parts);
  }

  function ruleButton(id, host) {
    if (!film.rules[id]) return make("span", { class: "rule-id" }, id);
    const button = make("button", { class: "rule-id", title: film.rules[id][0], "aria-expanded": "false" }, id);
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      const open = host.querySelector(`.law[data-rule="${id}"]`);
      button.setAttribute("aria-expanded", String(!open));
      if (open) return open.remove();
      const text = law(id);
      text.dataset.rule = id;
      host.append(text);
    });
    return button;
  }

  function sums(beat, host) {
    const parts = [];
    const named = new Set();
    for (const [label, total, terms] of beat.a ?? []) {
      const rows = terms.map(([term, value, rule]) => {
        named.add(rule);
        return make("tr", {}, make("td", {}, term), make("td", {}, value), make("td", {}, rule ? ruleButton(rule, host) : ""));
      });
      rows.push(make("tr", { class: "total" }, make("td", {}, label), make("td", {}, total), make("td", {})));
      parts.push(make("div", { class: "sum" }, make("table", {}, make("tbody", {}, ...rows))));
    }
    const pools = (beat.d ?? []).flat().filter((pool) => pool[3]);
    if (pools.length) {
      const expected = pools.reduce((sum, pool) => sum + pool[6], 0);
      const hits = pools.reduce((sum, pool) => sum + parseInt(pool[5], 10), 0);
      parts.push(make("div", { class: "sum" }, `Expected ${expected.toFixed(1)}, rolled ${hits}`));
    }
    const others = (beat.r ?? []).filter((rule) => !named.has(rule));
    if (others.length) parts.push(make("div", { class: "cited" }, ...others.map((rule) => ruleButton(rule, host))));
    return parts;
  }

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  function headOf(beat) {
    const [turn, side, phase] = beat.h ?? [0, -1, ""];
    const where = [turn ? `Turn ${turn}` : "", side >= 0 ? sides[side].name : ""].filter(Boolean).join(", ");
    return { turn, side, phase, text: [where, phase].filter(Boolean).join(": ") };
  }

  const log = $("log"), lines = [];
  let heading = null;

  function write(index) {
    const beat = beats[index], head = headOf(beat), items = [];
    if (head.text && head.text !== heading && beat.k !== "turn") {
      heading = head.text;
      items.push(make("li", { class: "head" }, token(head.side), capital(head.text)));
    }
    if (beat.t && beat.k !== "turn" && beat.k !== "start") {
      const item = make("li", { class: "beat" });
      const inside = make("div", { hidden: "" });
      let filled = false;
      const details = (beat.a?.length || beat.r?.length) && make("button", { class: "open-it", "aria-label": "How it came about", "aria-expanded": "false" });
      if (details) {
        details.innerHTML = '<svg viewBox="0 0 10 10" aria-hidden="true"><path d="M3 1l4 4-4 4" fill="none" stroke="currentColor" stroke-width="1.6"/></svg>';
        details.addEventListener("click", () => {
          if (!filled) inside.append(...sums(beat, inside));
          filled = true;
          inside.hidden = !inside.hidden;
          details.setAttribute("aria-expanded", String(!inside.hidden));
        });
      }
      item.append(
        make("div", { class: "row" }, token(beat.s), make("button", { class: "goto", onclick: () => go(index) }, ...bold(beat.t)), make("span", { class: "came" }, beat.x ?? ""), details || make("span")),
      );
      const pools = poolsOf(beat, 16);
      if (pools.length) item.append(make("div", { class: "pools" }, ...pools));
      for (const [side, text] of beat.m ?? []) item.append(make("div", { class: "more" }, token(side), make("span", {}, ...bold(text))));
      item.append(inside);
      items.push(item);
    }
    log.append(...items);
    lines[index] = items;
  }

  let hereItem = null;

  function tell(index) {
    seen = Math.max(seen, index);
    while (lines.length <= index) write(lines.length);
    lines.forEach((items, number) => items.forEach((item) => (item.hidden = number > index)));
    hereItem?.classList.remove("here");
    for (let back = index; back >= 0 && !hereIn(back); back--);
    const beat = beats[index], head = headOf(beat);
    const side = beat.s >= 0 ? sides[beat.s] : null;
    const caption = $("caption");
    caption.classList.toggle("hollow-side", Boolean(side?.open));
    if (side) caption.dataset.side = side.colour;
    else delete caption.dataset.side;
    $("sentence").textContent = beat.t || " ";
    const extra = (beat.m ?? []).map(([, text]) => text).join(" ");
    $("under").replaceChildren(...(extra ? [make("span", {}, extra)] : []), ...(beat.r ?? []).slice(0, 4).map((rule) => make("span", { class: "rule-id", title: film.rules[rule]?.[0] ?? "" }, rule)));
    $("thrown").replaceChildren(...poolsOf(beat, 20));
    tellTrack(index, head);
    tellStrength();
    const slider = $("slider");
    slider.value = index;
    slider.setAttribute("aria-valuetext", [head.text, beat.t].filter(Boolean).join(". "));
    $("unseen")?.setAttribute("x", seen);
    for (const [button, off] of [["back", index === 0], ["turn-back", index === 0], ["on", index === last], ["turn-on", index === last]]) $(button).disabled = off;
  }

  function hereIn(index) {
    const item = lines[index]?.find((each) => each.classList.contains("beat"));
    if (!item) return false;
    hereItem = item;
    item.classList.add("here");
    const box = $("events"), top = item.offsetTop - box.offsetTop;
    if (top < box.scrollTop + 30 || top + item.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = Math.max(0, top + item.offsetHeight - box.clientHeight + 12);
    }
    return true;
  }

  function tellTrack(index, head) {
    const parts = [make("strong", {}, head.turn ? `Turn ${head.turn}` : "Before the battle")];
    if (head.side >= 0) parts.push(make("span", { class: "who" }, token(head.side), sides[head.side].name));
    const phases = head.turn ? film.phases : head.phase ? [head.phase] : [];
    if (phases.length) {
      parts.push(make("ol", {}, ...phases.map((phase) => make("li", phase === head.phase ? { "aria-current": "step" } : {}, phase.replaceAll("_", " ")))));
    }
    parts.push(make("span", { class: "where" }, `entry ${beats[index].n} of ${beats[last].n}`));
    $("track").replaceChildren(...parts);
  }

  function tellStrength() {
    const state = stateAt(at);
    state.strength.forEach(([fit, all], number) => {
      const force = $("forces").children[number], whole = wholes[number];
      force.querySelector("span:last-of-type").textContent = `${all} of ${whole}` + (all > fit ? `, ${all - fit} routed` : "");
      const [shaken, steady] = force.querySelectorAll("i");
      shaken.style.width = `${(100 * all) / whole}%`;
      steady.style.width = `${(100 * fit) / whole}%`;
    });
  }

  const wholes = sides.map((_, side) => units.filter((unit) => unit[1] === side).reduce((sum, unit) => sum + unit[2], 0) || 1);
  $("forces").append(
    ...sides.map((side, number) =>
      make("div", { class: "force", "data-side": side.colour }, token(number), make("b", { title: side.name }, side.name), make("span"), make("div", { class: side.open ? "gauge hollow-gauge" : "gauge" }, make("i", { class: "shaken" }), make("i"))),
    ),
  );

  // ------------------------------------------------------------ the course of the battle

  const turns = [];
  beats.forEach((beat, index) => {
    if (beat.k === "turn" && !turns.some(([turn]) => turn === beat.h[0])) turns.push([beat.h[0], index]);
  });
  const opening = turns.length ? turns[0][1] : 0;

  function chart() {
    const svg = $("chart"), top = Math.max(...wholes) * 1.04;
    svg.setAttribute("viewBox", `0 0 ${Math.max(1, last)} ${top}`);
    const paths = sides.map(() => ["", ""]);
    const state = copy(keyframes[0]);
    beats.forEach((beat, index) => {
      advance(state, beat);
      if (index && beat.f === undefined) return;
      state.strength.forEach((row, side) => row.forEach((figures, kind) => (paths[side][kind] += index ? `H${index}V${top - figures}` : `M0 ${top - figures}`)));
    });
    const parts = turns.map(([, index]) => draw("line", { x1: index, x2: index, y1: 0, y2: top }));
    paths.forEach(([fit, all], side) => {
      const classes = sides[side].open ? "hollow-line" : "";
      parts.push(draw("path", { d: `${all}H${last}`, class: "all", "data-side": sides[side].colour }));
      parts.push(draw("path", { d: `${fit}H${last}`, class: classes, "data-side": sides[side].colour }));
    });
    // What has not been watched yet stays covered: nobody wants to know the end before it comes.
    parts.push(draw("rect", { id: "unseen", class: "unseen", x: seen, y: 0, width: last, height: top }));
    svg.replaceChildren(...parts);
    $("turns").replaceChildren();
    let free = 0;
    const across = $("turns").clientWidth || 1000;
    for (const [turn, index] of turns) {
      const left = (across * index) / Math.max(1, last);
      if (left < free) continue;
      const mark = make("span", {}, turn === 1 ? "turn 1" : String(turn));
      free = left + (turn === 1 ? 46 : 22);
      mark.style.left = `${(100 * index) / Math.max(1, last)}%`;
      $("turns").append(mark);
    }
  }

  function turnFrom(direction) {
    const places = [0, ...turns.map(([, index]) => index), last];
    return direction > 0 ? places.find((place) => place > at) ?? last : places.findLast((place) => place < at) ?? 0;
  }

  // ------------------------------------------------------------ closer and farther

  function look() {
    map.setAttribute("viewBox", view.map((part) => part.toFixed(3)).join(" "));
    const box = map.getBoundingClientRect();
    const scale = Math.min(box.width / view[2], box.height / view[3]);
    const wanted = scale >= 8.2 ? 0 : 1;
    if (wanted !== detail) {
      detail = wanted;
      shown.forEach((each) => (each.look = each.label = -1));
      render(now, false);
      point(beats[at]);
    }
  }

  function zoom(by, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) {
    const width = Math.max(BASE[2] / 8, Math.min(BASE[2], view[2] * by)), factor = width / view[2];
    view = [x - (x - view[0]) * factor, y - (y - view[1]) * factor, width, view[3] * factor];
    keepIn();
  }

  function keepIn() {
    for (const axis of [0, 1]) view[axis] = Math.max(BASE[axis], Math.min(BASE[axis] + BASE[axis + 2] - view[axis + 2], view[axis]));
    look();
  }

  function follow(beat) {
    const unit = beat.o && now.units[beat.o[0]];
    if (!unit || view[2] > BASE[2] * 0.95) return;
    const [x, y] = [unit[0] / 1000, unit[1] / 1000], rim = view[2] * 0.12;
    if (x > view[0] + rim && x < view[0] + view[2] - rim && y > view[1] + rim && y < view[1] + view[3] - rim) return;
    view = [x - view[2] / 2, y - view[3] / 2, view[2], view[3]];
    keepIn();
  }

  function onTable(event) {
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
    return [spot.x, spot.y];
  }

  const fingers = new Map();
  map.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, onTable(event));
    map.setPointerCapture(event.pointerId);
  });
  map.addEventListener("pointermove", (event) => {
    card(event);
    if (!fingers.has(event.pointerId)) return;
    const [x, y] = onTable(event), [ox, oy] = fingers.get(event.pointerId);
    if (fingers.size === 1) {
      view = [view[0] + ox - x, view[1] + oy - y, view[2], view[3]];
      keepIn();
      return;
    }
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot);
    zoom(Math.hypot(ox - other[0], oy - other[1]) / Math.max(0.1, Math.hypot(x - other[0], y - other[1])), other[0], other[1]);
    fingers.set(event.pointerId, onTable(event));
  });
  for (const end of ["pointerup", "pointercancel"]) map.addEventListener(end, (event) => fingers.delete(event.pointerId));
  map.addEventListener("pointerleave", () => ($("card").hidden = true));
  map.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, ...onTable(event));
  }, { passive: false });

  function card(event) {
    const box = $("card"), over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-unit]");
    const number = over ? Number(over.parentElement.dataset.number) : NaN;
    box.hidden = !Number.isInteger(number);
    if (box.hidden) return;
    const [unit, side, whole] = units[number], frame = $("field").getBoundingClientRect();
    box.replaceChildren(make("b", {}, unit), token(side), ` ${sides[side].name}`, make("br"), `${over.getAttribute("aria-label").split(", ").slice(2).join(", ")}, of ${whole}`);
    box.style.left = `${Math.max(4, Math.min(event.clientX - frame.left + 14, frame.width - 224))}px`;
    box.style.top = `${Math.min(event.clientY - frame.top + 14, frame.height - 80)}px`;
  }

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

  const whole = () => { view = BASE.slice(); look(); };
  const actions = {
    "turn-back": () => go(turnFrom(-1)), back: () => go(at - 1), play: toggle, on: onward, "turn-on": () => go(turnFrom(1)), speed: setSpeed,
    theme: setTheme, help: () => $("keys").showModal(), "zoom-in": () => zoom(1 / 1.5), "zoom-out": () => zoom(1.5), "zoom-fit": whole,
  };
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
  $("slider").max = last;
  $("slider").addEventListener("input", (event) => go(Number(event.target.value)));

  const keys = {
    " ": toggle, ArrowRight: onward, ArrowLeft: () => go(at - 1), PageDown: actions["turn-on"], PageUp: actions["turn-back"],
    Home: () => go(0), End: () => go(last), s: setSpeed, t: setTheme, "?": actions.help, "+": actions["zoom-in"], "=": actions["zoom-in"], "-": actions["zoom-out"], 0: whole,
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
})();
