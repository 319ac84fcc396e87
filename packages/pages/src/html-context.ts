/** Where in the markup a hole of a template stands; it decides how the value is escaped. */
export type HoleContext =
  | { readonly at: 'text' }
  | { readonly at: 'attribute'; readonly url: boolean }
  | { readonly at: 'tag' }
  | { readonly at: 'raw' };

const urlAttributes = new Set(['href', 'src', 'action', 'formaction', 'cite', 'poster', 'data', 'ping', 'xlink:href']);
const rawElements = new Set(['script', 'style', 'iframe', 'noscript', 'noembed', 'noframes', 'xmp', 'plaintext']);

type State =
  | 'text'
  | 'tag-name'
  | 'tag'
  | 'attribute-name'
  | 'before-value'
  | 'double'
  | 'single'
  | 'unquoted'
  | 'comment'
  | 'raw';

/** What was read so far: the state, the names being read, and the last characters for closing marks. */
interface Scan {
  state: State;
  tag: string;
  attribute: string;
  tail: string;
}

/**
 * Reads the static parts of a template the way a browser would and names the context of every hole. A hole where no
 * escaping is safe (unquoted values, event handlers, inline styles, comments, tag names) is a mistake of ours and
 * throws.
 */
export function contextsOf(parts: readonly string[]): readonly HoleContext[] {
  const scan: Scan = { state: 'text', tag: '', attribute: '', tail: '' };
  const contexts: HoleContext[] = [];
  for (const [index, part] of parts.entries()) {
    for (const char of part) {
      scan.tail = (scan.tail + char).slice(-12).toLowerCase();
      scan.state = steps[scan.state](scan, char);
    }
    if (index < parts.length - 1) contexts.push(contextOf(scan));
  }
  return contexts;
}

function contextOf({ state, attribute }: Scan): HoleContext {
  if (state === 'text' || state === 'tag' || state === 'raw') return { at: state };
  if (state !== 'double' && state !== 'single')
    throw new Error(`No value can be put safely into this place of a page: ${state}`);
  if (attribute.startsWith('on') || attribute === 'style' || attribute === 'srcdoc' || attribute === 'srcset')
    throw new Error(`No value can be put safely into the attribute "${attribute}"`);
  return { at: 'attribute', url: urlAttributes.has(attribute) };
}

const isSpace = (char: string): boolean => /\s/.test(char);
const afterTag = (scan: Scan): State => (rawElements.has(scan.tag) ? 'raw' : 'text');

/** The tokenizer of the HTML standard, section 13.2.5, as far as our own markup needs it. */
const steps: Readonly<Record<State, (scan: Scan, char: string) => State>> = {
  text: (scan, char) => {
    if (char !== '<') return 'text';
    scan.tag = '';
    return 'tag-name';
  },
  'tag-name': (scan, char) => {
    if (char === '>') return afterTag(scan);
    if (isSpace(char)) return scan.tag === '' ? 'text' : 'tag';
    scan.tag += char.toLowerCase();
    return scan.tag === '!--' ? 'comment' : 'tag-name';
  },
  tag: (scan, char) => {
    if (char === '>') return afterTag(scan);
    if (isSpace(char) || char === '/') return 'tag';
    scan.attribute = char.toLowerCase();
    return 'attribute-name';
  },
  'attribute-name': (scan, char) => {
    if (char === '=') return 'before-value';
    if (char === '>') return afterTag(scan);
    if (isSpace(char)) return 'tag';
    scan.attribute += char.toLowerCase();
    return 'attribute-name';
  },
  'before-value': (scan, char) => {
    if (char === '"') return 'double';
    if (char === "'") return 'single';
    if (char === '>') return afterTag(scan);
    return isSpace(char) ? 'before-value' : 'unquoted';
  },
  double: (_scan, char) => (char === '"' ? 'tag' : 'double'),
  single: (_scan, char) => (char === "'" ? 'tag' : 'single'),
  unquoted: (scan, char) => {
    if (char === '>') return afterTag(scan);
    return isSpace(char) ? 'tag' : 'unquoted';
  },
  comment: (scan) => (scan.tail.endsWith('-->') ? 'text' : 'comment'),
  raw: (scan) => (scan.tail.endsWith(`</${scan.tag}>`) ? 'text' : 'raw'),
};
