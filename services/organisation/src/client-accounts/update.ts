import { conflict } from '@app/contract';
import { appendToOutbox, type Database, type NewEvent, type Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { accessToAccountChanged, linksOfUserChanged } from '../account-users/link.ts';
import { activeLinks } from '../account-users/store.ts';
import { languageOfCountry } from '../organizations/organization.ts';
import { assertMayBill } from './billing.ts';
import { accountChanged, accountNotFound, type ClientAccount } from './client-account.ts';
import * as store from './store.ts';

export interface UpdateDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Asks the ledger. @throws Failure 503 when it cannot be asked */
  readonly hasPostings: (clientAccountId: number) => Promise<boolean>;
}

/** Fields to change; `accountingLanguage: null` goes back to that of the organization's country, `metadata: null` empties it. */
export interface AccountUpdate extends Omit<store.AccountChanges, 'accountingLanguage' | 'metadata'> {
  readonly accountingLanguage?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Changes a client account; what is not named stays (document 3, Client accounts). The accounting currency changes only while the ledger
 * has no entry. @throws Failure 403, 404, 409 `client_account.has_postings`, 503
 */
export async function updateClientAccount(
  { db, clock, hasPostings }: UpdateDependencies,
  id: number,
  update: AccountUpdate,
  actor: { readonly userId: number; readonly isAdmin: boolean },
): Promise<void> {
  const before = await requireAccount(db, id, clock.today());
  await assertMayBill({ db, clock }, actor, update.metadata, before.metadata);
  const changesCurrency = update.accountingCurrency !== undefined && update.accountingCurrency !== before.accountingCurrency;
  if (changesCurrency && (await hasPostings(id))) {
    throw conflict(
      `The books of client account ${id} hold entries in ${before.accountingCurrency}; its accounting currency can no longer change`,
      'client_account.has_postings',
    );
  }
  await db.write(async (tx) => {
    await store.lockAccounts(tx, [id]);
    const account = await requireAccount(tx, id, clock.today());
    // The ledger was asked about this one change; another that came in between was not asked about.
    if (account.accountingCurrency !== before.accountingCurrency && update.accountingCurrency !== undefined)
      throw conflict(`The accounting currency of client account ${id} was changed at the same moment; read it and try again`);
    const changes = changesOf(account, update);
    if (Object.keys(changes).length === 0) return;
    await store.updateAccount(tx, id, changes, actor.userId, new Date(clock.millis()));
    const changed = await requireAccount(tx, id, clock.today());
    await appendToOutbox(tx, accountChanged(changed), ...(changed.isActive === account.isActive ? [] : await accessSwitched(tx, id)));
  });
}

/** While a firm is inactive its contracts rest: what is cached of its people goes, since it holds for the firm's customers too. */
async function accessSwitched(tx: Tx, id: number): Promise<readonly NewEvent[]> {
  const members = await activeLinks(tx, [id]);
  return [accessToAccountChanged(id), ...members.map(({ userId }) => linksOfUserChanged(userId))];
}

async function requireAccount(ex: Database | Parameters<typeof store.findAccount>[0], id: number, today: string): Promise<ClientAccount> {
  const account = await store.findAccount('executor' in ex ? ex.executor : ex, id, today);
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
