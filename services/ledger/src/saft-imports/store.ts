import { locatePage, type PageMeta } from '@app/contract';
import { type Database, deleted, type Executor, type Tx } from '@app/db';
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm';
import { saftImportPieces, saftImportRecords, saftImports } from '../schema/saft-imports.ts';
import type { FileAccount, FileEntry, FileParty, FileTaxCode } from './file/records.ts';
import type { SaftImport } from './saft-import.ts';

/** Which import, of which company. */
export type Key = Pick<SaftImport, 'id' | 'clientAccountId'>;

/** An import that this process works on. */
export interface Held extends SaftImport {
  readonly leaseHolder: string;
  /** Who posts: whoever committed it, and before that whoever sent the file. */
  readonly actorId: number;
}

/** For how long nobody else takes an import, from the last sign of whoever works on it. */
const LEASE_SECONDS = 30;

const shown = {
  id: saftImports.id,
  clientAccountId: saftImports.clientAccountId,
  state: saftImports.state,
  mediaType: saftImports.mediaType,
  createdAt: saftImports.createdAt,
  createdById: saftImports.createdById,
  updatedAt: saftImports.updatedAt,
  committedAt: saftImports.committedAt,
  committedById: saftImports.committedById,
  finishedAt: saftImports.finishedAt,
  report: saftImports.report,
  wishes: saftImports.wishes,
  lastPosted: saftImports.lastPosted,
  entriesPosted: saftImports.entriesPosted,
  attempts: saftImports.attempts,
  faults: saftImports.faults,
};

type Row = { readonly [K in keyof typeof shown]: unknown };

const importOf = (row: Row): SaftImport => row as unknown as SaftImport;

const isKey = ({ id, clientAccountId }: Key) =>
  and(eq(saftImports.clientAccountId, clientAccountId), eq(saftImports.id, id));

const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

/** Of any company: who may see it is decided with what is found. */
export async function findImport(db: Executor, id: number): Promise<SaftImport | undefined> {
  const [row] = await db.select(shown).from(saftImports).where(eq(saftImports.id, id));
  return row && importOf(row);
}

/** Locked until the transaction ends. */
export async function lockImport(tx: Tx, key: Key): Promise<SaftImport | undefined> {
  const [row] = await tx.select(shown).from(saftImports).where(isKey(key)).for('update');
  return row && importOf(row);
}

export async function listImports(
  db: Executor,
  clientAccountId: number,
  wanted: { readonly page: number; readonly per_page: number },
): Promise<{ readonly imports: readonly SaftImport[]; readonly meta: PageMeta }> {
  const ofAccount = eq(saftImports.clientAccountId, clientAccountId);
  const [counted] = await db.select({ records: count() }).from(saftImports).where(ofAccount);
  const { meta, offset } = locatePage(wanted, counted!.records);
  const rows = await db
    .select(shown)
    .from(saftImports)
    .where(ofAccount)
    .orderBy(desc(saftImports.id))
    .limit(wanted.per_page)
    .offset(offset);
  return { imports: rows.map(importOf), meta };
}

