import { appendToOutbox, defineUseCase } from '@app/db';
import { internalDeleted } from '@app/events';
import { z } from 'zod';
import { busy, type CommittingDeps, subjectOf } from './commit.ts';
import { isBeingCommitted } from './proposals.ts';
import { isDraft, type Reconciliation } from './reconciliation.ts';
import { lockReconciliation, markDeleted, removeDraft } from './store.ts';
import { type Accounts, wordsOf } from './words.ts';

const intentSchema = z.object({ reconciliationId: z.int(), actorId: z.int(), exchangeEntryId: z.int().nullable() });

/** Somebody else has deleted it, or it was a draft that went at once: nothing is left to do. */
class GoneAlready extends Error {}

/**
 * Deleting a committed reconciliation is one use case over two services: the ledger releases its lines and cancels the
 * entry of its exchange difference in one transaction, and the record is marked (IRC-R31 to IRC-R33). Where that entry
 * cannot be cancelled, as on a locked date, nothing changes.
 */
export const defineDeleting = ({
  db,
  clock,
  logger,
  ledger,
  organisation,
}: Omit<CommittingDeps, 'groups'> & { readonly organisation: Accounts }) => {
  const reasonOf = async (clientAccountId: number) => (await wordsOf(organisation, clientAccountId)).deleted;
  return defineUseCase(
    { db, logger },
    {
      name: 'delete_internal_reconciliation',
      leaseSeconds: 10,
      intent: intentSchema,
      result: z.object({ reconciliationId: z.int() }),
      given: z.undefined(),
      call: async ({ commandKey, clientAccountId, intent }) => {
        const { reconciliationId, exchangeEntryId, actorId } = intent;
        await ledger.ReleaseLines(
          {
            clientAccountId: clientAccountId!,
            commandKey: `internal-deletion:${commandKey}`,
            kind: 'CLAIM_KIND_INTERNAL',
            reconciliationId,
            ...(exchangeEntryId === null
              ? {}
              : {
                  difference: {
                    journalEntryId: exchangeEntryId,
                    userId: actorId,
                    reason: await reasonOf(clientAccountId!),
                  },
                }),
          },
          { deadlineMillis: 20_000 },
        );
        return null;
      },
      finish: ({ clientAccountId, intent, commit }) =>
        commit(async (tx) => {
          const record = { clientAccountId: clientAccountId!, id: intent.reconciliationId };
          await markDeleted(tx, record, { at: new Date(clock.millis()), userId: intent.actorId });
          await appendToOutbox(
            tx,
            internalDeleted.create(
              { client_account_id: record.clientAccountId, reconciliation_id: record.id },
              record.clientAccountId,
            ),
          );
          return { reconciliationId: intent.reconciliationId };
        }),
    },
  );
};

export type Deleting = ReturnType<typeof defineDeleting>;

/**
 * Deletes a reconciliation: a draft for good, a committed one by its mark. One that is gone or deleted is left as it is
 * (IRC-R30, IRC-R34), and a deletion that was cut short is carried to its end.
 * @throws Failure 409 `accounting.period_locked`, `accounting.journal_entry_reconciled`, `common.conflict`
 */
export async function deleteReconciliation(
  { db, deleting }: Pick<CommittingDeps, 'db'> & { readonly deleting: Deleting },
  caller: { readonly userId: number; readonly commandKey: string; readonly dryRun?: boolean },
  { clientAccountId, id }: Pick<Reconciliation, 'clientAccountId' | 'id'>,
): Promise<void> {
  const begin = (): Promise<unknown> =>
    deleting.run(
      caller.commandKey,
      (begin) =>
        db.write(async (tx) => {
          const record = await lockReconciliation(tx, { clientAccountId, id });
          if (!record || record.deletedAt !== null) throw new GoneAlready();
          const { exchangeEntryId } = record;
          return begin(tx, {
            intent: { reconciliationId: id, actorId: caller.userId, exchangeEntryId },
            ...{ subject: subjectOf(id), clientAccountId, busy: busy(id) },
          });
        }),
      undefined,
    );
  // A dry run stores nothing, so neither does the ledger release anything for it.
  if ((await removeNow()) || caller.dryRun) return;
  if (await deleting.carryOn({ subject: subjectOf(id) })) return;
  await begin().catch((error: unknown) => {
    if (!(error instanceof GoneAlready)) throw error;
  });

  /** A draft goes in one transaction. */
  function removeNow(): Promise<boolean> {
    return db.write(async (tx) => {
      const record = await lockReconciliation(tx, { clientAccountId, id });
      if (!record) return true;
      if (!isDraft(record)) return false;
      if (await isBeingCommitted(tx, id)) throw busy(id);
      return removeDraft(tx, record);
    });
  }
}
