import { type Html, html } from './html.ts';
import type { Language } from './page.ts';

const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Oslo' } as const;
const formats = {
  nob: new Intl.DateTimeFormat('nb-NO', options),
  eng: new Intl.DateTimeFormat('en-GB', options),
} as const;

/** A moment as a clock in Oslo shows it, in words. */
export const showMoment = (moment: Date, language: Language): Html =>
  html`<time datetime="${moment.toISOString()}">${formats[language].format(moment)}</time>`;
