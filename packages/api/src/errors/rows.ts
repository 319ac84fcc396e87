import type { ErrorCatalogue, ErrorEntry } from '@app/contract/openapi';

/** Code, status or statuses, what happened, what the caller does about it. */
export type ErrorRow = readonly [code: string, status: number | readonly number[], meaning: string, fix: string];

/** Rows as a catalogue. A code that stands twice is a mistake of ours. */
export function catalogueOf(rows: readonly ErrorRow[]): ErrorCatalogue {
  const catalogue: Record<string, ErrorEntry> = {};
  for (const [code, status, meaning, fix] of rows) {
    if (catalogue[code]) throw new Error(`The error code ${code} stands twice in the catalogue`);
    catalogue[code] = { status, meaning, fix };
  }
  return catalogue;
}
