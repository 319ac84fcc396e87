import { endpoint, relations } from '@app/contract';
import { z } from 'zod';
import { ExternalId, MetadataIn, MetadataOut } from '../caller-references.ts';
import { demo, lastPageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import {
  ClientAccountId,
  ClientAccountIdIn,
  ClientAccountIdText,
  CreatedAt,
  CreatorId,
  pathId,
  RecordId,
  UpdatedAt,
} from '../fields.ts';
import { followedListOf, polling } from '../pagination.ts';
import { CalendarDate, Id, IdText, Switch, Timestamp, text } from '../scalars.ts';
import { PublicUserOut } from '../users.ts';
import { rentLines, rentWhole, supplies, suppliesLines, suppliesWhole } from './examples.ts';
import { IncludeDrafts } from './filters.ts';
import { JournalLineIn, JournalLineOut } from './journal-lines.ts';

const denied = 'accounting.client_account_access_denied';

/** Y: cancelled. C: the reversal of a cancelled entry. */
export const CancelledMark = z.enum(['Y', 'C']);

/** What each field means, for what is sent and what is shown. */
const meaning = {
  description: 'What the entry is about.',
  voucher_id: 'Voucher that documents the entry.',
  relation_type:
    'Kind of record that the entry belongs to; together with relation_id. JE, of reversals, is given by the server alone.',
  relation_id: 'Id of the record that the entry belongs to.',
} as const;

export const JournalEntryOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
  created_by_id: CreatorId,
  updated_by_id: z.int().describe('User who last changed the record.'),
  posted_at: Timestamp.nullable().describe('When the entry was posted, in UTC; null for a draft.'),
  posted_by_id: z.int().nullable().describe('User who posted it; null for a draft.'),
  client_account_id: ClientAccountId,
  sequence_number: z
    .int()
    .nullable()
    .describe('Number of the entry in the books of the company, without gaps from 1; null for a draft.'),
  description: z.string().describe(meaning.description),
  cancelled: CancelledMark.nullable().describe('Y for a cancelled entry, C for a reversal, null for any other.'),
  cancelled_by_id: z.int().nullable().describe('User who cancelled it.'),
  cancellation_entry_id: z.int().nullable().describe('The reversal of a cancelled entry.'),
  cancellation_reason: z.string().nullable().describe('Why it was cancelled.'),
  is_draft: z.boolean().describe('Whether it is a draft, which no report counts unless asked to.'),
  voucher_id: z.int().nullable().describe(meaning.voucher_id),
  relation_type: z.string().nullable().describe(meaning.relation_type),
  relation_id: z.int().nullable().describe(meaning.relation_id),
  relation_number: z.string().nullable().describe('Number of the related document; null without one.'),
  external_id: z.string().nullable().describe("The caller's own id of the entry."),
  metadata: MetadataOut.nullable(),
  lines: z
    .array(JournalLineOut)
    .describe('The lines, in the order of their numbers. Debit equals credit over all of them.'),
  created_by: PublicUserOut.nullable().optional().describe('The user who created the entry, embedded.'),
  updated_by: PublicUserOut.nullable().optional().describe('The user who last changed it, embedded.'),
  posted_by: PublicUserOut.nullable().optional().describe('The user who posted it, embedded.'),
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
const withOne = relations(entryRelations, [
  'lines',
  'lines.dimensions',
  'lines.account',
  'lines.account.mandatory_dimensions',
]);

/** What POST, the batch and PUT share. */
export const entryContent = {
  description: text().nullish().describe(meaning.description),
  is_draft: Switch.nullish().describe('True keeps the entry a draft; anything else posts it.'),
  voucher_id: Id.nullish().describe(meaning.voucher_id),
  relation_type: text(50).nullish().describe(meaning.relation_type),
  relation_id: Id.nullish().describe(meaning.relation_id),
  external_id: ExternalId.nullish(),
  metadata: MetadataIn.nullish(),
  lines: z
    .array(JournalLineIn, { error: 'must be an array of lines' })
    .min(1, 'must hold at least one line')
    .describe('Every line of the entry. Debit equals credit over all of them.'),
};

export const GivenByServer = z
  .null({ error: 'is given by the server and must not be sent' })
  .optional()
  .meta({ override: { type: ['integer', 'null'] } })
  .describe('Given by the server: null or left out.');

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
    client_account_id: ClientAccountIdText,
    date_from: CalendarDate.optional().describe('First posting date of any line.'),
    date_to: CalendarDate.optional().describe('Last posting date of any line.'),
    relation_type: text(50).optional().describe('Entries that belong to a record of this kind.'),
    relation_id: IdText.optional().describe('Entries that belong to the record with this id.'),
    external_id: text(100).optional().describe("The entry with this id of the caller's own."),
    include_drafts: IncludeDrafts,
    ...polling,
    with: withList,
  }),
  status: 200,
  output: followedListOf(JournalEntryOut),
  example: { query: { client_account_id: demo.company.id, date_from: '2026-01-15' }, answer: lastPageOf(supplies) },
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
    id: GivenByServer,
    client_account_id: ClientAccountIdIn,
    ...entryContent,
  }),
  status: 201,
  output: JournalEntryOut,
  example: {
    values: { 'body.external_id': 'journal-entries/external' },
    body: {
      client_account_id: demo.company.id,
      description: supplies.description,
      external_id: supplies.external_id,
      lines: suppliesLines,
    },
    answer: suppliesWhole,
  },
  location: (entry) => `/api/v2/journal-entries/${entry.id}`,
  idempotency: 'shared',
  failures: [denied, ...postingFailures],
  tool: { name: 'create_journal_entry', title: 'Create a journal entry' },
});

