import { createGroupCommit, type Database, outboxRow } from '@app/db';
import { lockChanges } from '@app/records';
import type { Clock } from '@app/runtime';
import { ifBytesGone } from '../files/bytes-gone.ts';
import { tookTooLong } from '../files/keep.ts';
import { type CreateCommand, doneBefore } from './commands-store.ts';
import { type Inserted, insertNewVoucher, insertNewVouchers, type NewVoucherRows } from './new-voucher-store.ts';
import { requireFreeExternalId } from './store.ts';
import { voucherChanged } from './voucher.ts';

/** A voucher whose bytes are in the store, and the command that makes it. */
export interface VoucherToStore extends Omit<NewVoucherRows, 'command' | 'said'> {
  readonly command: CreateCommand;
  /** Nobody can have begun anything under its key. */
  readonly isFirstTry: boolean;
}

/** What was stored, or the voucher that an earlier try has made. */
export type StoredVoucher =
  | Inserted
  | { readonly id: number; readonly createdAt: undefined; readonly keepsBytes: false };

export interface VoucherStoring {
  /** Stores a voucher and says so, in the turn of its account. @throws Failure 409, 503 */
  store(voucher: VoucherToStore): Promise<StoredVoucher>;
  /**
   * Says that a voucher comes once its bytes are in the store: those that are ready before wait for it for a moment.
   * @returns to be called when its bytes are there, or will not be
   */
  expect(): () => void;
}

/** Everybody in a group waits for all of it. */
const MOST_IN_GROUP = 32;

type Ready = VoucherToStore & NewVoucherRows;

/**
 * Vouchers of one or many companies that arrive at the same moment share their statement and its commit
 * (docs/decisions/0213-uploads-share-commits.md), and wait for those whose bytes are being written (0286).
 */
export function createVoucherStoring({ db, clock }: { readonly db: Database; readonly clock: Clock }): VoucherStoring {
  const now = (): Date => new Date(clock.millis());
  const alone = (voucher: Ready): Promise<StoredVoucher> =>
    db.write(async (tx) => {
      const { command, file, isFirstTry } = voucher;
      const { clientAccountId } = file;
      const moment = await lockChanges(tx, clientAccountId, now());
      // Of two tries at one moment the second finds what the first made.
      const before = isFirstTry ? undefined : await doneBefore(tx, command);
      if (before !== undefined) return { id: before, createdAt: undefined, keepsBytes: false };
      const { externalId, sentByEmployee } = voucher.voucher;
      await requireFreeExternalId(tx, { clientAccountId, externalId }, { seesOthers: !sentByEmployee });
      const stored = await insertNewVoucher(tx, voucher, moment).catch(ifBytesGone);
      if (!stored) throw tookTooLong();
      return stored;
    });
  const groups = createGroupCommit<Ready, StoredVoucher>(
    {
      accountOf: ({ file }) => file.clientAccountId,
      together: async (all) => {
        const stored = await db.alone(undefined, (ex) => insertNewVouchers(ex, all, now()));
        db.committed();
        return stored;
      },
      alone,
    },
    { most: MOST_IN_GROUP },
  );
  return {
    store: (voucher) => {
      const { clientAccountId, fileName } = voucher.file;
      const said = outboxRow(voucherChanged({ clientAccountId, id: 0, fileName, status: 'PENDING', version: 1 }));
      const ready = { ...voucher, said };
      return isShared(db, voucher) ? groups.run(ready) : alone(ready);
    },
    expect: () => groups.expect(),
  };
}

/** What has to be looked up under the turn of its account goes by itself. */
const isShared = (db: Database, { isFirstTry, voucher }: VoucherToStore): boolean =>
  isFirstTry && voucher.externalId === null && !db.isJoined;
