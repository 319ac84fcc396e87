import { type Html, html } from './html.ts';
import type { Language } from './page.ts';

const locales = { nob: 'nb-NO', eng: 'en-GB' } as const;
type Style = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>;

/** Shows moments as a clock in Oslo does. */
const inOslo = (style: Style) => {
  const formatOf = (language: Language) =>
    new Intl.DateTimeFormat(locales[language], { ...style, timeZone: 'Europe/Oslo' });
  const formats = { nob: formatOf('nob'), eng: formatOf('eng') };
  return (moment: Date, language: Language): Html =>
    html`<time datetime="${moment.toISOString()}">${formats[language].format(moment)}</time>`;
};

/** A moment as a clock in Oslo shows it, in words. */
export const showMoment = inOslo({ dateStyle: 'long', timeStyle: 'short' });

/** A moment to the second, short: for lists of what happened. */
export const showSecond = inOslo({ dateStyle: 'short', timeStyle: 'medium' });
