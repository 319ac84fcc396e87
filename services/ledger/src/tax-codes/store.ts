import { anyOf, builtOnce, type Executor, type Value } from '@app/db';
import { and, asc, eq, gte, inArray, isNull, lte, or, type SQL } from 'drizzle-orm';
import { accounts } from '../schema/accounts.ts';
import { taxCodes } from '../schema/tax-codes.ts';
import type { TaxCode } from './tax-code.ts';

const columns = {
  id: taxCodes.id,
  code: taxCodes.code,
  rate: taxCodes.rate,
  category: taxCodes.category,
  taxAccountId: taxCodes.taxAccountId,
  acquisitionTaxAccountId: taxCodes.acquisitionTaxAccountId,
  activeFrom: taxCodes.activeFrom,
  activeTo: taxCodes.activeTo,
  compensation: taxCodes.compensation,
  nob: taxCodes.descriptionNob,
  eng: taxCodes.descriptionEng,
};

const select = (db: Executor, condition: SQL | undefined) =>
  db.select(columns).from(taxCodes).where(condition).orderBy(asc(taxCodes.id));

/** In the order of the national list. */
export const listTaxCodes = (
  db: Executor,
  {
    activeOn,
    category,
  }: { readonly activeOn?: string | undefined; readonly category?: TaxCode['category'] | undefined },
): Promise<readonly TaxCode[]> =>
  select(db, and(activeOn ? isActiveOn(activeOn) : undefined, category ? eq(taxCodes.category, category) : undefined));

const isActiveOn = (day: string): SQL | undefined =>
  and(
    or(isNull(taxCodes.activeFrom), lte(taxCodes.activeFrom, day)),
    or(isNull(taxCodes.activeTo), gte(taxCodes.activeTo, day)),
  );

export const findTaxCodes: (db: Executor, ids: readonly number[]) => Promise<readonly TaxCode[]> = builtOnce(
  (db, ids: Value<readonly number[]>) => select(db, anyOf(taxCodes.id, ids)),
);

export interface TaxAccount {
  readonly id: number;
  readonly code: string;
  readonly nob: string;
  readonly eng: string | null;
  readonly isActive: boolean;
}

/** The accounts that tax codes post to; all of them of the system chart. */
export async function taxAccounts(db: Executor): Promise<ReadonlyMap<number, TaxAccount>> {
  const posted = db
    .select({ id: taxCodes.taxAccountId })
    .from(taxCodes)
    .union(db.select({ id: taxCodes.acquisitionTaxAccountId }).from(taxCodes));
  const rows = await db
    .select({
      id: accounts.id,
      code: accounts.accountCode,
      nob: accounts.descriptionNob,
      eng: accounts.descriptionEng,
      isActive: accounts.isActive,
    })
    .from(accounts)
    .where(inArray(accounts.id, posted));
  return new Map(rows.map((account) => [account.id, account]));
}
