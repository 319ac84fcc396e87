import { fixedStatement, type Tx } from '@app/db';
import { and, eq, lt, sql } from 'drizzle-orm';
import { partnerNames } from '../schema/document-numbers.ts';

interface PartnerName {
  readonly clientAccountId: number;
  readonly businessPartnerId: number;
  readonly name: string;
  readonly version: number;
}

// Raw: one text for any number of them, and who is known already is read and not held
// (docs/decisions/0169-what-an-invoice-costs.md).
const noting = fixedStatement(sql`
  insert into ${partnerNames} as known (client_account_id, business_partner_id, name, version)
  select distinct on (n."clientAccountId", n."businessPartnerId") n."clientAccountId", n."businessPartnerId", n.name, n.version
  from jsonb_to_recordset(${sql.placeholder('partners')}::text::jsonb)
    as n ("clientAccountId" bigint, "businessPartnerId" bigint, name text, version bigint)
  where not exists (
    select from ${partnerNames} as p
    where p.client_account_id = n."clientAccountId" and p.business_partner_id = n."businessPartnerId" and p.version >= n.version)
  order by n."clientAccountId", n."businessPartnerId", n.version desc
  on conflict (client_account_id, business_partner_id) do update set name = excluded.name, version = excluded.version
  where known.version < excluded.version`);

/** Notes the names of partners that documents name, unless newer ones are known. */
export async function notePartners(tx: Tx, partners: readonly PartnerName[]): Promise<void> {
  if (partners.length > 0) await tx.execute(noting({ partners: JSON.stringify(partners) }));
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
