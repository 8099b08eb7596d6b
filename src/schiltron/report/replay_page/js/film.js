// The film and the battle in every moment of it. See film.py for the keys.

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
  const { open, pattern, colour, name } = sides[side];
  return make("span", { class: `token ${pattern || (open ? "hollow" : "")}`, "data-side": colour, title: name });
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
