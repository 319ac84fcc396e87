import { withoutUnseen } from '@app/runtime/names';
import { contextsOf, type HoleContext } from './html-context.ts';

/** Markup that is safe to send: made by `html`, or declared safe by `verbatim`. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

/** A bare attribute of a tag; made by `flag`. */
export class Flag {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/** What may stand in a hole of a template: nothing, text, a number, markup, or a list of those. */
export type Piece = Html | Flag | string | number | null | undefined | false | readonly Piece[];

/** Our own markup as it is. Never for anything that came from outside. */
export const verbatim = (markup: string): Html => new Html(markup);

/** A boolean attribute: `html\`<input ${flag('checked', on)}>\``. */
export const flag = (
  name: 'checked' | 'disabled' | 'required' | 'selected' | 'autofocus' | 'open',
  on: boolean,
): Flag => new Flag(on ? name : '');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

export const escapeText = (text: string): string => text.replace(/[&<>"'`]/g, (char) => entities[char]!);

const known = new WeakMap<TemplateStringsArray, readonly HoleContext[]>();

/**
 * A template whose holes are escaped by the place they stand in: text, quoted attribute, address, tag. Values that no
 * escaping makes safe there are refused when the template is first used; characters that turn the direction of a text
 * or steer a terminal are left out.
 */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const contexts = known.get(parts) ?? contextsOf(parts);
  known.set(parts, contexts);
  let markup = parts[0]!;
  for (const [index, piece] of pieces.entries()) markup += write(piece, contexts[index]!) + parts[index + 1];
  return new Html(markup);
}

function write(piece: Piece, context: HoleContext): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (isList(piece)) return piece.map((item) => write(item, context)).join('');
  if (piece instanceof Flag) {
    if (context.at !== 'tag') throw new Error('A flag belongs inside a tag');
    return piece.markup;
  }
  if (context.at === 'tag') throw new Error('Only a flag can stand among the attributes of a tag');
  if (piece instanceof Html) {
    if (context.at === 'attribute') throw new Error('Markup cannot stand in an attribute');
    return piece.markup;
  }
  if (context.at === 'raw') throw new Error('Text cannot be put into a script or a style element');
  const text = withoutUnseen(String(piece));
  return escapeText(context.at === 'attribute' && context.url ? safeAddress(text) : text);
}

const isList = (piece: Piece): piece is readonly Piece[] => Array.isArray(piece);

/** Relative addresses and those a person may follow; a script or data address leads nowhere. */
function safeAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers strip these inside addresses, so they must not hide a scheme
  const plain = address.replace(/[\u0000-\u0020]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1]?.toLowerCase();
  return scheme === undefined || scheme === 'https' || scheme === 'http' || scheme === 'mailto'
    ? address
    : 'about:invalid';
}
