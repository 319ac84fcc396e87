import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import { findAccounts } from '../tenancy/account-store.ts';
import { instantOut } from '../wire.ts';
import type { OwnRecord } from './record.ts';

/** What all kinds show. */
export const identityWire = ({ id, clientAccountId, name, isActive }: OwnRecord) => ({
  id,
  client_account_id: clientAccountId,
  name,
  is_active: isActive,
});

/** Number and audit fields. */
export const auditWire = (record: OwnRecord) => ({
  sequence_number: record.sequenceNumber,
  created_at: instantOut(record.createdAt),
  created_by_id: record.createdById,
  updated_at: instantOut(record.updatedAt),
  updated_by_id: record.updatedById,
});

type Wanted = ReadonlySet<'client_account'>;

/**
 * Turns records into what leaves the house; names of their client accounts are read at once, and only when asked for.
 */
export function createPresenter<R extends OwnRecord, W extends object>(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  wireOf: (record: R) => W,
) {
  const many = async (records: readonly R[], wanted: Wanted) => {
    if (!wanted.has('client_account')) return records.map(wireOf);
    const ids = [...new Set(records.map(({ clientAccountId }) => clientAccountId))];
    const names = new Map(
      (await findAccounts(db.executor, ids, clock.today())).map(({ id, displayName, uniqueName }) => [
        id,
        { id, display_name: displayName, unique_name: uniqueName },
      ]),
    );
    return records.map((record) => ({ ...wireOf(record), client_account: names.get(record.clientAccountId) }));
  };
  return { many, one: async (record: R, wanted: Wanted) => (await many([record], wanted))[0]! };
}

/** Operations on `/{id}`: the record first (404), then access to its client account (403). */
export const guardedBy = <R extends OwnRecord>(records: { readonly require: (id: number) => Promise<R> }) => ({
  load: ({ params }: { readonly params: { readonly id: number } }) => records.require(params.id),
  accountOf: (record: R) => record.clientAccountId,
});
