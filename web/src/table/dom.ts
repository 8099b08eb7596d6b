/** Elements of a drawing, made and changed without a framework: sixty times a second if need be. */

const SPACE = "http://www.w3.org/2000/svg";

export function make<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  parent?: Element,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

/** Touches the document only where something differs. */
export function put(element: Element, name: string, value: string | null): void {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function fillIn<E extends Element>(element: E, markup: string): E {
  element.innerHTML = markup;
  return element;
}

/** Keeps a keyed list of views in step with a list of things. */
export class Crowd<T, V extends { remove(): void }> {
  readonly views = new Map<string, V>();

  constructor(
    private readonly keyOf: (thing: T) => string,
    private readonly create: (thing: T) => V,
    private readonly update: (view: V, thing: T) => void,
  ) {}

  show(things: readonly T[]): void {
    const seen = new Set<string>();
    for (const thing of things) {
      const key = this.keyOf(thing);
      seen.add(key);
      let view = this.views.get(key);
      if (!view) this.views.set(key, (view = this.create(thing)));
      this.update(view, thing);
    }
    for (const [key, view] of this.views)
      if (!seen.has(key)) {
        view.remove();
        this.views.delete(key);
      }
  }
}
