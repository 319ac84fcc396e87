import { Failure, invalidField } from '@app/contract';
import type { SaftBooks } from '../saft/books.ts';
import type { ExportDependencies } from '../saft/export.ts';
import { type SaftSources, saftFile } from '../saft/file.ts';
import type { Span } from '../saft/parts.ts';

/** The format has the years 1970 to 2100 (docs/contract/reports.md, "Export and SAF-T"). */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2100;

/**
 * The days of an export: those of this year unless the caller names others.
 * @throws Failure 400 for years that the format does not have, and for an end before the beginning
 */
export function spanOf(
  { date_from, date_to }: { readonly date_from?: string | undefined; readonly date_to?: string | undefined },
  today: string,
): Span {
  const year = today.slice(0, 4);
  const from = date_from ?? `${year}-01-01`;
  const to = date_to ?? `${year}-12-31`;
  for (const [field, day] of [
    ['date_from', from],
    ['date_to', to],
  ] as const)
    if (Number(day.slice(0, 4)) < FIRST_YEAR || Number(day.slice(0, 4)) > LAST_YEAR)
      throw invalidField(field, `is ${day}; a SAF-T file covers the years ${FIRST_YEAR} to ${LAST_YEAR}`);
  if (from > to) throw invalidField('date_to', `is ${to}, which is before date_from (${from})`);
  return { from, to };
}

/** The one file that a span makes. @throws Failure 413 when it makes several (SAFT-R24) */
export function singleFile(deps: ExportDependencies, sources: SaftSources): AsyncIterable<Uint8Array> {
  const [part, ...others] = sources.books.parts;
  if (others.length > 0) throw tooManyLines(sources.books, deps.linesPerFile);
  return saftFile(deps, sources, part!);
}

const tooManyLines = ({ lines }: SaftBooks, most: number): Failure =>
  new Failure(
    'common.payload_too_large',
    413,
    `The span has ${lines} lines and one file takes ${most}; ask for a shorter span`,
  );
