import type { AccountAccess } from '@app/access';
import { erasureCategories } from '@app/api/organisation/erasure';
import { record } from '@app/audit';
import { conflict } from '@app/contract';
import { ACCOUNT, appendToOutbox, defineUseCase, type Tx } from '@app/db';
import { eq, or } from 'drizzle-orm';
import { z } from 'zod';
import { mayStill, roleEnded } from '../../access/local-sources.ts';
import { isInForce } from '../../contracts/contract.ts';
import { contractsOfProviders } from '../../contracts/store.ts';
import { clientAccountUsers } from '../../schema/account-users.ts';
import { clientAccounts } from '../../schema/client-accounts.ts';
import { contracts } from '../../schema/contracts.ts';
import { invitations } from '../../schema/invitations.ts';
import { removedAccounts } from '../../schema/removed-accounts.ts';
import { settingsVersions } from '../../schema/settings.ts';
import { lockAccounts } from '../../tenancy/account-store.ts';
import type { ClientAccount } from '../../tenancy/client-account.ts';
import { accessToAccountChanged } from '../../tenancy/link.ts';
import { requireAccount } from '../apply.ts';
import { eraseEverywhere } from './everywhere.ts';
import { setErasing } from './freeze.ts';
import { alreadyErasing, type ErasureDependencies, LEASE_SECONDS } from './reset.ts';

const stillProvides = (id: number) =>
  conflict(
    `Client account ${id} has contracts in force as a firm; end them first`,
    'client_account.has_active_contracts',
  );

/**
 * The removal of a client account: from the first moment nobody reaches it, every service removes what it holds, and at
 * last the account itself goes. Once begun it is carried to its end.
 */
export const defineRemoval = (deps: ErasureDependencies) =>
  defineUseCase(deps, {
    name: 'remove_client_account',
    leaseSeconds: LEASE_SECONDS,
    // The account stands in the intent, and goes with it: of the account nothing is to be left.
    intent: z.object({ clientAccountId: z.int(), actorId: z.int() }),
    result: z.object({}),
    call: ({ commandKey, intent: { clientAccountId } }) =>
      eraseEverywhere(deps, { clientAccountId, commandKey, categories: [...erasureCategories, ACCOUNT] }),
    refusalOf: () => undefined,
    finish: ({ commandKey, intent: { clientAccountId, actorId }, commit }) =>
      commit(async (tx) => {
        await removeAccount(tx, clientAccountId);
        await tx.insert(removedAccounts).values({ clientAccountId, commandKey }).onConflictDoNothing();
        await record(tx, { kind: 'account_removed', clientAccountId, userId: actorId });
        await appendToOutbox(tx, accessToAccountChanged(clientAccountId));
        return {};
      }),
  });

/** The account with its people, contracts and settings. */
async function removeAccount(tx: Tx, id: number): Promise<void> {
  const isPartner = or(eq(contracts.clientAccountId, id), eq(contracts.providerClientAccountId, id));
  await tx.delete(invitations).where(eq(invitations.clientAccountId, id));
  await tx.delete(contracts).where(isPartner);
  await tx.delete(clientAccountUsers).where(eq(clientAccountUsers.clientAccountId, id));
  await tx.delete(settingsVersions).where(eq(settingsVersions.clientAccountId, id));
  await tx.delete(clientAccounts).where(eq(clientAccounts.id, id));
}

export interface RemovalDependencies extends ErasureDependencies {
  readonly removal: ReturnType<typeof defineRemoval>;
}

/**
 * Removes a client account with everything that belongs to it (CAC-R19, CAC-R45, CAC-R46).
 * @throws Failure 403, 404, 409 `client_account.has_active_contracts`, 503 when it goes on after the answer
 */
export async function removeClientAccount(
  deps: RemovalDependencies,
  request: { readonly clientAccountId: number; readonly userId: number; readonly access: AccountAccess },
  call: { readonly commandKey: string; readonly dryRun: boolean },
): Promise<void> {
  const { clientAccountId, userId, access } = request;
  const mayGo = async (tx: Tx): Promise<void> => {
    await lockAccounts(tx, [clientAccountId]);
    const account = await requireAccount(deps, tx, clientAccountId);
    if (!(await mayStill(deps, userId, access, 'owner'))) throw roleEnded();
    await requireRemovable(deps, tx, account);
  };
  if (call.dryRun) return deps.db.write(mayGo);
  await carryOutRemoval(deps, { clientAccountId, actorId: userId, commandKey: call.commandKey }, mayGo);
}

/** @throws Failure 409 when it works for others as a firm, or is erased already */
export async function requireRemovable(deps: ErasureDependencies, tx: Tx, account: ClientAccount): Promise<void> {
  const { id } = account;
  const today = deps.clock.today();
  if ((await contractsOfProviders(tx, [id])).some((contract) => isInForce(contract, today))) throw stillProvides(id);
  if (account.erasing !== null) throw alreadyErasing(id);
}

/** Begins a removal once `mayGo` lets it, and carries it to its end. @throws Failure as `mayGo`, 503 when it goes on */
export async function carryOutRemoval(
  deps: RemovalDependencies,
  removal: { readonly clientAccountId: number; readonly actorId: number; readonly commandKey: string },
  mayGo: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { clientAccountId, actorId, commandKey } = removal;
  await deps.removal.run(
    commandKey,
    (begin) =>
      deps.db.write(async (tx) => {
        await mayGo(tx);
        await setErasing(tx, deps.clock, clientAccountId, 'removal');
        return begin(tx, {
          intent: { clientAccountId, actorId },
          subject: String(clientAccountId),
          busy: alreadyErasing(clientAccountId),
        });
      }),
    undefined,
  );
}
