import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountIdText } from '../fields.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, Flag, IdText, MoneyOut, text } from '../scalars.ts';
import { DimensionTypeIn } from './dimensions.ts';
import { supplies } from './examples.ts';
import { IncludeDrafts } from './filters.ts';
import { JournalEntryOut } from './journal-entries.ts';
import { JournalLineOut } from './journal-lines.ts';

const denied = 'accounting.client_account_access_denied';

export const lineOrder = [
  'posting_date',
  'id',
  'journal_entry_id',
  'line_id',
  'account_code',
  'debit',
  'credit',
  'description',
  'tax_code',
] as const;

/** A line as the list shows it: with what is left to reconcile, signed like debit minus credit. */
export const JournalEntryLineOut = JournalLineOut.extend({
  remaining_amount: MoneyOut.describe('What is left to reconcile against other lines, debit minus credit.'),
  external_remaining_amount: MoneyOut.describe(
    'What is left to reconcile against outside figures, debit minus credit.',
  ),
  journal_entry: JournalEntryOut.pick({
    id: true,
    sequence_number: true,
    description: true,
    is_draft: true,
    cancelled: true,
    voucher_id: true,
  }).describe('The journal entry that the line belongs to.'),
});

export const listJournalEntryLines = endpoint({
  name: 'ledger.listJournalEntryLines',
  summary: 'Lines of journal entries, oldest posting date first',
  description:
    'Leaves out drafts, cancelled entries with their reversals, and lines that are fully reconciled with the outside, unless they are asked for. remaining_amount and external_remaining_amount say what is left to reconcile.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/journal-entry-lines',
  account: { in: 'query', field: 'client_account_id', take: 'one', missing: { status: 403, code: denied }, denied },
  envelope: standard,
  query: z.object({
    client_account_id: ClientAccountIdText,
    account_code: list(text(20), 'Numbers of accounts.').optional(),
    account_id: IdText.optional().describe('Lines on this general ledger account.'),
    relation_type: DimensionTypeIn.optional().describe('Lines that carry a dimension of this kind.'),
    relation_id: IdText.optional().describe('Lines that carry this value of it.'),
    from_date: CalendarDate.optional().describe('First posting date.'),
    to_date: CalendarDate.optional().describe('Last posting date.'),
    journal_entry_id: IdText.optional().describe('Lines of this journal entry.'),
    tax_code: text(20).optional().describe('Lines with this VAT code.'),
    include_externally_reconciled: Flag.default(false).describe(
      'True shows lines that are fully reconciled with the outside as well.',
    ),
    include_reconciled: Flag.default(true).describe(
      'False leaves out lines that are fully reconciled against other lines.',
    ),
    include_drafts: IncludeDrafts,
    include_cancelled: Flag.default(false).describe(
      'True shows lines of cancelled entries and of their reversals as well.',
    ),
    order_by: orderBy(lineOrder),
    with: relations(['account', 'dimensions', 'journal_entry'], ['dimensions', 'journal_entry']),
    ...paging(),
  }),
  status: 200,
  output: listOf(JournalEntryLineOut),
  example: {
    query: { client_account_id: demo.company.id, account_code: '6800', from_date: '2026-01-01' },
    answer: onePageOf({
      ...supplies.lines[0]!,
      remaining_amount: '1000.00',
      external_remaining_amount: '1000.00',
      journal_entry: {
        id: supplies.id,
        sequence_number: supplies.sequence_number,
        description: supplies.description,
        is_draft: false,
        cancelled: null,
        voucher_id: null,
      },
    }),
  },
  failures: [denied],
  tool: { name: 'list_journal_entry_lines', title: 'List journal entry lines' },
});
