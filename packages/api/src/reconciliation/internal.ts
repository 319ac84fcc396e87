import { endpoint, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import {
  ClientAccountId,
  ClientAccountIdIn,
  ClientAccountIdText,
  CreatedAt,
  CreatorId,
  pathId,
  RecordId,
} from '../fields.ts';
import { listOf } from '../pagination.ts';
import { AmountIn, CalendarDate, decimal, Flag, Id, IdText, MoneyOut, RateOut, Timestamp } from '../scalars.ts';
import { PublicUserOut } from '../users.ts';

const denied = 'accounting.client_account_access_denied';

/** In the request and in the database: more lines are several reconciliations. */
export const MOST_ENTRY_LINES = 1_000;

const RateIn = decimal(6, { minimum: 0 }).refine((rate) => /[1-9]/.test(rate), { error: 'must be above zero' });

const meaning = {
  date: 'Day of the reconciliation; an exchange difference is posted on it.',
  debit: 'What is taken of a debit line, in the accounting currency.',
  credit: 'What is taken of a credit line, in the accounting currency.',
  debit_fc: 'What is taken of a debit line, in the currency of the line.',
  credit_fc: 'What is taken of a credit line, in the currency of the line.',
  exchange_rate: 'Units of the accounting currency for one unit of the currency of the line.',
} as const;

/** A line of the ledger as an entry of a reconciliation shows it. */
export const ReconciledLineOut = z.object({
  id: RecordId,
  posting_date: CalendarDate.describe('Day on which the line counts in the books.'),
  description: z.string().describe('What the line is about.'),
  account_code: z.string().describe('Number of the general ledger account.'),
  account_id: z.int().describe('Id of the general ledger account.'),
  debit: MoneyOut.describe('Debit of the whole line, in the accounting currency.'),
  credit: MoneyOut.describe('Credit of the whole line, in the accounting currency.'),
});

export const InternalReconciliationEntryOut = z.object({
  id: RecordId,
  journal_entry_id: z.int().describe('The journal entry of the line.'),
  journal_entry_line_id: z.int().describe('The line that is reconciled.'),
  debit: MoneyOut.describe(meaning.debit),
  debit_fc: MoneyOut.describe(meaning.debit_fc),
  credit: MoneyOut.describe(meaning.credit),
  credit_fc: MoneyOut.describe(meaning.credit_fc),
  exchange_rate: RateOut.describe(meaning.exchange_rate),
  journal_entry_line: ReconciledLineOut.nullable()
    .optional()
    .describe('The line, embedded; null when the books no longer have it.'),
});

export const InternalReconciliationOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatorId,
  client_account_id: ClientAccountId,
  sequence_number: z
    .int()
    .nullable()
    .describe('Number within the client account, counted from 1 without gaps; null for a draft.'),
  reconciliation_date: CalendarDate.describe(meaning.date),
  is_draft: z.boolean().describe('Whether it is a proposal that nobody has approved: its lines are still open.'),
  is_deleted: z.boolean().describe('Whether it was deleted: its lines are open again.'),
  deleted_at: Timestamp.nullable().describe('When it was deleted, in UTC; null until then.'),
  deleted_by_id: z.int().nullable().describe('User who deleted it.'),
  note: z.string().nullable().describe('What made the proposal: reference, amount and partner. Null for all others.'),
  exchange_entry_id: z
    .int()
    .nullable()
    .describe('The journal entry of its exchange difference, whose first line is one of the entries; null without.'),
  entries: z.array(InternalReconciliationEntryOut).optional().describe('What is taken of each line, embedded.'),
  created_by: PublicUserOut.nullable().optional().describe('The user who created it, embedded.'),
});

type Reconciliation = z.output<typeof InternalReconciliationOut>;

const rent: Reconciliation = {
  id: 1,
  created_at: demo.now,
  created_by_id: demo.users.bookkeeper,
  client_account_id: demo.company.id,
  sequence_number: 1,
  reconciliation_date: '2026-01-15',
  is_draft: false,
  is_deleted: false,
  deleted_at: null,
  deleted_by_id: null,
  note: null,
  exchange_entry_id: null,
};

const rentEntries: NonNullable<Reconciliation['entries']> = [
  { id: 1, journal_entry_id: 4201, journal_entry_line_id: 9401, credit: '18000.00', credit_fc: '18000.00' },
  { id: 2, journal_entry_id: 4233, journal_entry_line_id: 9473, debit: '18000.00', debit_fc: '18000.00' },
].map((entry) => ({
  ...{ debit: '0.00', debit_fc: '0.00', credit: '0.00', credit_fc: '0.00', exchange_rate: '1.000000' },
  ...entry,
}));

export const listInternalReconciliations = endpoint({
  name: 'reconciliation.listInternalReconciliations',
  summary: 'Internal reconciliations: lines of the ledger matched with each other',
  description:
    'Drafts and committed ones, oldest first; deleted ones only when they are asked for, and then no others. Entries are embedded by `with`.',
  service: 'reconciliation',
  method: 'GET',
  path: '/api/v2/reconciliations',
  account: { in: 'query', field: 'client_account_id', take: 'one', missing: { status: 403, code: denied }, denied },
  envelope: standard,
  query: z.object({
    client_account_id: ClientAccountIdText,
    date_from: CalendarDate.optional().describe('First reconciliation date.'),
    date_to: CalendarDate.optional().describe('Last reconciliation date.'),
    journal_entry_line_id: IdText.optional().describe('Those that take something of this line.'),
    journal_entry_id: IdText.optional().describe('Those that take something of a line of this journal entry.'),
    is_draft: Flag.optional().describe('True for drafts alone, false for committed ones alone.'),
    is_deleted: Flag.default(false).describe('True for those that were deleted.'),
    with: relations(['entries', 'entries.journal_entry_line', 'created_by']),
    ...paging({ maximum: 1_000 }),
  }),
  status: 200,
  output: listOf(InternalReconciliationOut),
  example: {
    query: { client_account_id: demo.company.id, with: 'entries' },
    answer: onePageOf({ ...rent, entries: rentEntries }),
  },
  failures: [denied],
  tool: { name: 'list_reconciliations', title: 'List internal reconciliations' },
});

