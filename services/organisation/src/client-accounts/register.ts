import { invalid, notFound } from '@app/contract';
import type { Tx } from '@app/db';
import { finishCommand, reserveCommand, resultOf } from '../commands/store.ts';
import { findById, type OrganizationSources } from '../organizations/find.ts';
import { lockOrganization } from '../organizations/store.ts';
import { openAccount } from './open.ts';
import { findAccount, lockAccounts } from './store.ts';
import { takeOverAccount } from './take-over.ts';

const OPERATION = 'register_from_signup';

/**
 * Opens the account of a completed signup, with its owner and settings, once per command key (SGN-R34). An account that is there
 * and not proven is taken over instead (CTL-R05). Of several who complete a signup for one organization the first gets it. Gives the id.
 * @throws Failure 400 `signup.organization_already_registered`, 404 `organization.not_found`
 */
export async function registerFromSignup(
  sources: OrganizationSources,
  request: { readonly commandKey: string; readonly userId: number; readonly organizationId: number },
): Promise<number> {
  const { commandKey, userId, organizationId } = request;
  const { db, clock } = sources;
  const done = await resultOf(db.executor, commandKey, OPERATION);
  if (done) return done.client_account_id as number;
  if (!(await findById(sources, organizationId, { inHurry: true }))) throw unknownOrganization(organizationId);
  return db.write(async (tx) => {
    if (!(await reserveCommand(tx, commandKey, OPERATION, new Date(clock.millis()))))
      return (await resultOf(tx, commandKey, OPERATION))!.client_account_id as number;
    const clientAccountId = await giveAccount(tx, sources, organizationId, userId);
    await finishCommand(tx, commandKey, { client_account_id: clientAccountId });
    return clientAccountId;
  });
}

/** Under the lock of the organization: nobody opens an account for it meanwhile, and no second signup gets it. */
async function giveAccount(tx: Tx, { clock }: OrganizationSources, organizationId: number, userId: number): Promise<number> {
  const organization = await lockOrganization(tx, organizationId);
  if (!organization) throw unknownOrganization(organizationId);
  const { clientAccountId } = organization;
  if (clientAccountId === null) return openAccount(tx, clock, { organization, actorId: userId, ownerId: userId, isProven: true });
  await lockAccounts(tx, [clientAccountId]);
  const account = await findAccount(tx, clientAccountId, clock.today());
  if (account!.isProven) throw alreadyRegistered();
  await takeOverAccount(tx, clock, account!, userId);
  return clientAccountId;
}

const unknownOrganization = (id: number) => notFound(`There is no organization ${id}`, 'organization.not_found');

const alreadyRegistered = () =>
  invalid(
    'This organization is already registered; ask an owner of its account for an invitation',
    undefined,
    'signup.organization_already_registered',
  );
