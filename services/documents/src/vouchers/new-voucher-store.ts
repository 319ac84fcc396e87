import { outboxInsert, type Tx } from '@app/db';
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
  const { clientAccountId, createdById, fileName } = file;
  const { isNew, sha256, size, storeKey } = held;
  const id = sql`(select id from file)`;
  const stamp = { createdAt: now, updatedAt: now, updatedById: createdById };
  const parts: SQL[] = [
    sql`file as ${tx
      .insert(files)
      .values({ ...file, ...stamp, size, sha256 })
      .returning({ id: files.id })}`,
    sql`voucher as ${tx.insert(vouchers).values({ ...voucher, id, clientAccountId, status: 'PENDING' })}`,
    sql`event as ${outboxInsert(
      tx,
      // Its id is that of the file, which the statement gives it.
      voucherChanged({ clientAccountId, id: 0, fileName, status: 'PENDING', version: 1 }),
      id,
    )}`,
    sql`command as ${tx.insert(createCommands).values({ ...command, clientAccountId, voucherId: id, doneAt: now })}`,
  ];
  if (voucher.workflowStatus !== 'COMPLETED')
    parts.push(
      sql`workflow as ${tx
        .insert(voucherWorkflow)
        .values({ voucherId: id, clientAccountId, dueAt: sql`clock_timestamp()` })}`,
    );
  if (isNew)
    parts.push(
      sql`content as ${tx
        .insert(contents)
        .values({ clientAccountId, sha256, size, storeKey, createdAt: now })
        .onConflictDoNothing()
        .returning({ storeKey: contents.storeKey })}`,
      // Where the account has the bytes by now, those under this key stay on their way, until `dropContent`.
      sql`arrived as ${tx
        .delete(arrivingContents)
        .where(and(eq(arrivingContents.storeKey, storeKey), sql`exists (select from content)`))
        .returning({ storeKey: arrivingContents.storeKey })}`,
    );
  const counted = isNew
    ? sql`(select count(*) from content)::int as added, (select count(*) from arrived)::int as arrived`
    : sql`0 as added, 0 as arrived`;
  // Raw: the builder has no statement that writes several tables.
  const [row] = await tx
    .execute<Inserted>(sql`with ${sql.join(parts, sql`, `)} select ${id}::text as id, ${counted}`)
    .catch(ifBytesGone);
  const { added, arrived } = row!;
  if (added > arrived) throw tookTooLong();
  return { id: Number(row!.id), keepsBytes: added > 0 };
}
