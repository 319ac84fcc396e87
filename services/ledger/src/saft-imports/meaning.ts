import type { Executor } from '@app/db';
import { NOBODY, nobody } from '../saft/parties.ts';
import type { FileParty } from './file/records.ts';
import type { Meaning } from './requests.ts';
import type { ReportedAccount } from './saft-import.ts';
import * as store from './store.ts';

/** Records that are read back at once. */
export const PAGE = 500;

/** Every record of a kind, in its order. */
async function* all<K extends 'account' | 'party' | 'tax_code'>(db: Executor, key: store.Key, kind: K) {
  for (let after = 0; ; ) {
    const page = await store.recordsAfter(db, key, kind, after, PAGE);
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.ordinal;
  }
}

export const fileAccounts = (db: Executor, key: store.Key) => Array.fromAsync(all(db, key, 'account'));

/** Customers and suppliers, with the business partner that each became. */
export const fileParties = (db: Executor, key: store.Key) => Array.fromAsync(all(db, key, 'party'));

const partyKey = (kind: FileParty['kind'], id: string): string => `${kind} ${id}`;

/** The party under which an export of these books puts lines that name no partner: it becomes no partner. */
export const isNobody = ({ kind, id, name }: FileParty): boolean => id === String(NOBODY) && name === nobody[kind];

/**
 * What the words of a file stand for: its accounts as they are given, its VAT codes, and its parties as far as they
 * became partners.
 */
export async function meaningOf(
  db: Executor,
  key: store.Key,
  currency: string,
  accounts: readonly ReportedAccount[],
): Promise<Meaning> {
  const codes = new Map(accounts.map(({ id, code }) => [id, code]));
  const taxCodes = new Map<string, string>();
  for await (const { content } of all(db, key, 'tax_code'))
    taxCodes.set(content.code, content.standard ?? content.code);
  const partners = new Map<string, number>();
  for await (const { content, businessPartnerId } of all(db, key, 'party'))
    if (businessPartnerId !== null) partners.set(partyKey(content.kind, content.id), businessPartnerId);
  return {
    importId: key.id,
    currency,
    code: (accountId) => codes.get(accountId) ?? undefined,
    taxCode: (code) => taxCodes.get(code) ?? code,
    partner: (kind, id) => partners.get(partyKey(kind, id)),
  };
}
