import { conflict, type Failure } from '@app/contract/failure';
import { appendToOutbox, type Database, defineUseCase, type Tx } from '@app/db';
import { decimal, formatMoney } from '@app/money';
import { type Stamp, takeStamp } from '@app/records';
import type { ClientOf, Ledger, ReconciliationLines } from '@app/rpc';
import type { Clock, Logger } from '@app/runtime';
import { z } from 'zod';
import { markReconciled } from '../bank-transactions/for-records.ts';
import { recorded } from './events.ts';
import type { ExternalHooks } from './hooks.ts';
import { type ExternalRecord, entryFault, type Method, staleDraft } from './record.ts';
import {
  changeRecord,
  deleteEntries,
  deleteRecord,
  dropClaims,
  lockRecord,
  restoreItems,
  takeNumbers,
} from './store.ts';

export interface RecordingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ledger: Pick<ClientOf<typeof Ledger>, 'ClaimLines' | 'ReleaseLines'>;
  readonly documentLines: Pick<ClientOf<typeof ReconciliationLines>, 'HoldReconciliationLines'>;
  readonly hooks: ExternalHooks;
}

const intentSchema = z.object({
  recordId: z.int(),
  actorId: z.int(),
  /** It was a draft, which a refusal brings back. */
  wasDraft: z.boolean(),
  /** What was changed of the draft with it, as it was. */
  before: z
    .object({
      note: z.string().nullable(),
      preparedMethod: z.string().nullable(),
      /** Absent when the items stay. */
      items: z
        .array(
          z.object({
            ...{ id: z.int(), place: z.int(), description: z.string(), amount: z.string() },
            ...{ currencyCode: z.string(), exchangeRate: z.string() },
          }),
        )
        .optional(),
    })
    .optional(),
  method: z.string(),
  claims: z.array(
    z.object({ claimId: z.int(), place: z.int(), lineId: z.int(), amount: z.string(), amountFc: z.string() }),
  ),
  /** The line of a document that it is about, as it was compared. */
  line: z
    .object({
      ...{ documentId: z.int(), lineId: z.int(), documentType: z.string(), expectedAmount: z.string() },
      currencyCode: z.string(),
      /** The day of its balance; null for a line that is no balance. */
      asOfDate: z.string().nullable(),
    })
    .nullable(),
});

export const recordingResult = z.object({ recordId: z.int() });

export type RecordingIntent = z.output<typeof intentSchema>;

/** What reconciling is called, whether others take part in it or not. */
export const RECORDING = 'record_external';

/** The key of the amounts that a command claims of lines; their release carries the same one. */
export const claimKey = (commandKey: string): string => `external:${commandKey}`;

/**
 * Reconciling is one use case over services: the record takes its subject here, the line of a document is held, the
 * ledger claims the amounts of its lines once under the command key, and the record is numbered. What the ledger or
 * documents refuse is gone again, or is the draft that it was.
 */
export const defineRecording = (deps: RecordingDeps) =>
  defineUseCase(deps, {
    name: RECORDING,
    leaseSeconds: 10,
    intent: intentSchema,
    result: recordingResult,
    given: z.undefined(),
    call: async ({ commandKey, clientAccountId, intent }) => {
      await holdLine(deps, clientAccountId!, intent);
      if (intent.claims.length === 0) return;
      const { faults } = await deps.ledger.ClaimLines(
        {
          ...{ clientAccountId: clientAccountId!, commandKey: claimKey(commandKey), kind: 'CLAIM_KIND_EXTERNAL' },
          reconciliationId: intent.recordId,
          claims: intent.claims.map(({ claimId, lineId, amount, amountFc }) => ({
            ...{ reconciliationEntryId: claimId, journalLineId: lineId, amount, amountFc },
          })),
        },
        { deadlineMillis: 10_000 },
      );
      const [fault] = faults;
      if (!fault) return;
      if (intent.wasDraft) throw staleDraft(intent.recordId);
      const { place, lineId } = intent.claims[fault.index]!;
      throw entryFault(
        place,
        `Line ${lineId} was cancelled, or reconciled elsewhere, at this moment: ${fault.remainingAmount} is left of it`,
      );
    },
    finish: ({ clientAccountId, intent, commit }) =>
      commit(async (tx) => {
        await finishRecording(tx, deps, clientAccountId!, intent);
        return { recordId: intent.recordId };
      }),
    refuse: async (tx, { clientAccountId, intent }) => {
      await takeStamp(tx, deps.clock, clientAccountId!, intent.actorId);
      const key = { clientAccountId: clientAccountId!, id: intent.recordId };
      const record = await lockRecord(tx, key);
      if (!record) return;
      if (!intent.wasDraft) return deleteRecord(tx, key);
      await dropClaims(tx, key);
      await changeRecord(tx, record, { busyKey: null, takesSubject: false, bankTransactionId: null });
      if (intent.before) await bringBack(tx, record, intent.before);
    },
    undo: async ({ commandKey, clientAccountId, intent }) => {
      if (intent.claims.length === 0) return;
      await deps.ledger.ReleaseLines({
        ...{ clientAccountId: clientAccountId!, commandKey: claimKey(commandKey), kind: 'CLAIM_KIND_EXTERNAL' },
        reconciliationId: intent.recordId,
      });
    },
  });

