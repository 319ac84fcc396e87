import type { Database, Executor } from '@app/db';
import type { Finder } from '../outside/named-records.ts';
import { findVoucher, findVouchers, type Voucher } from './store.ts';

/** A voucher by its id alone, deleted ones included: whoever asks decides who may see it. */
export const knownVoucher = (ex: Executor, id: number): Promise<Voucher | undefined> => findVoucher(ex, id);

/** Vouchers that something new can be about: those that are not deleted. */
export const amongVouchers =
  (db: Pick<Database, 'executor'>): Finder =>
  async (clientAccountId, ids) =>
    new Set(
      (await findVouchers(db.executor, clientAccountId, ids))
        .filter(({ status }) => status !== 'DELETED')
        .map(({ id }) => id),
    );
