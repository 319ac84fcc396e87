import { type Database, DOCUMENT_ENTRIES, type Erasure } from '@app/db';
import type { Bookings, ClientOf } from '@app/rpc';
import { and, eq, max, sql } from 'drizzle-orm';
import { leavingEntries } from '../schema/erased-entries.ts';

type Source = Pick<ClientOf<typeof Bookings>, 'ListBookings'>;

export interface LeavingContext {
  readonly db: Database;
  /** Who has entries posted for records of theirs: the owners of documents and of payments. */
  readonly owners: Readonly<Record<'documents' | 'reconciliation', Source>>;
}

/**
 * Notes which entries a reset takes out of the books with what they were posted for, where not all entries go: those of
 * documents and payments while their owners still have these, and with reconciliations their exchange differences. An
 * entry that a caller has posted stays, though it names a document. The books are closed before: none comes behind it. An
 * attempt that was interrupted goes on where it ended.
 * @throws Failure 503 while an owner cannot be asked, or has one of its records posted at this moment
 */
export async function noteLeavingEntries(context: LeavingContext, erasure: Erasure): Promise<void> {
  const { categories } = erasure;
  if (categories.includes('JOURNAL_ENTRIES')) return;
  if (categories.includes(DOCUMENT_ENTRIES)) {
    await noteBookings(context, erasure, 'documents');
    await noteBookings(context, erasure, 'reconciliation');
  }
  if (categories.includes('RECONCILIATIONS')) await noteDifferences(context.db, erasure);
}

async function noteBookings(
  { db, owners }: LeavingContext,
  { clientAccountId, commandKey }: Erasure,
  source: 'documents' | 'reconciliation',
): Promise<void> {
  let afterId = await lastNoted(db, clientAccountId, commandKey, source);
  for (;;) {
    const { bookings } = await owners[source].ListBookings({ clientAccountId, afterId });
    if (bookings.length === 0) return;
    await db.executor
      .insert(leavingEntries)
      .values(bookings.map((booking) => ({ ...booking, clientAccountId, commandKey, source })))
      .onConflictDoUpdate({
        target: [leavingEntries.clientAccountId, leavingEntries.journalEntryId],
        set: { commandKey, source, recordId: sql`excluded.record_id`, isGone: false },
      });
    afterId = bookings.at(-1)!.recordId;
  }
}

/** The last record under the key; 0 when there is none. */
async function lastNoted(db: Database, clientAccountId: number, commandKey: string, source: string): Promise<number> {
  const e = leavingEntries;
  const [row] = await db.executor
    .select({ last: max(e.recordId) })
    .from(e)
    .where(and(eq(e.clientAccountId, clientAccountId), eq(e.commandKey, commandKey), sql`${e.source} = ${source}`));
  return row?.last ?? 0;
}

/**
 * The exchange difference of a match is what its lines left over, and says nothing without it: matched anew, they would be
 * given another. It is the entry that names the match and that the match claims; claims are read before they go. Raw: the
 * builder has no insert from joined tables.
 */
const noteDifferences = (db: Database, { clientAccountId, commandKey }: Erasure): Promise<unknown> =>
  db.executor.execute(sql`
    insert into leaving_entries (client_account_id, journal_entry_id, command_key, source, record_id)
    select distinct e.client_account_id, e.id, ${commandKey}, 'ledger', e.relation_id
    from journal_entries e
    join journal_lines l on l.client_account_id = e.client_account_id and l.journal_entry_id = e.id
    join line_claims c on c.client_account_id = l.client_account_id and c.journal_line_id = l.id and c.kind = 'internal'
      and c.reconciliation_id = e.relation_id
    where e.client_account_id = ${clientAccountId}::bigint and e.relation_type = 'INTERNAL_RECONCILIATION'
    on conflict do nothing`);
