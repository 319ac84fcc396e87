import { endpoint, paging } from '@app/contract';
import { z } from 'zod';
import { demo, onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountIdIn, ClientAccountIdText, pathId } from '../fields.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, FlagOrNull, IdText, Switch, text } from '../scalars.ts';
import { EntriesIn, ExternalReconciliationOut, exampleRecord, ItemsIn } from './external-fields.ts';

const denied = 'accounting.client_account_access_denied';

const Note = text().describe('What is to be noted about the record.');

export const listExternalReconciliations = endpoint({
  name: 'reconciliation.listExternalReconciliations',
  summary: 'The external reconciliations of a client account, newest first',
  description: 'Drafts and retired records are left out unless they are asked for.',
  service: 'reconciliation',
  method: 'GET',
  path: '/api/v2/external-reconciliations',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'one', denied },
  query: z.object({
    client_account_id: ClientAccountIdText,
    from_date: CalendarDate.optional().describe('Records made on this day or later.'),
    to_date: CalendarDate.optional().describe('Records made on this day or earlier.'),
    as_of_from: CalendarDate.optional().describe('Records of balances as of this day or later.'),
    as_of_to: CalendarDate.optional().describe('Records of balances as of this day or earlier.'),
    relation_type: text(50)
      .optional()
      .describe('Records with an entry of this kind: `PAYMT`, `JE`, `GENERAL_LEDGER_ACCOUNT` or a type of document.'),
    relation_id: IdText.optional().describe('Records with an entry that points at this record.'),
    relation_line_id: IdText.optional().describe('Records with an entry that points at this line.'),
    is_deleted: FlagOrNull.optional().describe('True: retired records alone; null: those as well. By default neither.'),
    is_draft: FlagOrNull.optional().describe('True: drafts alone; null: those as well. By default neither.'),
    ...paging({ maximum: 1_000 }),
  }),
  status: 200,
  output: listOf(ExternalReconciliationOut),
  example: {
    query: { client_account_id: demo.company.id, relation_type: 'PAYMT', relation_id: 1 },
    answer: onePageOf(exampleRecord),
  },
  failures: [denied],
  tool: { name: 'list_external_reconciliations', title: 'List external reconciliations', onRequest: ['entries'] },
});

const byId = {
  service: 'reconciliation',
  path: '/api/v2/external-reconciliations/{id}',
  envelope: standard,
  account: { in: 'path', field: 'id', take: 'one', denied },
  params: pathId('external reconciliation'),
  notFoundCode: 'external_reconciliation.not_found',
} as const;

const found = [denied, 'external_reconciliation.not_found'] as const;

export const getExternalReconciliation = endpoint({
  ...byId,
  name: 'reconciliation.getExternalReconciliation',
  summary: 'One external reconciliation',
  description: 'With its entries, a draft and a retired one as well.',
  method: 'GET',
  status: 200,
  output: ExternalReconciliationOut,
  example: { params: { id: exampleRecord.id }, answer: exampleRecord },
  failures: [...found],
});

export const createExternalReconciliation = endpoint({
  name: 'reconciliation.createExternalReconciliation',
  summary: 'Reconcile a bank transaction or a line of a document with the ledger',
  description:
    'One `EXTERNAL` entry and at least one of the ledger. A transaction is matched by lines on its house account that carry the account as `bankacc`, without a difference. A line of a document is matched by lines or balances of its `target`; items explain the difference. A draft leaves everything open. A fault of one entry is named by `details.entry_index`, from 0.',
  service: 'reconciliation',
  method: 'POST',
  path: '/api/v2/external-reconciliations',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one', denied },
  body: z.object({
    client_account_id: ClientAccountIdIn,
    note: Note.nullish(),
    is_draft: Switch.nullish().describe('True keeps it a draft; anything else reconciles.'),
    entries: EntriesIn,
  }),
  status: 201,
  output: ExternalReconciliationOut,
  example: {
    values: { 'body.entries.0.relation_id': 'bank-transactions/rent' },
    body: {
      client_account_id: demo.company.id,
      note: 'Husleie',
      entries: [
        { kind: 'EXTERNAL', relation_type: 'PAYMT', relation_id: 1, amount: '-15000.00', currency_code: 'NOK' },
        {
          ...{ kind: 'LEDGER_LINE', relation_type: 'JE', relation_id: 4258, relation_line_id: 9012 },
          ...{ amount: '-15000.00', currency_code: 'NOK' },
        },
      ],
    },
    answer: exampleRecord,
  },
  location: ({ id }) => `/api/v2/external-reconciliations/${id}`,
  idempotency: 'steps',
  failures: [denied, 'external_reconciliation.already_reconciled', 'common.conflict', 'client_account.inactive'],
  tool: { name: 'create_external_reconciliation', title: 'Reconcile with the bank or a document' },
});

export const updateExternalReconciliation = endpoint({
  ...byId,
  name: 'reconciliation.updateExternalReconciliation',
  summary: 'Change the note, replace the items of a draft, or reconcile it',
  description:
    'Only what is sent changes. With `is_draft` false a draft is reconciled when its items explain the whole difference and the ledger has not moved since it was made. The note changes on any record, a retired one included.',
  method: 'PATCH',
  body: z.object({
    note: Note.nullish(),
    items: ItemsIn.optional(),
    is_draft: Switch.refine((isDraft) => !isDraft, 'must be false: a record never becomes a draft again')
      .optional()
      .describe('False reconciles the draft.'),
  }),
  status: 200,
  output: ExternalReconciliationOut,
  example: { params: { id: exampleRecord.id }, body: { note: 'Husleie' }, answer: exampleRecord },
  failures: [
    ...found,
    'external_reconciliation.deleted',
    'external_reconciliation.already_reconciled',
    'period_reconciliation.not_a_draft',
    'period_reconciliation.unexplained_difference',
    'period_reconciliation.stale_draft',
    'common.conflict',
    'client_account.inactive',
  ],
});

export const deleteExternalReconciliation = endpoint({
  ...byId,
  name: 'reconciliation.deleteExternalReconciliation',
  summary: 'Retire an external reconciliation',
  description:
    'The record stays, marked as deleted, and what it points at can be reconciled again. One that is retired stays so.',
  method: 'DELETE',
  status: 204,
  output: z.undefined(),
  example: { params: { id: exampleRecord.id } },
  failures: [...found, 'common.conflict', 'client_account.inactive'],
});

export const externalEndpoints = [
  listExternalReconciliations,
  getExternalReconciliation,
  createExternalReconciliation,
  updateExternalReconciliation,
  deleteExternalReconciliation,
];
