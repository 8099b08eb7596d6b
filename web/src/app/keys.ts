/** Keys that lead somewhere, as long as nobody is typing and no dialog is open. */
export function shortcuts(keys: Record<string, () => void>): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
    const at = event.target as HTMLElement | null;
    if (at?.closest("input, textarea, select, [contenteditable], dialog")) return;
    if (event.key === "Enter" || event.key === " ") {
      if (at?.closest("a, button, summary, [role=button]")) return;
    }
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
}
