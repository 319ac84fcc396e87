import type { Executor, Tx } from '@app/db';
import { eq } from 'drizzle-orm';
import { logos } from '../schema/logos.ts';

/** The bytes of an account's logo. */
export async function findLogo(ex: Executor, clientAccountId: number): Promise<Buffer | undefined> {
  const { content } = logos;
  const [row] = await ex.select({ content }).from(logos).where(eq(logos.clientAccountId, clientAccountId));
  return row?.content;
}

export async function putLogo(tx: Tx, clientAccountId: number, content: Buffer): Promise<void> {
  await tx
    .insert(logos)
    .values({ clientAccountId, content })
    .onConflictDoUpdate({ target: logos.clientAccountId, set: { content } });
}

export async function deleteLogo(tx: Tx, clientAccountId: number): Promise<void> {
  await tx.delete(logos).where(eq(logos.clientAccountId, clientAccountId));
}
