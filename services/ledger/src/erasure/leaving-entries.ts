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
 * Notes which entries a reset takes out of the books with the documents and payments that they were posted for, while
 * their owners still have those. An entry that a caller has posted stays, though it names a document. The books are
 * closed before: none comes behind it. An attempt that was interrupted goes on where it ended.
 * @throws Failure 503 while an owner cannot be asked, or has one of its records posted at this moment
 */
export async function noteLeavingEntries(context: LeavingContext, erasure: Erasure): Promise<void> {
  if (!erasure.categories.includes(DOCUMENT_ENTRIES)) return;
  await noteBookings(context, erasure, 'documents');
  await noteBookings(context, erasure, 'reconciliation');
  await noteDifferences(context.db, erasure);
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
 * The exchange difference of a match is what its lines leave over, and says nothing without them. It is the entry that
 * the match claims beside them and that names the match; their claims are read before they go. Raw: one statement over
 * five tables, of which the builder would make as many words.
 */
const noteDifferences = (db: Database, { clientAccountId, commandKey }: Erasure): Promise<unknown> =>
  db.executor.execute(sql`
    insert into leaving_entries (client_account_id, journal_entry_id, command_key, source, record_id)
    select distinct e.client_account_id, e.id, ${commandKey}, 'ledger', c.reconciliation_id
    from leaving_entries m
    join journal_lines l on l.client_account_id = m.client_account_id and l.journal_entry_id = m.journal_entry_id
    join line_claims c on c.client_account_id = l.client_account_id and c.journal_line_id = l.id and c.kind = 'internal'
      and c.reconciliation_entry_id > 0
    join line_claims own on own.client_account_id = c.client_account_id and own.kind = 'internal'
      and own.reconciliation_id = c.reconciliation_id
    join journal_lines o on o.client_account_id = own.client_account_id and o.id = own.journal_line_id
    join journal_entries e on e.client_account_id = o.client_account_id and e.id = o.journal_entry_id
      and e.relation_type = 'INTERNAL_RECONCILIATION' and e.relation_id = c.reconciliation_id
    where m.client_account_id = ${clientAccountId}::bigint
    on conflict do nothing`);
