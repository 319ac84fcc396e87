import { type Html, html, type Language } from '@app/pages';
import { stages } from './words.ts';

const label = { nob: 'Hvor langt du er kommet', eng: 'How far you have come' } as const;

/** Where in the three stages a page stands. @param current counted from 0 */
export const stagesList = (language: Language, current: number): Html =>
  html`<ol class="steps" aria-label="${label[language]}">${stages.map((words, index) =>
    index === current
      ? html`<li aria-current="step">${words[language]}</li>`
      : html`<li class="${index < current ? 'passed' : ''}">${words[language]}</li>`,
  )}</ol>`;
