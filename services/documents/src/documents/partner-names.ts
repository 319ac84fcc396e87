import type { Tx } from '@app/db';
import { and, eq, lt, sql } from 'drizzle-orm';
import { partnerNames } from '../schema/document-numbers.ts';

interface PartnerName {
  readonly clientAccountId: number;
  readonly businessPartnerId: number;
  readonly name: string;
  readonly version: number;
}

/** Notes the name of a partner that a document names, unless a newer one is known. */
export async function notePartner(tx: Tx, partner: PartnerName): Promise<void> {
  await tx
    .insert(partnerNames)
    .values(partner)
    .onConflictDoUpdate({
      target: [partnerNames.clientAccountId, partnerNames.businessPartnerId],
      set: { name: sql`excluded.name`, version: sql`excluded.version` },
      setWhere: sql`${partnerNames.version} < excluded.version`,
    });
}

/** A partner was renamed; those that no document names are not kept. */
export async function renamePartner(tx: Tx, { name, version, ...partner }: PartnerName): Promise<void> {
  await tx
    .update(partnerNames)
    .set({ name, version })
    .where(
      and(
        eq(partnerNames.clientAccountId, partner.clientAccountId),
        eq(partnerNames.businessPartnerId, partner.businessPartnerId),
        lt(partnerNames.version, version),
      ),
    );
}
