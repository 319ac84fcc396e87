import { endpoint, paging } from '@app/contract';
import { z } from 'zod';
import { demo, onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountId, ClientAccountIdText, CreatedAt, RecordId } from '../fields.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, IdText, MoneyOut, oneOf } from '../scalars.ts';
import { SaldoGroupIn, SaldoGroupOut } from './asset-classes.ts';

export const taxEntryTypes = ['ACQUISITION', 'DEPRECIATION', 'DISPOSAL', 'DEFERRED_GAIN', 'REINVESTMENT'] as const;
export type TaxEntryType = (typeof taxEntryTypes)[number];
export const TaxEntryTypeIn = oneOf(...taxEntryTypes);

export const TaxLedgerEntryOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  client_account_id: ClientAccountId,
  reporting_year: z.int().describe('Income year that the entry counts in.'),
  posting_date: CalendarDate.describe('Day that the entry counts on.'),
  asset_id: z.int().nullable().describe('The asset.'),
  entry_type: TaxEntryTypeIn.describe('What happened.'),
  saldogruppe: SaldoGroupOut,
  amount: MoneyOut.describe('Positive adds to the tax balance; a deferred gain is positive.'),
  description: z.string().describe('What it is about.'),
  source_type: z.string().describe('Kind of record that the entry comes from: `JOURNAL_ENTRY` or `ASSET_DISPOSAL`.'),
  source_id: z.int().describe('Id of that record; of a disposal the id of the asset.'),
  details: z.record(z.string(), z.unknown()).describe('More of it, such as `reinvestment_deadline`.'),
});

export const TaxBalanceOut = z.object({
  saldogruppe: SaldoGroupIn.describe('Group of the tax balance, a to j.'),
  opening_balance: MoneyOut.describe('Balance at the start of the income year.'),
  additions: MoneyOut.describe('Cost of what was acquired in the year.'),
  disposals: MoneyOut.describe('What the disposals of the year take off the balance.'),
  basis: MoneyOut.describe('Opening balance plus additions minus disposals.'),
  depreciation_rate: MoneyOut.describe('Rate of the group for the full year, in percent.'),
  depreciation: MoneyOut.describe('Rate of the basis; negative where a negative balance is taken to income.'),
  closing_balance: MoneyOut.describe('Basis minus depreciation.'),
});

const year = z
  .string()
  .regex(/^(19|2\d)\d\d$/, 'must be a year such as 2025')
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 1900, maximum: 2999 } });

const account = { in: 'query', field: 'client_account_id', take: 'one' } as const;

export const listTaxLedgerEntries = endpoint({
  name: 'ledger.listTaxLedgerEntries',
  summary: 'Entries of the tax ledger',
  description: 'Acquisitions, as the books have them, disposals and deferred gains, in the order of their days.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/tax-ledger/entries',
  envelope: standard,
  account,
  query: z.object({
    client_account_id: ClientAccountIdText,
    reporting_year: year.optional().describe('Income year.'),
    asset_id: IdText.optional().describe('Those of one asset.'),
    entry_type: TaxEntryTypeIn.optional().describe('Those of one kind.'),
    saldogruppe: SaldoGroupIn.optional().describe('Those of one group.'),
    ...paging(),
  }),
  status: 200,
  output: listOf(TaxLedgerEntryOut),
  example: {
    query: { client_account_id: demo.company.id, reporting_year: 2024 },
    answer: onePageOf({
      id: 131,
      created_at: demo.made,
      client_account_id: demo.company.id,
      reporting_year: 2024,
      posting_date: '2024-02-15',
      asset_id: 1,
      entry_type: 'ACQUISITION' as const,
      saldogruppe: 'd' as const,
      amount: '240000.00',
      description: 'Kaffebrenner',
      source_type: 'JOURNAL_ENTRY',
      source_id: 44,
      details: {},
    }),
  },
});

export const listTaxBalances = endpoint({
  name: 'ledger.listTaxBalances',
  summary: 'Tax balances of an income year, by group',
  description:
    'Written down by the rate of the group for the full year, whatever the books do. Groups without anything are left out. In the groups e to i, where each object has a balance of its own, a disposal takes the whole balance of the object off.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/tax-ledger/balances',
  envelope: standard,
  account,
  query: z.object({ client_account_id: ClientAccountIdText, reporting_year: year.describe('Income year.') }),
  status: 200,
  output: z.array(TaxBalanceOut),
  example: {
    query: { client_account_id: demo.company.id, reporting_year: 2024 },
    answer: [
      {
        saldogruppe: 'd',
        opening_balance: '0.00',
        additions: '240000.00',
        disposals: '0.00',
        basis: '240000.00',
        depreciation_rate: '20.00',
        depreciation: '48000.00',
        closing_balance: '192000.00',
      },
    ],
  },
});
