import { record } from '@app/audit';
import { appendToOutbox, type Executor, type NewEvent, type Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { languageOfCountry } from '../organizations/organization.ts';
import * as store from '../tenancy/account-store.ts';
import { accountChanged, accountNotFound, type ClientAccount } from '../tenancy/client-account.ts';
import { accessToAccountChanged, linksOfUserChanged } from '../tenancy/link.ts';
import { activeLinks } from '../tenancy/link-store.ts';
import { billingAccountIn } from './billing.ts';

/**
 * Fields to change; `accountingLanguage: null` goes back to that of the organization's country, `metadata: null`
 * empties it.
 */
export interface AccountUpdate extends Omit<store.AccountChanges, 'accountingLanguage' | 'metadata'> {
  readonly accountingLanguage?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

interface Dependencies {
  readonly clock: Clock;
}

/** Changes an account whose lock the transaction holds, and publishes it. */
export async function applyUpdate(
  tx: Tx,
  deps: Dependencies,
  account: ClientAccount,
  update: AccountUpdate,
  actorId: number,
): Promise<void> {
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
  await appendToOutbox(
    tx,
    accountChanged(changed),
    ...(changed.isActive === account.isActive ? [] : await accessSwitched(tx, id)),
  );
}

/**
 * While a firm is inactive its contracts rest: what is cached of its people goes, since it holds for the firm's
 * customers too.
 */
async function accessSwitched(tx: Tx, id: number): Promise<readonly NewEvent[]> {
  const members = await activeLinks(tx, [id]);
  return [accessToAccountChanged(id), ...members.map(({ userId }) => linksOfUserChanged(userId))];
}

/** @throws Failure 404 */
export async function requireAccount({ clock }: Dependencies, ex: Executor, id: number): Promise<ClientAccount> {
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
