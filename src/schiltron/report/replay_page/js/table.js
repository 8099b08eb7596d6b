// The table: units in their places, closer and farther.

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
  if (beat.z) over.push(...fallen(beat.z));
  if (beat.w && at > 0) over.push(...trails(beat));
  $("pointed-under").replaceChildren(...under);
  $("pointed").replaceChildren(...over);
}

// Where a shot has fallen.
function fallen(markup) {
  const group = draw("g", {});
  group.innerHTML = markup;
  return [group];
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
