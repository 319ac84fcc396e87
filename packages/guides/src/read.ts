import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appRoot } from '@app/runtime';
import { lexer } from 'marked';
import { type Guide, readGuide } from './guide.ts';
import { type Step, stepsOf } from './steps.ts';

/** Every guide, in the order in which somebody new reads them. */
export const guideNames = [
  'first-token',
  'oauth-browser',
  'posting-with-vat',
  'retries-and-keys',
  'polling',
  'packages',
  'web-shop',
  'bank',
  'month-end',
  'moving',
  'assistants',
] as const;

/** The folder with a Markdown file per guide. */
export const contentFolder = (): string => join(appRoot(), 'packages', 'guides', 'content');

/** What guides have in common, and each of them. */
export interface Guides {
  /** What the reader sets in a shell before a guide that needs a token. */
  readonly before: readonly Step[];
  readonly guides: readonly Guide[];
}

/** The year that the guides are written in. */
const WRITTEN_IN = 2026;

/** A text with its dates in another year: those of the year that it is written in, and the last day before that. */
const datedIn = (year: number, text: string): string =>
  text
    .replace(new RegExp(`\\b${WRITTEN_IN}(?=-\\d\\d\\b)`, 'g'), String(year))
    .replaceAll(`${WRITTEN_IN - 1}-12-31`, `${year - 1}-12-31`);

/**
 * Reads every guide.
 * @param year in which what the reader posts is dated
 * @throws Error when one is missing or is none
 */
export function readGuides(year = WRITTEN_IN, folder = contentFolder()): Guides {
  const text = (name: string): string => datedIn(year, readFileSync(join(folder, `${name}.md`), 'utf8'));
  return {
    before: stepsOf(lexer(text('before'))),
    guides: guideNames.map((name) => readGuide(name, text(name))),
  };
}
