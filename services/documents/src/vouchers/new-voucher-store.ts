import { type Executor, fixedStatement, type OutboxRow, outboxInsertFrom } from '@app/db';
import { readyInFreeTurns } from '@app/records';
import { type SQL, sql } from 'drizzle-orm';
import type { NewFile } from '../files/file.ts';
import type { HeldContent } from '../files/keep.ts';
import { arrivingContents, contents } from '../schema/contents.ts';
import { createCommands } from '../schema/create-commands.ts';
import { files } from '../schema/files.ts';
import { voucherWorkflow } from '../schema/voucher-workflow.ts';
import { vouchers } from '../schema/vouchers.ts';
import type { CreateCommand } from './commands-store.ts';
import type { NewVoucher } from './store.ts';

/** Everything that a new voucher is stored as. */
export interface NewVoucherRows {
  readonly held: HeldContent;
  readonly file: NewFile;
  readonly voucher: Required<Omit<NewVoucher, 'id' | 'clientAccountId'>>;
  readonly command: Pick<CreateCommand, 'commandKey' | 'digest'>;
  /** The event, whose id is that of the file. */
  readonly said: OutboxRow;
}

export interface Inserted {
  readonly id: number;
  readonly createdAt: Date;
  /** The held bytes became its content: else the account had the same. */
  readonly keepsBytes: boolean;
}

interface Row extends Record<string, unknown> {
  readonly place: number;
  readonly id: string;
  readonly at: string;
  readonly keeps_bytes: boolean;
}

/**
 * Stores a voucher with its content, file, workflow, event and the command that made it by one statement, under the turn
 * of its account, which the caller has: everything it sees is of this moment.
 * @param now the moment of the turn
 * @returns undefined where the bytes were taken for left over meanwhile; then nothing is stored
 */
export const insertNewVoucher = async (ex: Executor, rows: NewVoucherRows, now: Date): Promise<Inserted | undefined> =>
  (await insert(inTurn, ex, [rows], now))[0];

/**
 * As `insertNewVoucher`, of any number of vouchers of one or many accounts, and takes their turns by the same statement.
 * It waits for nobody.
 * @param now each change of an account has a moment of its own, from this one on
 * @returns undefined for what would have to wait, or has no bytes any more; nothing of it is stored then
 */
export const insertNewVouchers = (
  ex: Executor,
  all: readonly NewVoucherRows[],
  now: Date,
): Promise<readonly (Inserted | undefined)[]> => insert(inFreeTurns, ex, all, now);

async function insert(
  statement: ReturnType<typeof fixedStatement>,
  ex: Executor,
  all: readonly NewVoucherRows[],
  now: Date,
): Promise<readonly (Inserted | undefined)[]> {
  const rows = await ex.execute<Row>(statement({ rows: JSON.stringify(all.map(rowOf)), now: now.toISOString() }));
  const stored = new Map(
    rows.map(({ place, id, at, keeps_bytes }) => [
      place,
      { id: Number(id), createdAt: new Date(at), keepsBytes: keeps_bytes },
    ]),
  );
  return all.map((_, place) => stored.get(place));
}

const rowOf = ({ held, file, voucher, command, said }: NewVoucherRows, place: number) => ({
  place,
  client_account_id: file.clientAccountId,
  is_new: held.isNew,
  sha256: held.sha256.toString('hex'),
  size: held.size,
  store_key: held.storeKey,
  type: file.type,
  file_name: file.fileName,
  content_type: file.contentType,
  channel: file.channel,
  processing_track: file.processingTrack,
  created_by_id: file.createdById,
  voucher_type: voucher.voucherType,
  document_date: voucher.documentDate,
  workflow_status: voucher.workflowStatus,
  collection_id: voucher.collectionId,
  project_id: voucher.projectId,
  sent_by_employee: voucher.sentByEmployee,
  external_id: voucher.externalId,
  // As text: numbers keep their digits.
  metadata: voucher.metadata === null ? null : vouchers.metadata.mapToDriverValue(voucher.metadata),
  command_key: command.commandKey,
  digest: command.digest.toString('hex'),
  event: said,
});

// Raw: the builder has no statement that writes several tables. Whoever takes bytes for left over holds their row.
const statementFor = (held: SQL, ready: SQL) =>
  fixedStatement(sql`
  with sent as (
    select * from jsonb_to_recordset(${sql.placeholder('rows')}::text::jsonb) as s (
      place integer, client_account_id bigint, is_new boolean, sha256 text, size bigint, store_key text, type text,
      file_name text, content_type text, channel text, processing_track text, created_by_id bigint, voucher_type text,
      document_date date, workflow_status text, collection_id bigint, project_id bigint, sent_by_employee boolean,
      external_id text, metadata text, command_key text, digest text, event jsonb)
  ), held as (
    select store_key from ${arrivingContents} where store_key in (select store_key from sent where is_new)
    order by store_key ${held}
  ), whole as (
    select * from sent where not is_new or store_key in (select store_key from held)
  ), ${ready}, content as (
    insert into ${contents} (client_account_id, sha256, size, store_key, created_at)
    select client_account_id, decode(sha256, 'hex'), size, store_key, moment from ready where is_new order by place
    on conflict do nothing returning store_key
  ), arrived as (
    -- Where the account has the bytes by now, those under this key stay on their way, until "dropContent".
    delete from ${arrivingContents} where store_key in (select store_key from content)
  ), file as (
    insert into ${files} (client_account_id, type, file_name, content_type, channel, processing_track, size, sha256,
      created_at, created_by_id, updated_at, updated_by_id)
    select client_account_id, type, file_name, content_type, channel, processing_track, size, decode(sha256, 'hex'),
      moment, created_by_id, moment, created_by_id
    from ready order by place
    returning id, client_account_id, created_at
  ), made as (
    -- Each change of an account has a moment of its own.
    select file.id, ready.* from file
    join ready on ready.client_account_id = file.client_account_id and ready.moment = file.created_at
  ), voucher as (
    insert into ${vouchers} (id, client_account_id, voucher_type, document_date, status, workflow_status,
      collection_id, project_id, sent_by_employee, external_id, metadata)
    select id, client_account_id, voucher_type, document_date, 'PENDING', workflow_status, collection_id, project_id,
      sent_by_employee, external_id, metadata::jsonb
    from made
  ), workflow as (
    insert into ${voucherWorkflow} (voucher_id, client_account_id, due_at)
    select id, client_account_id, clock_timestamp() from made where workflow_status <> 'COMPLETED'
  ), command as (
    insert into ${createCommands} (client_account_id, command_key, digest, voucher_id, done_at)
    select client_account_id, command_key, decode(digest, 'hex'), id, moment from made
  ), event as (
    ${outboxInsertFrom(sql`made`, sql`made.event`, sql`jsonb_build_object('id', made.id)`, sql`made.id`)}
  )
  select place, id::text, moment as at, is_new and store_key in (select store_key from content) as keeps_bytes
  from made`);

const inTurn = statementFor(
  sql`for update`,
  sql`ready as (select *, ${sql.placeholder('now')}::timestamptz as moment from whole)`,
);

const inFreeTurns = statementFor(sql`for update skip locked`, readyInFreeTurns(sql`whole`));
