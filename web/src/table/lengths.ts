/** Lengths are whole thousandths of an inch, headings whole thousandths of a degree, as the engine keeps them. */
export type Mil = number;
export type Mdeg = number;

export const INCH = 1000;
export const FULL_TURN = 360_000;
export const HALF_TURN = 180_000;
export const QUARTER_TURN = 90_000;

const QUARTERS: Record<number, string> = { 0: "", 250: "¼", 500: "½", 750: "¾" };

/** The remainder that is never negative. */
export function modulo(value: number, by: number): number {
  const rest = value % by;
  return rest < 0 ? rest + by : rest;
}

/** The same turn the short way round, within (-180000, 180000]. */
export function signed(turn: Mdeg): Mdeg {
  const rest = modulo(turn, FULL_TURN);
  return rest > HALF_TURN ? rest - FULL_TURN : rest;
}

/** The unit vector that looks along a heading: 0 looks up the page, clockwise. */
export function direction(heading: Mdeg): [number, number] {
  const turn = modulo(heading, FULL_TURN);
  const quarter = Math.floor(turn / QUARTER_TURN);
  const angle = ((turn - quarter * QUARTER_TURN) / 1000) * (Math.PI / 180);
  const across = Math.sin(angle);
  const ahead = Math.cos(angle);
  if (quarter === 0) return [across, -ahead];
  if (quarter === 1) return [ahead, across];
  if (quarter === 2) return [-across, ahead];
  return [-ahead, -across];
}

/** The heading that looks along a vector. */
export function headingOf(dx: number, dy: number): Mdeg {
  return modulo(Math.round((Math.atan2(dx, -dy) * 180_000) / Math.PI), FULL_TURN);
}

/** As a player would write it: 3″, 6½″, 7.125″. */
export function showInches(mil: Mil): string {
  const size = Math.abs(Math.round(mil));
  const whole = Math.floor(size / 1000);
  const quarter = QUARTERS[size % 1000];
  const sign = mil < 0 && size > 0 ? "−" : "";
  if (quarter === undefined) return `${sign}${(size / 1000).toFixed(3).replace(/0+$/, "")}″`;
  return `${sign}${whole || !quarter ? whole : ""}${quarter}″`;
}

export function showDegrees(mdeg: Mdeg): string {
  const degrees = Math.round(mdeg / 100) / 10;
  return `${degrees}°`;
}

/** To a step, as a ruler clicks into place. */
export function snapped(value: number, step: number): number {
  return Math.round(value / step) * step;
}
