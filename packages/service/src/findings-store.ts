import type { Database } from '@app/db';
import { verificationFindings as findings } from '@app/db/schema';
import { notInArray, sql } from 'drizzle-orm';

/** What a verification found of one invariant. */
export interface StoredFinding {
  readonly invariant: string;
  readonly broken: number;
}

/** Keeps what a verification found; what is verified no longer is forgotten. */
export async function keepFindings(db: Database, found: readonly StoredFinding[]): Promise<void> {
  const checkedAt = sql`clock_timestamp()`;
  const names = found.map(({ invariant }) => invariant);
  await db.write(async (tx) => {
    await tx.delete(findings).where(notInArray(findings.invariant, names));
    await tx
      .insert(findings)
      .values(found.map((finding) => ({ ...finding, checkedAt })))
      .onConflictDoUpdate({
        target: findings.invariant,
        set: { broken: sql`excluded.broken`, checkedAt: sql`excluded.checked_at` },
      });
  });
}

/** What the last verification found, and when it ended, in seconds since 1970; nothing before the first. */
export const readFindings = (db: Database): Promise<(StoredFinding & { readonly seconds: number })[]> =>
  db.executor
    .select({
      invariant: findings.invariant,
      broken: findings.broken,
      seconds: sql<number>`extract(epoch from ${findings.checkedAt})::float8`,
    })
    .from(findings);
