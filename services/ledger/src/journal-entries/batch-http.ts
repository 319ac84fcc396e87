import { errorOf } from '@app/api/envelopes';
import { BATCH_LINES, BatchEntryIn, type BatchOut, createJournalEntries } from '@app/api/ledger/index';
import { type Api, docUrlOf, validate } from '@app/contract';
import { Failure, invalidField } from '@app/contract/failure';
import type { z } from 'zod';
import type { Books } from './books.ts';
import { type CreatedEntry, createAll, createEach } from './create-batch.ts';
import { newEntryRequest } from './http.ts';
import { presentEntry } from './present.ts';
import type { EntryRequest } from './write.ts';

type WireResult = z.input<typeof BatchOut>['results'][number];

/** Binds the batch to its operation. */
export function serveJournalEntryBatch(
  api: Api,
  books: Books,
  { publicBaseUrl }: { readonly publicBaseUrl: string },
): void {
  api.serve(createJournalEntries, async (call) => {
    const { body, query, language, requestId } = call;
    const account = { clientAccountId: call.account.clientAccountId, actorId: call.principal.userId };
    assertLineCount(body.entries);
    const items = body.entries.map((entry) => readEntry(entry, account.clientAccountId));
    const create = body.atomic ? createAll : createEach;
    const outcomes = await create(books, account, items, query.with.has('journal_entry'));
    const results = outcomes.map((outcome) => present(outcome, { language, requestId, publicBaseUrl }));
    const created = outcomes.filter((outcome) => !(outcome instanceof Failure)).length;
    return { created, refused: outcomes.length - created, results };
  });
}

/** The sum is bounded too: everything is written by one statement, which others of the account wait for. */
function assertLineCount(entries: readonly unknown[]): void {
  const lines = entries.reduce<number>((sum, entry) => sum + countLines(entry), 0);
  if (lines > BATCH_LINES)
    throw invalidField(
      'entries',
      `hold ${lines} lines in all; a batch takes at most ${BATCH_LINES}, so send the entries in several`,
    );
}

function countLines(entry: unknown): number {
  const lines = (entry as { readonly lines?: unknown } | null)?.lines;
  return Array.isArray(lines) ? lines.length : 0;
}

/** What is asked for, or why it cannot be read. */
function readEntry(entry: unknown, clientAccountId: number): EntryRequest | Failure {
  try {
    const body = validate(BatchEntryIn, entry, 'body');
    if (body.client_account_id != null && body.client_account_id !== clientAccountId)
      return invalidField(
        'client_account_id',
        `is ${body.client_account_id}, but the batch is for client account ${clientAccountId}`,
      );
    return newEntryRequest(body);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

interface Shown {
  readonly language: 'nob' | 'eng';
  readonly requestId: string;
  readonly publicBaseUrl: string;
}

function present(outcome: CreatedEntry | Failure, { language, requestId, publicBaseUrl }: Shown): WireResult {
  if (outcome instanceof Failure) {
    const error = errorOf(outcome, requestId, docUrlOf(publicBaseUrl, outcome));
    return { status: outcome.status, error };
  }
  const { id, sequenceNumber, entry } = outcome;
  return {
    status: 201,
    id,
    sequence_number: sequenceNumber,
    ...(entry ? { journal_entry: presentEntry(entry, { language }) } : {}),
  };
}
