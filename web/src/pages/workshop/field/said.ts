// Lengths and shapes in words.

const QUARTERS = ["", "¼", "½", "¾"] as const;

/** As players write them: 17″, 10½″; no finer than a quarter. */
export function inchesSaid(inches: number): string {
  const quarters = Math.round(Math.abs(inches) * 4);
  const [whole, part] = [Math.floor(quarters / 4), QUARTERS[quarters % 4]!];
  return `${whole || !part ? whole : ""}${part}″`;
}
