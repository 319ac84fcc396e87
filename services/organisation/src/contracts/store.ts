import { record, type SecurityEvent } from '@app/audit';
import { type Executor, type Tx, violatedConstraint } from '@app/db';
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  type SQL,
} from 'drizzle-orm';
import { clientAccountUsers } from '../schema/account-users.ts';
import { contracts } from '../schema/contracts.ts';
import { OWNER_ROLE_ID } from '../tenancy/link.ts';
import { type Contract, duplicateContract } from './contract.ts';

const { updatedAt: _updatedAt, ...selection } = {
  id: contracts.id,
  clientAccountId: contracts.clientAccountId,
  providerClientAccountId: contracts.providerClientAccountId,
  serviceProvided: contracts.serviceProvided,
  startDate: contracts.startDate,
  endDate: contracts.endDate,
  approvalStatus: contracts.approvalStatus,
  approvedById: contracts.approvedById,
  approvedAt: contracts.approvedAt,
  pendingSince: contracts.pendingSince,
  terminatedById: contracts.terminatedById,
  terminatedAt: contracts.terminatedAt,
  terminationReason: contracts.terminationReason,
  createdAt: contracts.createdAt,
  createdById: contracts.createdById,
  updatedAt: contracts.updatedAt,
};

/** The checks of the table hold the words to those of the types. */
const contractsOf = (rows: readonly object[]): readonly Contract[] => rows as readonly Contract[];

export async function findContract(ex: Executor, id: number): Promise<Contract | undefined> {
  return contractsOf(await ex.select(selection).from(contracts).where(eq(contracts.id, id)))[0];
}

/** The same, locked until the transaction ends: whoever decides about a contract reads it so. */
export async function lockContract(tx: Tx, id: number): Promise<Contract | undefined> {
  return contractsOf(await tx.select(selection).from(contracts).where(eq(contracts.id, id)).for('no key update'))[0];
}

/** Contracts in which one of the accounts is the customer, oldest first. */
export async function contractsOfCustomers(
  ex: Executor,
  clientAccountIds: readonly number[],
): Promise<readonly Contract[]> {
  if (clientAccountIds.length === 0) return [];
  return contractsOf(
    await ex
      .select(selection)
      .from(contracts)
      .where(inArray(contracts.clientAccountId, [...clientAccountIds]))
      .orderBy(asc(contracts.id)),
  );
}

/** Contracts in which one of the accounts is the provider, oldest first. */
export async function contractsOfProviders(ex: Executor, providerIds: readonly number[]): Promise<readonly Contract[]> {
  if (providerIds.length === 0) return [];
  return contractsOf(
    await ex
      .select(selection)
      .from(contracts)
      .where(inArray(contracts.providerClientAccountId, [...providerIds]))
      .orderBy(asc(contracts.id)),
  );
}

export interface ContractFilter {
  /** Customers; undefined for any. */
  readonly clientAccountIds?: readonly number[] | undefined;
  readonly providerClientAccountId?: number | undefined;
  readonly approvalStatus?: typeof contracts.$inferSelect.approvalStatus | undefined;
}

const conditionOf = ({ clientAccountIds, providerClientAccountId, approvalStatus }: ContractFilter): SQL | undefined =>
  and(
    clientAccountIds === undefined ? undefined : inArray(contracts.clientAccountId, [...clientAccountIds]),
    providerClientAccountId === undefined ? undefined : eq(contracts.providerClientAccountId, providerClientAccountId),
    approvalStatus === undefined ? undefined : eq(contracts.approvalStatus, approvalStatus),
  );

export const countContracts = (ex: Executor, filter: ContractFilter): Promise<number> =>
  ex.$count(contracts, conditionOf(filter));

const orderColumns = {
  id: contracts.id,
  created_at: contracts.createdAt,
  start_date: contracts.startDate,
  end_date: contracts.endDate,
  approval_status: contracts.approvalStatus,
  service_provided: contracts.serviceProvided,
} as const;

export type ContractOrder = readonly { readonly field: keyof typeof orderColumns; readonly descending: boolean }[];

export async function findPage(
  ex: Executor,
  filter: ContractFilter,
  page: { readonly limit: number; readonly offset: number; readonly order: ContractOrder },
): Promise<readonly Contract[]> {
  const rows = await ex
    .select(selection)
    .from(contracts)
    .where(conditionOf(filter))
    .orderBy(
      ...page.order.map(({ field, descending }) => (descending ? desc(orderColumns[field]) : asc(orderColumns[field]))),
      asc(contracts.id),
    )
    .limit(page.limit)
    .offset(page.offset);
  return contractsOf(rows);
}

/**
 * Has anybody but the firm itself ended a contract with it, or rejected one? For the firm a contract is ended by somebody
 * with a link there who never owned the customer's account.
 */
export async function wasSentAway(
  tx: Tx,
  { clientAccountId, providerClientAccountId }: Pick<Contract, 'clientAccountId' | 'providerClientAccountId'>,
): Promise<boolean> {
  const { clientAccountId: account, userId, roleId } = clientAccountUsers;
  const ofWhoEndedIt = (id: number, role?: SQL) =>
    tx
      .select({ userId })
      .from(clientAccountUsers)
      .where(and(eq(account, id), eq(userId, contracts.terminatedById), role));
  const ended = and(
    isNotNull(contracts.terminatedById),
    or(
      exists(ofWhoEndedIt(clientAccountId, eq(roleId, OWNER_ROLE_ID))),
      notExists(ofWhoEndedIt(providerClientAccountId)),
    ),
  );
  const found = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        eq(contracts.clientAccountId, clientAccountId),
        eq(contracts.providerClientAccountId, providerClientAccountId),
        or(eq(contracts.approvalStatus, 'REJECTED'), ended),
      ),
    )
    .limit(1);
  return found.length > 0;
}

