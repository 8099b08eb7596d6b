// What turned the battle, where it was reviewed: the expected result as a curve, and the orders and dice that moved it most.

const rounded = (points) => (Math.round(points) ? `${points > 0 ? "+" : "−"}${Math.abs(Math.round(points))}` : "0");
const beatOf = (entry) => {
  const found = beats.findIndex((beat) => beat.n >= entry);
  return found < 0 ? last : found;
};

/** How it went for one side; a click leads there. */
function turningFor(side) {
  const { curve, points } = film.turning;
  [...$("turning-sides").children].forEach((button, number) => button.setAttribute("aria-pressed", String(number === side)));
  const spots = curve.map(([entry, results]) => `${beatOf(entry)} ${-results[side]}`);
  const svg = $("turning-curve");
  svg.setAttribute("viewBox", `0 -105 ${Math.max(1, last)} 210`);
  svg.setAttribute("aria-label", `Expected result from ${rounded(curve[0][1][side])} to ${rounded(curve.at(-1)[1][side])}`);
  svg.dataset.side = sides[side].colour;
  svg.replaceChildren(
    draw("line", { x1: 0, x2: last, y1: 0, y2: 0 }),
    ...points.map(({ n }) => draw("line", { x1: beatOf(n), x2: beatOf(n), y1: -105, y2: 105, class: "point" })),
    draw("path", { d: `M${spots.join("L")}` }),
  );
  $("turning-list").replaceChildren(...points.map((point) => pointed(point, side)));
}

function pointed({ n, k, s, t, l, b, a, o }, side) {
  const whose = s < 0 ? "both" : sides[s].name;
  const item = make("li", {}, make("button", { class: "goto", onclick: () => go(beatOf(n)) }, make("b", {}, `${rounded(a[side] - b[side])} `), ...bold(t)));
  item.append(make("p", {}, `${whose}, ${k}: from ${rounded(b[side])} to ${rounded(a[side])}`));
  if (l) item.append(make("p", {}, `${l}.`));
  for (const [said, result] of o) item.append(make("p", {}, `Better (${rounded(result[side])}): ${said}`));
  return item;
}

if (film.turning) {
  $("turning").hidden = false;
  $("turning-sides").append(...sides.map(({ name }, side) => make("button", { onclick: () => turningFor(side) }, name)));
  $("turning-curve").addEventListener("click", (event) => {
    const { left, width } = $("turning-curve").getBoundingClientRect();
    go(Math.round((last * (event.clientX - left)) / Math.max(1, width)));
  });
  if (!film.turning.points.length) $("turning-none").hidden = false;
  turningFor(0);
}
