import { type Executor, lockName, type Tx } from '@app/db';
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import { journalCounters } from '../schema/journal-counters.ts';
import { proofBlocks, proofHeads, proofKeys } from '../schema/proofs.ts';
import { FORMAT } from './chain.ts';
import type { Head, ProofJwk } from './signature.ts';

/** The links of entries that follow each other. */
export interface Block {
  readonly firstNumber: number;
  readonly lastNumber: number;
  /** 32 bytes for each entry. */
  readonly links: Buffer;
}

/** Client accounts that have posted more than is chained. Raw: the last block of each is one step of the index. */
export async function accountsToChain(db: Executor): Promise<readonly number[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select c.client_account_id as id from journal_counters c
    where c.last_sequence_number > coalesce(
      (select b.last_number from proof_blocks b where b.client_account_id = c.client_account_id order by b.first_number desc limit 1),
      c.erased_sequence_number)
    order by c.client_account_id`);
  return rows.map(({ id }) => Number(id));
}

/** The number of the last entry that a reset erased; 0 when there was none. */
export async function erasedNumber(db: Executor, clientAccountId: number): Promise<number> {
  const [row] = await db
    .select({ number: journalCounters.erasedSequenceNumber })
    .from(journalCounters)
    .where(eq(journalCounters.clientAccountId, clientAccountId));
  return row?.number ?? 0;
}

const blockColumns = {
  firstNumber: proofBlocks.firstNumber,
  lastNumber: proofBlocks.lastNumber,
  links: proofBlocks.links,
};

export async function lastBlock(db: Executor, clientAccountId: number): Promise<Block | undefined> {
  const [row] = await db
    .select(blockColumns)
    .from(proofBlocks)
    .where(eq(proofBlocks.clientAccountId, clientAccountId))
    .orderBy(desc(proofBlocks.firstNumber))
    .limit(1);
  return row;
}

export async function nextBlock(db: Executor, clientAccountId: number, after: number): Promise<Block | undefined> {
  const [row] = await db
    .select(blockColumns)
    .from(proofBlocks)
    .where(and(eq(proofBlocks.clientAccountId, clientAccountId), gt(proofBlocks.firstNumber, after)))
    .orderBy(asc(proofBlocks.firstNumber))
    .limit(1);
  return row;
}

/**
 * Stores a block, unless its entries, or those before it, were erased since they were read. Raw: with the condition, in
 * one statement.
 * @param seen.before the link that the block follows; undefined for the first block
 * @param seen.erased how many of its numbers were erased
 * @returns whether it was stored
 */
export async function insertBlock(
  db: Executor,
  clientAccountId: number,
  block: Block,
  seen: { readonly before: Buffer | undefined; readonly erased: number },
  now: Date,
): Promise<boolean> {
  const { firstNumber, lastNumber, links } = block;
  const last = sql`(select substring(b.links from length(b.links) - 31) from proof_blocks b
      where b.client_account_id = c.client_account_id order by b.first_number desc limit 1)`;
  const rows = await db.execute(sql`
    insert into proof_blocks (client_account_id, first_number, last_number, format, links, chained_at)
    select client_account_id, ${firstNumber}, ${lastNumber}, ${FORMAT}, ${links}, ${now.toISOString()}::timestamptz
    from journal_counters c
    where c.client_account_id = ${clientAccountId} and c.erased_sequence_number < ${firstNumber} and c.last_sequence_number >= ${lastNumber}
      and ${last} is not distinct from ${seen.before ?? null}::bytea
      and ${seen.erased} = (
        select count(*) from erased_numbers n where n.client_account_id = c.client_account_id and n.number between ${firstNumber} and ${lastNumber})
    returning first_number`);
  return rows.length > 0;
}

/** Client accounts whose chain has grown since it was signed last. Raw: as `accountsToChain`. */
export async function accountsToSign(db: Executor): Promise<readonly number[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select c.client_account_id as id from journal_counters c
    where (select b.last_number from proof_blocks b where b.client_account_id = c.client_account_id order by b.first_number desc limit 1) > coalesce(
      (select h.sequence_number from proof_heads h where h.client_account_id = c.client_account_id order by h.day desc limit 1), 0)
    order by c.client_account_id`);
  return rows.map(({ id }) => Number(id));
}

/**
 * Stores a signed head, unless the day has one or the chain was erased since. Raw: with the condition, in one statement.
 * @returns whether it was stored
 */
export async function insertHead(db: Executor, head: Head, signature: string, now: Date): Promise<boolean> {
  const { clientAccountId, day, sequenceNumber, link } = head;
  const rows = await db.execute(sql`
    insert into proof_heads (client_account_id, day, sequence_number, link, signature, signed_at)
    select client_account_id, ${day}::date, last_number, ${link}, ${signature}, ${now.toISOString()}::timestamptz
    from proof_blocks b
    where b.client_account_id = ${clientAccountId} and b.last_number = ${sequenceNumber} and substring(b.links from length(b.links) - 31) = ${link}
    on conflict do nothing returning day`);
  return rows.length > 0;
}

export interface SignedHead extends Head {
  readonly signature: string;
  readonly signedAt: Date;
}

export const countHeads = (db: Executor, clientAccountId: number): Promise<number> =>
  db.$count(proofHeads, eq(proofHeads.clientAccountId, clientAccountId));

/** Newest first. */
export const readHeads = (
  db: Executor,
  clientAccountId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly SignedHead[]> =>
  db
    .select()
    .from(proofHeads)
    .where(eq(proofHeads.clientAccountId, clientAccountId))
    .orderBy(desc(proofHeads.day))
    .limit(limit)
    .offset(offset);

/** One key is made, whatever replicas do. */
export const lockKeys = (tx: Tx): Promise<void> => lockName(tx, 'proof-keys');

export interface StoredKey {
  readonly kid: string;
  readonly publicJwk: ProofJwk;
  readonly sealedPrivateKey: Buffer;
}

/** Newest first. */
export async function readKeys(db: Executor): Promise<readonly StoredKey[]> {
  const rows = await db.select().from(proofKeys).orderBy(desc(proofKeys.createdAt), asc(proofKeys.kid));
  return rows.map(({ kid, publicJwk, sealedPrivateKey }) => ({
    ...{ kid, sealedPrivateKey },
    publicJwk: publicJwk as unknown as ProofJwk,
  }));
}

export async function insertKey(db: Executor, key: StoredKey, now: Date): Promise<void> {
  await db.insert(proofKeys).values({ ...key, publicJwk: { ...key.publicJwk }, createdAt: now });
}
