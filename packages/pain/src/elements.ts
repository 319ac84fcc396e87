import { xmlText } from '@app/xml';

/** Longer than any text of the format; each is cut to its own length before. */
const MOST = 200;

/** An element with a text; nothing where there is none: the format allows no empty elements. */
export function text(name: string, content: string | null, attributes: Readonly<Record<string, string>> = {}): string {
  if (content === null || content === '') return '';
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value, MOST)}"`);
  return `<${name}${said.join('')}>${xmlText(content, MOST)}</${name}>`;
}

/** An element with others; nothing where there are none. */
export function group(name: string, ...inside: readonly string[]): string {
  const content = inside.join('');
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}
