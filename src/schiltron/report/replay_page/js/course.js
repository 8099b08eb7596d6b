// Strength over time, turns, and the slider.

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
    const mark = make("span", {}, turn === 1 ? `${film.turn.toLowerCase()} 1` : String(turn));
    free = left + (turn === 1 ? 46 : 22);
    mark.style.left = `${(100 * index) / Math.max(1, last)}%`;
    $("turns").append(mark);
  }
}

function turnFrom(direction) {
  const places = [0, ...turns.map(([, index]) => index), last];
  return direction > 0 ? places.find((place) => place > at) ?? last : places.findLast((place) => place < at) ?? 0;
}
