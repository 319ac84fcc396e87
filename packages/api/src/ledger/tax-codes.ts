import { endpoint, relations } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { pathId, RecordId } from '../fields.ts';
import { CalendarDate, decimalOut, oneOf } from '../scalars.ts';
import { inputVat } from './examples.ts';
import { TaxAccountOut } from './tax-accounts.ts';

export const TaxCategory = oneOf('input', 'output');

/** One rate period of a national standard code (TXC-R03). */
export const TaxCodeOut = z.object({
  id: RecordId,
  code: z
    .string()
    .describe('Code of the national list (SAF-T), such as 1 or 3. A code has one record per rate period.'),
  tax_rate: decimalOut(2).describe('Rate in percent: 25.00 is 25 %. Zero for a code without a rate.'),
  category: TaxCategory.nullable().describe('Input VAT, output VAT, or null for neither.'),
  tax_account_id: z.int().nullable().describe('General ledger account of output VAT; null when the code has none.'),
  acquisition_tax_account_id: z
    .int()
    .nullable()
    .describe('General ledger account of input VAT; null when the code has none.'),
  active_from: CalendarDate.nullable().describe('First posting date of the rate; null from the beginning.'),
  active_to: CalendarDate.nullable().describe('Last posting date of the rate; null while it is in force.'),
  compensation: z.boolean().describe('The compensation flag of the national list.'),
  description: z.string().describe('Name of the code, in the language asked for.'),
  tax_account: TaxAccountOut.nullable().optional().describe('The account of output VAT, embedded.'),
  acquisition_tax_account: TaxAccountOut.nullable().optional().describe('The account of input VAT, embedded.'),
});

const taxCodeRelations = relations(['tax_account', 'acquisition_tax_account']);

export const listTaxCodes = endpoint({
  name: 'ledger.listTaxCodes',
  summary: 'The national standard VAT codes, one record per rate period',
  description: 'The same for every company. Which rate counts follows from the posting date of a line.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/tax-codes',
  envelope: standard,
  permission: 'any',
  query: z.object({
    active_on: CalendarDate.optional().describe('Rates in force on this day.'),
    category: TaxCategory.optional().describe('Codes of input VAT or of output VAT.'),
    with: taxCodeRelations,
  }),
  status: 200,
  output: z.array(TaxCodeOut),
  example: { query: { active_on: '2026-01-15', category: 'input' }, answer: [inputVat] },
  tool: { name: 'list_tax_codes', title: 'List tax codes' },
});

export const getTaxCode = endpoint({
  name: 'ledger.getTaxCode',
  summary: 'One rate period of a VAT code',
  description: 'By its id; the code itself is found in the list.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/tax-codes/{id}',
  envelope: standard,
  permission: 'any',
  params: pathId('rate period'),
  query: z.object({ with: taxCodeRelations }),
  status: 200,
  output: TaxCodeOut,
  example: { params: { id: inputVat.id }, answer: inputVat },
  notFoundCode: 'accounting.tax_code_not_found',
  failures: ['accounting.tax_code_not_found'],
});
