import { endpoint, relations } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { ErrorOut, standard } from '../envelopes.ts';
import { ClientAccountIdIn } from '../fields.ts';
import { Id, Switch } from '../scalars.ts';
import { rentLines, saleLines } from './examples.ts';
import { entryContent, GivenByServer, JournalEntryOut } from './journal-entries.ts';

const denied = 'accounting.client_account_access_denied';

export const BATCH_ENTRIES = 1_000;
export const BATCH_LINES = 10_000;

/** One entry of a batch: the body of the single call; the client account is the batch's. */
export const BatchEntryIn = z.object(
  {
    id: GivenByServer,
    client_account_id: Id.nullish().describe('The client account of the batch, or left out.'),
    ...entryContent,
  },
  { error: 'must be an object' },
);

/**
 * What is wrong with one entry is the result of that entry, not of the call: entries are taken as they come, and each
 * is validated by `BatchEntryIn` when its turn comes.
 */
const AnyEntryIn = z.custom<z.input<typeof BatchEntryIn>>(() => true).meta({ standsFor: BatchEntryIn });

const tooMany = `must hold 1 to ${BATCH_ENTRIES} entries`;

/** An entry of a batch that was created. */
export const BatchCreatedOut = z.object({
  status: z
    .literal(201)
    .meta({ override: { type: 'integer', const: 201 } })
    .describe('The status of the single call.'),
  id: z.int().describe('Id of the journal entry.'),
  sequence_number: z.int().nullable().describe('Number of the entry in the books; null for a draft.'),
  journal_entry: JournalEntryOut.optional().describe('The entry, embedded.'),
});

/** An entry of a batch that was refused. */
export const BatchRefusedOut = z.object({
  status: z.int().min(400).max(599).describe('The status of the single call.'),
  error: ErrorOut.describe('The error object of the single call.'),
});

export const BatchOut = z.object({
  created: z.int().describe('How many entries were created.'),
  refused: z.int().describe('How many entries were refused.'),
  results: z
    .array(z.union([BatchCreatedOut, BatchRefusedOut]))
    .describe('One result per entry, in the order of the entries.'),
});

export const createJournalEntries = endpoint({
  name: 'ledger.createJournalEntries',
  summary: `Create up to ${BATCH_ENTRIES} journal entries of one client account in one transaction`,
  description: `Each entry is what POST /journal-entries/ takes, under the same rules, and sequence numbers follow the order of the entries. With atomic true all are created or none: a refusal answers 400 with the index of the first faulty entry, the status and code that the single call would answer with for it, and every fault as entries.<index>.<field>. With atomic false every entry that can be created is, and each of the others gets the status and the error object that the single call would answer with, at its place in results. Two entries that name one voucher are decided by their order. Repeat a call whose answer was lost with the same Idempotency-Key. At most ${BATCH_LINES} lines in all. The entries themselves are in the answer with "with=journal_entry".`,
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/journal-entries/batch',
  account: { in: 'body', field: 'client_account_id', take: 'one', missing: { status: 403, code: denied }, denied },
  envelope: standard,
  query: z.object({ with: relations(['journal_entry']) }),
  body: z.object({
    client_account_id: ClientAccountIdIn,
    atomic: Switch.describe('True creates all entries or none; false creates every entry that can be created.'),
    entries: z
      .array(AnyEntryIn, { error: 'must be an array of journal entries' })
      .min(1, tooMany)
      .max(BATCH_ENTRIES, tooMany)
      .describe(`The entries, 1 to ${BATCH_ENTRIES}, each as the single call takes it. Numbers follow their order.`),
  }),
  status: 200,
  output: BatchOut,
  holdsFailures: true,
  example: {
    body: {
      client_account_id: demo.company.id,
      atomic: true,
      entries: [
        { description: 'Faktura 11400 til Kaffebaren på Torget AS', lines: saleLines },
        { description: 'Husleie februar', is_draft: true, lines: rentLines },
        { description: 'Husleie februar, en gang til', is_draft: true, lines: rentLines },
      ],
    },
    answer: {
      created: 3,
      refused: 0,
      results: [
        { status: 201, id: 4258, sequence_number: 4008 },
        { status: 201, id: 4259, sequence_number: null },
        { status: 201, id: 4260, sequence_number: null },
      ],
    },
  },
  failures: [denied, 'client_account.inactive'],
  tool: { name: 'create_journal_entries', title: 'Create many journal entries' },
});
