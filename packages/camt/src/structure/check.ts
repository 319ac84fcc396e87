import type { XmlTag } from '@app/xml';
import { shortened } from '@app/xml';
import { unreadable } from '../failure.ts';
import type { Part, Structure } from './notation.ts';

/** An element that is open, and how far its parts have come. */
interface Frame {
  readonly name: string;
  readonly structure: Structure;
  at: number;
  count: number;
  text: string;
}

/** Characters of a text; the longest that a schema allows has 2 048. */
const MAX_TEXT = 16_384;
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** Holds a document against the structure of its version, as it comes. */
export interface Check {
  /** @returns whether anything may stand inside, so that nothing is read from it */
  open(tag: XmlTag): boolean;
  text(text: string): void;
  /** @returns the text of the element; undefined for one with parts */
  close(): string | undefined;
}

/** @throws CamtFailure */
export function createCheck(document: Structure): Check {
  const stack: Frame[] = [];
  const open = (tag: XmlTag): boolean => {
    const parent = stack.at(-1);
    const structure = parent ? structureIn(parent, tag.local) : document;
    if (!structure.isAny) requireAttributes(tag, structure);
    stack.push({ name: tag.local, structure, at: -1, count: 0, text: '' });
    return structure.isAny === true;
  };
  const text = (content: string): void => {
    const frame = stack.at(-1)!;
    if (frame.structure.isAny) return;
    frame.text += content;
    if (frame.text.length > MAX_TEXT)
      throw unreadable(`The file has a ${frame.name} of more than ${MAX_TEXT} characters`);
  };
  const close = (): string | undefined => {
    const frame = stack.pop()!;
    const { name, structure } = frame;
    if (structure.isAny) return undefined;
    if (structure.leaf && frame.at < 0) {
      if (!structure.leaf.isValid(frame.text))
        throw unreadable(`The file has "${shortened(frame.text)}" as ${name}, which is none`);
      return frame.text.trim();
    }
    if (frame.text.trim() !== '') throw unreadable(`The file has text in ${name}, which holds elements only`);
    requireWhole(frame);
    return undefined;
  };
  return { open, text, close };
}

/** What an element is that stands in another, which comes one part further by it. */
function structureIn(parent: Frame, name: string): Structure {
  const { structure } = parent;
  if (structure.isAny) return structure;
  const parts = structure.parts ?? [];
  const current = parts[parent.at];
  if (current?.name === name) {
    parent.count += 1;
    if (parent.count > current.max) throw unreadable(`The file has more than ${current.max} ${name} in ${parent.name}`);
    return current.type();
  }
  const at = parts.findIndex((part, index) => index > parent.at && part.name === name);
  if (at < 0 || (structure.isChoice && parent.at >= 0))
    throw unreadable(`The file has ${shortened(name)} in ${parent.name}, where it may not stand`);
  if (!structure.isChoice) requireBetween(parent, parts, at);
  parent.at = at;
  parent.count = 1;
  return parts[at]!.type();
}

function requireBetween(parent: Frame, parts: readonly Part[], to: number): void {
  for (let at = Math.max(parent.at, 0); at < to; at++) {
    const count = at === parent.at ? parent.count : 0;
    if (count < parts[at]!.min) throw missing(parent.name, parts[at]!.name);
  }
}

function requireWhole(frame: Frame): void {
  const { structure, at } = frame;
  const parts = structure.parts ?? [];
  if (!structure.isChoice) requireBetween(frame, parts, parts.length);
  else if (at < 0) throw missing(frame.name, parts.map(({ name }) => name).join('/'));
}

const missing = (parent: string, name: string): Error =>
  unreadable(`The file has no ${name} in ${parent}, where there must be one`);

/** Amounts say their currency; no other element has attributes but those of XML itself. */
function requireAttributes({ local, attributes }: XmlTag, { leaf }: Structure): void {
  let currency: string | undefined;
  for (const name in attributes) {
    const { local: own, uri, value } = attributes[name]!;
    if (uri === XSI || uri === XMLNS || name === 'xmlns') continue;
    if (own !== 'Ccy' || uri !== '' || !leaf?.isAmount)
      throw unreadable(`The file has the attribute ${shortened(name)} at ${local}, where it may not stand`);
    currency = value;
  }
  if (leaf?.isAmount && !/^[A-Z]{3}$/.test(currency ?? ''))
    throw unreadable(`The file has a ${local} without its currency`);
}
