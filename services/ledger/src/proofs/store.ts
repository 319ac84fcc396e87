import { type Executor, lockName, type Tx } from '@app/db';
import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
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

/** Where the chain of a client account stands. */
export interface Chain {
  readonly clientAccountId: number;
  /** The number of the last entry that is chained, or that a reset erased. */
  readonly after: number;
  /** The link of that entry; undefined before the first block. */
  readonly link: Buffer | undefined;
  /** The number of the last entry that is posted. */
  readonly posted: number;
}

/** The chains of client accounts that have posted more than is chained. Raw: the last block of each is one step of the index. */
export async function chainsToGrow(db: Executor): Promise<readonly Chain[]> {
  const rows = await db.execute<{ id: string; after: string; link: Buffer | null; posted: string }>(sql`
    select c.client_account_id as id, coalesce(b.last_number, c.erased_sequence_number) as after, ${lastLink} as link,
      c.last_sequence_number as posted
    from journal_counters c left join lateral (${lastBlockOf(sql`c.client_account_id`)}) b on true
    where c.last_sequence_number > coalesce(b.last_number, c.erased_sequence_number)
    order by c.client_account_id`);
  return rows.map(({ id, after, link, posted }) => ({
    ...{ clientAccountId: Number(id), after: Number(after), link: link ?? undefined, posted: Number(posted) },
  }));
}

const lastBlockOf = (clientAccountId: SQL) => sql`
  select last_number, links from proof_blocks where client_account_id = ${clientAccountId} order by first_number desc limit 1`;
/** Of the block `b`. */
const lastLink = sql.raw('substring(b.links from length(b.links) - 31)');

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

/** A block to be stored. */
export interface NewBlock extends Block {
  readonly clientAccountId: number;
  /** The link that it follows; undefined for the first block. */
  readonly before: Buffer | undefined;
  /** How many of its numbers were erased. */
  readonly erased: number;
}

/**
 * Stores a block for each client account, unless its entries, or those before it, were erased since they were read, or
 * another replica was faster. Raw: with the condition, in one statement.
 * @returns the client accounts whose block was stored
 */
export async function insertBlocks(db: Executor, blocks: readonly NewBlock[], now: Date): Promise<readonly number[]> {
  const rows = blocks.map(({ clientAccountId, firstNumber, lastNumber, links, before, erased }) => ({
    ...{ account: clientAccountId, first: firstNumber, last: lastNumber, erased },
    ...{ links: links.toString('hex'), before: before?.toString('hex') ?? null },
  }));
  const stored = await db.execute<{ id: string }>(sql`
    insert into proof_blocks (client_account_id, first_number, last_number, format, links, chained_at)
    select c.client_account_id, n.first, n.last, ${FORMAT}, decode(n.links, 'hex'), ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as n (account bigint, first bigint, last bigint, erased integer, links text, before text)
    join journal_counters c on c.client_account_id = n.account
    where c.erased_sequence_number < n.first and c.last_sequence_number >= n.last
      and (select ${lastLink} from (${lastBlockOf(sql`c.client_account_id`)}) b) is not distinct from decode(n.before, 'hex')
      and n.erased = (
        select count(*) from erased_numbers e where e.client_account_id = c.client_account_id and e.number between n.first and n.last)
    on conflict do nothing returning client_account_id as id`);
  return stored.map(({ id }) => Number(id));
}

/** Client accounts whose chain has grown since it was signed last. Raw: as `chainsToGrow`. */
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
