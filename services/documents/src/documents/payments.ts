import { anyOf, appendToOutbox, type Executor, fixedStatement, type Tx } from '@app/db';
import { and, asc, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm';
import { claimedLines } from '../schema/document-numbers.ts';
import { documents } from '../schema/documents.ts';
import type { Document } from './document.ts';
import { documentChanged } from './events.ts';

/** How much of a line of the books is reconciled, in its currency, signed like debit minus credit. */
export interface Standing {
  readonly journalLineId: number;
  readonly amountFc: string;
}

/** How far a document is paid that has an open line, by its total and what is paid of it (DOC-R39). */
export const paymentStatusOf = (total: SQL, paid: SQL): SQL => sql`case
  when ${total} = 0 then 'PAID'
  when ${paid} = 0 then 'UNPAID'
  when abs(${paid}) > abs(${total}) then 'OVERPAID'
  when ${paid} = ${total} then 'PAID'
  else 'PARTIALLY_PAID' end`;

/** What the ledger has published of a line: how much of it is reconciled, and which of two is the newer. */
export interface PublishedStanding extends Standing {
  readonly clientAccountId: number;
  readonly version: number;
}

// Raw: one text for any number of lines, made once, which also says of which of them there is something more to do.
const noting = fixedStatement(sql`
  with noted as (
    insert into ${claimedLines} as c (client_account_id, journal_line_id, amount_fc, version)
    select n."clientAccountId", n."journalLineId", n."amountFc", n.version
    from jsonb_to_recordset(${sql.placeholder('lines')}::text::jsonb) as n ("clientAccountId" bigint, "journalLineId" bigint,
      "amountFc" numeric, version bigint)
    order by 1, 2
    on conflict (client_account_id, journal_line_id) do update set amount_fc = excluded.amount_fc, version = excluded.version
    where c.version < excluded.version
    returning client_account_id, journal_line_id
  )
  select n.journal_line_id as id from noted n
  where exists (
    select from ${documents} d where d.client_account_id = n.client_account_id and d.open_line_id = n.journal_line_id)`);

/**
 * Stores what the ledger has published, unless something newer is known. The turns of the accounts are taken.
 * @param published each line once
 * @returns the lines that are new, of those by which documents are paid: most lines are no document's
 */
export async function noteClaims(tx: Tx, published: readonly PublishedStanding[]): Promise<readonly number[]> {
  if (published.length === 0) return [];
  const rows = await tx.execute<{ id: string }>(noting({ lines: JSON.stringify(published) }));
  return rows.map(({ id }) => Number(id));
}

/** The versions under which lines are known, before the ledger is asked about them. */
export async function versionsOf(
  tx: Tx,
  clientAccountId: number,
  lineIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx
    .select({ id: claimedLines.journalLineId, version: claimedLines.version })
    .from(claimedLines)
    .where(and(eq(claimedLines.clientAccountId, clientAccountId), anyOf(claimedLines.journalLineId, lineIds)));
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Stores what the ledger has answered, unless it has published something since `seen` was read. */
export async function noteStandings(
  tx: Tx,
  clientAccountId: number,
  lines: readonly Standing[],
  seen: ReadonlyMap<number, number>,
): Promise<void> {
  for (const { journalLineId, amountFc } of lines)
    await tx
      .insert(claimedLines)
      .values({ clientAccountId, journalLineId, amountFc, version: 0 })
      .onConflictDoUpdate({
        target: [claimedLines.clientAccountId, claimedLines.journalLineId],
        set: { amountFc },
        setWhere: eq(claimedLines.version, seen.get(journalLineId) ?? 0),
      });
}

/** Documents of these accounts whose open line is one of these. */
export async function documentsOfLines(
  tx: Tx,
  clientAccountIds: readonly number[],
  lineIds: readonly number[],
): Promise<readonly Pick<Document, 'clientAccountId' | 'id'>[]> {
  if (lineIds.length === 0) return [];
  return tx
    .select({ clientAccountId: documents.clientAccountId, id: documents.id })
    .from(documents)
    .where(
      and(
        anyOf(documents.clientAccountId, clientAccountIds),
        eq(documents.status, 'POSTED'),
        anyOf(documents.openLineId, lineIds),
      ),
    );
}

// Raw: the builder joins nothing to a change but tables. Who has changed a document last stays.
const applying = fixedStatement(sql`
  update ${documents} as d
  set paid_amount = p.amount, payment_status = p.status, version = d.version + 1,
    updated_at = ${sql.placeholder('at')}::timestamptz, updated_by_id = coalesce(d.updated_by_id, ${sql.placeholder('userId')}::bigint)
  from (
    select o.id, o.amount, ${paymentStatusOf(sql`o.total_amount`, sql`o.amount`)} as status
    from (
      select d.id, d.total_amount, coalesce(c.amount_fc, 0) * d.open_line_sign as amount
      from ${documents} d
      left join ${claimedLines} c on c.client_account_id = d.client_account_id and c.journal_line_id = d.open_line_id
      where d.client_account_id = ${sql.placeholder('clientAccountId')}::bigint
        and d.id = any (${sql.placeholder('ids')}::bigint[]) and d.open_line_id is not null
    ) as o
  ) as p
  where d.id = p.id and (d.paid_amount, d.payment_status) is distinct from (p.amount, p.status)
  returning d.id, d.document_type, d.status, d.uploaded_file_id, d.journal_entry_id, d.version`);

interface Paid extends Record<string, unknown> {
  readonly id: string;
  readonly document_type: string;
  readonly status: Document['status'];
  readonly uploaded_file_id: string | null;
  readonly journal_entry_id: string | null;
  readonly version: string;
}

/**
 * Works out anew how far documents are paid, by what is known of their open lines, and says so of those that changed. The
 * turn of the account is taken.
 */
export async function applyPayments(
  tx: Tx,
  clientAccountId: number,
  ids: readonly number[],
  { at, userId }: { readonly at: string; readonly userId: number },
): Promise<void> {
  const changed = await tx.execute<Paid>(applying({ clientAccountId, at, userId, ids: sql.param([...ids]) }));
  const events = changed.map((row) =>
    documentChanged({
      ...{ clientAccountId, id: Number(row.id), documentType: row.document_type, status: row.status },
      uploadedFileId: row.uploaded_file_id === null ? null : Number(row.uploaded_file_id),
      journalEntryId: row.journal_entry_id === null ? null : Number(row.journal_entry_id),
      version: Number(row.version),
    }),
  );
  await appendToOutbox(tx, ...events);
}

/** Open lines of posted documents after one of them, by document. */
export async function openLinesAfter(
  ex: Executor,
  afterId: number,
  limit: number,
): Promise<readonly { readonly documentId: number; readonly clientAccountId: number; readonly openLineId: number }[]> {
  const rows = await ex
    .select({ documentId: documents.id, clientAccountId: documents.clientAccountId, openLineId: documents.openLineId })
    .from(documents)
    .where(and(gt(documents.id, afterId), isNotNull(documents.openLineId)))
    .orderBy(asc(documents.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, openLineId: row.openLineId! }));
}
