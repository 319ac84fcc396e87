import { Failure, invalid, notFound } from '@app/contract';
import { finishCommand, reserveCommand, resultOf } from '../commands/store.ts';
import { findById, type OrganizationSources } from '../organizations/find.ts';
import { openAccount } from './open.ts';

const OPERATION = 'register_from_signup';

/**
 * Opens the account of a completed signup, with its owner and settings, once per command key (document 4 section 2.7). Gives the id.
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
  const organization = await findById(sources, organizationId, { inHurry: true });
  if (!organization) throw notFound(`There is no organization ${organizationId}`, 'organization.not_found');
  return db.write(async (tx) => {
    if (!(await reserveCommand(tx, commandKey, OPERATION, new Date(clock.millis()))))
      return (await resultOf(tx, commandKey, OPERATION))!.client_account_id as number;
    const clientAccountId = await openAccount(tx, clock, { organization, actorId: userId, ownerId: userId, isProven: true }).catch(explain);
    await finishCommand(tx, commandKey, { client_account_id: clientAccountId });
    return clientAccountId;
  });
}

function explain(error: unknown): never {
  if (error instanceof Failure && error.code === 'client_account.organization_already_has_client_account')
    throw invalid(
      'This organization is already registered; ask an owner of its account for an invitation',
      undefined,
      'signup.organization_already_registered',
    );
  throw error;
}