/** Unpacked bytes of the files of a client account that wait to be imported, as far as they were read. */
export async function waitingBytes(db: Executor, clientAccountId: number): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${saftImports.unpackedBytes}), 0)` })
    .from(saftImports)
    .where(and(eq(saftImports.clientAccountId, clientAccountId), notInArray(saftImports.state, ['REFUSED', 'DONE'])));
  return Number(row!.bytes);
}

export async function countImports(db: Executor, clientAccountId: number): Promise<number> {
  const [row] = await db
    .select({ records: count() })
    .from(saftImports)
    .where(eq(saftImports.clientAccountId, clientAccountId));
  return row!.records;
}

const PIECE = 1024 * 1024;

export async function insertImport(
  tx: Tx,
  wanted: {
    readonly clientAccountId: number;
    readonly actorId: number;
    readonly mediaType: string;
    readonly now: string;
  },
  file: Uint8Array,
): Promise<SaftImport> {
  const { clientAccountId, actorId, mediaType, now } = wanted;
  const [row] = await tx
    .insert(saftImports)
    .values({ clientAccountId, state: 'READING', mediaType, createdAt: now, createdById: actorId, updatedAt: now })
    .returning(shown);
  for (let ordinal = 0; ordinal * PIECE < file.length; ordinal++) {
    const content = Buffer.from(file.subarray(ordinal * PIECE, (ordinal + 1) * PIECE));
    await tx.insert(saftImportPieces).values({ clientAccountId, importId: row!.id, ordinal, content });
  }
  return importOf(row!);
}

/** The file as it was sent. */
export async function* piecesOf(db: Executor, { id, clientAccountId }: Key): AsyncGenerator<Uint8Array> {
  for (let ordinal = 0; ; ordinal++) {
    const [row] = await db
      .select({ content: saftImportPieces.content })
      .from(saftImportPieces)
      .where(
        and(
          eq(saftImportPieces.clientAccountId, clientAccountId),
          eq(saftImportPieces.importId, id),
          eq(saftImportPieces.ordinal, ordinal),
        ),
      );
    if (!row) return;
    yield row.content;
  }
}

/** Takes an import that nobody works on, the one that was touched longest ago; each goes to one process. */
export async function takeNext(db: Database, holder: string): Promise<Held | undefined> {
  const free = or(isNull(saftImports.leaseUntil), lte(saftImports.leaseUntil, sql`clock_timestamp()`));
  return db.write(async (tx) => {
    const [due] = await tx
      .select({ id: saftImports.id, clientAccountId: saftImports.clientAccountId })
      .from(saftImports)
      .where(and(inArray(saftImports.state, ['READING', 'IMPORTING']), free))
      .orderBy(asc(saftImports.updatedAt), asc(saftImports.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    const [row] = await tx
      .update(saftImports)
      .set({ leaseHolder: holder, leaseUntil: leaseEnd, attempts: sql`${saftImports.attempts} + 1` })
      .where(isKey(due))
      .returning(shown);
    const taken = importOf(row!);
    return { ...taken, leaseHolder: holder, actorId: taken.committedById ?? taken.createdById };
  });
}

/** Somebody else works on it by now, or it is gone. */
export class LeaseLost extends Error {}

/** What is noted of an import while it is worked on. */
export type Change = Partial<
  Pick<SaftImport, 'state' | 'report' | 'faults' | 'lastPosted' | 'entriesPosted' | 'finishedAt' | 'attempts'> & {
    readonly unpackedBytes: number;
  }
>;

/**
 * Keeps others away for longer, and notes how far it is. In a transaction it makes sure that nothing of it stays when
 * somebody else has taken over. @throws LeaseLost
 */
export async function hold(
  db: Executor,
  { id, clientAccountId, leaseHolder }: Held,
  change: Change = {},
): Promise<void> {
  const rows = await db
    .update(saftImports)
    .set({ ...change, leaseUntil: leaseEnd, updatedAt: sql`now()` })
    .where(and(isKey({ id, clientAccountId }), eq(saftImports.leaseHolder, leaseHolder)))
    .returning({ id: saftImports.id });
  if (rows.length === 0) throw new LeaseLost();
}

/** Gives it back: in another state, or to be taken again after a pause. @throws LeaseLost */
export async function letGo(
  db: Executor,
  { id, clientAccountId, leaseHolder }: Held,
  change: Change,
  pauseSeconds?: number,
): Promise<void> {
  const leaseUntil =
    pauseSeconds === undefined ? null : sql`clock_timestamp() + make_interval(secs => ${pauseSeconds})`;
  const rows = await db
    .update(saftImports)
    .set({ ...change, leaseHolder: null, leaseUntil, updatedAt: sql`now()` })
    .where(and(isKey({ id, clientAccountId }), eq(saftImports.leaseHolder, leaseHolder)))
    .returning({ id: saftImports.id });
  if (rows.length === 0) throw new LeaseLost();
}

/** Rows of one statement: far below what a statement may take on a busy machine. */
const CLEARED = 5_000;

/** Removes what was read of the file, some at a time; whoever has lost the import stops. @throws LeaseLost */
export async function clearRecords(db: Database, held: Held): Promise<void> {
  for (let gone = CLEARED; gone === CLEARED; )
    gone = await db.write(async (tx) => {
      await hold(tx, held);
      return removeRecords(tx, held);
    });
}

/** Raw: the builder deletes without a limit. The account is named twice: the place of a row is one within its partition. */
const removeRecords = (db: Executor, { id, clientAccountId }: Key): Promise<number> =>
  deleted(
    db,
    sql`delete from saft_import_records where client_account_id = ${clientAccountId} and ctid = any (array(
      select ctid from saft_import_records
      where client_account_id = ${clientAccountId} and import_id = ${id} limit ${CLEARED}))`,
  );

export async function clearPieces(tx: Tx, { id, clientAccountId }: Key): Promise<void> {
  await tx
    .delete(saftImportPieces)
    .where(and(eq(saftImportPieces.clientAccountId, clientAccountId), eq(saftImportPieces.importId, id)));
}

export type RecordKind = 'account' | 'party' | 'tax_code' | 'entry';

export interface NewRecord {
  readonly kind: RecordKind;
  readonly ordinal: number;
  readonly name: string;
  readonly content: unknown;
}

/** Raw: as one text that the database takes apart, which costs a fraction of a parameter for each value. */
export async function insertRecords(
  tx: Tx,
  { id, clientAccountId }: Key,
  records: readonly NewRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await tx.execute(sql`
    insert into saft_import_records (client_account_id, import_id, kind, ordinal, name, content)
    select ${clientAccountId}::bigint, ${id}::bigint, r.kind, r.ordinal, r.name, r.content
    from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) r(kind text, ordinal integer, name text, content jsonb)`);
}

export interface Stored<T> {
  readonly ordinal: number;
  readonly content: T;
  readonly businessPartnerId: number | null;
}

interface Contents {
  readonly account: FileAccount;
  readonly party: FileParty;
  readonly tax_code: FileTaxCode;
  readonly entry: FileEntry;
}

/** Records of a kind behind a place, in their order. */
export async function recordsAfter<K extends keyof Contents>(
  db: Executor,
  { id, clientAccountId }: Key,
  kind: K,
  ordinal: number,
  limit: number,
): Promise<readonly Stored<Contents[K]>[]> {
  const rows = await db
    .select({
      ordinal: saftImportRecords.ordinal,
      content: saftImportRecords.content,
      businessPartnerId: saftImportRecords.businessPartnerId,
    })
    .from(saftImportRecords)
    .where(
      and(
        eq(saftImportRecords.clientAccountId, clientAccountId),
        eq(saftImportRecords.importId, id),
        eq(saftImportRecords.kind, kind),
        gt(saftImportRecords.ordinal, ordinal),
      ),
    )
    .orderBy(asc(saftImportRecords.ordinal))
    .limit(limit);
  return rows as readonly Stored<Contents[K]>[];
}

/** Names of entries that stand more than once, a few of them. */
export async function repeatedEntries(db: Executor, { id, clientAccountId }: Key): Promise<readonly string[]> {
  const rows = await db
    .select({ name: saftImportRecords.name })
    .from(saftImportRecords)
    .where(
      and(
        eq(saftImportRecords.clientAccountId, clientAccountId),
        eq(saftImportRecords.importId, id),
        eq(saftImportRecords.kind, 'entry'),
      ),
    )
    .groupBy(saftImportRecords.name)
    .having(gt(count(), 1))
    .orderBy(asc(saftImportRecords.name))
    .limit(100);
  return rows.map(({ name }) => name);
}

/** From here on nobody works on it, and nothing becomes of what was read of it. */
export async function giveUpImport(tx: Tx, key: Key): Promise<void> {
  await tx.update(saftImports).set({ state: 'REFUSED', leaseHolder: null, leaseUntil: null }).where(isKey(key));
}

/** Removes one that was given up: its records some at a time, then the rest. */
export async function removeImport(db: Database, key: Key): Promise<void> {
  while ((await removeRecords(db.executor, key)) === CLEARED);
  await db.executor.delete(saftImports).where(isKey(key));
}

/** Deletes what is older, unless a part of its entries is in the books. Gives how many imports. */
export async function forgetOld(db: Database, before: string): Promise<number> {
  const isWhole = or(
    inArray(saftImports.state, ['READY', 'REFUSED', 'DONE']),
    and(eq(saftImports.state, 'FAILED'), eq(saftImports.entriesPosted, 0)),
  );
  const gone = await db.write((tx) =>
    tx
      .delete(saftImports)
      .where(and(isWhole, lt(saftImports.updatedAt, before)))
      .returning({ id: saftImports.id }),
  );
  return gone.length;
}
