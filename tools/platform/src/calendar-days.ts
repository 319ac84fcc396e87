import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';
import { SOURCES } from './source-files.ts';

/** A file by its path from the root. */
type Source = { readonly path: string; readonly text: string };

/** Everything in TypeScript, tests included. */
export const readSources = (): readonly Source[] =>
  globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**'] }).map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }));

/**
 * A part of the text of an instant: its day by UTC, which for one or two hours of each day is not Oslo's. A time of day
 * and what only ends differently are none.
 */
const dayOfUtc = /\.to(?:ISOString|JSON)\(\)\s*\??\.\s*(?:match|split|substr|substring|slice(?!\((?:11|0, ?-)))\(/g;

/** Calendar days that are taken from the text of an instant, a sentence each. */
export const faultsOfCalendarDays = (sources: readonly Source[]): readonly string[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(dayOfUtc)].map(
      ({ index }) =>
        `${path}:${text.slice(0, index).split('\n').length} takes a part of an instant's text, whose day is that of ` +
        'UTC: ask the clock for today, or osloDate for the day of an instant.',
    ),
  );
