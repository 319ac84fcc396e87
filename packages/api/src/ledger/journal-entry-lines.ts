import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, Flag, IdText, MoneyOut, text } from '../scalars.ts';
import { DimensionTypeIn } from './dimensions.ts';
import { CancelledMark } from './journal-entries.ts';
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
  remaining_amount: MoneyOut,
  external_remaining_amount: MoneyOut,
  journal_entry: z.object({
    id: z.int(),
    sequence_number: z.int().nullable(),
    description: z.string(),
    is_draft: z.boolean(),
    cancelled: CancelledMark.nullable(),
    voucher_id: z.int().nullable(),
  }),
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
    client_account_id: IdText,
    account_code: list(text(20)).optional(),
    account_id: IdText.optional(),
    relation_type: DimensionTypeIn.optional(),
    relation_id: IdText.optional(),
    from_date: CalendarDate.optional(),
    to_date: CalendarDate.optional(),
    journal_entry_id: IdText.optional(),
    tax_code: text(20).optional(),
    include_externally_reconciled: Flag.default(false),
    include_reconciled: Flag.default(true),
    include_drafts: Flag.default(false),
    include_cancelled: Flag.default(false),
    order_by: orderBy(lineOrder),
    with: relations(['account', 'dimensions', 'journal_entry'], ['dimensions', 'journal_entry']),
    ...paging(),
  }),
  status: 200,
  output: listOf(JournalEntryLineOut),
  failures: [denied],
  tool: { name: 'list_journal_entry_lines', title: 'List journal entry lines' },
});