function explain(error: unknown): never {
  throw violatedConstraint(error) === 'contracts_open_key' ? duplicateContract() : error;
}

export type NewContract = Omit<
  Contract,
  'id' | 'createdAt' | 'endDate' | 'terminatedById' | 'terminatedAt' | 'terminationReason'
>;

/** @throws Failure 409 `contract.duplicate` */
export async function insertContract(tx: Tx, contract: NewContract, now: Date): Promise<Contract> {
  const rows = await tx
    .insert(contracts)
    .values({ ...contract, createdAt: now, updatedAt: now })
    .returning(selection)
    .catch(explain);
  const stored = contractsOf(rows)[0]!;
  const { details, ...published } = aboutOf(stored);
  const about = stored.createdById === null ? published : { ...published, userId: stored.createdById };
  await record(tx, { kind: 'contract_offered', ...about, details: { ...details, service: stored.serviceProvided } });
  if (stored.approvalStatus === 'APPROVED') await record(tx, { kind: 'contract_approved', ...about, details });
  return stored;
}

/** What every record of a contract says. */
const aboutOf = ({ id, clientAccountId, providerClientAccountId }: Contract) => ({
  clientAccountId,
  details: { contract_id: id, provider_client_account_id: providerClientAccountId },
});

function recordOf(changes: Partial<Contract>, changed: Contract): SecurityEvent {
  const { details, ...published } = aboutOf(changed);
  const actorId = changes.approvedById ?? changes.terminatedById;
  const about = actorId == null ? published : { ...published, userId: actorId };
  if (changes.approvalStatus === 'APPROVED') return { kind: 'contract_approved', ...about, details };
  if (changes.approvalStatus === 'REJECTED') return { kind: 'contract_rejected', ...about, details };
  if (typeof changes.endDate === 'string')
    return { kind: 'contract_terminated', ...about, details: { ...details, end_date: changes.endDate } };
  return { kind: 'contract_changed', ...about, details };
}

/** @throws Failure 409 `contract.duplicate` */
export async function updateContract(tx: Tx, id: number, changes: Partial<Contract>, now: Date): Promise<Contract> {
  const rows = await tx
    .update(contracts)
    .set({ ...changes, updatedAt: now })
    .where(eq(contracts.id, id))
    .returning(selection)
    .catch(explain);
  const changed = contractsOf(rows)[0]!;
  await record(tx, recordOf(changes, changed));
  return changed;
}

/**
 * Is another contract of the pair and service waiting, or approved and not past its end? Ask under the lock of the
 * customer's row.
 */
export async function hasOpenContract(
  tx: Tx,
  pair: Pick<Contract, 'clientAccountId' | 'providerClientAccountId' | 'serviceProvided'>,
  today: string,
  exceptId?: number,
): Promise<boolean> {
  const rows = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        eq(contracts.clientAccountId, pair.clientAccountId),
        eq(contracts.providerClientAccountId, pair.providerClientAccountId),
        eq(contracts.serviceProvided, pair.serviceProvided),
        or(
          eq(contracts.approvalStatus, 'PENDING'),
          and(eq(contracts.approvalStatus, 'APPROVED'), or(isNull(contracts.endDate), gte(contracts.endDate, today))),
        ),
        exceptId === undefined ? undefined : ne(contracts.id, exceptId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Marks contracts that have been waiting since before a moment as expired, unless somebody decided meanwhile; gives how
 * many.
 */
export async function expirePending(tx: Tx, before: Date, now: Date): Promise<number> {
  const rows = await tx
    .update(contracts)
    .set({ approvalStatus: 'EXPIRED', updatedAt: now })
    .where(and(eq(contracts.approvalStatus, 'PENDING'), lt(contracts.pendingSince, before)))
    .returning(selection);
  await record(
    tx,
    ...contractsOf(rows).map((contract) => ({ kind: 'contract_expired', ...aboutOf(contract) }) as const),
  );
  return rows.length;
}

/**
 * Puts approved contracts of a customer that are not past their end back to waiting for an answer, but for those that
 * one user approved; gives them. Ask under the lock of the customer's row.
 */
export async function reopenApproved(
  tx: Tx,
  clientAccountId: number,
  exceptApprovedById: number,
  today: string,
  now: Date,
): Promise<readonly Contract[]> {
  const rows = await tx
    .update(contracts)
    .set({ approvalStatus: 'PENDING', approvedById: null, approvedAt: null, pendingSince: now, updatedAt: now })
    .where(
      and(
        eq(contracts.clientAccountId, clientAccountId),
        eq(contracts.approvalStatus, 'APPROVED'),
        or(isNull(contracts.endDate), gte(contracts.endDate, today)),
        or(isNull(contracts.approvedById), ne(contracts.approvedById, exceptApprovedById)),
      ),
    )
    .returning(selection);
  await record(
    tx,
    ...contractsOf(rows).map((contract) => ({ kind: 'contract_reopened', ...aboutOf(contract) }) as const),
  );
  return contractsOf(rows);
}
