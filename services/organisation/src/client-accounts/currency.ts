import { conflict, Failure } from '@app/contract';
import type { Database, Tx } from '@app/db';
import type { Client, Ledger, Contract as RpcContract } from '@app/rpc';
import type { Clock, Logger } from '@app/runtime';
import type { ClientAccount } from './client-account.ts';
import { abandonedOrders, type CurrencyOrder, dropOrder, findOrder, storeOrder } from './currency-order-store.ts';
import { lockAccounts } from './store.ts';

type ClientOf<T> = T extends RpcContract<infer D> ? Client<D> : never;
export type CurrencyLedger = Pick<ClientOf<typeof Ledger>, 'ChangeCurrency' | 'HasPostings'>;

export interface CurrencyDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly ledger: CurrencyLedger;
}

/** Longer than a request and the call inside it live. */
const ABANDONED_SECONDS = 15;

/** Longer than writers of the same books may hold the ledger up. */
const DEADLINE_MILLIS = 12_000;

export const hasPostings = (id: number): Failure =>
  conflict(`The books of client account ${id} hold entries; its accounting currency can no longer change`, 'client_account.has_postings');

export const changedAtOnce = (id: number): Failure =>
  conflict(`The accounting currency of client account ${id} was changed at the same moment; read it and try again`);

/**
 * Stores the intent before anything is asked of the ledger. @param account as it was when its lock was taken
 * @throws Failure 409 when another order of the account is under way
 */
export async function placeOrder(tx: Tx, account: ClientAccount, order: Omit<CurrencyOrder, 'clientAccountId' | 'accountVersion'>) {
  const placed = { ...order, clientAccountId: account.id, accountVersion: account.version };
  if (!(await storeOrder(tx, placed))) throw changedAtOnce(account.id);
  return placed;
}

/**
 * Carries an order out: the ledger changes the currency of its books unless they hold an entry, and then the account says so, in one transaction that
 * drops the order. Whoever comes second finds it dropped. When the ledger does not answer the order stays, and `recoverOrders` asks again.
 * @param apply changes the account in the transaction; `isFirst` is false when somebody else has changed the currency for this order
 * @throws Failure 409 `client_account.has_postings`, 503
 */
export async function carryOut(
  { db, ledger }: CurrencyDependencies,
  order: CurrencyOrder,
  apply: (tx: Tx, isFirst: boolean) => Promise<void>,
): Promise<void> {
  const { clientAccountId, commandKey, currency, accountVersion } = order;
  const isChanged = await askLedger();
  if (!isChanged) {
    await dropOrder(db.executor, order);
    throw hasPostings(clientAccountId);
  }
  await db.write(async (tx) => {
    const isThere = (await lockAccounts(tx, [clientAccountId])).has(clientAccountId);
    if (isThere) await apply(tx, await dropOrder(tx, order));
  });

  async function askLedger(): Promise<boolean> {
    try {
      const command = { clientAccountId, commandKey, currencyCode: currency, accountVersion };
      return (await ledger.ChangeCurrency(command, { deadlineMillis: DEADLINE_MILLIS })).isChanged;
    } catch (error) {
      if (error instanceof Failure && error.status < 500) await dropOrder(db.executor, order);
      throw error;
    }
  }
}

/** Carries out an order of the account that a request has left alone, if there is one. */
export async function settleOrder(
  deps: CurrencyDependencies,
  clientAccountId: number,
  apply: (tx: Tx, order: CurrencyOrder) => Promise<void>,
): Promise<void> {
  const order = await findOrder(deps.db.executor, clientAccountId);
  if (order) await settle(deps, order, apply);
}

/** A refusal settles an order as well. */
async function settle(
  deps: CurrencyDependencies,
  order: CurrencyOrder,
  apply: (tx: Tx, order: CurrencyOrder) => Promise<void>,
): Promise<void> {
  try {
    await carryOut(deps, order, async (tx, isFirst) => {
      if (isFirst) await apply(tx, order);
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
  }
}

/**
 * The job `currency-recovery`: orders that nobody works on any more are carried to their end. Gives how many were settled; safe to run twice. One
 * that cannot be settled now holds up no other.
 */
export async function recoverOrders(
  deps: CurrencyDependencies & { readonly logger: Logger },
  apply: (tx: Tx, order: CurrencyOrder) => Promise<void>,
): Promise<number> {
  let settled = 0;
  for (const order of await abandonedOrders(deps.db.executor, ABANDONED_SECONDS)) {
    try {
      await settle(deps, order, apply);
      settled += 1;
    } catch (error) {
      deps.logger.warn({ err: error, client_account_id: order.clientAccountId }, 'a change of currency waits for the ledger');
    }
  }
  return settled;
}
