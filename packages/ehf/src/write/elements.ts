import { xmlText } from '@app/xml';

/** Characters of one text. */
const MOST = 10_000;

/** Attributes by name; those without a value are left out. */
type Attributes = Readonly<Record<string, string | null>>;

/** An element with a text; nothing when the text is empty: the format allows no empty elements. */
export function basic(name: string, text: string | null, attributes: Attributes = {}): string {
  const content = text?.trim() ?? '';
  if (content === '') return '';
  const said = Object.entries(attributes)
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .map(([key, value]) => ` ${key}="${xmlText(value, MOST)}"`);
  return `<cbc:${name}${said.join('')}>${xmlText(content, MOST)}</cbc:${name}>`;
}

/** An element with others; nothing when there are none. */
export function aggregate(name: string, ...inside: readonly string[]): string {
  const content = inside.join('');
  return content === '' ? '' : `<cac:${name}>${content}</cac:${name}>`;
}

/** An amount in its currency. */
export const amount = (name: string, value: string, currency: string): string =>
  basic(name, value, { currencyID: currency });

/** An amount that is left out when it is nothing. */
export const amountIfAny = (name: string, value: string, currency: string): string =>
  /[1-9]/.test(value) ? amount(name, value, currency) : '';
