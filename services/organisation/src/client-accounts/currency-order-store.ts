import type { Executor, Tx } from '@app/db';
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import { currencyOrders } from '../schema/currency-orders.ts';

/** Somebody's intent to change the accounting currency: stored before the ledger is asked, dropped with the change or its refusal. */
export interface CurrencyOrder {
  readonly clientAccountId: number;
  readonly commandKey: string;
  readonly currency: string;
  readonly actorId: number;
  /** Of the account when it was ordered. */
  readonly accountVersion: number;
}

const selection = {
  clientAccountId: currencyOrders.clientAccountId,
  commandKey: currencyOrders.commandKey,
  currency: currencyOrders.currency,
  actorId: currencyOrders.actorId,
  accountVersion: currencyOrders.accountVersion,
};

export async function findOrder(ex: Executor, clientAccountId: number): Promise<CurrencyOrder | undefined> {
  const [row] = await ex.select(selection).from(currencyOrders).where(eq(currencyOrders.clientAccountId, clientAccountId));
  return row;
}

/** False when another order of the account is under way. */
export async function storeOrder(tx: Tx, order: CurrencyOrder): Promise<boolean> {
  const rows = await tx
    .insert(currencyOrders)
    .values({ ...order, storedAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: currencyOrders.clientAccountId })
    .returning({ commandKey: currencyOrders.commandKey });
  return rows.length === 1;
}

/** False when somebody else has carried the order out. */
export async function dropOrder(ex: Executor, { clientAccountId, commandKey }: CurrencyOrder): Promise<boolean> {
  const rows = await ex
    .delete(currencyOrders)
    .where(and(eq(currencyOrders.clientAccountId, clientAccountId), eq(currencyOrders.commandKey, commandKey)))
    .returning({ commandKey: currencyOrders.commandKey });
  return rows.length === 1;
}

/** Orders that their requests have left alone, oldest first. */
export const abandonedOrders = (ex: Executor, seconds: number): Promise<readonly CurrencyOrder[]> =>
  ex
    .select(selection)
    .from(currencyOrders)
    .where(lt(currencyOrders.storedAt, sql`clock_timestamp() - make_interval(secs => ${seconds})`))
    .orderBy(asc(currencyOrders.storedAt))
    .limit(100);
