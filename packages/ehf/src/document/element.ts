/**
 * An element of an invoice. Names have the prefixes that the format's own documents use, whatever the file calls them:
 * `cbc:` for elements with text, `cac:` for those with elements, none for the root. Elements of other namespaces are
 * left out.
 */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  /** Without the space around it. */
  text: string;
}

export const childOf = ({ children }: Element, name: string): Element | undefined =>
  children.find((child) => child.name === name);

export const childrenOf = ({ children }: Element, name: string): readonly Element[] =>
  children.filter((child) => child.name === name);

/** The first element at the end of a path of names. */
export function at(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  let found = element;
  for (const name of path) found = found && childOf(found, name);
  return found;
}
