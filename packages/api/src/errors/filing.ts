// biome-ignore-all format: a table reads best in rows
import type { ErrorRow } from './rows.ts';

/** VAT returns; annual accounts and tax returns answer without codes. */
export const filingErrors: readonly ErrorRow[] = [
  ['vat_return.not_found', 404, 'There is no such VAT return.', 'Check the id.'],
  ['vat_return.already_submitted', 409, 'The term has a VAT return that was not cancelled.', 'Cancel it first.'],
];
