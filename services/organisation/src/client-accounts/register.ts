import { invalid, notFound, unavailable } from '@app/contract';
import { defineCommand, finalRefusal, type Tx } from '@app/db';
import { z } from 'zod';
import { findById, type OrganizationSources } from '../organizations/find.ts';
import { lockOrganization } from '../organizations/store.ts';
import { findAccount, lockAccounts } from '../tenancy/account-store.ts';
import { openAccount } from './open.ts';
import { takeOverAccount } from './take-over.ts';

/** Names as the release before stores them. */
const registering = defineCommand({
  name: 'register_from_signup',
  result: z.object({ client_account_id: z.int() }),
  // To auth a lost race (409) leaves open what becomes of the signup; after any other no the user it made is gone.
  refusalOf(error) {
    const refusal = finalRefusal(error);
    return refusal?.status === 409 ? undefined : refusal;
  },
});

/**
 * Opens the account of a completed signup, with its owner and settings, once per command key (SGN-R34). An account that
 * is there and not proven is taken over instead (CTL-R05). Of several who complete a signup for one organization the
 * first gets it. A refusal is kept, so that a late copy of the call gives nothing to a user who has been taken back.
 * Gives the id.
 * @throws Failure 400 `signup.organization_already_registered`, 404 `organization.not_found`
 */
export async function registerFromSignup(
  sources: OrganizationSources,
  request: { readonly commandKey: string; readonly userId: number; readonly organizationId: number },
): Promise<number> {
  const { commandKey, userId, organizationId } = request;
  const { client_account_id } = await registering.once(sources.db, commandKey, async (carryOut) => {
    if (!(await findById(sources, organizationId, { inHurry: true }))) throw unknownOrganization(organizationId);
    return carryOut(async (tx) => ({ client_account_id: await giveAccount(tx, sources, organizationId, userId) }));
  });
  return client_account_id;
}

/** Under the lock of the organization: nobody opens an account for it meanwhile, and no second signup gets it. */
async function giveAccount(
  tx: Tx,
  { clock }: OrganizationSources,
  organizationId: number,
  userId: number,
): Promise<number> {
  const organization = await lockOrganization(tx, organizationId);
  if (!organization) throw unknownOrganization(organizationId);
  const { clientAccountId } = organization;
  if (clientAccountId === null)
    return openAccount(tx, clock, { organization, actorId: userId, ownerId: userId, isProven: true });
  await lockAccounts(tx, [clientAccountId]);
  const account = await findAccount(tx, clientAccountId, clock.today());
  if (!account) throw unavailable('The books of this organization are being removed; try again in a moment');
  if (account.isProven) throw alreadyRegistered();
  await takeOverAccount(tx, clock, account, userId);
  return clientAccountId;
}

const unknownOrganization = (id: number) => notFound(`There is no organization ${id}`, 'organization.not_found');

const alreadyRegistered = () =>
  invalid(
    'This organization is already registered; ask an owner of its account for an invitation',
    undefined,
    'signup.organization_already_registered',
  );
