import type { Database } from '@app/db';
import { sql } from 'drizzle-orm';
import type { Fault, Refusal } from './fault.ts';
import type { EntryHeader, NewEntry, NewLine } from './journal-entry.ts';
import { arrayOf, nameReferences, referenceKey, rowOf } from './rows.ts';

interface Found extends Record<string, unknown> {
  readonly vouchers: readonly (readonly [place: number, id: number])[] | null;
  readonly externals: readonly (readonly [place: number, id: number])[] | null;
  readonly active: readonly (boolean | null)[] | null;
}

/**
 * Every fault of entries of one company: those of the ground, which are known, and those that the database knows of,
 * records of other services and what other entries have. By entry, the entry itself before its lines.
 * @param replacing the draft that is replaced: what it has is not taken
 */
export async function findFaults(
  db: Database,
  clientAccountId: number,
  entries: readonly NewEntry[],
  replacing: number | null,
): Promise<readonly Fault[]> {
  const named: string[] = [];
  const references = nameReferences(0, clientAccountId, named);
  for (const { header, lines } of entries) {
    if (header.voucherId !== null) references.add('voucher', header.voucherId);
    for (const { dimensions } of lines)
      for (const { relationType, relationId } of dimensions) references.add(relationType, relationId);
  }
  const keys = entries.map(({ header }, place) => rowOf([place, clientAccountId, header.voucherId, header.externalId]));
  // Raw: rows as arrays, and each key looked up by itself; a join of lists may read all entries of a large company.
  const [found] = await db.executor.execute<Found>(sql`
    select
      (select json_agg(json_build_array(k.request, e.id)) from unnest(${arrayOf(keys)}::text::named_key[]) k
        cross join lateral (
          select e.id from journal_entries e where e.client_account_id = ${clientAccountId} and e.voucher_id = k.voucher_id and e.cancelled is null
            and e.id is distinct from ${replacing}::bigint limit 1) e) as vouchers,
      (select json_agg(json_build_array(k.request, e.id)) from unnest(${arrayOf(keys)}::text::named_key[]) k
        cross join lateral (
          select e.id from journal_entries e where e.client_account_id = ${clientAccountId} and e.external_id = k.external_id
            and e.id is distinct from ${replacing}::bigint limit 1) e) as externals,
      (select json_agg((
          select v.is_active from reference_values v
          where v.client_account_id = ${clientAccountId} and v.relation_type = n.relation_type and v.relation_id = n.relation_id))
        from unnest(${arrayOf(named)}::text::named_reference[]) n) as active`);
  const activity = new Map([...references.places].map(([key, place]) => [key, found!.active![place]!]));
  const books: InBooks = {
    isActive: (relationType, relationId) => activity.get(referenceKey(relationType, relationId)) ?? null,
    vouchers: new Map(found!.vouchers),
    externals: new Map(found!.externals),
  };
  return entries.flatMap((entry, place) => faultsOfEntry(entry, place, books));
}

/** What the database knows of what the entries name. */
interface InBooks {
  /** Null: the record is not known. */
  isActive(relationType: string, relationId: number): boolean | null;
  /** The entries that have the voucher and the external id of each entry, by its place. */
  readonly vouchers: ReadonlyMap<number, number>;
  readonly externals: ReadonlyMap<number, number>;
}

function faultsOfEntry({ header, lines, faults }: NewEntry, place: number, books: InBooks): Fault[] {
  const perLine = Map.groupBy(faults, ({ line, rule }) => (rule === 'locked' ? undefined : line));
  const inRequestOrder = [...lines].sort((a, b) => a.position - b.position);
  return [
    ...headerFaults(header, place, books),
    ...inRequestOrder.flatMap((line) => [...(perLine.get(line.position) ?? []), ...dimensionFaults(line, books)]),
    ...(perLine.get(undefined) ?? []),
  ].map((fault) => ({ ...fault, entry: place }));
}

function headerFaults(
  { voucherId }: Pick<EntryHeader, 'voucherId'>,
  entry: number,
  { isActive, vouchers, externals }: InBooks,
): Fault[] {
  const faults: Fault[] = [];
  const isVoucherActive = voucherId === null ? true : isActive('voucher', voucherId);
  if (isVoucherActive !== true)
    faults.push({ entry, line: null, field: 'voucher_id', rule: isVoucherActive === null ? 'unknown' : 'inactive' });
  if (vouchers.has(entry)) faults.push({ entry, line: null, field: 'voucher_id', rule: 'taken' });
  const existing = externals.get(entry);
  if (existing !== undefined) faults.push({ entry, line: null, field: 'external_id', rule: 'taken', existing });
  return faults;
}

const dimensionFaults = ({ dimensions, position }: NewLine, { isActive }: InBooks): Fault[] =>
  dimensions.flatMap(({ relationType, relationId }, index): Fault[] => {
    const active = isActive(relationType, relationId);
    if (active === true) return [];
    return [{ entry: 0, line: position, field: 'dimensions', index, rule: active === null ? 'unknown' : 'inactive' }];
  });

export const inactiveCompany: Refusal = {
  faults: [{ entry: 0, line: null, field: 'client_account_id', rule: 'inactive' }],
  lockedUntil: null,
};
