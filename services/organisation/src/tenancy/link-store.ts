import { record } from '@app/audit';
import type { Executor, Tx } from '@app/db';
import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { clientAccountUsers } from '../schema/account-users.ts';
import { clientAccounts } from '../schema/client-accounts.ts';
import { OWNER_ROLE_ID, type UserLink } from './link.ts';

const selection = {
  id: clientAccountUsers.id,
  clientAccountId: clientAccountUsers.clientAccountId,
  userId: clientAccountUsers.userId,
  roleId: clientAccountUsers.roleId,
  isActive: clientAccountUsers.isActive,
  createdAt: clientAccountUsers.createdAt,
};

/** The active links of the accounts, oldest first. */
export async function activeLinks(ex: Executor, clientAccountIds: readonly number[]): Promise<readonly UserLink[]> {
  if (clientAccountIds.length === 0) return [];
  return ex
    .select(selection)
    .from(clientAccountUsers)
    .where(
      and(inArray(clientAccountUsers.clientAccountId, [...clientAccountIds]), eq(clientAccountUsers.isActive, true)),
    )
    .orderBy(asc(clientAccountUsers.id));
}

const isActiveLink = (clientAccountId: number, userId: number) =>
  and(
    eq(clientAccountUsers.clientAccountId, clientAccountId),
    eq(clientAccountUsers.userId, userId),
    eq(clientAccountUsers.isActive, true),
  );

export async function findActiveLink(
  ex: Executor,
  clientAccountId: number,
  userId: number,
): Promise<UserLink | undefined> {
  const [row] = await ex.select(selection).from(clientAccountUsers).where(isActiveLink(clientAccountId, userId));
  return row;
}

/** The user's active links with the accounts' names, oldest first. */
export async function membershipsOf(ex: Executor, userId: number) {
  return ex
    .select({
      id: clientAccountUsers.id,
      roleId: clientAccountUsers.roleId,
      account: {
        id: clientAccounts.id,
        uniqueName: clientAccounts.uniqueName,
        displayName: clientAccounts.displayName,
      },
    })
    .from(clientAccountUsers)
    .innerJoin(clientAccounts, eq(clientAccounts.id, clientAccountUsers.clientAccountId))
    .where(and(eq(clientAccountUsers.userId, userId), eq(clientAccountUsers.isActive, true)))
    .orderBy(asc(clientAccountUsers.id));
}

/** Users with an active owner link, the oldest first; whether they are active themselves auth knows. */
export const ownersOf = async (ex: Executor, clientAccountId: number): Promise<readonly number[]> =>
  (await ownersOfEach(ex, [clientAccountId])).get(clientAccountId) ?? [];

/** The same for many accounts, in one statement; an account without owners is not among them. */
export async function ownersOfEach(
  ex: Executor,
  clientAccountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const owners = new Map<number, number[]>();
  if (clientAccountIds.length === 0) return owners;
  const rows = await ex
    .select({ clientAccountId: clientAccountUsers.clientAccountId, userId: clientAccountUsers.userId })
    .from(clientAccountUsers)
    .where(
      and(
        inArray(clientAccountUsers.clientAccountId, [...clientAccountIds]),
        eq(clientAccountUsers.isActive, true),
        eq(clientAccountUsers.roleId, OWNER_ROLE_ID),
      ),
    )
    .orderBy(asc(clientAccountUsers.id));
  for (const { clientAccountId, userId } of rows)
    owners.set(clientAccountId, [...(owners.get(clientAccountId) ?? []), userId]);
  return owners;
}

/** Links a user with a role; a link that was removed lives again with the new role. */
export async function linkUser(
  tx: Tx,
  link: {
    readonly clientAccountId: number;
    readonly userId: number;
    readonly roleId: number;
    readonly createdById: number | null;
  },
  now: Date,
): Promise<UserLink> {
  const [row] = await tx
    .insert(clientAccountUsers)
    .values({ ...link, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [clientAccountUsers.clientAccountId, clientAccountUsers.userId],
      set: { roleId: link.roleId, isActive: true, updatedAt: now },
    })
    .returning(selection);
  const { clientAccountId, userId: targetUserId, roleId, createdById } = link;
  const by = createdById === null ? {} : { userId: createdById };
  await record(tx, { kind: 'role_given', ...by, clientAccountId, targetUserId, details: { role_id: roleId } });
  return row!;
}

/** Changes an active link; undefined when there is none. */
export async function updateLink(
  tx: Tx,
  clientAccountId: number,
  userId: number,
  changes: { readonly roleId?: number; readonly isActive?: boolean },
  now: Date,
): Promise<UserLink | undefined> {
  const [row] = await tx
    .update(clientAccountUsers)
    .set({ ...changes, updatedAt: now })
    .where(isActiveLink(clientAccountId, userId))
    .returning(selection);
  const about = { clientAccountId, targetUserId: userId };
  if (row && changes.roleId !== undefined)
    await record(tx, { kind: 'role_changed', ...about, details: { role_id: changes.roleId } });
  if (row && changes.isActive === false) await record(tx, { kind: 'role_removed', ...about });
  return row;
}

/** Ends every active link of an account but that of one user; gives whose were ended. */
export async function endOtherLinks(
  tx: Tx,
  clientAccountId: number,
  userId: number,
  now: Date,
): Promise<readonly number[]> {
  const rows = await tx
    .update(clientAccountUsers)
    .set({ isActive: false, updatedAt: now })
    .where(
      and(
        eq(clientAccountUsers.clientAccountId, clientAccountId),
        eq(clientAccountUsers.isActive, true),
        ne(clientAccountUsers.userId, userId),
      ),
    )
    .returning({ userId: clientAccountUsers.userId });
  await record(
    tx,
    ...rows.map((row) => ({ kind: 'role_removed', clientAccountId, targetUserId: row.userId }) as const),
  );
  return rows.map((row) => row.userId);
}
