import type { AccountAccess } from '@app/access';
import { isEmailAddress } from '@app/api/email-address';
import { Failure } from '@app/contract';
import { type CarryOut, defineCommand, type Tx } from '@app/db';
import type { Language } from '@app/runtime';
import { z } from 'zod';
import { accessOf } from '../access/local-sources.ts';
import { billingAccountIn } from '../client-accounts/billing.ts';
import { openAccount } from '../client-accounts/open.ts';
import type { Contract } from '../contracts/contract.ts';
import { isFirmMember, offerContract, providerNotProven } from '../contracts/create.ts';
import { assertNoAccess, type InvitationDependencies, issueInvitation } from '../invitations/create.ts';
import { invalidEmail } from '../invitations/invitation.ts';
import { providerType } from '../organizations/organization.ts';
import { findOrganization, lockOrganization } from '../organizations/store.ts';
import { roleId } from '../roles/roles.ts';
import { findAccount, lockAccounts } from '../tenancy/account-store.ts';
import type { ClientAccount } from '../tenancy/client-account.ts';
import { hasActiveOwner } from '../tenancy/owners.ts';
import { knownCaller, type Standings, withStandings } from '../tenancy/standings.ts';
import {
  accountHasOwner,
  clientNotFound,
  completeEngagement,
  contractExists,
  type Engagement,
  type EngagementRequest,
  notProviderMember,
  organizationNotFound,
  providerEqualsClient,
} from './engagement.ts';

export interface Engaging {
  readonly actorId: number;
  /** The caller's access to the provider firm. */
  readonly provider: AccountAccess;
  /** Of the mail to the owner. */
  readonly language: Language;
  /** The same for every try of one request. */
  readonly commandKey: string;
  /** Nothing can have been done under the key before. */
  readonly isFirstTry?: boolean;
}

const takingOn = defineCommand({
  name: 'create_client_engagement',
  result: z.object({
    clientAccountId: z.int(),
    contractId: z.int(),
    contractStatus: z.custom<Contract['approvalStatus']>(),
    invitationId: z.int().nullable(),
  }),
});

export type Engaged = Awaited<ReturnType<typeof takingOn.once>>;

/**
 * Takes on a client, once per command key: account when there is none, contract, invitation and mail in one transaction
 * (docs/contract/client-engagements.md). Whoever has an active owner is asked through that owner, so nobody is invited
 * there (CTL-R08).
 * @throws Failure 400, 403, 404, 409, 429, 503
 */
export async function createEngagement(
  deps: InvitationDependencies,
  caller: Engaging,
  request: EngagementRequest,
): Promise<Engaged> {
  const { provider, actorId, commandKey, isFirstTry } = caller;
  const takeOn = async (carryOut: CarryOut<Engaged>): Promise<Engaged> => {
    const firm = await requireFirm(deps, provider);
    const engagement = completeEngagement(request);
    const work = async (standings: Standings): Promise<Engaged> => {
      await assertTarget(deps, standings, caller, engagement, firm);
      return carryOut((tx) => engage(tx, { ...deps, standings }, caller, engagement, firm));
    };
    return withStandings(deps.users, work, knownCaller(actorId, provider.role === 'SA'));
  };
  return takingOn.once(deps.db, commandKey, takeOn, { isFirstTry });
}

async function engage(
  tx: Tx,
  deps: InvitationDependencies & { readonly standings: Standings },
  engaging: Engaging,
  engagement: Engagement,
  firm: ClientAccount,
): Promise<Engaged> {
  const { actorId, language } = engaging;
  const clientAccountId = await clientOf(tx, deps, engaging, engagement, firm);
  await lockAccounts(tx, [clientAccountId, firm.id]);
  const { ownerEmail } = engagement;
  if (ownerEmail !== null && (await hasActiveOwner(tx, deps.standings, clientAccountId)))
    throw accountHasOwner(clientAccountId);
  const contract = await contractWith(tx, deps, engaging, engagement, clientAccountId);
  const claim = {
    clientAccountId,
    roleId: roleId('CA'),
    actorId,
    language,
    contractId: contract.approvalStatus === 'PENDING' ? contract.id : null,
    providerClientAccountId: firm.id,
  };
  const invitation = ownerEmail === null ? null : await issueInvitation(tx, deps, { ...claim, email: ownerEmail });
  return {
    clientAccountId,
    contractId: contract.id,
    contractStatus: contract.approvalStatus,
    invitationId: invitation?.id ?? null,
  };
}

