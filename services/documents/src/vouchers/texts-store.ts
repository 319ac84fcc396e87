import type { Executor, Tx } from '@app/db';
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { voucherTexts } from '../schema/voucher-readings.ts';
import { voucherStatements } from '../schema/voucher-statements.ts';
import { bytesOfEmbedding, embeddingOfBytes } from './embedding.ts';

/** Embeddings read at once. */
const PAGE = 2_000;

/** What was read of a voucher, replacing what was read before. Under the turn of the account, whose moment `now` is. */
export async function storeText(
  tx: Tx,
  text: {
    readonly clientAccountId: number;
    readonly voucherId: number;
    readonly body: string;
    readonly embedding: Float32Array | null;
  },
  now: Date,
): Promise<void> {
  const { embedding, ...row } = text;
  const read = { ...row, embedding: embedding && bytesOfEmbedding(embedding), embeddedAt: now };
  await tx.insert(voucherTexts).values(read).onConflictDoUpdate({ target: voucherTexts.voucherId, set: read });
}

/** The text of a voucher and its embedding; undefined before it was read. */
export async function findText(ex: Executor, voucherId: number) {
  const [row] = await ex
    .select({ body: voucherTexts.body, embedding: voucherTexts.embedding })
    .from(voucherTexts)
    .where(eq(voucherTexts.voucherId, voucherId));
  return row && { body: row.body, embedding: row.embedding && embeddingOfBytes(row.embedding) };
}

/** Embeddings of an account that are later than a moment, in the order of their moments, which no two share. */
export async function embeddingsSince(ex: Executor, clientAccountId: number, after: Date) {
  const { voucherId, embedding, embeddedAt } = voucherTexts;
  const rows = await ex
    .select({ voucherId, embedding, embeddedAt })
    .from(voucherTexts)
    .where(and(eq(voucherTexts.clientAccountId, clientAccountId), gt(embeddedAt, after), isNotNull(embedding)))
    .orderBy(asc(embeddedAt))
    .limit(PAGE);
  return rows.map((row) => ({ ...row, embedding: embeddingOfBytes(row.embedding!) }));
}

/** What people said of a voucher, as far as it is compared with others. */
export async function statementTexts(
  ex: Executor,
  clientAccountId: number,
  voucherId: number,
): Promise<readonly string[]> {
  const { purpose, comment } = voucherStatements;
  const rows = await ex
    .select({ purpose, comment })
    .from(voucherStatements)
    .where(and(eq(voucherStatements.clientAccountId, clientAccountId), eq(voucherStatements.voucherId, voucherId)));
  return rows.flatMap((row) => [row.purpose, row.comment].filter((text) => text !== null));
}
