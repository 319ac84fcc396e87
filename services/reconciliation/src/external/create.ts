import { defineCommand, type Tx } from '@app/db';
import { decimal } from '@app/money';
import { takeStamp } from '@app/records';
import { z } from 'zod';
import { type GroundSources, readGround } from './ground.ts';
import { compare, isOfTransaction, requireExplained } from './judge.ts';
import { alreadyReconciled, type Comparison, type EntryWish, type Method } from './record.ts';
import { finishRecording, type Recording, type RecordingDeps, type RecordingIntent } from './recording.ts';
import { requireShape } from './shape.ts';
import { insertEntries, insertRecord, planClaims } from './store.ts';

export interface WritingDeps extends GroundSources, RecordingDeps {
  readonly documentLines: GroundSources['documentLines'] & RecordingDeps['documentLines'];
  readonly ledger: GroundSources['ledger'] & RecordingDeps['ledger'];
  readonly recording: Recording;
}

export interface Caller {
  readonly userId: number;
  /** The same for every try of one command. */
  readonly commandKey: string;
  /** Nothing can have been begun under the key before. */
  readonly isFirstTry?: boolean;
  /** Everything but what leaves the database: rolled back by whoever asked. */
  readonly dryRun: boolean;
}

export interface NewRecordWish {
  readonly clientAccountId: number;
  readonly note: string | null;
  readonly isDraft: boolean;
  readonly entries: readonly EntryWish[];
}

const drafting = defineCommand<{ readonly recordId: number }>({
  name: 'draft_external',
  result: z.object({ recordId: z.int() }),
});

/**
 * Compares an outside figure with the ledger, and keeps that as a draft or reconciles it.
 * @returns the id of the record
 * @throws Failure 400, 409 `external_reconciliation.already_reconciled`, 503
 */
export async function createRecord(deps: WritingDeps, caller: Caller, wish: NewRecordWish): Promise<number> {
  const { db, recording } = deps;
  const { clientAccountId } = wish;
  if (wish.isDraft || caller.dryRun) return keepHere(deps, caller, wish);
  const { result } = await recording.run(
    caller.commandKey,
    async (begin) => {
      const comparison = await compareWish(deps, wish);
      return db.write(async (tx) => {
        const intent = await write(tx, deps, caller, wish, comparison);
        return begin(tx, { intent, subject: String(intent.recordId), clientAccountId });
      });
    },
    undefined,
    { isFirstTry: caller.isFirstTry },
  );
  return result.recordId;
}

/** A draft asks nobody to claim anything, and neither does what is rehearsed. */
async function keepHere(deps: WritingDeps, caller: Caller, wish: NewRecordWish): Promise<number> {
  const { recordId } = await drafting.once(deps.db, caller.commandKey, async (carryOut) => {
    const comparison = await compareWish(deps, wish);
    return carryOut(async (tx) => {
      const intent = await write(tx, deps, caller, wish, comparison);
      if (!wish.isDraft) await finishRecording(tx, deps, wish.clientAccountId, intent);
      return { recordId: intent.recordId };
    });
  });
  return recordId;
}

async function compareWish(
  deps: WritingDeps,
  { clientAccountId, isDraft, entries }: NewRecordWish,
): Promise<Comparison> {
  requireShape(entries);
  const ground = await readGround(deps, clientAccountId, entries);
  const comparison = compare(entries, ground);
  if (!isDraft) requireExplained(comparison);
  if (ground.isTaken) throw alreadyReconciled(comparison);
  return comparison;
}

/** Writes the record with its entries, and with what its lines are to take. */
async function write(
  tx: Tx,
  { clock }: Pick<WritingDeps, 'clock'>,
  { userId, commandKey }: Caller,
  { clientAccountId, note, isDraft }: NewRecordWish,
  comparison: Comparison,
): Promise<RecordingIntent> {
  const stamp = await takeStamp(tx, clock, clientAccountId, userId);
  const { entries, isExplained: _, ...figures } = comparison;
  const record = await insertRecord(tx, {
    ...{ clientAccountId, note, isDraft, createdAt: stamp.moment, createdById: userId },
    ...figures,
    ...{ isPending: !isDraft, busyKey: isDraft ? null : commandKey, takesSubject: !isDraft },
    bankTransactionId: !isDraft && isOfTransaction(comparison) ? comparison.subjectId : null,
  });
  await insertEntries(tx, record, entries);
  const claims = isDraft ? [] : await planClaims(tx, record, entries);
  return intentOf(comparison, { recordId: record.id, actorId: userId, wasDraft: false, claims });
}

/** By which method a comparison is reconciled that no rule has prepared. */
export const methodOf = ({ difference }: Pick<Comparison, 'difference'>): Method =>
  decimal(difference).isZero() ? 'EXTERNAL_MATCH' : 'EXPLAINED';

/** What reconciling a record has to do. */
export const intentOf = (
  comparison: Comparison,
  more: Pick<RecordingIntent, 'recordId' | 'actorId' | 'wasDraft' | 'claims' | 'before'>,
): RecordingIntent => ({
  method: methodOf(comparison),
  ...more,
  line:
    comparison.subjectLineId === 0
      ? null
      : {
          ...{ documentId: comparison.subjectId, lineId: comparison.subjectLineId },
          ...{ documentType: comparison.subjectType, asOfDate: comparison.asOfDate },
          ...{ expectedAmount: comparison.expectedAmount, currencyCode: comparison.currencyCode },
        },
});