/**
 * A proven provider firm with the caller as direct, active member; contract access never counts. @throws Failure 403
 */
async function requireFirm({ db, clock }: InvitationDependencies, provider: AccountAccess): Promise<ClientAccount> {
  const { clientAccountId } = provider;
  if (!isFirmMember(provider))
    throw notProviderMember(`You are no direct, active member of the provider firm ${clientAccountId}`);
  const firm = await findAccount(db.executor, clientAccountId, clock.today());
  if (!firm || providerType(firm.industryCode) === null)
    throw notProviderMember(
      `Client account ${clientAccountId} is no provider firm (industry code 69.2), so it cannot take on clients`,
    );
  if (!firm.isProven) throw providerNotProven(firm.id, 'client_engagement.provider_not_proven');
  return firm;
}

/**
 * What can be said before anything is stored: the client exists and is another, and the owner can be invited. @throws
 * Failure 400, 404, 409, 503
 */
async function assertTarget(
  deps: InvitationDependencies,
  standings: Standings,
  { actorId, provider }: Engaging,
  { target, ownerEmail }: Engagement,
  firm: ClientAccount,
): Promise<void> {
  const { db, clock } = deps;
  const clientAccountId =
    'clientAccountId' in target ? target.clientAccountId : await accountOf(deps, target.organizationId);
  if (clientAccountId === firm.id) throw providerEqualsClient();
  if (clientAccountId !== null && !(await findAccount(db.executor, clientAccountId, clock.today())))
    throw clientNotFound(clientAccountId);
  if (ownerEmail === null) return;
  if (!isEmailAddress(ownerEmail)) throw invalidEmail('owner_email');
  if (clientAccountId === null) return;
  if (await hasActiveOwner(db.executor, standings, clientAccountId)) throw accountHasOwner(clientAccountId);
  // Who has access is shown to those who may list the users of the account, and to nobody else.
  const mayList = provider.role === 'SA' || (await accessOf(deps, actorId, clientAccountId)).role !== null;
  if (mayList) await assertNoAccess(deps, clientAccountId, ownerEmail);
}

async function accountOf({ db }: InvitationDependencies, organizationId: number): Promise<number | null> {
  const organization = await findOrganization(db.executor, organizationId);
  if (!organization) throw organizationNotFound(organizationId);
  return organization.clientAccountId;
}

/**
 * The client's account; one that an organization has already is used. Firms that take on one organization at the same
 * moment wait for each other on its row, so that the account is opened once.
 */
async function clientOf(
  tx: Tx,
  { clock }: InvitationDependencies,
  { actorId, provider }: Engaging,
  { target }: Engagement,
  firm: ClientAccount,
): Promise<number> {
  if ('clientAccountId' in target) return target.clientAccountId;
  const organization = await lockOrganization(tx, target.organizationId);
  if (!organization) throw organizationNotFound(target.organizationId);
  if (organization.clientAccountId !== null) return organization.clientAccountId;
  return openAccount(tx, clock, {
    organization,
    actorId,
    ownerId: null,
    isProven: provider.role === 'SA',
    openedByProviderIds: [firm.id],
    accountingCurrency: firm.accountingCurrency,
    billingClientAccountId: await billingAccount(tx, clock.today(), firm),
  });
}

/** The firm pays, or whom its metadata names (ENG-R18). */
async function billingAccount(tx: Tx, today: string, firm: ClientAccount): Promise<number> {
  const named = billingAccountIn(firm.metadata);
  return named === null ? firm.id : ((await findAccount(tx, named, today))?.id ?? firm.id);
}

async function contractWith(
  tx: Tx,
  deps: Pick<InvitationDependencies, 'db' | 'clock'> & { readonly standings: Standings },
  { actorId, provider }: Engaging,
  { serviceProvided }: Engagement,
  clientAccountId: number,
): Promise<Contract> {
  const offer = { clientAccountId, serviceProvided, startDate: deps.clock.today(), actorId, provider };
  try {
    return await offerContract(tx, deps, offer);
  } catch (error) {
    if (error instanceof Failure && error.code === 'contract.duplicate') throw contractExists();
    throw error;
  }
}
