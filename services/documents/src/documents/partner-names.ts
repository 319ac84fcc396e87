import { fixedStatement, type Tx } from '@app/db';
import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { partnerNames } from '../schema/document-numbers.ts';

/** A partner that a document names, with the version that had the name. */
export interface NamedPartner {
  readonly id: number;
  readonly name: string;
  readonly version: number;
}

/**
 * The part of a statement that notes the names of partners, unless newer ones are known. Raw: who is known already is read and
 * not held (docs/decisions/0169-what-an-invoice-costs.md).
 * @param from a part with a `client_account_id`, and a `partner` with its id, name and version in each row
 */
export const notingPart = (from: SQL): SQL => sql`
    insert into ${partnerNames} as known (client_account_id, business_partner_id, name, version)
    select distinct on (named.client_account_id, n.id) named.client_account_id, n.id, n.name, n.version
    from ${from} as named, jsonb_to_record(named.partner) as n (id bigint, name text, version bigint)
    where named.partner is not null and not exists (
      select from ${partnerNames} as p
      where p.client_account_id = named.client_account_id and p.business_partner_id = n.id and p.version >= n.version)
    order by named.client_account_id, n.id, n.version desc
    on conflict (client_account_id, business_partner_id) do update set name = excluded.name, version = excluded.version
    where known.version < excluded.version`;

const noting = fixedStatement(sql`
  with given as (
    select * from jsonb_to_record(${sql.placeholder('given')}::text::jsonb) as g (client_account_id bigint, partner jsonb)
  ) ${notingPart(sql`given`)}`);

/** Notes the name of a partner that a document names, unless a newer one is known. */
export async function notePartner(tx: Tx, client_account_id: number, partner: NamedPartner | undefined): Promise<void> {
  if (partner)
    await tx.execute(noting({ given: JSON.stringify({ client_account_id, partner: namedPartner(partner) }) }));
}

/** A partner as a statement takes it that notes its name. */
export const namedPartner = ({ id, name, version }: NamedPartner): NamedPartner => ({ id, name, version });

/** A partner was renamed; those that no document names are not kept. */
export async function renamePartner(
  tx: Tx,
  clientAccountId: number,
  { id, name, version }: NamedPartner,
): Promise<void> {
  await tx
    .update(partnerNames)
    .set({ name, version })
    .where(
      and(
        eq(partnerNames.clientAccountId, clientAccountId),
        eq(partnerNames.businessPartnerId, id),
        lt(partnerNames.version, version),
      ),
    );
}
