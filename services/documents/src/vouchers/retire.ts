import { type Failure, invalid } from '@app/contract/failure';
import { appendToOutbox, type Database, defineUseCase, type Tx } from '@app/db';
import { lockChanges } from '@app/records';
import type { Clock, Logger } from '@app/runtime';
import { z } from 'zod';
import { askBooks } from './follow-books.ts';
import { storeBooks, voucherLinksChanged } from './links.ts';
import { holdVouchers } from './links-store.ts';
import { voucherNotFound } from './loading.ts';
import { blockingDocument, dropDraftDocuments, hideVouchers, markDeleted, showVouchers } from './retire-store.ts';
import type { Books } from './standing.ts';
import { stampVouchers } from './store.ts';
import { voucherChanged } from './voucher.ts';
import { cancelWorkflows } from './workflow/store.ts';

export interface RetiringDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly books: Books;
  /** The sentence about the first reconciliation because of which vouchers cannot go; undefined when there is none. */
  readonly blockingRecord: (clientAccountId: number, voucherIds: readonly number[]) => Promise<string | undefined>;
}

const intent = z.object({ clientAccountId: z.int(), voucherIds: z.array(z.int()), userId: z.int() });

type Intent = z.output<typeof intent>;

/** Why vouchers cannot be deleted, in the words of whoever asks. */
const blocked = (message: string): Failure => invalid(message);

/**
 * Deletes vouchers with their drafts, over both services: they count as deleted from the beginning, so that nothing is
 * linked to them any more; the ledger lets its drafts go, all or none; then documents' own drafts go and whoever refers
 * to the vouchers hears of it. What the ledger refuses is taken back.
 */
export const defineRetirement = (deps: Omit<RetiringDependencies, 'blockingRecord'>) =>
  defineUseCase(deps, {
    name: 'retire_vouchers',
    leaseSeconds: 30,
    intent,
    result: z.object({ voucherIds: z.array(z.int()) }),
    given: z.undefined(),
    call: async ({ intent: { clientAccountId, voucherIds } }) => {
      const { postedVoucherIds } = await deps.books.ReleaseVouchers({ clientAccountId, voucherIds });
      if (postedVoucherIds.length > 0) throw hasPosted(postedVoucherIds[0]!);
    },
    finish: ({ intent: { clientAccountId, voucherIds, userId }, commit }) =>
      commit(async (tx) => {
        const now = await lockChanges(tx, clientAccountId, new Date(deps.clock.millis()));
        await dropDraftDocuments(tx, clientAccountId, voucherIds);
        const gone = await hideVouchers(tx, clientAccountId, voucherIds, { userId, now });
        await appendToOutbox(
          tx,
          ...gone.map((voucher) => voucherChanged({ ...voucher, clientAccountId, status: 'DELETED' })),
        );
        return { voucherIds };
      }),
    refuse: async (tx, { intent: { clientAccountId, voucherIds } }) => {
      const moment = await lockChanges(tx, clientAccountId, new Date(deps.clock.millis()));
      await showVouchers(tx, clientAccountId, voucherIds);
      await voucherLinksChanged(tx, clientAccountId, voucherIds, { showsOther: true, moment });
    },
  });

export type Retirement = ReturnType<typeof defineRetirement>;

const hasPosted = (id: number): Failure =>
  blocked(`Voucher ${id} has a posted journal entry; cancel the entry before the voucher is deleted`);

/**
 * Drives the deletion of vouchers to its end.
 * @throws Failure 400 when one of them cannot go, 404, 503
 */
export async function retireVouchers(
  deps: RetiringDependencies,
  retirement: Retirement,
  commandKey: string,
  wish: Intent,
): Promise<void> {
  const { clientAccountId, voucherIds } = wish;
  const told = await askBooks(deps, clientAccountId, voucherIds);
  await retirement.run(
    commandKey,
    async (begin) => {
      const record = await deps.blockingRecord(clientAccountId, voucherIds);
      if (record !== undefined) throw blocked(record);
      return deps.db.write(async (tx) => {
        const moment = await lockChanges(tx, clientAccountId, new Date(deps.clock.millis()));
        await storeBooks(tx, clientAccountId, told);
        await requireFree(tx, wish);
        const run = await begin(tx, { clientAccountId, intent: wish });
        await cancelWorkflows(tx, clientAccountId, voucherIds, { moment, actorId: wish.userId });
        await markDeleted(tx, clientAccountId, voucherIds);
        await stampVouchers(tx, clientAccountId, voucherIds, moment);
        return run;
      });
    },
    undefined,
  );
}

/** @throws Failure 400, 404 */
async function requireFree(tx: Tx, { clientAccountId, voucherIds }: Intent): Promise<void> {
  const held = new Map((await holdVouchers(tx, clientAccountId, voucherIds)).map((each) => [each.id, each]));
  for (const id of voucherIds) if ((held.get(id)?.status ?? 'DELETED') === 'DELETED') throw voucherNotFound(id);
  const document = await blockingDocument(tx, clientAccountId, voucherIds);
  if (document) throw blocked(document);
  const booked = [...held.values()].find(({ status }) => status === 'BOOKED');
  if (booked) throw hasPosted(booked.id);
}
