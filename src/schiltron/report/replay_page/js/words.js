// Sentences, dice, tallies, rules and the log.

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
    const hit = need < 0 ? face <= -need : face >= need;
    const kind = need ? (hit ? "hit" : "miss") : "plain";
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
const titleOf = (phase) => (film.titles[phase] ?? phase.replaceAll("_", " ")).toLowerCase();

function headOf(beat) {
  const [turn, side, phase] = beat.h ?? [0, -1, ""];
  const where = [turn ? `${film.turn} ${turn}` : "", side >= 0 ? sides[side].name : ""].filter(Boolean).join(", ");
  return { turn, side, phase, text: [where, phase && titleOf(phase)].filter(Boolean).join(": ") };
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
    for (const text of beat.y ?? []) item.append(make("p", { class: "why" }, ...bold(`${text}.`)));
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
  if (top < box.scrollTop + 30 + $("turning").offsetHeight || top + item.offsetHeight > box.scrollTop + box.clientHeight) {
    box.scrollTop = Math.max(0, top + item.offsetHeight - box.clientHeight + 12);
  }
  return true;
}

/** A side, and what whoever led it is called. */
const ledBy = ({ name, player }) => (player ? `${name}, ${player}` : name);

function tellTrack(index, head) {
  const parts = [make("strong", {}, head.turn ? `${film.turn} ${head.turn}` : "Before the battle")];
  if (head.side >= 0) parts.push(make("span", { class: "who" }, token(head.side), ledBy(sides[head.side])));
  const phases = head.turn ? film.phases : head.phase ? [head.phase] : [];
  if (phases.length) {
    parts.push(make("ol", {}, ...phases.map((phase) => make("li", phase === head.phase ? { "aria-current": "step" } : {}, capital(titleOf(phase))))));
  }
  parts.push(make("span", { class: "where" }, `entry ${beats[index].n} of ${beats[last].n}`));
  $("track").replaceChildren(...parts);
}

function tellStrength() {
  const state = stateAt(at);
  state.strength.forEach(([fit, all], number) => {
    const force = $("forces").children[number], whole = wholes[number];
    force.querySelector(".count").replaceChildren(`${all} of ${whole}`, make("span", { class: "routed-count" }, all > fit ? `, ${all - fit} routed` : ""));
    const [shaken, steady] = force.querySelectorAll("i");
    shaken.style.width = `${(100 * all) / whole}%`;
    steady.style.width = `${(100 * fit) / whole}%`;
  });
}

const wholes = sides.map((_, side) => units.filter((unit) => unit[1] === side).reduce((sum, unit) => sum + unit[2], 0) || 1);
$("forces").append(
  ...sides.map((side, number) =>
    make("div", { class: "force", "data-side": side.colour }, token(number), make("b", { title: ledBy(side) }, ledBy(side)), make("span", { class: "count" }), make("div", { class: side.open ? "gauge hollow-gauge" : "gauge" }, make("i", { class: "shaken" }), make("i"))),
  ),
);
