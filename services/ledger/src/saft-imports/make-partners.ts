import { sql } from 'drizzle-orm';
import type { SaftContext } from './context.ts';
import type { FileParty } from './file/records.ts';
import { fileParties, isNobody } from './meaning.ts';
import * as store from './store.ts';

type StoredParty = store.Stored<FileParty>;

/** Partners of one call. */
const TOGETHER = 50;
/** Of one call: shorter than the lease of an import. */
const CALL_MILLIS = 20_000;

/**
 * Has their owner make business partners of customers and suppliers, some at a time, and notes which each became. A
 * customer and a supplier with one registration number, or with one id and one name, are one partner.
 * @throws LeaseLost; Failure as their owner says, 503 when it cannot be asked
 */
export async function makePartners({ db, partners }: SaftContext, held: store.Held): Promise<void> {
  const groups = grouped((await fileParties(db.executor, held)).filter(({ content }) => !isNobody(content)));
  for (let at = 0; at < groups.length; at += TOGETHER) {
    const some = groups.slice(at, at + TOGETHER);
    if (some.flat().every(({ businessPartnerId }) => businessPartnerId !== null)) continue;
    await store.hold(db.executor, held);
    const { ids } = await partners.ImportPartners(
      {
        ...{ clientAccountId: held.clientAccountId, actorId: held.actorId, partners: some.map(messageOf) },
        commandKey: `saft-import:${held.id}:${at}`,
      },
      { deadlineMillis: CALL_MILLIS },
    );
    const became = some.flatMap((group, index) => group.map(({ ordinal }) => ({ ordinal, partner: ids[index]! })));
    await db.write(async (tx) => {
      await store.hold(tx, held, { faults: null });
      // Raw: many rows by one statement.
      await tx.execute(sql`
        update saft_import_records r set business_partner_id = b.partner
        from jsonb_to_recordset(${JSON.stringify(became)}::text::jsonb) b(ordinal integer, partner bigint)
        where r.client_account_id = ${held.clientAccountId} and r.import_id = ${held.id} and r.kind = 'party' and r.ordinal = b.ordinal`);
    });
  }
}

/** In the order of the file, so that a group has the same place however often they are grouped. */
function grouped(parties: readonly StoredParty[]): readonly (readonly StoredParty[])[] {
  const keyOf = ({ content: { registrationNumber, id, name } }: StoredParty): string => {
    const digits = registrationNumber?.replace(/\D/g, '') ?? '';
    return digits === '' ? `${id}/${name}` : digits;
  };
  return [...Map.groupBy(parties, keyOf).values()];
}

function messageOf(group: readonly StoredParty[]) {
  const contents = group.map(({ content }) => content);
  const filled = <N extends string>(name: N, field: keyof FileParty): { readonly [K in N]?: string } => {
    const found = contents.map((content) => content[field]).find((value) => typeof value === 'string');
    return (found === undefined ? {} : { [name]: found }) as { readonly [K in N]?: string };
  };
  return {
    name: contents[0]!.name,
    sourceIds: contents.map(({ kind, id }) => `${kind} ${id}`),
    ...filled('registrationNumber', 'registrationNumber'),
    ...filled('streetAddress', 'street'),
    ...filled('postalCode', 'postalCode'),
    ...filled('city', 'city'),
    ...filled('countryCode', 'country'),
    ...filled('email', 'email'),
    ...filled('phone', 'phone'),
    isCustomer: contents.some(({ kind }) => kind === 'customer'),
    isSupplier: contents.some(({ kind }) => kind === 'supplier'),
  };
}
