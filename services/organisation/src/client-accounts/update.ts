import type { AccountAccess } from '@app/access';
import type { Database, Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { mayStill, roleEnded } from '../access/local-sources.ts';
import * as store from '../tenancy/account-store.ts';
import type { ClientAccount } from '../tenancy/client-account.ts';
import { type AccountUpdate, applyUpdate, requireAccount } from './apply.ts';
import { assertMayBill, billingAccountIn } from './billing.ts';
import {
  type CurrencyChange,
  type CurrencyLedger,
  changedAtOnce,
  hasPostings,
  settleEarlierChange,
} from './currency.ts';
import { hasRetiredOrder } from './retired-orders.ts';

export interface UpdateDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly ledger: CurrencyLedger;
  readonly currencyChange: CurrencyChange;
}

export interface Actor {
  readonly userId: number;
  readonly isAdmin: boolean;
  /** To the account, as it was when the request came. */
  readonly access: AccountAccess;
}

interface Call {
  readonly commandKey: string;
  readonly dryRun: boolean;
}

/**
 * Changes a client account; what is not named stays (CAC-R48). The accounting currency changes only while the ledger
 * has no entry, and there first: after the answer no entry is stored in the old one (JEX-R44). The caller's role is asked
 * again under the lock of the account, so that nobody changes what was taken over or taken from them meanwhile.
 * @param call its key names the change to the ledger; a dry run asks the ledger and changes nothing there
 * @throws Failure 403, 404, 409 `client_account.has_postings`, 503
 */
export async function updateClientAccount(
  deps: UpdateDependencies,
  id: number,
  update: AccountUpdate,
  actor: Actor,
  call: Call,
): Promise<void> {
  const { db, clock, ledger } = deps;
  const currency = update.accountingCurrency;
  const known = await requireAccount(deps, db.executor, id);
  await assertMayBill({ db, clock }, actor, update.metadata, known.metadata);
  if (currency !== undefined && !call.dryRun) await settleEarlierChange(deps.currencyChange, id);
  const before = await requireAccount(deps, db.executor, id);
  if (currency === undefined || currency === before.accountingCurrency)
    return updateInPlace(deps, id, update, actor, currency);
  if ((await ledger.HasPostings({ clientAccountId: id })).hasPostings) throw hasPostings(id);
  if (call.dryRun) return updateInPlace(deps, id, update, actor, before.accountingCurrency);
  await changeCurrency(deps, before, { ...update, accountingCurrency: currency }, actor, call.commandKey);
}

/** The account, locked with the one it is to be billed through, for whoever may still change it. @throws Failure 403, 404 */
export async function lockForUpdate(
  tx: Tx,
  deps: Pick<UpdateDependencies, 'db' | 'clock'>,
  id: number,
  { metadata }: AccountUpdate,
  actor: Actor,
): Promise<ClientAccount> {
  const named = billingAccountIn(metadata);
  await store.lockAccounts(tx, named === null ? [id] : [id, named]);
  const account = await requireAccount(deps, tx, id);
  if (!(await mayStill(deps, actor.userId, actor.access, 'admin'))) throw roleEnded();
  await assertMayBill(deps, actor, metadata, account.metadata);
  return account;
}

/** @param currency the account must have it still, where it is named */
async function updateInPlace(
  deps: Pick<UpdateDependencies, 'db' | 'clock'>,
  id: number,
  update: AccountUpdate,
  actor: Actor,
  currency: string | undefined,
): Promise<void> {
  await deps.db.write(async (tx) => {
    const account = await lockForUpdate(tx, deps, id, update, actor);
    if (currency !== undefined && account.accountingCurrency !== currency) throw changedAtOnce(id);
    await applyUpdate(tx, deps, account, update, actor.userId);
  });
}

/** The currency by the use case over the ledger, everything else with it. */
async function changeCurrency(
  deps: UpdateDependencies,
  { id, accountingCurrency: currencyBefore }: ClientAccount,
  update: AccountUpdate & { readonly accountingCurrency: string },
  actor: Actor,
  commandKey: string,
): Promise<void> {
  const { result } = await deps.currencyChange.run(
    commandKey,
    (begin) =>
      deps.db.write(async (tx) => {
        const account = await lockForUpdate(tx, deps, id, update, actor);
        if (account.accountingCurrency !== currencyBefore || (await hasRetiredOrder(tx, id))) throw changedAtOnce(id);
        const intent = { currency: update.accountingCurrency, actorId: actor.userId, accountVersion: account.version };
        return begin(tx, { intent, subject: String(id), clientAccountId: id, busy: changedAtOnce(id) });
      }),
    { update, access: actor.access },
  );
  if (result.isWhole) return;
  // Somebody else has carried the change of the currency out for us and knew of nothing else, or the role ended meanwhile.
  const { accountingCurrency, ...others } = update;
  if (Object.values(others).every((value) => value === undefined)) return;
  await updateInPlace(deps, id, others, actor, undefined);
}
