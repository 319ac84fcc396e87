/** An element of a small XML document, all in memory. */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** What stands in it, references resolved; of its children too. */
  readonly text: string;
}

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads elements and texts, strictly. @throws Error for what is not well-formed, or has what we never write */
export function readXml(xml: string): XmlElement {
  const pieces = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '').match(/<[^<>]*>|[^<>]+/g) ?? [];
  const roots: XmlElement[] = [];
  const open: { name: string; children: XmlElement[]; text: string }[] = [];
  for (const piece of pieces) {
    const [, slash, name] = /^<(\/?)(\w+)( xmlns="[\w:-]+")?>$/.exec(piece) ?? [];
    if (piece.startsWith('<') && name === undefined) throw new Error(`not an element of ours: ${piece}`);
    const inside = open.at(-1);
    if (name === undefined) {
      if (inside) inside.text += resolved(piece);
      else if (piece.trim() !== '') throw new Error(`text outside the root: ${piece}`);
    } else if (slash === '') open.push({ name, children: [], text: '' });
    else {
      const ended = open.pop();
      if (ended?.name !== name) throw new Error(`</${name}> ends <${ended?.name}>`);
      (open.at(-1)?.children ?? roots).push(ended);
    }
  }
  if (open.length > 0 || roots.length !== 1) throw new Error('not one whole root');
  return roots[0]!;
}

const resolved = (text: string): string =>
  text.replace(/&([^;]*;?)/g, (whole, inside: string) => {
    const name = inside.replace(/;$/, '');
    if (!inside.endsWith(';') || !(name in references || /^#\d+$/.test(name))) throw new Error(`a bare & in ${whole}`);
    return references[name] ?? String.fromCodePoint(Number(name.slice(1)));
  });

/** Every element of a name below one, whatever its depth. */
export function* descendants(element: XmlElement, name: string): Generator<XmlElement, void> {
  for (const child of element.children) {
    if (child.name === name) yield child;
    yield* descendants(child, name);
  }
}

/** The first child of a name; undefined when there is none. */
export const child = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((each) => each.name === name);

/** The text of a child; undefined when there is none. */
export const textOf = (element: XmlElement, name: string): string | undefined => child(element, name)?.text;
