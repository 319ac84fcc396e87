import { type AccountAccess, forbidden } from '@app/access';
import { conflict, invalid, invalidField } from '@app/contract';
import { appendToOutbox, type Database, type Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { accessNow } from '../access/local-sources.ts';
import { factsAbout } from '../access/store.ts';
import { roleCode } from '../roles/roles.ts';
import { findAccounts, lockAccounts } from '../tenancy/account-store.ts';
import { accessToAccountChanged } from '../tenancy/link.ts';
import { hasActiveOwner } from '../tenancy/owners.ts';
import { type StandingDirectory, type Standings, withStandings } from '../tenancy/standings.ts';
import {
  approvalOf,
  assertDates,
  type Contract,
  type ContractPatch,
  type ContractStep,
  contractNotFound,
  duplicateContract,
  isOpen,
  notApproved,
  notAuthorized,
  notPending,
  stepOf,
  termsImmutable,
} from './contract.ts';
import { isFirmMember } from './create.ts';
import * as store from './store.ts';

export interface ContractRequest {
  readonly contractId: number;
  readonly actorId: number;
  /** The caller's access to either side. */
  readonly customer: AccountAccess;
  readonly provider: AccountAccess;
  readonly patch: ContractPatch;
  /** As sent: they must be those of the contract. */
  readonly accounts: {
    readonly clientAccountId?: number | undefined;
    readonly providerClientAccountId?: number | undefined;
  };
}

const isOwner = ({ role, directRole }: AccountAccess): boolean => role === 'SA' || directRole === 'CA';

/**
 * Approves, rejects, terminates or changes a contract (docs/contract/contracts.md). Contracts of one customer change
 * one after another, under the lock of its row, and the contract itself is locked: the job that ends what waits too
 * long comes before or after. Rejecting and terminating take something away, so an inactive account does not stop them.
 * @throws Failure 400, 403, 404, 409, 503
 */
export async function updateContract(
  { db, clock, users }: { readonly db: Database; readonly clock: Clock; readonly users: StandingDirectory },
  request: ContractRequest,
): Promise<Contract> {
  const step = stepOf(request.patch);
  if (step.kind !== 'decide') assertMay(step, request);
  return withStandings(users, (standings) =>
    db.write(async (tx) => {
      await lockAccounts(tx, [request.customer.clientAccountId, request.provider.clientAccountId]);
      if (step.kind === 'decide') await assertMayDecide(tx, standings, request, clock.today());
      else assertMay(step, await asOfNow({ db, clock }, request));
      const contract = await store.lockContract(tx, request.contractId);
      if (!contract) throw contractNotFound(request.contractId);
      assertSameAccounts(contract, request.accounts);
      if (step.kind === 'change' || (step.kind === 'decide' && step.status === 'APPROVED'))
        await assertActive(tx, contract, clock.today());
      const changes = changesOf(contract, step, request.actorId, clock);
      if (Object.keys(changes).length === 0) return contract;
      const wanted = { ...contract, ...changes };
      assertDates(wanted.startDate, wanted.endDate);
      if (isOpen(wanted, clock.today()) && (await store.hasOpenContract(tx, wanted, clock.today(), contract.id)))
        throw duplicateContract();
      const changed = await store.updateContract(tx, contract.id, changes, new Date(clock.millis()));
      await appendToOutbox(tx, accessToAccountChanged(contract.clientAccountId));
      return changed;
    }),
  );
}

/** What the caller may has perhaps changed while the lock was waited for: an account may have been taken over. */
async function asOfNow(
  sources: { readonly db: Database; readonly clock: Clock },
  request: ContractRequest,
): Promise<ContractRequest> {
  const customer = await accessNow(sources, request.actorId, request.customer);
  return { ...request, customer, provider: await accessNow(sources, request.actorId, request.provider) };
}

/** Who may end or change; contract access never counts where a direct role is asked for (ROLE-R11). */
function assertMay(step: Exclude<ContractStep, { kind: 'decide' }>, { customer, provider }: ContractRequest): void {
  if (step.kind === 'terminate' && !isOwner(customer) && !isFirmMember(provider)) {
    throw forbidden(
      'Only a direct member of the provider firm or an owner (CA) of the customer account terminates a contract',
      'role',
      'contract.termination_not_authorized',
    );
  }
  if (step.kind === 'change' && (provider.role === null || provider.role === 'EM'))
    throw notAuthorized('Changing a contract takes access to the provider account', 'account');
}

/**
 * A direct owner decides, or SA; and while the customer has no active owner, an AA or CA of a firm that already works
 * for it (CON-R12). Looked at under the lock, so that nobody decides with a role that was just taken from them.
 */
async function assertMayDecide(
  tx: Tx,
  standings: Standings,
  { actorId, customer }: ContractRequest,
  today: string,
): Promise<void> {
  if (customer.role === 'SA') return;
  const facts = await factsAbout(tx, actorId, customer.clientAccountId, today);
  if (facts && facts.directRoleId !== null && roleCode(facts.directRoleId) === 'CA') return;
  const worksForIt = facts?.firmRoleIds.map(roleCode).some((role) => role === 'AA' || role === 'CA') ?? false;
  if (worksForIt && !(await hasActiveOwner(tx, standings, customer.clientAccountId))) return;
  throw forbidden(
    'Only an owner (CA) of the customer account approves or rejects a contract; while it has none, an AA or CA of a firm whose contract with it is in force',
    'role',
    'contract.approval_not_authorized',
  );
}

function assertSameAccounts(contract: Contract, sent: ContractRequest['accounts']): void {
  const differs =
    (sent.clientAccountId ?? contract.clientAccountId) !== contract.clientAccountId ||
    (sent.providerClientAccountId ?? contract.providerClientAccountId) !== contract.providerClientAccountId;
  if (differs)
    throw invalid(
      'The two accounts of a contract never change; make another contract',
      undefined,
      'contract.accounts_immutable',
    );
}

async function assertActive(tx: Tx, contract: Contract, today: string): Promise<void> {
  const accounts = await findAccounts(tx, [contract.clientAccountId, contract.providerClientAccountId], today);
  const inactive = accounts.find((account) => !account.isActive);
  if (inactive) throw conflict(`Client account ${inactive.id} is inactive and read-only`, 'client_account.inactive');
}

function changesOf(contract: Contract, step: ContractStep, actorId: number, clock: Clock): Partial<Contract> {
  const now = new Date(clock.millis());
  if (step.kind === 'decide') {
    if (contract.approvalStatus !== 'PENDING') throw notPending(contract);
    if (step.status === 'REJECTED') return { approvalStatus: 'REJECTED' };
    return approvalOf(contract, actorId, clock);
  }
  if (step.kind === 'terminate') {
    if (contract.approvalStatus !== 'APPROVED') throw notApproved(contract);
    assertEarlier(contract, step.endDate);
    const reason = step.reason === undefined ? contract.terminationReason : step.reason;
    return { endDate: step.endDate, terminationReason: reason, terminatedById: actorId, terminatedAt: now };
  }
  return changedFields(contract, step);
}

/**
 * The end of a terminated contract may come closer, never recede: a firm must not give itself back what a customer
 * took.
 */
function assertEarlier(contract: Contract, endDate: string): void {
  if (contract.endDate !== null && endDate > contract.endDate)
    throw invalidField(
      'end_date',
      `is ${endDate}, but the contract already ends on ${contract.endDate}; it can end earlier, not later. Make another contract`,
    );
}

/**
 * What was approved stands: a firm must not turn a yes to one thing into a yes to another, or reach back before it
 * (CTL-R14).
 */
function changedFields(contract: Contract, step: Extract<ContractStep, { kind: 'change' }>): Partial<Contract> {
  const { serviceProvided = contract.serviceProvided, startDate = contract.startDate } = step;
  if (contract.approvalStatus === 'APPROVED') {
    if (startDate === null) throw invalidField('start_date', 'cannot be empty: the contract is approved');
    if (serviceProvided !== contract.serviceProvided)
      throw termsImmutable(
        'service_provided',
        `is ${contract.serviceProvided}, as approved; offer another contract for ${serviceProvided}`,
      );
    if (startDate < contract.startDate!)
      throw termsImmutable(
        'start_date',
        `is ${startDate}, but the contract is approved from ${contract.startDate} on and can only begin later`,
      );
  }
  return {
    ...(serviceProvided === contract.serviceProvided ? {} : { serviceProvided }),
    ...(startDate === contract.startDate ? {} : { startDate }),
  };
}
