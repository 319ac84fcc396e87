import { fixedStatement, type Tx } from '@app/db';
import { sql } from 'drizzle-orm';
import { claimedLines } from '../schema/document-numbers.ts';
import { documents } from '../schema/documents.ts';
import type { Document } from './document.ts';

// Raw: the builder changes each of several rows alike. One text for any number of documents, made once
// (docs/decisions/0169-what-an-invoice-costs.md).

const rows = sql`jsonb_to_recordset(${sql.placeholder('rows')}::text::jsonb)`;

const owing = fixedStatement(sql`
  select d.id, d.total_amount as total, c.amount_fc as claimed
  from ${rows} as p ("clientAccountId" bigint, id bigint, "openLineId" bigint)
  join ${documents} as d on d.client_account_id = p."clientAccountId" and d.id = p.id
  left join ${claimedLines} as c on c.client_account_id = p."clientAccountId" and c.journal_line_id = p."openLineId"`);

const posting = fixedStatement(sql`
  update ${documents} as d
  set status = 'POSTED', busy_key = null, journal_entry_id = p."journalEntryId", uploaded_file_id = p."voucherId",
    open_line_id = p."openLineId", open_line_sign = p."openLineSign", payment_status = p."paymentStatus",
    paid_amount = p."paidAmount", updated_at = p.at, updated_by_id = p."actorId", version = d.version + 1
  from ${rows} as p ("clientAccountId" bigint, id bigint, "journalEntryId" bigint, "voucherId" bigint,
    "openLineId" bigint, "openLineSign" integer, "paymentStatus" text, "paidAmount" numeric, at timestamptz, "actorId" bigint)
  where d.client_account_id = p."clientAccountId" and d.id = p.id
  returning d.id, d.version`);

interface Named {
  readonly clientAccountId: number;
  readonly id: number;
}

/** What a document comes to, and what is known to be reconciled of its open line. */
export interface Owing {
  readonly totalAmount: string;
  readonly claimedFc: string;
}

/** Of documents that are there, by their ids. */
export async function findOwing(
  tx: Tx,
  wanted: readonly (Named & { readonly openLineId: number | null })[],
): Promise<ReadonlyMap<number, Owing>> {
  const asked = wanted.map(({ clientAccountId, id, openLineId }) => ({ clientAccountId, id, openLineId }));
  const found = await tx.execute<{ id: string; total: string; claimed: string | null }>(
    owing({ rows: JSON.stringify(asked) }),
  );
  return new Map(
    found.map(({ id, total, claimed }) => [Number(id), { totalAmount: total, claimedFc: claimed ?? '0' }]),
  );
}

/** What a document is from the moment that its entry is posted. */
export interface PostedChange
  extends Named,
    Pick<Document, 'openLineId' | 'openLineSign' | 'paymentStatus' | 'paidAmount'> {
  readonly journalEntryId: number;
  readonly voucherId: number | null;
  readonly actorId: number;
  /** Of the turn of the account, which is taken. */
  readonly at: string;
}

/** Makes documents posted ones. @returns their versions from then on, by their ids */
export async function setPosted(tx: Tx, changes: readonly PostedChange[]): Promise<ReadonlyMap<number, number>> {
  const changed = await tx.execute<{ id: string; version: string }>(posting({ rows: JSON.stringify(changes) }));
  return new Map(changed.map(({ id, version }) => [Number(id), Number(version)]));
}
