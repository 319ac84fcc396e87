/**
 * What a text of XML must not hold as it is: markup, what a reader would take for a line break, and characters that
 * XML 1.0 has no way to write. Halves of pairs are among them, so that whole pairs are looked at more closely.
 */
const SPECIAL = /[&<>\r]|[^\t\n\x20-\ud7ff\ue000-\ufffd]/;
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const written: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/**
 * A text as the content of an element, whatever it holds; characters that XML cannot hold are left out.
 * @param most as many characters of it
 */
export function xmlText(text: string, most: number): string {
  const fitting = text.length <= most ? text : [...text].slice(0, most).join('');
  if (!SPECIAL.test(fitting)) return fitting;
  return fitting.replace(UNWRITABLE, '').replace(/[&<>\r]/g, (character) => written[character]!);
}

/** Lengths of texts as the schema names them, in characters. */
export const lengths = { code: 9, short: 18, middle1: 35, middle2: 70, long: 256 } as const;
export type Length = keyof typeof lengths;

/** An element with a text; nothing when there is none. */
export const element = (name: string, text: string | null | undefined, length: Length): string =>
  text === null || text === undefined ? '' : `<${name}>${xmlText(text, lengths[length])}</${name}>`;

/** An element with a text; nothing when it is empty. */
export const filled = (name: string, text: string | null | undefined, length: Length): string =>
  text ? element(name, text, length) : '';

/** An element with a figure, a day or a code of ours, which hold no markup. */
export const figure = (name: string, value: string | number): string => `<${name}>${value}</${name}>`;

/** An element around others; nothing when there are none. */
export const group = (name: string, inside: string): string => (inside === '' ? '' : `<${name}>${inside}</${name}>`);
