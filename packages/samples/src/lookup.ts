import { records } from './records.ts';
import { type Lookup, Variable } from './request.ts';
import type { Source } from './source.ts';

/**
 * Puts the values of an installation in the place of records; what is not known there stays a variable with the words
 * for it.
 */
export const lookupIn =
  (values: ReadonlyMap<string, unknown>): Lookup =>
  (record, example) => {
    const source = records[record];
    if (source === undefined || source.kind === 'fixed') return example;
    if (source.kind === 'free') return typeof example === 'number' ? example : source.values[0];
    const known = values.get(record);
    if (known === undefined) return new Variable(nameOf(record), example, noteOf(source));
    return typeof example === 'string' ? String(known) : known;
  };

/** `TAG_ID` of `tags/4`, `LOGO_KEY` of `logos/key`. */
function nameOf(record: string): string {
  const [resource = '', id = ''] = record.split('/');
  const one = resource
    .replace(/ies$/, 'y')
    .replace(/(ss)es$/, '$1')
    .replace(/s$/, '');
  const part = /^[a-z]+$/.test(id) ? id : 'id';
  return `${one}_${part}`.replaceAll('-', '_').toUpperCase();
}

/** Where a value comes from, in words. */
function noteOf(source: Source): string {
  switch (source.kind) {
    case 'answered':
      return `\`${source.at}\` that ${source.operation} answered`;
    case 'made':
      return `${source.what}: what ${source.operation} answers`;
    case 'found':
      return `${source.what}: in what ${source.list} answers`;
    case 'part':
      return source.what;
    case 'mailed':
      return 'the token of the link in the mail';
    default:
      return '';
  }
}
