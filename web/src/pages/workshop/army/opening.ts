// Links that open an army list: what stands behind the #, where no server's log has it.

export type Opening =
  | { readonly kind: "copy"; readonly share: string }
  | { readonly kind: "edit"; readonly id: string; readonly key: string }
  | { readonly kind: "ready"; readonly name: string };

/** What a link, or what stands behind its #, opens; nothing if it is none. */
export function linkIn(text: string): Opening | null {
  const said = new URLSearchParams(text.trim().replace(/^[^#]*#/, ""));
  const share = said.get("copy");
  if (share && /^[\w-]{4,120}$/.test(share)) return { kind: "copy", share };
  const edit = /^([\w-]{1,120})\.([\w-]{0,200})$/.exec(said.get("edit") ?? "");
  if (edit) return { kind: "edit", id: edit[1]!, key: edit[2]! };
  const ready = said.get("ready");
  return ready && /^\w+\/[\w-]+$/.test(ready) ? { kind: "ready", name: ready } : null;
}
