import { type AccountAccess, forbidden, mayRole, type Permission } from '@app/access';
import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import { type Access, decideAccess } from './access.ts';
import { allFacts, factsAbout } from './store.ts';

type Sources = { readonly db: Database; readonly clock: Clock };

const accountAccess = (access: Access): AccountAccess => ({ ...access, exists: true });

/** Access to one account, decided now. */
export async function accessOf(
  { db, clock }: Sources,
  userId: number,
  clientAccountId: number,
): Promise<AccountAccess> {
  const facts = await factsAbout(db.executor, userId, clientAccountId, clock.today());
  return facts
    ? accountAccess(decideAccess(facts))
    : { clientAccountId, exists: false, role: null, directRole: null, isActive: false };
}

/**
 * Access that was decided before, as it is now: asked under a lock that whoever takes it away holds, so that nobody
 * acts on what they have just lost. An administrator has no role that could be taken away here.
 */
export const accessNow = async (sources: Sources, userId: number, before: AccountAccess): Promise<AccountAccess> =>
  before.role === 'SA' ? before : accessOf(sources, userId, before.clientAccountId);

export const roleEnded = () => forbidden('Your role on the client account has just ended or changed');

/** Does the role, as it is now, still allow this? Asked as `accessNow` is. */
export async function mayStill(
  sources: Sources,
  userId: number,
  before: AccountAccess,
  permission: Permission,
): Promise<boolean> {
  const { role } = await accessNow(sources, userId, before);
  return role !== null && mayRole(role, permission);
}

/** Every account the user reaches; with `all`, every account there is, with the user's role where there is one. */
export async function accessesOf(
  { db, clock }: Sources,
  userId: number,
  all: boolean,
): Promise<readonly AccountAccess[]> {
  return (await allFacts(db.executor, userId, clock.today(), all)).map((facts) => accountAccess(decideAccess(facts)));
}
