import type { CamtAccount, CamtEntry } from '@app/camt';
import { anyOf, type Executor } from '@app/db';
import { and, eq, isNull, or } from 'drizzle-orm';
import { bankAccounts } from '../../schema/bank-accounts.ts';
import { unknownAccount } from './failures.ts';

/** A house account as an import needs it. */
export interface HouseAccount {
  readonly id: number;
  readonly iban: string | null;
  readonly bban: string | null;
  /** Null: it takes any. */
  readonly currencyCode: string | null;
}

/** A number as it is stored: without spaces and points, in capitals. */
const compact = (number: string): string => number.replace(/[\s.]+/g, '').toUpperCase();

/** The number of a Norwegian IBAN within Norway. */
const withinNorway = (number: string): string | undefined => (/^NO\d{13}$/.test(number) ? number.slice(4) : undefined);

/** Every form that a number may be stored in. */
const formsOf = (number: string): readonly string[] => {
  const plain = compact(number);
  const own = withinNorway(plain);
  return own === undefined ? [plain] : [plain, own];
};

export const houseAccounts = (ex: Executor, clientAccountId: number): Promise<readonly HouseAccount[]> =>
  ex
    .select({
      id: bankAccounts.id,
      iban: bankAccounts.iban,
      bban: bankAccounts.bban,
      currencyCode: bankAccounts.currencyCode,
    })
    .from(bankAccounts)
    .where(
      and(
        eq(bankAccounts.clientAccountId, clientAccountId),
        isNull(bankAccounts.businessPartnerId),
        eq(bankAccounts.isActive, true),
      ),
    );

/** The house account that a file is about, by its IBAN or its national number. @throws Failure 400 */
export function houseOf(accounts: readonly HouseAccount[], { iban, other }: CamtAccount): HouseAccount {
  const number = iban ?? other ?? '';
  const forms = formsOf(number);
  const found = accounts.filter((each) => forms.includes(each.iban ?? '') || forms.includes(each.bban ?? ''));
  const [only] = found.length === 1 ? found : found.filter(({ iban: own }) => own === forms[0]);
  if (!only) throw unknownAccount(number.slice(0, 40));
  return only;
}

/**
 * Bank accounts that the other sides of some entries have, by number: of the house first, else the only one of a
 * partner. A number that two partners have says nothing.
 */
export async function accountsOfParties(
  ex: Executor,
  clientAccountId: number,
  entries: readonly CamtEntry[],
): Promise<(number: string | null) => number | null> {
  const numbers = new Set(
    entries.flatMap(({ details }) =>
      details.length === 1
        ? [details[0]!.debtor.account, details[0]!.creditor.account].flatMap((number) =>
            number ? formsOf(number) : [],
          )
        : [],
    ),
  );
  if (numbers.size === 0) return () => null;
  const among = [...numbers];
  const rows = await ex
    .select({
      id: bankAccounts.id,
      iban: bankAccounts.iban,
      bban: bankAccounts.bban,
      partnerId: bankAccounts.businessPartnerId,
    })
    .from(bankAccounts)
    .where(
      and(
        eq(bankAccounts.clientAccountId, clientAccountId),
        eq(bankAccounts.isActive, true),
        or(anyOf(bankAccounts.iban, among), anyOf(bankAccounts.bban, among)),
      ),
    );
  return (number) => {
    if (!number) return null;
    const forms = formsOf(number);
    const found = rows.filter(({ iban, bban }) => forms.includes(iban ?? '') || forms.includes(bban ?? ''));
    const house = found.find(({ partnerId }) => partnerId === null);
    return house?.id ?? (found.length === 1 ? found[0]!.id : null);
  };
}
