import { record } from '@app/audit';
import { appendToOutbox, type Executor, type NewEvent, type Tx } from '@app/db';
import { accessToAccountChanged, linksOfUserChanged } from '../account-users/link.ts';
import { activeLinks } from '../account-users/store.ts';
import { languageOfCountry } from '../organizations/organization.ts';
import { assertMayBill, billingAccountIn } from './billing.ts';
import { accountChanged, accountNotFound, type ClientAccount } from './client-account.ts';
import { type CurrencyDependencies, carryOut, changedAtOnce, hasPostings, placeOrder, settleOrder } from './currency.ts';
import type { CurrencyOrder } from './currency-order-store.ts';
import * as store from './store.ts';

export type UpdateDependencies = CurrencyDependencies;

/** Fields to change; `accountingLanguage: null` goes back to that of the organization's country, `metadata: null` empties it. */
export interface AccountUpdate extends Omit<store.AccountChanges, 'accountingLanguage' | 'metadata'> {
  readonly accountingLanguage?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Changes a client account; what is not named stays (CAC-R48). The accounting currency changes only while the ledger
 * has no entry, and there first: after the answer no entry is stored in the old one (JEX-R44).
 * @param call its key names the change to the ledger; a dry run asks the ledger and tells it nothing
 * @throws Failure 403, 404, 409 `client_account.has_postings`, 503
 */
export async function updateClientAccount(
  deps: UpdateDependencies,
  id: number,
  update: AccountUpdate,
  actor: { readonly userId: number; readonly isAdmin: boolean },
  call: { readonly commandKey: string; readonly dryRun: boolean },
): Promise<void> {
  const { db, clock, ledger } = deps;
  const apply = applyTo(deps, actor.userId);
  const currency = update.accountingCurrency;
  const known = await requireAccount(deps, db.executor, id);
  await assertMayBill({ db, clock }, actor, update.metadata, known.metadata);
  if (currency !== undefined && !call.dryRun) await settleOrder(deps, id, applyOrder(deps));
  const before = await requireAccount(deps, db.executor, id);
  if (currency === undefined || currency === before.accountingCurrency) {
    await db.write(async (tx) => {
      await store.lockAccounts(tx, [id]);
      const account = await requireAccount(deps, tx, id);
      if (currency !== undefined && account.accountingCurrency !== currency) throw changedAtOnce(id);
      await apply(tx, account, update);
    });
    return;
  }
  if ((await ledger.HasPostings({ clientAccountId: id })).hasPostings) throw hasPostings(id);
  const order = await db.write(async (tx) => {
    await store.lockAccounts(tx, [id]);
    const account = await requireAccount(deps, tx, id);
    if (account.accountingCurrency !== before.accountingCurrency) throw changedAtOnce(id);
    if (call.dryRun) return void (await apply(tx, account, update));
    return placeOrder(tx, account, { commandKey: call.commandKey, currency, actorId: actor.userId });
  });
  if (!order) return;
  await carryOut(deps, order, async (tx, isFirst) => {
    const { accountingCurrency, ...others } = update;
    await apply(tx, await requireAccount(deps, tx, id), isFirst ? update : others);
  });
}

/** How an order is carried out for a request that is gone: the currency alone. */
export const applyOrder =
  (deps: Pick<UpdateDependencies, 'clock'>) =>
  async (tx: Tx, { clientAccountId, currency, actorId }: CurrencyOrder): Promise<void> => {
    const account = await requireAccount(deps, tx, clientAccountId);
    await applyTo(deps, actorId)(tx, account, { accountingCurrency: currency });
  };

/** Changes an account whose lock the transaction holds, and tells of it. */
const applyTo =
  (deps: Pick<UpdateDependencies, 'clock'>, actorId: number) =>
  async (tx: Tx, account: ClientAccount, update: AccountUpdate): Promise<void> => {
    const { id } = account;
    const changes = changesOf(account, update);
    if (Object.keys(changes).length === 0) return;
    await store.updateAccount(tx, id, changes, actorId, new Date(deps.clock.millis()));
    const named = billingAccountIn(changes.metadata);
    if (changes.metadata !== undefined && named !== billingAccountIn(account.metadata))
      await record(tx, {
        kind: 'billing_changed',
        clientAccountId: id,
        userId: actorId,
        details: { billing_client_account_id: named },
      });
    const changed = await requireAccount(deps, tx, id);
    await appendToOutbox(tx, accountChanged(changed), ...(changed.isActive === account.isActive ? [] : await accessSwitched(tx, id)));
  };

/** While a firm is inactive its contracts rest: what is cached of its people goes, since it holds for the firm's customers too. */
async function accessSwitched(tx: Tx, id: number): Promise<readonly NewEvent[]> {
  const members = await activeLinks(tx, [id]);
  return [accessToAccountChanged(id), ...members.map(({ userId }) => linksOfUserChanged(userId))];
}

async function requireAccount({ clock }: Pick<UpdateDependencies, 'clock'>, ex: Executor, id: number): Promise<ClientAccount> {
  const account = await store.findAccount(ex, id, clock.today());
  if (!account) throw accountNotFound(id);
  return account;
}

/** What is named and defined; sale counters count as a change even at the number they have, since they start anew. */
function changesOf(account: ClientAccount, update: AccountUpdate): store.AccountChanges {
  const { accountingLanguage, metadata, ...rest } = update;
  const changes = {
    ...rest,
    accountingLanguage: accountingLanguage === null ? languageOfCountry(account.countryCode) : accountingLanguage,
    metadata: metadata === null ? {} : metadata,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
