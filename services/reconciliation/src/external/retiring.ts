import { appendToOutbox, type Database, defineUseCase, type Tx } from '@app/db';
import { type Stamp, takeStamp } from '@app/records';
import type { ClientOf, Ledger } from '@app/rpc';
import type { Clock, Logger } from '@app/runtime';
import { z } from 'zod';
import { markReconciled } from '../bank-transactions/for-records.ts';
import { retiredFacts } from './events.ts';
import type { ExternalHooks } from './hooks.ts';
import { type ExternalRecord, recordBusy } from './record.ts';
import { claimKey } from './recording.ts';
import { changeRecord, hasLines, lockRecord, type RecordKey, retired } from './store.ts';

export interface RetiringDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ledger: Pick<ClientOf<typeof Ledger>, 'ReleaseLines'>;
  readonly hooks: ExternalHooks;
}

const intentSchema = z.object({ recordId: z.int(), actorId: z.int() });

/** Retiring a record that takes amounts of lines: the ledger releases them, then the record and its subject are free. */
export const defineRetiring = (deps: RetiringDeps) =>
  defineUseCase(deps, {
    name: 'retire_external',
    leaseSeconds: 10,
    intent: intentSchema,
    result: z.object({ recordId: z.int() }),
    given: z.undefined(),
    call: async ({ commandKey, clientAccountId, intent }) => {
      await deps.ledger.ReleaseLines({
        ...{ clientAccountId: clientAccountId!, commandKey: claimKey(commandKey), kind: 'CLAIM_KIND_EXTERNAL' },
        reconciliationId: intent.recordId,
      });
    },
    finish: ({ clientAccountId, intent: { recordId, actorId }, commit }) =>
      commit(async (tx) => {
        const stamp = await takeStamp(tx, deps.clock, clientAccountId!, actorId);
        const record = (await lockRecord(tx, { clientAccountId: clientAccountId!, id: recordId }))!;
        await markRetired(tx, deps.hooks, record, stamp);
        return { recordId };
      }),
    refuse: async (tx, { clientAccountId, intent: { recordId, actorId } }) => {
      await takeStamp(tx, deps.clock, clientAccountId!, actorId);
      const record = await lockRecord(tx, { clientAccountId: clientAccountId!, id: recordId });
      if (record) await changeRecord(tx, record, { busyKey: null });
    },
  });

export type Retiring = ReturnType<typeof defineRetiring>;

/** Marks a record as retired, in the transaction at hand: nothing in the ledger is claimed for it any more. */
async function markRetired(
  tx: Tx,
  hooks: ExternalHooks,
  record: ExternalRecord,
  stamp: Stamp,
): Promise<ExternalRecord> {
  const after = await changeRecord(tx, record, retired(stamp));
  if (record.bankTransactionId !== null)
    await markReconciled(tx, { clientAccountId: record.clientAccountId, id: record.bankTransactionId }, false, stamp);
  if (!record.isDraft) await appendToOutbox(tx, ...retiredFacts([after]));
  await hooks.retired(tx, after, stamp.actorId!);
  return after;
}

/**
 * Retires a record; one that is retired stays as it is (XRC-R42), and retiring that was cut short is carried to its end.
 * @throws Failure 409 while it is being reconciled or retired by somebody else, 503
 */
export async function retireRecord(
  deps: RetiringDeps & { readonly retiring: Retiring },
  caller: { readonly userId: number; readonly commandKey: string },
  { clientAccountId, id }: RecordKey,
): Promise<void> {
  const { db, clock, hooks, retiring } = deps;
  const { userId, commandKey } = caller;
  const held = await db.write(async (tx) => {
    const stamp = await takeStamp(tx, clock, clientAccountId, userId);
    const record = await lockRecord(tx, { clientAccountId, id });
    if (!record || record.deletedAt !== null) return undefined;
    if (record.busyKey !== null || (!record.isDraft && (await hasLines(tx, record)))) return record;
    await markRetired(tx, hooks, record, stamp);
    return undefined;
  });
  if (!held) return;
  if (held.busyKey !== null && held.busyKey !== commandKey) {
    // What holds a draft is its reconciling.
    if (!held.isDraft && (await retiring.carryOn({ commandKey: held.busyKey }))) return;
    throw recordBusy(id);
  }
  await retiring.run(
    commandKey,
    (begin) =>
      db.write(async (tx) => {
        await takeStamp(tx, clock, clientAccountId, userId);
        const record = (await lockRecord(tx, { clientAccountId, id }))!;
        if (record.busyKey !== null || record.deletedAt !== null) throw recordBusy(id);
        await changeRecord(tx, record, { busyKey: commandKey });
        return begin(tx, {
          intent: { recordId: id, actorId: userId },
          ...{ subject: `${id}`, clientAccountId, busy: recordBusy(id) },
        });
      }),
    undefined,
  );
}
