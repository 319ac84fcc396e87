import type { AccountAccess } from '@app/access';
import { type ErasureCategory, erasureCategories } from '@app/api/organisation/erasure';
import { record } from '@app/audit';
import { conflict, type Failure, invalidField } from '@app/contract';
import { defineUseCase } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import { z } from 'zod';
import { mayStill, roleEnded } from '../../access/local-sources.ts';
import { findAccount, lockAccounts } from '../../tenancy/account-store.ts';
import { requireAccount } from '../apply.ts';
import { affectedBy, countedOf } from './categories.ts';
import { type ErasureSources, eraseEverywhere } from './everywhere.ts';
import { setErasing } from './freeze.ts';

export interface ErasureDependencies extends ErasureSources {
  readonly clock: Clock;
  readonly logger: Logger;
}

export const alreadyErasing = (id: number): Failure =>
  conflict(`Records of client account ${id} are being removed already; wait until that has ended`);

/** Longer than an attempt, and the calls that end it, take. */
export const LEASE_SECONDS = 45;

/**
 * The reset of a client account: closed to writes, cleared by every service, opened again. Once begun it is carried to
 * its end; nobody sees a part of it as the whole.
 */
export const defineReset = (deps: ErasureDependencies) =>
  defineUseCase(deps, {
    name: 'reset_client_account',
    leaseSeconds: LEASE_SECONDS,
    intent: z.object({ categories: z.array(z.enum(erasureCategories)), actorId: z.int() }),
    result: z.object({ cleared: z.record(z.string(), z.int()) }),
    call: ({ commandKey, clientAccountId, intent: { categories } }) =>
      eraseEverywhere(deps, { clientAccountId: clientAccountId!, commandKey, categories }),
    // What a service refuses is no reason to leave the rest half cleared.
    refusalOf: () => undefined,
    finish: ({ clientAccountId, intent: { categories, actorId }, said, commit }) =>
      commit(async (tx) => {
        const id = clientAccountId!;
        if ((await lockAccounts(tx, [id])).has(id)) {
          await setErasing(tx, deps.clock, id, null);
          const details = { categories: [...categories] };
          await record(tx, { kind: 'account_reset', clientAccountId: id, userId: actorId, details });
        }
        return {
          cleared: Object.fromEntries(countedOf(categories).map((category) => [category, said[category] ?? 0])),
        };
      }),
  });

export interface ResetRequest {
  readonly clientAccountId: number;
  readonly categories: readonly ErasureCategory[];
  readonly confirm: string;
  readonly userId: number;
  readonly access: AccountAccess;
}

/**
 * Clears categories of records, with all that depends on them (CAC-R36 to CAC-R41).
 * @returns how many records went, by category
 * @throws Failure 400, 403, 404, 409 when another one is under way, 503 when it goes on after the answer
 */
export async function resetClientAccount(
  deps: ErasureDependencies & { readonly reset: ReturnType<typeof defineReset> },
  { clientAccountId, categories, confirm, userId, access }: ResetRequest,
  commandKey: string,
): Promise<Readonly<Record<string, number>>> {
  const affected = affectedBy(categories);
  const { result } = await deps.reset.run(
    commandKey,
    (begin) =>
      deps.db.write(async (tx) => {
        await lockAccounts(tx, [clientAccountId]);
        const account = await requireAccount(deps, tx, clientAccountId);
        if (!(await mayStill(deps, userId, access, 'admin'))) throw roleEnded();
        if (confirm !== account.uniqueName)
          throw invalidField('confirm', 'must be the unique_name of the account, exactly');
        if (account.erasing !== null) throw alreadyErasing(clientAccountId);
        await setErasing(tx, deps.clock, clientAccountId, 'reset');
        return begin(tx, {
          intent: { categories: [...affected], actorId: userId },
          subject: String(clientAccountId),
          clientAccountId,
          busy: alreadyErasing(clientAccountId),
        });
      }),
    undefined,
  );
  return result.cleared;
}

/** What a dry run finds wrong. @throws Failure 400, 404 */
export async function rehearseReset(
  deps: ErasureDependencies,
  { clientAccountId, categories, confirm }: ResetRequest,
): Promise<Readonly<Record<string, number>>> {
  const affected = affectedBy(categories);
  const account = await findAccount(deps.db.executor, clientAccountId, deps.clock.today());
  if (confirm !== account?.uniqueName) throw invalidField('confirm', 'must be the unique_name of the account, exactly');
  return Object.fromEntries(countedOf(affected).map((category) => [category, 0]));
}
