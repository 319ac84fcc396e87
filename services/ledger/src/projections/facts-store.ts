import type { Database, Executor } from '@app/db';
import { and, asc, eq, lt, lte, sql } from 'drizzle-orm';
import { journalCounters } from '../schema/journal-counters.ts';
import { accountFacts } from '../schema/projections.ts';

/** What the ledger knows of a client account. */
export interface AccountFacts {
  readonly clientAccountId: number;
  readonly accountingCurrency: string;
  readonly accountingLanguage: string;
  readonly displayName: string;
  readonly organizationNumber: string | null;
  readonly isActive: boolean;
}

export interface NewFacts extends AccountFacts {
  /** A `datemultirange`. */
  readonly vatLiableDuring: string;
  readonly version: number;
}

export interface AccountFactsStore {
  find(clientAccountId: number): Promise<AccountFacts | undefined>;
  /** Stores what the owner says, unless something newer is known. */
  put(facts: NewFacts): Promise<void>;
  /** Changes what is known from an event; an account that is not known yet is read from its owner when it is needed. */
  changeAccount(executor: Executor, facts: AccountFacts, version: number): Promise<void>;
  changeVat(executor: Executor, clientAccountId: number, vatLiableDuring: string, version: number): Promise<void>;
  /** Takes every account for inactive and out of date: the refusal that follows asks its owner. */
  distrust(): Promise<void>;
  /** Every account with facts or books. */
  ids(): Promise<readonly number[]>;
}

export const createFactsStore = (db: Database): AccountFactsStore => ({
  find: async (clientAccountId) => {
    const rows = await db.executor
      .select(columns)
      .from(accountFacts)
      .where(eq(accountFacts.clientAccountId, clientAccountId));
    return rows[0];
  },
  put: async ({ version, vatLiableDuring, ...facts }) => {
    const values = { ...facts, vatLiableDuring, accountVersion: version, settingsVersion: version };
    await db.executor
      .insert(accountFacts)
      .values(values)
      .onConflictDoUpdate({
        target: accountFacts.clientAccountId,
        set: { ...values, ...currencyOf(facts.accountingCurrency, version) },
        setWhere: and(lte(accountFacts.accountVersion, version), lte(accountFacts.settingsVersion, version))!,
      });
  },
  changeAccount: async (executor, { clientAccountId, ...facts }, version) => {
    await executor
      .update(accountFacts)
      .set({ ...facts, ...currencyOf(facts.accountingCurrency, version), accountVersion: version })
      .where(and(eq(accountFacts.clientAccountId, clientAccountId), lt(accountFacts.accountVersion, version)));
  },
  changeVat: async (executor, clientAccountId, vatLiableDuring, version) => {
    await executor
      .update(accountFacts)
      .set({ vatLiableDuring, settingsVersion: version })
      .where(and(eq(accountFacts.clientAccountId, clientAccountId), lt(accountFacts.settingsVersion, version)));
  },
  distrust: async () => {
    await db.executor.update(accountFacts).set({ isActive: false, accountVersion: 0, settingsVersion: 0 });
  },
  ids: async () => {
    const { executor } = db;
    const rows = await executor
      .select({ id: accountFacts.clientAccountId })
      .from(accountFacts)
      .union(executor.select({ id: journalCounters.clientAccountId }).from(journalCounters))
      .orderBy(asc(accountFacts.clientAccountId));
    return rows.map(({ id }) => id);
  },
});

/**
 * What the owner's record says of the currency counts unless the owner has ordered another one since: then the order
 * does, until the record says the same in a later version (`change_currency`).
 */
function currencyOf(said: string, version: number) {
  const known = accountFacts.accountingCurrency;
  const isOld = sql`${accountFacts.currencyVersion} >= ${version}`;
  const isAwaited = sql`${accountFacts.currencyIsOrdered} and ${known} <> ${said}`;
  return {
    accountingCurrency: sql`case when ${isOld} or ${isAwaited} then ${known} else ${said} end`,
    currencyIsOrdered: sql`${accountFacts.currencyIsOrdered} and (${isOld} or ${known} <> ${said})`,
  };
}

const columns = {
  clientAccountId: accountFacts.clientAccountId,
  accountingCurrency: accountFacts.accountingCurrency,
  accountingLanguage: accountFacts.accountingLanguage,
  displayName: accountFacts.displayName,
  organizationNumber: accountFacts.organizationNumber,
  isActive: accountFacts.isActive,
};