export const getJournalEntry = endpoint({
  name: 'ledger.getJournalEntry',
  summary: 'One journal entry with its lines, dimensions and accounts',
  description:
    'A draft or a posted one. Nothing of a posted entry changes but its metadata and the mark of a cancellation.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/journal-entries/{id}',
  account: { in: 'path', field: 'id', take: 'one', denied },
  envelope: standard,
  params: pathId('journal entry'),
  query: z.object({ with: withOne }),
  status: 200,
  output: JournalEntryOut,
  example: { params: { id: supplies.id }, answer: suppliesWhole },
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
  params: pathId('journal entry'),
  query: z.object({ with: withOne }),
  body: z.object({
    id: Id.nullish().describe('The id of the path, or left out.'),
    client_account_id: Id.nullish().describe(
      'The client account, which never changes: anything but its own id is refused.',
    ),
    ...entryContent,
    is_draft: Switch.nullish().describe('False posts the entry; anything else keeps it a draft.'),
  }),
  status: 200,
  output: JournalEntryOut,
  example: { params: { id: rentWhole.id }, body: { is_draft: false, lines: rentLines }, answer: rentWhole },
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
    'With cancelled "Y" a posted entry is marked and a reversal with opposite sides is posted, dated today but never before the last posting date of the original; the answer is the original. The entry of a document is refused: cancel or credit the document. A draft is deleted and the answer is {}. Any other value of cancelled changes nothing. With metadata instead, that object takes the place of the one before, on posted entries too; nothing else of a posted entry changes.',
  service: 'ledger',
  method: 'PATCH',
  path: '/api/v2/journal-entries/{id}',
  account: { in: 'path', field: 'id', take: 'one', denied },
  envelope: standard,
  params: pathId('journal entry'),
  query: z.object({ with: withOne }),
  body: z
    .looseObject({
      cancelled: z
        .unknown()
        .optional()
        .meta({ override: { type: 'string', description: '"Y" cancels; any other value changes nothing.' } }),
      cancellation_reason: text().nullish().describe('Why it is cancelled. Required for a posted entry.'),
      metadata: MetadataIn.nullish(),
    })
    .superRefine((body, context) => {
      if (body.metadata === undefined) return;
      for (const field of besideMetadata)
        if (body[field] !== undefined)
          context.addIssue({
            code: 'custom',
            path: [field],
            message: 'cannot be changed together with metadata, which is sent alone',
          });
    }),
  status: 200,
  output: z.union([JournalEntryOut, Nothing]),
  example: {
    params: { id: supplies.id },
    body: { cancelled: 'Y', cancellation_reason: 'Bokført to ganger' },
    answer: {
      ...suppliesWhole,
      cancelled: 'Y',
      cancelled_by_id: demo.users.owner,
      cancellation_entry_id: 4261,
      cancellation_reason: 'Bokført to ganger',
    },
  },
  notFoundCode: 'accounting.journal_entry_not_found',
  failures: [
    denied,
    'accounting.journal_entry_not_found',
    'accounting.journal_entry_of_document',
    'accounting.journal_entry_reconciled',
    'accounting.period_locked',
    'client_account.inactive',
  ],
  tool: { name: 'cancel_journal_entry', title: 'Cancel a journal entry, or change its metadata', destructive: true },
});

export const deleteJournalEntry = endpoint({
  name: 'ledger.deleteJournalEntry',
  summary: 'Delete a draft',
  description: 'It is gone without a trace. A posted entry is never deleted: cancel it.',
  service: 'ledger',
  method: 'DELETE',
  path: '/api/v2/journal-entries/{id}',
  account: { in: 'path', field: 'id', take: 'one', denied },
  envelope: standard,
  params: pathId('journal entry'),
  status: 200,
  output: Nothing,
  example: { params: { id: 4260 }, answer: {} },
  notFoundCode: 'accounting.journal_entry_not_found',
  failures: [
    denied,
    'accounting.journal_entry_not_found',
    'accounting.journal_entry_not_draft',
    'client_account.inactive',
  ],
});
