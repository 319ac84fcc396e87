import { endpoint, relations } from '@app/contract';
import { z } from 'zod';
import { ExternalId, MetadataIn, MetadataOut } from '../caller-references.ts';
import { standard } from '../envelopes.ts';
import { followedListOf, polling } from '../pagination.ts';
import { CalendarDate, Flag, Id, IdText, Switch, Timestamp, text } from '../scalars.ts';
import { PublicUserOut } from '../users.ts';
import { JournalLineIn, JournalLineOut } from './journal-lines.ts';

const denied = 'accounting.client_account_access_denied';

/** Y: cancelled. C: the reversal of a cancelled entry. */
export const CancelledMark = z.enum(['Y', 'C']);

export const JournalEntryOut = z.object({
  id: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by_id: z.int(),
  updated_by_id: z.int(),
  posted_at: Timestamp.nullable(),
  posted_by_id: z.int().nullable(),
  client_account_id: z.int(),
  sequence_number: z.int().nullable(),
  description: z.string(),
  cancelled: CancelledMark.nullable(),
  cancelled_by_id: z.int().nullable(),
  cancellation_entry_id: z.int().nullable(),
  cancellation_reason: z.string().nullable(),
  is_draft: z.boolean(),
  voucher_id: z.int().nullable(),
  relation_type: z.string().nullable(),
  relation_id: z.int().nullable(),
  relation_number: z.string().nullable(),
  external_id: z.string().nullable(),
  metadata: MetadataOut.nullable(),
  lines: z.array(JournalLineOut),
  created_by: PublicUserOut.nullable().optional(),
  updated_by: PublicUserOut.nullable().optional(),
  posted_by: PublicUserOut.nullable().optional(),
});

export const entryRelations = [
  'created_by',
  'updated_by',
  'posted_by',
  'lines',
  'lines.dimensions',
  'lines.account',
  'lines.account.mandatory_dimensions',
] as const;

const withList = relations(entryRelations, ['lines', 'lines.dimensions']);
const withOne = relations(entryRelations, ['lines', 'lines.dimensions', 'lines.account', 'lines.account.mandatory_dimensions']);

/** What POST, the batch and PUT share. */
export const entryContent = {
  description: text().nullish(),
  is_draft: Switch.nullish(),
  voucher_id: Id.nullish(),
  relation_type: text(50).nullish(),
  relation_id: Id.nullish(),
  external_id: ExternalId.nullish(),
  metadata: MetadataIn.nullish(),
  lines: z.array(JournalLineIn, { error: 'must be an array of lines' }).min(1, 'must hold at least one line'),
};

export const postingFailures = ['common.conflict', 'accounting.period_locked', 'client_account.inactive'] as const;

export const listJournalEntries = endpoint({
  name: 'ledger.listJournalEntries',
  summary: 'Journal entries, 100 at a time, newest posting date first',
  description:
    'Ordered by the posting date of the first line, then by id, both descending; with updated_from in the order of the changes. There are no pages: meta.next_cursor, sent back as cursor, leads to the next 100, and meta.records counts every match. An entry matches a range of dates when any of its lines does.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/journal-entries',
  account: { in: 'query', field: 'client_account_id', take: 'one', missing: { status: 403, code: denied }, denied },
  envelope: standard,
  query: z.object({
    client_account_id: IdText,
    date_from: CalendarDate.optional(),
    date_to: CalendarDate.optional(),
    relation_type: text(50).optional(),
    relation_id: IdText.optional(),
    external_id: text(100).optional(),
    include_drafts: Flag.default(false),
    ...polling,
    with: withList,
  }),
  status: 200,
  output: followedListOf(JournalEntryOut),
  failures: [denied],
  tool: { name: 'list_journal_entries', title: 'List journal entries', onRequest: ['lines'] },
});

export const createJournalEntry = endpoint({
  name: 'ledger.createJournalEntry',
  summary: 'Create a journal entry, posted at once or as a draft',
  description:
    "Posts unless is_draft is true: the entry gets the next sequence number of the client account and can then only be cancelled. Debit equals credit over all lines, and on each posting date of a posted entry; exactly one side of a line is above zero. Tax lines are the caller's: a line with tax_code gets its tax_base_amount and tax_amount, and no line is added.",
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/journal-entries/',
  account: { in: 'body', field: 'client_account_id', take: 'one', missing: { status: 403, code: denied }, denied },
  envelope: standard,
  query: z.object({ with: withOne }),
  body: z.object({
    id: z.null({ error: 'is given by the server and must not be sent' }).optional(),
    client_account_id: Id,
    ...entryContent,
  }),
  status: 201,
  output: JournalEntryOut,
  location: (entry) => `/api/v2/journal-entries/${entry.id}`,
  failures: [denied, ...postingFailures],
  tool: { name: 'create_journal_entry', title: 'Create a journal entry' },
});

