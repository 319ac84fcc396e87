import { anyOf, appendToOutbox, type Executor, fixedStatement, type Tx } from '@app/db';
import { type Decimal, decimal, formatMoney } from '@app/money';
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { claimedLines } from '../schema/document-numbers.ts';
import { documents } from '../schema/documents.ts';
import type { Document } from './document.ts';
import { documentChanged } from './events.ts';
import { changeDocument, documentOf } from './store.ts';

/** How much of a line of the books is reconciled, in its currency, signed like debit minus credit. */
export interface Standing {
  readonly journalLineId: number;
  readonly amountFc: string;
}

/** How far a document is paid, by what is paid of its total (DOC-R39). */
function paymentStatusOf(total: Decimal, paid: Decimal): Document['paymentStatus'] {
  if (total.isZero()) return 'PAID';
  if (paid.isZero()) return 'UNPAID';
  const isOver = paid.abs().greaterThan(total.abs());
  if (isOver) return 'OVERPAID';
  return paid.equals(total) ? 'PAID' : 'PARTIALLY_PAID';
}

/** How much of a document is paid, and how far, by what is reconciled of its open line. */
export function paidBy(
  totalAmount: string,
  claimedFc: string,
  openLineSign: number,
): Pick<Document, 'paidAmount' | 'paymentStatus'> {
  const paid = decimal(claimedFc).times(openLineSign);
  return { paidAmount: formatMoney(paid), paymentStatus: paymentStatusOf(decimal(totalAmount), paid) };
}

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

/** Documents of these accounts whose open line is one of these, in the order of their ids. */
export async function documentsOfLines(
  tx: Tx,
  clientAccountIds: readonly number[],
  lineIds: readonly number[],
): Promise<readonly Document[]> {
  if (lineIds.length === 0) return [];
  const rows = await tx
    .select()
    .from(documents)
    .where(
      and(
        anyOf(documents.clientAccountId, clientAccountIds),
        eq(documents.status, 'POSTED'),
        anyOf(documents.openLineId, lineIds),
      ),
    )
    .orderBy(asc(documents.id));
  return rows.map(documentOf);
}

/** Works out anew how far documents are paid, by what is known of their open lines. The turn of the account is taken. */
export async function applyPayments(
  tx: Tx,
  clientAccountId: number,
  found: readonly Document[],
  stamp: { readonly at: string; readonly userId: number },
): Promise<void> {
  const lineIds = found.flatMap(({ openLineId }) => openLineId ?? []);
  if (lineIds.length === 0) return;
  const rows = await tx
    .select({ id: claimedLines.journalLineId, amountFc: claimedLines.amountFc })
    .from(claimedLines)
    .where(and(eq(claimedLines.clientAccountId, clientAccountId), anyOf(claimedLines.journalLineId, lineIds)));
  const claimed = new Map(rows.map(({ id, amountFc }) => [id, amountFc]));
  for (const document of found) {
    const { openLineId, openLineSign, totalAmount } = document;
    const { paidAmount, paymentStatus } = paidBy(totalAmount, claimed.get(openLineId!) ?? '0', openLineSign!);
    if (paidAmount === document.paidAmount && paymentStatus === document.paymentStatus) continue;
    await changeDocument(
      tx,
      document,
      { paidAmount, paymentStatus },
      { ...stamp, userId: document.updatedById ?? stamp.userId },
    );
    await appendToOutbox(tx, documentChanged({ ...document, version: document.version + 1 }));
  }
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
