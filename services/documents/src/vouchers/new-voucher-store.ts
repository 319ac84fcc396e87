import { fixedStatement, outboxInsertFrom, outboxRow, type Tx } from '@app/db';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { ifBytesGone } from '../files/bytes-gone.ts';
import type { NewFile } from '../files/file.ts';
import { type HeldContent, tookTooLong } from '../files/keep.ts';
import { arrivingContents, contents } from '../schema/contents.ts';
import { createCommands } from '../schema/create-commands.ts';
import { files } from '../schema/files.ts';
import { voucherWorkflow } from '../schema/voucher-workflow.ts';
import { vouchers } from '../schema/vouchers.ts';
import type { CreateCommand } from './commands-store.ts';
import type { NewVoucher } from './store.ts';
import { voucherChanged } from './voucher.ts';

/** Everything that a new voucher is stored as. */
export interface NewVoucherRows {
  readonly held: HeldContent;
  readonly file: NewFile;
  readonly voucher: Omit<NewVoucher, 'id' | 'clientAccountId'>;
  readonly command: Pick<CreateCommand, 'commandKey' | 'digest'>;
}

interface Inserted extends Record<string, unknown> {
  readonly id: string;
  readonly added: number;
  readonly arrived: number;
}

/**
 * Stores a voucher with its content, file, workflow, event and the command that made it by one statement: one round trip
 * while the turn of the account is held, so that everything it sees is of this moment.
 * @param now the moment of the turn
 * @returns its id, and whether the held bytes became its content: else the account had the same
 * @throws Failure 503 when the bytes were taken for left over meanwhile, or removed; nothing is stored then
 */
export async function insertNewVoucher(
  tx: Tx,
  { held, file, voucher, command }: NewVoucherRows,
  now: Date,
): Promise<{ readonly id: number; readonly keepsBytes: boolean }> {
  const { clientAccountId, fileName } = file;
  const { isNew, sha256, size, storeKey } = held;
  // Its id is that of the file, which the statement gives it.
  const event = voucherChanged({ clientAccountId, id: 0, fileName, status: 'PENDING', version: 1 });
  const { sentByEmployee = false, externalId = null, metadata = null } = voucher;
  // Raw: the builder has no statement that writes several tables.
  const [row] = await tx
    .execute<Inserted>(
      statementFor(tx, { isNew, goesOn: voucher.workflowStatus !== 'COMPLETED' })({
        ...{ ...file, ...voucher, ...command, sha256, size, storeKey, sentByEmployee, externalId, metadata, now },
        event: JSON.stringify(outboxRow(event)),
      }),
    )
    .catch(ifBytesGone);
  const { added, arrived } = row!;
  if (added > arrived) throw tookTooLong();
  return { id: Number(row!.id), keepsBytes: added > 0 };
}

/** How statements differ: whether the bytes are new to the account, and whether the workflow has a next step. */
interface Variant {
  readonly isNew: boolean;
  readonly goesOn: boolean;
}

const statements = new Map<string, ReturnType<typeof makeStatement>>();

/** Each is made when it is needed first. */
function statementFor(tx: Tx, variant: Variant): ReturnType<typeof makeStatement> {
  const key = `${variant.isNew} ${variant.goesOn}`;
  const known = statements.get(key) ?? makeStatement(tx, variant);
  statements.set(key, known);
  return known;
}

const value = sql.placeholder;
const id = sql`(select id from file)`;

function makeStatement(tx: Tx, { isNew, goesOn }: Variant) {
  const parts = [...partsOfVoucher(tx), ...(goesOn ? [partOfWorkflow(tx)] : []), ...(isNew ? partsOfContent(tx) : [])];
  const counted = isNew
    ? sql`(select count(*) from content)::int as added, (select count(*) from arrived)::int as arrived`
    : sql`0 as added, 0 as arrived`;
  return fixedStatement(sql`with ${sql.join(parts, sql`, `)} select ${id}::text as id, ${counted}`);
}

function partsOfVoucher(tx: Tx): readonly SQL[] {
  const clientAccountId = value('clientAccountId');
  const file = tx
    .insert(files)
    .values({
      ...{ clientAccountId, type: value('type'), fileName: value('fileName'), contentType: value('contentType') },
      ...{ channel: value('channel'), processingTrack: value('processingTrack'), createdById: value('createdById') },
      ...{ createdAt: value('now'), updatedAt: value('now'), updatedById: value('createdById') },
      ...{ size: value('size'), sha256: value('sha256') },
    })
    .returning({ id: files.id });
  const voucher = tx.insert(vouchers).values({
    ...{ id, clientAccountId, voucherType: value('voucherType'), documentDate: value('documentDate') },
    ...{ status: 'PENDING', workflowStatus: value('workflowStatus'), collectionId: value('collectionId') },
    ...{ projectId: value('projectId'), sentByEmployee: value('sentByEmployee'), externalId: value('externalId') },
    metadata: value('metadata'),
  });
  const event = outboxInsertFrom(
    sql`file`,
    sql`${value('event')}::text::jsonb`,
    sql`jsonb_build_object('id', file.id)`,
    sql`file.id`,
  );
  const command = tx.insert(createCommands).values({
    ...{ clientAccountId, commandKey: value('commandKey'), digest: value('digest') },
    ...{ voucherId: id, doneAt: value('now') },
  });
  return [sql`file as ${file}`, sql`voucher as ${voucher}`, sql`event as (${event})`, sql`command as ${command}`];
}

const partOfWorkflow = (tx: Tx): SQL =>
  sql`workflow as ${tx
    .insert(voucherWorkflow)
    .values({ voucherId: id, clientAccountId: value('clientAccountId'), dueAt: sql`clock_timestamp()` })}`;

function partsOfContent(tx: Tx): readonly SQL[] {
  const content = tx
    .insert(contents)
    .values({
      ...{ clientAccountId: value('clientAccountId'), sha256: value('sha256'), size: value('size') },
      ...{ storeKey: value('storeKey'), createdAt: value('now') },
    })
    .onConflictDoNothing()
    .returning({ storeKey: contents.storeKey });
  // Where the account has the bytes by now, those under this key stay on their way, until `dropContent`.
  const arrived = tx
    .delete(arrivingContents)
    .where(and(eq(arrivingContents.storeKey, value('storeKey')), sql`exists (select from content)`))
    .returning({ storeKey: arrivingContents.storeKey });
  return [sql`content as ${content}`, sql`arrived as ${arrived}`];
}