export const getJournalEntry = endpoint({
  name: 'ledger.getJournalEntry',
  summary: 'One journal entry with its lines, dimensions and accounts',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/journal-entries/{id}',
  account: { in: 'path', field: 'id', take: 'one', denied },
  envelope: standard,
  params: z.object({ id: IdText }),
  query: z.object({ with: withOne }),
  status: 200,
  output: JournalEntryOut,
  notFoundCode: 'accounting.journal_entry_not_found',
  failures: [denied, 'accounting.journal_entry_not_found'],
  tool: { name: 'get_journal_entry', title: 'Read a journal entry' },
});

export const updateJournalEntry = endpoint({
  name: 'ledger.updateJournalEntry',
  summary: 'Replace the lines of a draft, and post it with is_draft false',
  description:
    'All lines are sent; they replace the existing ones. Other fields keep their value when they are not sent. A posted entry is not changed.',
  service: 'ledger',
  method: 'PUT',
  path: '/api/v2/journal-entries/{id}',
  account: { in: 'path', field: 'id', take: 'one', denied },
  envelope: standard,
  params: z.object({ id: IdText }),
  query: z.object({ with: withOne }),
  body: z.object({ id: Id.nullish(), client_account_id: Id.nullish(), ...entryContent }),
  status: 200,
  output: JournalEntryOut,
  notFoundCode: 'accounting.journal_entry_not_found',
  failures: [denied, 'accounting.journal_entry_not_found', 'accounting.journal_entry_not_draft', ...postingFailures],
  tool: { name: 'update_journal_entry', title: 'Change or post a draft' },
});

/** What PATCH would otherwise pass over in silence, where somebody who changes metadata may take it for changed too. */
const besideMetadata = ['cancelled', ...Object.keys(entryContent).filter((field) => field !== 'metadata')];

/** The answer when a draft was removed. */
const Nothing = z.strictObject({});

export const cancelJournalEntry = endpoint({
  name: 'ledger.cancelJournalEntry',
  summary: 'Cancel a posted entry by a reversal, remove a draft, or change the metadata of either',
  description:
    'With cancelled "Y" a posted entry is marked and a reversal with opposite sides is posted, dated today but never before the last posting date of the original; the answer is the original. A draft is deleted and the answer is {}. Any other value of cancelled changes nothing. With metadata instead, that object takes the place of the one before, on posted entries too; nothing else of a posted entry changes.',
  service: 'ledger',
  method: 'PATCH',
  path: '/api/v2/journal-entries/{id}',
  account: { in: 'path', field: 'id', take: 'one', denied },
  envelope: standard,
  params: z.object({ id: IdText }),
  query: z.object({ with: withOne }),
  body: z
    .looseObject({
      cancelled: z
        .unknown()
        .optional()
        .meta({ override: { type: 'string', description: '"Y" cancels; any other value changes nothing' } }),
      cancellation_reason: text().nullish().describe('Required for a posted entry'),
      metadata: MetadataIn.nullish(),
    })
    .superRefine((body, context) => {
      if (body.metadata === undefined) return;
      for (const field of besideMetadata)
        if (body[field] !== undefined)
          context.addIssue({ code: 'custom', path: [field], message: 'cannot be changed together with metadata, which is sent alone' });
    }),
  status: 200,
  output: z.union([JournalEntryOut, Nothing]),
  notFoundCode: 'accounting.journal_entry_not_found',
  failures: [
    denied,
    'accounting.journal_entry_not_found',
    'accounting.journal_entry_reconciled',
    'accounting.period_locked',
    'client_account.inactive',
  ],
  tool: { name: 'cancel_journal_entry', title: 'Cancel a journal entry, or change its metadata', destructive: true },
});

export const deleteJournalEntry = endpoint({
  name: 'ledger.deleteJournalEntry',
  summary: 'Delete a draft',
  service: 'ledger',
  method: 'DELETE',
  path: '/api/v2/journal-entries/{id}',
  account: { in: 'path', field: 'id', take: 'one', denied },
  envelope: standard,
  params: z.object({ id: IdText }),
  status: 200,
  output: Nothing,
  notFoundCode: 'accounting.journal_entry_not_found',
  failures: [denied, 'accounting.journal_entry_not_found', 'accounting.journal_entry_not_draft', 'client_account.inactive'],
});
