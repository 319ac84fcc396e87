import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { ClientAccountId, CreatedAt, CreatedById, RecordId } from '../fields.ts';
import {
  CalendarDate,
  CurrencyCode,
  Id,
  MoneyIn,
  MoneyOut,
  oneOf,
  RateIn,
  RateOut,
  Timestamp,
  text,
} from '../scalars.ts';

export const ReconciliationEntryKind = oneOf('EXTERNAL', 'LEDGER_LINE', 'LEDGER_BALANCE', 'RECONCILING_ITEM');

export const reconciliationMethods = [
  'EXTERNAL_MATCH',
  'EXPLAINED',
  'NO_ACTIVITY',
  'ZERO_BALANCE',
  'UNCHANGED',
  'OPEN_ITEMS',
  'CLEARED',
] as const;
export const ReconciliationMethod = oneOf(...reconciliationMethods);

/** Records of lines of the ledger that a balance can be asked of. */
export const SecondaryType = oneOf('businesspartner', 'bankacc', 'project', 'department', 'asset');

const meaning = {
  kind: 'What the entry points at: `EXTERNAL` the outside figure, `LEDGER_LINE` a line of a posted entry, `LEDGER_BALANCE` the balance of an account, `RECONCILING_ITEM` nothing: it explains a part of the difference.',
  relation_type:
    'What it points at: `PAYMT` for a bank transaction or the type of a document, `JE` for a line of the ledger, `GENERAL_LEDGER_ACCOUNT` for a balance; nothing for an item.',
  relation_id: 'Id of the bank transaction, document, journal entry or account.',
  relation_line_id: 'Id of the line of the document, or of the journal entry line.',
  secondary_relation_type: 'Of a balance: kind of dimension that narrows it; together with `secondary_relation_id`.',
  secondary_relation_id: 'Of a balance: the dimension value whose lines are counted.',
  as_of_date: 'Of a balance: the day at whose end it stands.',
  description: 'Of an item: what it explains.',
  amount: 'In the currency of the entry and in ledger sign: debit above zero, credit below.',
  exchange_rate: 'Units of the accounting currency for one of the entry.',
} as const;

const EntryOut = z.object({
  id: RecordId,
  kind: ReconciliationEntryKind.describe(meaning.kind),
  relation_type: z.string().nullable().describe(meaning.relation_type),
  relation_id: z.int().nullable().describe(meaning.relation_id),
  relation_line_id: z.int().nullable().describe(meaning.relation_line_id),
  secondary_relation_type: z.string().nullable().describe(meaning.secondary_relation_type),
  secondary_relation_id: z
    .int()
    .nullable()
    .describe(`${meaning.secondary_relation_id} Null with a type: the lines without a value of it.`),
  as_of_date: CalendarDate.nullable().describe(meaning.as_of_date),
  description: z.string().nullable().describe(meaning.description),
  account_code: z.string().nullable().describe('Of a balance: number of the account.'),
  amount: MoneyOut.describe(meaning.amount),
  currency_code: z.string().describe('Currency of the amount, the same for every entry of the record.'),
  exchange_rate: RateOut.describe(meaning.exchange_rate),
});

export const ExternalReconciliationOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  client_account_id: ClientAccountId,
  sequence_number: z.int().nullable().describe('Number within the client account, from 1; null for a draft.'),
  is_draft: z.boolean().describe('A draft leaves what it points at open.'),
  reconciliation_method: ReconciliationMethod.nullable().describe(
    'How the figures were found to agree: `EXTERNAL_MATCH` without a difference, `EXPLAINED` by items, else the rule of the periods; null for a draft.',
  ),
  expected_amount: MoneyOut.describe('What the outside says, in ledger sign.'),
  ledger_amount: MoneyOut.describe('What the ledger says: the sum of its lines or balances.'),
  difference: MoneyOut.describe('Expected less ledger.'),
  currency_code: z.string().describe('Currency of all amounts of the record.'),
  note: z.string().nullable().describe('What somebody noted about it.'),
  is_deleted: z.boolean().describe('True for a retired record: what it points at can be reconciled again.'),
  deleted_at: Timestamp.nullable().describe('When it was retired, in UTC.'),
  deleted_by_id: z.int().nullable().describe('User who retired it; null when the platform did.'),
  entries: z.array(EntryOut).describe('What was compared, in the order in which it was sent.'),
});

const EntryIn = z.object({
  kind: ReconciliationEntryKind.describe(meaning.kind),
  relation_type: text(50).nullish().describe(meaning.relation_type),
  relation_id: Id.nullish().describe(meaning.relation_id),
  relation_line_id: Id.nullish().describe(meaning.relation_line_id),
  secondary_relation_type: SecondaryType.nullish().describe(meaning.secondary_relation_type),
  secondary_relation_id: Id.nullish().describe(meaning.secondary_relation_id),
  as_of_date: CalendarDate.nullish().describe(meaning.as_of_date),
  description: text().nullish().describe(meaning.description),
  amount: MoneyIn.nullish().describe(
    'Required but for a balance, which is worked out. Of a transaction its own amount, sign included; of a document line its printed amount and of a ledger line a part of what is left: the sign of those two is set by the server.',
  ),
  currency_code: CurrencyCode.describe('Currency of the amount: the same for every entry, and that of the records.'),
  exchange_rate: RateIn.nullish().describe(
    `${meaning.exchange_rate} By default that of the record, or 1 in the accounting currency.`,
  ),
});

export const EntriesIn = z
  .array(EntryIn, { error: 'must be an array of entries' })
  .max(1_000, 'must hold at most 1000 entries')
  .describe('The outside figure, the side of the ledger and, for lines of documents, what explains the difference.');

export const ItemsIn = z
  .array(
    z.object({
      description: text().describe('What the item explains; not empty.'),
      amount: MoneyIn.describe('The part of the difference, in the currency of the record; not zero.'),
    }),
    { error: 'must be an array of items' },
  )
  .max(1_000, 'must hold at most 1000 items')
  .describe('The reconciling items of a draft, in place of those it has.');

/** A payment of coffee that the bank and the books agree about. */
export const exampleRecord: z.output<typeof ExternalReconciliationOut> = {
  id: 1,
  created_at: demo.now,
  created_by_id: demo.users.bookkeeper,
  client_account_id: demo.company.id,
  sequence_number: 1,
  is_draft: false,
  reconciliation_method: 'EXTERNAL_MATCH',
  expected_amount: '-15000.00',
  ledger_amount: '-15000.00',
  difference: '0.00',
  currency_code: 'NOK',
  note: 'Husleie',
  is_deleted: false,
  deleted_at: null,
  deleted_by_id: null,
  entries: [
    {
      ...{ id: 1, kind: 'EXTERNAL', relation_type: 'PAYMT', relation_id: 1, relation_line_id: null },
      ...{ secondary_relation_type: null, secondary_relation_id: null, as_of_date: null, description: null },
      ...{ account_code: null, amount: '-15000.00', currency_code: 'NOK', exchange_rate: '1.000000' },
    },
    {
      ...{ id: 2, kind: 'LEDGER_LINE', relation_type: 'JE', relation_id: 4258, relation_line_id: 9012 },
      ...{ secondary_relation_type: null, secondary_relation_id: null, as_of_date: null, description: null },
      ...{ account_code: null, amount: '-15000.00', currency_code: 'NOK', exchange_rate: '1.000000' },
    },
  ],
};
