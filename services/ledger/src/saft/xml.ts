import { xmlText } from '@app/xml';

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