const EntryLineIn = z.object(
  {
    journal_entry_line_id: Id.describe('The line: of a posted entry that is not cancelled.'),
    journal_entry_id: Id.nullish().describe('The journal entry of the line; found when it is left out.'),
    debit: AmountIn.nullish().describe(`${meaning.debit} Without any amount, all that remains of the line is taken.`),
    credit: AmountIn.nullish().describe(`${meaning.credit} Without any amount, all that remains of the line is taken.`),
    debit_fc: AmountIn.nullish().describe(`${meaning.debit_fc} Worked out when only debit is sent.`),
    credit_fc: AmountIn.nullish().describe(`${meaning.credit_fc} Worked out when only credit is sent.`),
    exchange_rate: RateIn.nullish().describe(`${meaning.exchange_rate} That of the line when it is left out.`),
  },
  { error: 'must be an object' },
);

export const createInternalReconciliation = endpoint({
  name: 'reconciliation.createInternalReconciliation',
  summary: 'Match lines of the ledger with each other',
  description:
    'Amounts in the accounting currency sum to zero. When all lines share one foreign currency in which they sum to zero, what is missing in the accounting currency is posted as exchange gain (8060) or loss (8160) on the date, and joins the reconciliation. Across several currencies the line of the difference is sent with the others. A part of a line in a foreign currency keeps the rate of the line within 0.01.',
  service: 'reconciliation',
  method: 'POST',
  path: '/api/v2/reconciliations',
  account: { in: 'body', field: 'client_account_id', take: 'one', missing: { status: 403, code: denied }, denied },
  envelope: standard,
  body: z.object({
    client_account_id: ClientAccountIdIn,
    date: CalendarDate.describe(meaning.date),
    entry_lines: z
      .array(EntryLineIn, { error: 'must be an array of lines' })
      .min(2, 'must hold at least two lines')
      .max(MOST_ENTRY_LINES, `must hold at most ${MOST_ENTRY_LINES} lines`)
      .describe('What is taken of each line; no line twice.'),
  }),
  status: 201,
  output: InternalReconciliationOut,
  example: {
    body: {
      client_account_id: demo.company.id,
      date: '2026-01-15',
      entry_lines: [{ journal_entry_line_id: 9401 }, { journal_entry_line_id: 9473 }],
    },
    answer: { ...rent, entries: rentEntries },
  },
  idempotency: 'steps',
  failures: [denied, 'common.conflict', 'accounting.period_locked', 'client_account.inactive'],
  tool: { name: 'create_reconciliation', title: 'Match lines with each other' },
});

const byPath = {
  service: 'reconciliation',
  path: '/api/v2/reconciliations/{id}',
  account: { in: 'path', field: 'id', take: 'one', denied },
  envelope: standard,
  params: pathId('internal reconciliation'),
  notFoundCode: 'accounting.reconciliation_not_found',
} as const;

export const commitInternalReconciliation = endpoint({
  ...byPath,
  name: 'reconciliation.commitInternalReconciliation',
  summary: 'Approve a draft',
  description:
    'Takes what the draft proposes of its lines, and gives it its number. A draft whose lines were cancelled or reconciled elsewhere meanwhile is deleted (409). One that is committed already is answered as it is.',
  method: 'PATCH',
  body: z
    .looseObject({
      is_draft: z
        .boolean({ error: 'is required, and must be true or false' })
        .describe('False approves the draft. True is refused.'),
    })
    .superRefine((body, context) => {
      for (const field of Object.keys(body))
        if (field !== 'is_draft')
          context.addIssue({ code: 'custom', path: [field], message: 'cannot be changed: is_draft is sent alone' });
    }),
  status: 200,
  output: InternalReconciliationOut,
  example: {
    values: { 'params.id': 'reconciliations/draft' },
    params: { id: rent.id },
    body: { is_draft: false },
    answer: { ...rent, entries: rentEntries },
  },
  failures: [
    denied,
    'accounting.reconciliation_not_found',
    'accounting.reconciliation_not_reopenable',
    'accounting.reconciliation_deleted',
    'accounting.reconciliation_proposal_outdated',
    'accounting.period_locked',
    'common.conflict',
    'client_account.inactive',
  ],
});

export const deleteInternalReconciliation = endpoint({
  ...byPath,
  name: 'reconciliation.deleteInternalReconciliation',
  summary: 'Delete an internal reconciliation',
  description:
    'Its lines are open again, and the entry of its exchange difference is cancelled. The record stays, marked as deleted; a draft is gone for good. One that is deleted already is answered alike.',
  method: 'DELETE',
  status: 204,
  output: z.undefined(),
  example: { params: { id: rent.id } },
  failures: [
    denied,
    'accounting.reconciliation_not_found',
    'accounting.period_locked',
    'accounting.journal_entry_reconciled',
    'common.conflict',
    'client_account.inactive',
  ],
  tool: { name: 'delete_reconciliation', title: 'Delete an internal reconciliation', destructive: true },
});

export const internalEndpoints = [
  listInternalReconciliations,
  createInternalReconciliation,
  commitInternalReconciliation,
  deleteInternalReconciliation,
];
