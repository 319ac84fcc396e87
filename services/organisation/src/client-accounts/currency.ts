import type { AccountAccess } from '@app/access';
import { conflict, Failure } from '@app/contract';
import { type Database, defineUseCase } from '@app/db';
import type { ClientOf, Ledger } from '@app/rpc';
import type { Clock, Logger } from '@app/runtime';
import { z } from 'zod';
import { mayStill } from '../access/local-sources.ts';
import { lockAccounts } from '../tenancy/account-store.ts';
import { type AccountUpdate, applyUpdate, requireAccount } from './apply.ts';
import { adoptOrders } from './retired-orders.ts';

export type CurrencyLedger = Pick<ClientOf<typeof Ledger>, 'ChangeCurrency' | 'HasPostings'>;

/** Longer than writers of the same books may hold the ledger up. */
const DEADLINE_MILLIS = 12_000;

export const hasPostings = (id: number): Failure =>
  conflict(
    `The books of client account ${id} hold entries; its accounting currency can no longer change`,
    'client_account.has_postings',
  );

export const changedAtOnce = (id: number): Failure =>
  conflict(`The accounting currency of client account ${id} was changed at the same moment; read it and try again`);

/**
 * The change of an accounting currency, one at a time per account: the ledger changes its books unless they hold an
 * entry, and then the account says so. Whoever sent it has everything else applied in the same transaction, while their
 * role allows it; the recovery applies the currency alone.
 */
export const defineCurrencyChange = (deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ledger: CurrencyLedger;
}) =>
  defineUseCase(deps, {
    name: 'change_currency',
    // Longer than a request and the call inside it live.
    leaseSeconds: 15,
    pauseSeconds: 15,
    intent: z.object({
      currency: z.string(),
      actorId: z.int(),
      /** Of the account when it was ordered. */
      accountVersion: z.int(),
    }),
    /** Whether everything else was applied with the currency. */
    result: z.object({ isWhole: z.boolean().optional() }),
    given: z.custom<{ readonly update: AccountUpdate; readonly access: AccountAccess }>(),
    call: async ({ commandKey, clientAccountId, intent: { currency, accountVersion } }) => {
      const order = { clientAccountId: clientAccountId!, commandKey, currencyCode: currency, accountVersion };
      const { isChanged } = await deps.ledger.ChangeCurrency(order, { deadlineMillis: DEADLINE_MILLIS });
      if (!isChanged) throw hasPostings(order.clientAccountId);
      return isChanged;
    },
    finish: ({ clientAccountId, intent: { currency, actorId }, given, commit }) =>
      commit(async (tx) => {
        const isThere = (await lockAccounts(tx, [clientAccountId!])).has(clientAccountId!);
        if (!isThere) return {};
        const account = await requireAccount(deps, tx, clientAccountId!);
        const isWhole = given !== undefined && (await mayStill(deps, actorId, given.access, 'admin'));
        await applyUpdate(tx, deps, account, isWhole ? given.update : { accountingCurrency: currency }, actorId);
        return { isWhole };
      }),
    adopt: (wanted) => adoptOrders(deps.db, wanted),
  });

export type CurrencyChange = ReturnType<typeof defineCurrencyChange>;

/**
 * Carries out a change of the account that an earlier request has left under way; a refusal settles it as well. @throws
 * Failure 503
 */
export async function settleEarlierChange(currencyChange: CurrencyChange, clientAccountId: number): Promise<void> {
  const earlier = await currencyChange.find({ subject: String(clientAccountId) });
  if (earlier?.state !== 'open') return;
  try {
    await currencyChange.resume(earlier);
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
  }
}
