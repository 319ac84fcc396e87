import { xmlText } from '@app/xml';

/** An element with what is in it; nothing when that is nothing. */
export const group = (name: string, ...parts: readonly string[]): string => {
  const content = parts.join('');
  return content === '' ? '' : `<${name}>${content}</${name}>`;
};

/** An element with a text of at most `most` characters; nothing for none. */
export const element = (name: string, text: string | null | undefined, most = 140): string =>
  text === null || text === undefined || text === '' ? '' : `<${name}>${xmlText(text, most)}</${name}>`;

/** An amount without its sign. */
export const amount = (name: string, value: string, currency: string): string =>
  `<${name} Ccy="${currency}">${value.replace('-', '')}</${name}>`;

/** The indicator that says which way an amount goes. */
export const direction = (value: string): string => element('CdtDbtInd', value.startsWith('-') ? 'DBIT' : 'CRDT');

export const day = (name: string, value: string | null | undefined): string => group(name, element('Dt', value));
