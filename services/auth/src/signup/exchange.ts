import { invalid, notFound } from '@app/contract/failure';
import { digestOf, newSecret } from '../tokens/opaque.ts';
import type { SignupDeps } from './deps.ts';
import { exchangeCode } from './store.ts';

/** The token travels in bodies only and lives 15 minutes. */
const TOKEN_MS = 15 * 60 * 1000;

/**
 * Step 3: swaps the code for a token; the code is gone with this very read.
 * @throws Failure 400 `signup.missing_code`, 404 `signup.invalid_code`
 */
export async function exchangeSignupCode(deps: SignupDeps, code: unknown) {
  if (typeof code !== 'string' || code === '') throw invalid('"code" is required', [{ field: 'code', message: 'is required' }], 'signup.missing_code');
  const token = newSecret();
  const now = deps.clock.millis();
  const session = await exchangeCode(deps.db, digestOf(code), digestOf(token), now, now + TOKEN_MS);
  if (!session) throw notFound('The signup code is unknown, used or older than 60 seconds; start again', 'signup.invalid_code');
  return {
    signup_token: token,
    given_name: session.givenName,
    family_name: session.familyName,
    is_existing_user: session.knownUserId !== null,
    organizations: await currentState(deps, session.organizations),
  };
}

/** Whether an organization has a client account is asked anew: it may have got one since. */
async function currentState(deps: SignupDeps, organizations: readonly { readonly id: number; readonly organization_number: string; readonly name: string }[]) {
  if (organizations.length === 0) return [];
  const stored = await deps.registrations.StoreOrganizations({
    organizations: organizations.map(({ organization_number, name }) => ({ organizationNumber: organization_number, name })),
  });
  const registered = new Map(stored.organizations.map((one) => [one.organizationNumber, one.alreadyRegistered]));
  return organizations.map(({ id, name, organization_number }) => ({ id, name, organization_number, already_registered: registered.get(organization_number) ?? false }));
}
