import { emailKey } from '@app/api/email-address';
import { record } from '@app/audit';
import type { Following } from '@app/contract';
import {
  changeOrder,
  type Executor,
  type FollowedPage,
  keysetOf,
  lockName,
  newestOf,
  readFollowed,
  type Tx,
  termOf,
} from '@app/db';
import { and, asc, desc, eq, gt, gte, inArray, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { clientAccountUsers } from '../schema/account-users.ts';
import { clientAccounts } from '../schema/client-accounts.ts';
import { contracts } from '../schema/contracts.ts';
import { invitations } from '../schema/invitations.ts';
import type { Invitation, InvitationStatus } from './invitation.ts';

const selection = {
  id: invitations.id,
  clientAccountId: invitations.clientAccountId,
  email: invitations.email,
  roleId: invitations.roleId,
  status: invitations.status,
  expiresAt: invitations.expiresAt,
  invitedById: invitations.invitedById,
  acceptedById: invitations.acceptedById,
  acceptedAt: invitations.acceptedAt,
  contractId: invitations.contractId,
  providerClientAccountId: invitations.providerClientAccountId,
  createdAt: invitations.createdAt,
  updatedAt: invitations.updatedAt,
  isAccountActive: clientAccounts.isActive,
  contractStatus: contracts.approvalStatus,
};

/** Where a row stands in a list. */
interface Place {
  readonly position?: SQL<string>;
  readonly newest?: SQL<string | null>;
}

const select = (ex: Executor, condition: SQL | undefined, place: Place = {}) =>
  ex
    .select({
      ...selection,
      position: place.position ?? sql<string>`null`,
      newest: place.newest ?? sql<string | null>`null`,
    })
    .from(invitations)
    .innerJoin(clientAccounts, eq(clientAccounts.id, invitations.clientAccountId))
    .leftJoin(contracts, eq(contracts.id, invitations.contractId))
    .where(condition);

/** The checks of the tables hold the words to those of the types. */
const invitationsOf = (rows: readonly object[]): readonly Invitation[] => rows as readonly Invitation[];

export async function findInvitation(ex: Executor, id: number): Promise<Invitation | undefined> {
  return invitationsOf(await select(ex, eq(invitations.id, id)))[0];
}

export async function findByDigest(ex: Executor, tokenDigest: Buffer): Promise<Invitation | undefined> {
  return invitationsOf(await select(ex, eq(invitations.tokenDigest, tokenDigest)))[0];
}

/** What the token of an invitation follows from. */
export async function findSeed(
  ex: Executor,
  id: number,
): Promise<{ readonly seed: Buffer; readonly digest: Buffer } | undefined> {
  const [row] = await ex
    .select({ seed: invitations.tokenSeed, digest: invitations.tokenDigest })
    .from(invitations)
    .where(eq(invitations.id, id));
  return row?.seed ? { seed: Buffer.from(row.seed), digest: Buffer.from(row.digest) } : undefined;
}

export interface InvitationFilter {
  readonly clientAccountIds: readonly number[];
  readonly status?: InvitationStatus | undefined;
  readonly updatedFrom?: string | undefined;
}

const conditionOf = ({ clientAccountIds, status, updatedFrom }: InvitationFilter): SQL | undefined =>
  and(
    inArray(invitations.clientAccountId, [...clientAccountIds]),
    status === undefined ? undefined : eq(invitations.status, status),
    updatedFrom === undefined ? undefined : gte(invitations.updatedAt, new Date(updatedFrom)),
  );

const orderColumns = {
  id: invitations.id,
  email: invitations.emailKey,
  status: invitations.status,
  expires_at: invitations.expiresAt,
  created_at: invitations.createdAt,
  updated_at: invitations.updatedAt,
} as const;

export type InvitationOrder = readonly { readonly field: keyof typeof orderColumns; readonly descending: boolean }[];

const changes = changeOrder(invitations.updatedAt, invitations.id);

/** A page of the list: by default the newest first, with `updatedFrom` in the order of the changes. */
export async function findPage(
  ex: Executor,
  filter: InvitationFilter,
  wanted: {
    readonly following: Following;
    readonly page: { readonly page: number; readonly per_page: number };
    readonly order: InvitationOrder;
  },
): Promise<FollowedPage<Invitation>> {
  const isReaching = filter.clientAccountIds.length > 0;
  const terms = wanted.order.map(({ field, descending }) => termOf(field, orderColumns[field], descending));
  const newest = sql<string | null>`(select ${newestOf(invitations.updatedAt)} from ${invitations}
    where ${inArray(invitations.clientAccountId, [...filter.clientAccountIds])})`;
  return readFollowed({
    following: wanted.following,
    page: wanted.page,
    order:
      filter.updatedFrom === undefined
        ? keysetOf([...terms, termOf('id', invitations.id, terms.length === 0)])
        : undefined,
    changes,
    count: async () => (isReaching ? ex.$count(invitations, conditionOf(filter)) : 0),
    async read({ order, after, limit, offset }) {
      if (!isReaching) return [];
      const place = { position: order.position, newest: order === changes ? sql<null>`null` : newest };
      const rows = await select(ex, and(conditionOf(filter), after), place)
        .orderBy(...order.orderBy)
        .limit(limit)
        .offset(offset);
      return rows.map(({ position, newest, ...row }) => ({
        row: invitationsOf([row])[0]!,
        position: position!,
        newest: newest ?? null,
      }));
    },
  });
}

export type NewInvitation = Pick<
  Invitation,
  'clientAccountId' | 'email' | 'roleId' | 'expiresAt' | 'invitedById' | 'contractId' | 'providerClientAccountId'
> & {
  readonly tokenSeed: Buffer;
  readonly tokenDigest: Buffer;
};

export async function insertInvitation(
  tx: Tx,
  invitation: NewInvitation,
  createdAt: Date,
  updatedAt: Date,
): Promise<Invitation> {
  const [row] = await tx
    .insert(invitations)
    .values({ ...invitation, emailKey: emailKey(invitation.email), status: 'PENDING', createdAt, updatedAt })
    .returning({ id: invitations.id });
  const { clientAccountId, roleId } = invitation;
  await record(tx, { kind: 'invitation_sent', clientAccountId, details: { invitation_id: row!.id, role_id: roleId } });
  return (await findInvitation(tx, row!.id))!;
}

/** Ends the pending invitations of an account that match, each with its record; gives the ids. */
async function endPending(
  tx: Tx,
  clientAccountId: number,
  status: 'CANCELLED' | 'EXPIRED',
  updatedAt: Date,
  which?: SQL,
): Promise<readonly number[]> {
  const rows = await tx
    .update(invitations)
    .set({ status, updatedAt })
    .where(and(eq(invitations.clientAccountId, clientAccountId), eq(invitations.status, 'PENDING'), which))
    .returning({ id: invitations.id });
  const kind = status === 'CANCELLED' ? 'invitation_cancelled' : 'invitation_expired';
  await record(tx, ...rows.map(({ id }) => ({ kind, clientAccountId, details: { invitation_id: id } }) as const));
  return rows.map(({ id }) => id);
}

/** Cancels what the same person has open in the account. */
export async function cancelPending(tx: Tx, clientAccountId: number, email: string, updatedAt: Date): Promise<void> {
  await endPending(tx, clientAccountId, 'CANCELLED', updatedAt, eq(invitations.emailKey, emailKey(email)));
}

/** Cancels everything that is open in the account; gives the ids. */
export const cancelAllPending = (tx: Tx, clientAccountId: number, updatedAt: Date): Promise<readonly number[]> =>
  endPending(tx, clientAccountId, 'CANCELLED', updatedAt);

export type StatusChange =
  | { readonly status: 'CANCELLED' }
  | { readonly status: 'ACCEPTED'; readonly acceptedById: number; readonly acceptedAt: Date };

/** Gives an invitation another status if it has one of `from`; undefined when it has not. */
export async function changeStatus(
  tx: Tx,
  invitation: Pick<Invitation, 'id' | 'clientAccountId'>,
  from: readonly InvitationStatus[],
  change: StatusChange,
  updatedAt: Date,
): Promise<Invitation | undefined> {
  const rows = await tx
    .update(invitations)
    .set({ ...change, updatedAt })
    .where(
      and(
        eq(invitations.clientAccountId, invitation.clientAccountId),
        eq(invitations.id, invitation.id),
        inArray(invitations.status, [...from]),
      ),
    )
    .returning({ id: invitations.id });
  const { id, clientAccountId } = invitation;
  const about = { clientAccountId, details: { invitation_id: id } };
  if (rows.length > 0 && change.status === 'CANCELLED') await record(tx, { kind: 'invitation_cancelled', ...about });
  if (rows.length > 0 && change.status === 'ACCEPTED')
    await record(tx, {
      kind: 'invitation_accepted',
      ...about,
      userId: change.acceptedById,
      targetUserId: change.acceptedById,
    });
  return rows.length === 0 ? undefined : findInvitation(tx, invitation.id);
}

/** Client accounts with pending invitations that have run out. */
export async function accountsWithExpired(ex: Executor, at: Date): Promise<readonly number[]> {
  const rows = await ex
    .selectDistinct({ id: invitations.clientAccountId })
    .from(invitations)
    .where(and(eq(invitations.status, 'PENDING'), lte(invitations.expiresAt, at)))
    .orderBy(invitations.clientAccountId);
  return rows.map(({ id }) => id);
}

/** Marks those of one account; gives how many. */
export async function expirePending(tx: Tx, clientAccountId: number, at: Date, updatedAt: Date): Promise<number> {
  return (await endPending(tx, clientAccountId, 'EXPIRED', updatedAt, lte(invitations.expiresAt, at))).length;
}

/** Waits for the other invitations that a user is sending, until this transaction ends: they are counted together. */
export async function lockInviter(tx: Tx, userId: number): Promise<void> {
  await lockName(tx, `inviter ${userId}`);
}

/**
 * When the `count`th newest invitation since a moment was made, of an inviter or of an account; undefined when there
 * were fewer.
 */
export async function nthNewest(
  tx: Tx,
  by: { readonly invitedById: number } | { readonly clientAccountId: number },
  count: number,
  since: Date,
): Promise<Date | undefined> {
  const whose =
    'invitedById' in by
      ? eq(invitations.invitedById, by.invitedById)
      : eq(invitations.clientAccountId, by.clientAccountId);
  const [row] = await tx
    .select({ createdAt: invitations.createdAt })
    .from(invitations)
    .where(and(whose, gt(invitations.createdAt, since)))
    .orderBy(desc(invitations.createdAt))
    .limit(1)
    .offset(count - 1);
  return row?.createdAt;
}

/**
 * Accounts where a user has invitations pending that a lost role on one account may have carried: that account itself,
 * and the customers of the firm it is, unless the user has a strong role of their own there.
 */
export async function accountsInvitedTo(tx: Tx, userId: number, clientAccountId: number): Promise<readonly number[]> {
  const invitedTo = invitations.clientAccountId;
  const link = clientAccountUsers;
  const customers = tx
    .select({ id: contracts.clientAccountId })
    .from(contracts)
    .where(eq(contracts.providerClientAccountId, clientAccountId));
  const strongRole = tx
    .select({ id: link.id })
    .from(link)
    .where(
      and(
        eq(link.clientAccountId, invitedTo),
        eq(link.userId, userId),
        eq(link.isActive, true),
        inArray(link.roleId, [2, 3]),
      ),
    );
  const rows = await tx
    .selectDistinct({ id: invitedTo })
    .from(invitations)
    .where(
      and(
        eq(invitations.invitedById, userId),
        eq(invitations.status, 'PENDING'),
        or(eq(invitedTo, clientAccountId), and(inArray(invitedTo, customers), notExists(strongRole))),
      ),
    )
    .orderBy(asc(invitedTo));
  return rows.map(({ id }) => id);
}

/** Cancels what a user has pending in an account. */
export async function cancelSentBy(tx: Tx, userId: number, clientAccountId: number, updatedAt: Date): Promise<void> {
  await endPending(tx, clientAccountId, 'CANCELLED', updatedAt, eq(invitations.invitedById, userId));
}
