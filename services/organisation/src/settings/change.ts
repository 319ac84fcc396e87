import type { AccountAccess } from '@app/access';
import { invalidField, sentFields } from '@app/contract';
import { appendToOutbox, type Database, type Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { mayStill, roleEnded } from '../access/local-sources.ts';
import type { ReferenceKinds } from '../references/kinds.ts';
import * as accounts from '../tenancy/account-store.ts';
import { accountNotFound } from '../tenancy/client-account.ts';
import { type SettingsChanges, type SettingsVersion, settingsOfAccountChanged } from './settings.ts';
import * as store from './store.ts';
import { assertEnd, inForce, placeVersion } from './timeline.ts';

export interface SettingsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly kinds: ReferenceKinds;
}

export interface SettingsRequest {
  /** The caller's to the account, as it was when the request came. */
  readonly access: AccountAccess;
  readonly actorId: number;
  readonly activeFrom?: string | undefined;
  readonly activeTo?: string | null | undefined;
  readonly changes: SettingsChanges;
}

/**
 * Adds a version from a day on, today by default; what is not named is copied from the version it follows. Versions of
 * one account are written one after another, under the lock of its row, where the caller's role is asked again. @throws
 * Failure 403, 409 `settings.version_conflict`
 */
export function createVersion(deps: SettingsDependencies, request: SettingsRequest): Promise<SettingsVersion> {
  const { clock } = deps;
  return change(deps, request, async (tx, versions) => {
    const today = clock.today();
    const activeFrom = request.activeFrom ?? today;
    const { follows, cutAt, activeTo } = placeVersion(versions, activeFrom, today);
    assertEnd(request.activeTo, activeTo);
    await store.endVersion(tx, request.access.clientAccountId, follows.id, cutAt);
    const { id: _id, createdAt: _createdAt, ...copied } = follows;
    const version = { ...copied, ...sentFields(request.changes), activeFrom, activeTo, createdById: request.actorId };
    return store.insertVersion(tx, version, new Date(clock.millis()));
  });
}

/** Changes the version in force today; its span stays. */
export function updateCurrentVersion(deps: SettingsDependencies, request: SettingsRequest): Promise<SettingsVersion> {
  return change(deps, request, async (tx, versions) => {
    const current = inForce(versions, deps.clock.today());
    if (request.activeFrom !== undefined && request.activeFrom !== current.activeFrom) {
      throw invalidField(
        'active_from',
        `is ${request.activeFrom}, but the settings in force began on ${current.activeFrom}, and that stays; POST adds a version from another day on`,
      );
    }
    assertEnd(request.activeTo, current.activeTo);
    const changes = sentFields(request.changes);
    return Object.keys(changes).length === 0
      ? current
      : store.updateVersion(tx, request.access.clientAccountId, current.id, changes);
  });
}

async function change(
  { db, clock, kinds }: SettingsDependencies,
  { access, actorId, changes }: SettingsRequest,
  write: (tx: Tx, versions: readonly SettingsVersion[]) => Promise<SettingsVersion>,
): Promise<SettingsVersion> {
  const { clientAccountId } = access;
  return db.write(async (tx) => {
    if (!(await accounts.lockAccounts(tx, [clientAccountId])).has(clientAccountId))
      throw accountNotFound(clientAccountId);
    if (!(await mayStill({ db, clock }, actorId, access, 'admin'))) throw roleEnded();
    if (changes.pensionProviderId != null) await assertPartner(tx, kinds, clientAccountId, changes.pensionProviderId);
    const version = await write(tx, await store.versionsOf(tx, [clientAccountId]));
    await accounts.updateAccount(tx, clientAccountId, {}, actorId, new Date(clock.millis()));
    const account = await accounts.findAccount(tx, clientAccountId, clock.today());
    await appendToOutbox(
      tx,
      settingsOfAccountChanged(clientAccountId, account!.version, await store.versionsOf(tx, [clientAccountId])),
    );
    return version;
  });
}

async function assertPartner(tx: Tx, kinds: ReferenceKinds, clientAccountId: number, id: number): Promise<void> {
  const found = await kinds.resolve(tx, 'businesspartner', clientAccountId, [id]);
  if (found.length === 0)
    throw invalidField('pension_provider_id', `${id} is no business partner of this client account`);
}
