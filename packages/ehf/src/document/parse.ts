import { SaxesParser, type SaxesTagNS } from 'saxes';
import { unreadable } from '../failure.ts';
import type { Element } from './element.ts';
import { NAMESPACES, ROOTS } from './namespaces.ts';

/** An uploaded file has no more. */
const MAX_BYTES = 25 * 1024 * 1024;
/** Elements within elements; an invoice has eight at most. */
const MAX_DEPTH = 32;
/** An invoice of ten thousand lines with all that a line can have. */
const MAX_ELEMENTS = 1_000_000;
/** Characters of a name of an element or an attribute. */
const MAX_NAME = 100;
/** Attributes of one element. */
const MAX_ATTRIBUTES = 30;
/** Characters of a text or an attribute. */
const MAX_TEXT = 16_384;
/** Elements whose text is a file. */
const FILE = 'cbc:EmbeddedDocumentBinaryObject';

/**
 * The root element of an invoice or a credit note in UBL 2.1, with all that is in it. Strictly UTF-8, with or without a
 * byte order mark. A document type declaration is refused, so there are no entities to expand and nothing is fetched.
 * @throws EhfFailure
 */
export function parseInvoice(content: Uint8Array): Element {
  if (content.byteLength > MAX_BYTES) throw unreadable(`The file has more than ${MAX_BYTES} bytes`, 'LIMIT');
  const parser = new SaxesParser({ xmlns: true, position: false });
  const stack: Element[] = [];
  let root: Element | undefined;
  let depth = 0;
  let elements = 0;
  /** Depth of the outermost element that is left out; none while it is 0. */
  let skipped = 0;

  parser.on('error', (error) => {
    throw unreadable(`The file is not well-formed XML: ${shortened(error.message)}`);
  });
  parser.on('doctype', () => {
    throw unreadable('The file has a document type declaration (DOCTYPE), which is not taken');
  });
  parser.on('xmldecl', ({ encoding, version }) => {
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8')
      throw unreadable(`The file says that its encoding is ${shortened(encoding)}; electronic invoices are in UTF-8`);
    if (version !== undefined && version !== '1.0')
      throw unreadable(`The file is XML ${shortened(version)}; electronic invoices are XML 1.0`);
  });
  parser.on('opentag', (tag: SaxesTagNS) => {
    depth += 1;
    elements += 1;
    if (depth > MAX_DEPTH)
      throw unreadable(`The file has elements within elements to a depth of over ${MAX_DEPTH}`, 'LIMIT');
    if (elements > MAX_ELEMENTS) throw unreadable(`The file has more than ${MAX_ELEMENTS} elements`, 'LIMIT');
    if (tag.name.length > MAX_NAME)
      throw unreadable(`The file has a name of more than ${MAX_NAME} characters`, 'LIMIT');
    if (root === undefined) {
      root = element(tag.local, tag);
      if (ROOTS.get(tag.local) !== tag.uri)
        throw unreadable(
          `The file is no invoice or credit note in UBL 2.1: its root element is ${shortened(tag.local)}`,
        );
      stack.push(root);
      return;
    }
    const prefix = NAMESPACES.get(tag.uri);
    if (skipped === 0 && prefix === undefined) skipped = depth;
    if (skipped > 0) return;
    const child = element(`${prefix}:${tag.local}`, tag);
    stack.at(-1)!.children.push(child);
    stack.push(child);
  });
  const text = (part: string): void => {
    const inside = stack.at(-1);
    if (inside === undefined || skipped > 0 || inside.children.length > 0) return;
    inside.text += part;
    if (inside.text.length > MAX_TEXT && inside.name !== FILE)
      throw unreadable(`The file has a ${inside.name} of more than ${MAX_TEXT} characters`, 'LIMIT');
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    if (skipped === depth) skipped = 0;
    else if (skipped === 0) {
      const ended = stack.pop()!;
      ended.text = ended.children.length > 0 ? '' : ended.text.trim();
    }
    depth -= 1;
  });

  parser.write(decoded(content));
  if (root === undefined) throw unreadable('The file holds no XML');
  if (depth > 0) throw unreadable('The file broke off before its end');
  parser.close();
  return root;
}

function element(name: string, tag: SaxesTagNS): Element {
  const named = Object.values(tag.attributes);
  if (named.length > MAX_ATTRIBUTES)
    throw unreadable(`The file has an element of more than ${MAX_ATTRIBUTES} attributes`, 'LIMIT');
  const attributes = named.filter(({ uri }) => uri === '').map(({ local, value }) => [local, value.trim()] as const);
  if (attributes.some(([, value]) => value.length > MAX_TEXT))
    throw unreadable(`The file has an attribute of more than ${MAX_TEXT} characters`, 'LIMIT');
  return { name, attributes: new Map(attributes), children: [], text: '' };
}

function decoded(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw unreadable('The file is not UTF-8 text');
  }
}

/** What a file says, where it is quoted. */
const shortened = (text: string): string => text.replace(/\p{C}/gu, ' ').slice(0, 100);
