/** What the address names after # may come later than the page: whoever shows it goes there when it is there. */
export function landed(): void {
  const wanted = location.hash.slice(1);
  if (wanted) requestAnimationFrame(() => document.getElementById(wanted)?.scrollIntoView());
}
