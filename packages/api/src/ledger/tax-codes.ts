import { endpoint, relations } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { CalendarDate, decimalOut, IdText, oneOf } from '../scalars.ts';
import { TaxAccountOut } from './tax-accounts.ts';

export const TaxCategory = oneOf('input', 'output');

/** One rate period of a national standard code (document 4 section 4.4). */
export const TaxCodeOut = z.object({
  id: z.int(),
  code: z.string(),
  /** Percent. */
  tax_rate: decimalOut(2),
  category: TaxCategory.nullable(),
  /** Where output VAT goes. */
  tax_account_id: z.int().nullable(),
  /** Where input VAT goes. */
  acquisition_tax_account_id: z.int().nullable(),
  active_from: CalendarDate.nullable(),
  active_to: CalendarDate.nullable(),
  compensation: z.boolean(),
  description: z.string(),
  tax_account: TaxAccountOut.nullable().optional(),
  acquisition_tax_account: TaxAccountOut.nullable().optional(),
});

const taxCodeRelations = relations(['tax_account', 'acquisition_tax_account']);

export const listTaxCodes = endpoint({
  name: 'ledger.listTaxCodes',
  summary: 'The national standard VAT codes, one record per rate period',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/tax-codes',
  envelope: standard,
  permission: 'any',
  query: z.object({ active_on: CalendarDate.optional(), category: TaxCategory.optional(), with: taxCodeRelations }),
  status: 200,
  output: z.array(TaxCodeOut),
  tool: { name: 'list_tax_codes', title: 'List tax codes' },
});

export const getTaxCode = endpoint({
  name: 'ledger.getTaxCode',
  summary: 'One rate period of a VAT code',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/tax-codes/{id}',
  envelope: standard,
  permission: 'any',
  params: z.object({ id: IdText }),
  query: z.object({ with: taxCodeRelations }),
  status: 200,
  output: TaxCodeOut,
  notFoundCode: 'accounting.tax_code_not_found',
  failures: ['accounting.tax_code_not_found'],
});