export type Recording = ReturnType<typeof defineRecording>;

/** Numbers a record whose amounts are claimed; whoever follows it hears of it. */
export async function finishRecording(
  tx: Tx,
  deps: Pick<RecordingDeps, 'clock' | 'hooks'>,
  clientAccountId: number,
  { recordId, actorId, method }: Pick<RecordingIntent, 'recordId' | 'actorId' | 'method'>,
): Promise<ExternalRecord> {
  const stamp = await takeStamp(tx, deps.clock, clientAccountId, actorId);
  const before = (await lockRecord(tx, { clientAccountId, id: recordId }))!;
  return finishHeld(tx, deps, before, { stamp, actorId, method });
}

/** The same about a record that is held, in the turn of the client account. */
export async function finishHeld(
  tx: Tx,
  { hooks }: Pick<RecordingDeps, 'hooks'>,
  held: ExternalRecord,
  { stamp, actorId, method }: { readonly stamp: Stamp; readonly actorId: number; readonly method: string },
): Promise<ExternalRecord> {
  const { clientAccountId } = held;
  const record = await changeRecord(tx, held, {
    ...{ isPending: false, isDraft: false, busyKey: null, preparedMethod: null, takesSubject: true },
    sequenceNumber: await takeNumbers(tx, clientAccountId, 1),
    method: method as Method,
  });
  if (record.bankTransactionId !== null)
    await markReconciled(tx, { clientAccountId, id: record.bankTransactionId }, true, stamp);
  await appendToOutbox(tx, ...recorded([record]));
  await hooks.recorded(tx, record, actorId);
  return record;
}

/** A draft is what it was before it was changed and reconciled in one request. */
async function bringBack(
  tx: Tx,
  record: ExternalRecord,
  { note, preparedMethod, items }: NonNullable<RecordingIntent['before']>,
): Promise<void> {
  await changeRecord(tx, record, { note, preparedMethod: preparedMethod as ExternalRecord['preparedMethod'] });
  if (!items) return;
  await deleteEntries(tx, record, 'RECONCILING_ITEM');
  await restoreItems(tx, record, items);
}

/**
 * The line of a document is as it was compared, and stays so until the record is there: documents asks for records
 * before it changes a line, and meets the hold after.
 * @throws Failure 409 when it changed since, 503
 */
async function holdLine(
  { documentLines }: RecordingDeps,
  clientAccountId: number,
  { line, recordId, wasDraft }: RecordingIntent,
): Promise<void> {
  if (!line) return;
  const { documentId, lineId } = line;
  const { lines } = await documentLines.HoldReconciliationLines({ clientAccountId, lines: [{ documentId, lineId }] });
  const [held] = lines;
  if (held?.isBusy) throw conflict(`Document ${documentId} is being changed at this moment; try again in a moment`);
  const isSame =
    held?.target &&
    held.documentStatus === 'POSTED' &&
    held.documentType === line.documentType &&
    (held.lineType === 'BALANCE' ? held.lineDate : null) === line.asOfDate &&
    held.currencyCode === line.currencyCode &&
    formatMoney(decimal(held.amount).times(held.target.ledgerSign)) === line.expectedAmount;
  if (isSame) return;
  throw wasDraft ? staleDraft(recordId) : changedMeanwhile(documentId, lineId);
}

const changedMeanwhile = (documentId: number, lineId: number): Failure =>
  conflict(`Line ${lineId} of document ${documentId} was changed at this moment; read it again`);
