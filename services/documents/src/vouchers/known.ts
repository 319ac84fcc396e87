import type { Database } from '@app/db';
import type { Finder } from '@app/records';
import type { KnownVouchers } from '../records/known-vouchers.ts';
import { findVoucher, findVouchers } from './store.ts';

export const knownVouchers = (db: Pick<Database, 'executor'>): KnownVouchers => ({
  find: (id) => findVoucher(db.executor, id),
});

/** Vouchers that something new can be about: those that are not deleted. */
export const amongVouchers =
  (db: Pick<Database, 'executor'>): Finder =>
  async (clientAccountId, ids) =>
    new Set(
      (await findVouchers(db.executor, clientAccountId, ids))
        .filter(({ status }) => status !== 'DELETED')
        .map(({ id }) => id),
    );
