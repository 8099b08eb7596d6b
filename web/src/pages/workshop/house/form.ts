// Forms made of the schema of a file: what may be written under each name, and how it is asked for.

/** As much of a JSON Schema as the files of the workshop use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

export interface FileSchema extends Schema {
  readonly $defs: Readonly<Record<string, Schema>>;
}

export type Parts = FileSchema["$defs"];

export interface Word {
  readonly value: string | number;
  readonly label: string;
}

/** How a value is asked for. */
export type Form =
  | { readonly as: "flag" }
  | { readonly as: "number"; readonly least: number | undefined; readonly most: number | undefined; readonly whole: boolean; readonly empty: boolean }
  | { readonly as: "text"; readonly long: boolean; readonly most: number | undefined; readonly known: readonly Word[] }
  | { readonly as: "choice"; readonly words: readonly Word[]; readonly empty: boolean }
  | { readonly as: "some"; readonly words: readonly Word[] }
  | { readonly as: "texts"; readonly most: number | undefined }
  | { readonly as: "object"; readonly of: Schema; readonly empty: boolean; readonly picked: boolean }
  | { readonly as: "list"; readonly of: Schema; readonly most: number | undefined }
  | { readonly as: "map"; readonly of: Schema };

/** What a reference leads to, with what stands beside it. */
export function resolved(schema: Schema, parts: Parts): Schema {
  const name = schema.$ref?.split("/").at(-1);
  const { $ref: _, ...beside } = schema;
  return name ? { ...parts[name], ...beside } : schema;
}

const wordOf = (value: unknown, label?: string): Word => ({ value: value as string, label: label ?? String(value).replaceAll("_", " ") });
const isNothing = ({ type }: Schema): boolean => type === "null";

export function formOf(given: Schema, parts: Parts): Form {
  const schema = resolved(given, parts);
  const ways = schema.anyOf?.map((one) => resolved(one, parts));
  if (ways) {
    const real = ways.filter((one) => !isNothing(one));
    const empty = real.length < ways.length;
    const listed = real.find(({ type }) => type === "array");
    if (listed) return { as: "some", words: wordsOf(listed.items ?? {}, parts) };
    const known = real.flatMap((one) => (one.const === undefined ? [] : [wordOf(one.const, one.title)]));
    if (known.length) return real.some(({ type }) => type === "string") ? { as: "text", long: false, most: 60, known } : { as: "choice", words: known, empty };
    const form = formOf(real[0] ?? {}, parts);
    return "empty" in form ? { ...form, empty } : form;
  }
  if (schema.enum) return { as: "choice", words: wordsOf(schema, parts), empty: false };
  if (schema.type === "boolean") return { as: "flag" };
  if (schema.type === "integer" || schema.type === "number") return { as: "number", least: schema.minimum, most: schema.maximum, whole: schema.type === "integer", empty: false };
  if (schema.type === "array") {
    const items = resolved(schema.items ?? {}, parts);
    return items.properties ? { as: "list", of: items, most: schema.maxItems } : { as: "texts", most: schema.maxItems };
  }
  if (schema.properties) return { as: "object", of: schema, empty: false, picked: !schema.required?.length && schema.additionalProperties !== false };
  if (typeof schema.additionalProperties === "object") return { as: "map", of: schema.additionalProperties };
  return { as: "text", long: (schema.maxLength ?? 0) > 100, most: schema.maxLength, known: [] };
}

const wordsOf = (schema: Schema, parts: Parts): Word[] => (resolved(schema, parts).enum ?? []).map((one) => wordOf(one));

const FIRST: readonly string[] = ["name", "title", "like", "effect", "price"];
const LAST: readonly string[] = ["text", "description"];

/** The fields of an object as people ask for them: what it is called and is like first, then plain ones, what
 * is said of it, and what has fields of its own. */
export function ordered(schema: Schema): [string, Schema][] {
  const rank = (key: string): number => {
    if (FIRST.includes(key)) return FIRST.indexOf(key) - 100;
    if (LAST.includes(key)) return 100;
    return schema.required?.includes(key) ? -50 : 0;
  };
  const deep = ({ $ref, type, items, anyOf }: Schema): number => ($ref || type === "object" || items?.$ref || anyOf?.some((one) => one.$ref) ? 200 : 0);
  return Object.entries(schema.properties ?? {}).sort(([one, a], [other, b]) => rank(one) + deep(a) - rank(other) - deep(b));
}

/** The least that may be written: of what has to be there, a first word or the smallest number. */
export function blankOf(given: Schema, parts: Parts, name = ""): unknown {
  const form = formOf(given, parts);
  switch (form.as) {
    case "flag":
      return false;
    case "number":
      return form.least ?? 0;
    case "choice":
      return form.words[0]?.value ?? "";
    case "text":
      return form.known[0]?.value ?? name;
    case "some":
    case "texts":
    case "list":
      return [];
    case "map":
      return {};
    case "object":
      return Object.fromEntries((form.of.required ?? []).map((key) => [key, blankOf(form.of.properties?.[key] ?? {}, parts, name)]));
  }
}

/** The word that was chosen, a number where it is one. */
export function chosen(words: readonly Word[], said: string): Word["value"] | null {
  return words.find(({ value }) => String(value) === said)?.value ?? null;
}

/** A value under a name; what is empty is left out. */
export function put(value: Readonly<Record<string, unknown>>, key: string, next: unknown): Record<string, unknown> {
  const { [key]: _, ...rest } = value;
  const empty = next === undefined || next === null || next === "" || (Array.isArray(next) && !next.length);
  return empty ? rest : key in value ? { ...value, [key]: next } : { ...rest, [key]: next };
}
