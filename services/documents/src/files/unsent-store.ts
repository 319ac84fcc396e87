import type { Executor, Tx } from '@app/db';
import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import { files } from '../schema/files.ts';

const unsentSince = (before: Date) =>
  and(eq(files.type, 'CHAT_ATTACHMENT'), files.isActive, isNull(files.sentAt), lt(files.createdAt, before));

/** A client account with chat attachments that have waited since before a moment to be sent. */
export async function nextAccountWithUnsent(ex: Executor, before: Date): Promise<number | undefined> {
  const [row] = await ex
    .select({ clientAccountId: files.clientAccountId })
    .from(files)
    .where(unsentSince(before))
    .orderBy(asc(files.createdAt))
    .limit(1);
  return row?.clientAccountId;
}

/** @returns how many were hidden */
export async function hideUnsentFiles(
  tx: Tx,
  clientAccountId: number,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<number> {
  const hidden = await tx
    .update(files)
    .set({ isActive: false, updatedAt: now, updatedById: null })
    .where(and(eq(files.clientAccountId, clientAccountId), unsentSince(before)))
    .returning({ id: files.id });
  return hidden.length;
}
