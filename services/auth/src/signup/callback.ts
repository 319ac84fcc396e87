import { digestOf, newSecret } from '../credentials/opaque.ts';
import type { SessionOrganization } from '../schema/signup.ts';
import { requireProvider } from './begin.ts';
import { ORGANIZATIONS_DEADLINE, type SignupDeps } from './deps.ts';
import { CallbackFault, type Proofs, type VerifiedPerson } from './identity-provider.ts';
import { insertSession, renewIdentity, takeAttempt } from './store.ts';

/** The code in the address of the browser lives a minute and is good once. */
const CODE_MILLIS = 60 * 1000;

/**
 * Step 2: takes the browser back from the identity provider, verifies the person and finds the organizations it may act
 * for.
 * @param query what stands in the callback's address
 * @returns the signup code
 * @throws CallbackFault with the word for `signup_error`
 */
export async function takeCallback(deps: SignupDeps, query: URLSearchParams, address: URL): Promise<string> {
  requireProvider(query.get('provider') ?? undefined);
  // A refusal comes first, whatever else is missing (SGN-R90).
  if (query.has('error')) throw new CallbackFault('access_denied');
  const state = query.get('state');
  if (!query.get('code') || !state) throw new CallbackFault('invalid_request');
  const attempt = await takeAttempt(deps.db, digestOf(state), deps.clock.millis());
  if (!attempt) throw new CallbackFault('invalid_state');
  const proofs = JSON.parse(deps.sealer.open(attempt.sealedProofs).toString()) as Proofs;
  const person = await deps.identityProvider.redeem(address, proofs);
  const organizations = await organizationsOf(deps, person);
  const code = newSecret();
  const now = deps.clock.millis();
  const { givenName, familyName } = person;
  const identity = deps.digestIdentity(person.pid);
  await deps.db.write(async (tx) => {
    await renewIdentity(tx, identity);
    await insertSession(tx, digestOf(code), { identity, givenName, familyName, organizations }, now, now + CODE_MILLIS);
  });
  return code;
}

/** Whom the person may act for, each stored as an organization (EXT-R03). */
async function organizationsOf(deps: SignupDeps, person: VerifiedPerson): Promise<readonly SessionOrganization[]> {
  try {
    const parties = await deps.parties.of(person.pid);
    if (parties.length === 0) return [];
    const stored = await deps.registrations.StoreOrganizations({ organizations: [...parties] }, ORGANIZATIONS_DEADLINE);
    return stored.organizations.map(({ id, organizationNumber, name }) => ({
      id,
      organization_number: organizationNumber,
      name,
    }));
  } catch (error) {
    deps.logger.warn({ err: error }, 'the authorized parties could not be read');
    throw new CallbackFault('parties_unavailable', error);
  }
}
