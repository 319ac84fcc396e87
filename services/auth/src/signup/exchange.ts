import { invalid, notFound } from '@app/contract/failure';
import { digestOf, newSecret } from '../credentials/opaque.ts';
import type { SessionOrganization } from '../schema/signup.ts';
import { ORGANIZATIONS_DEADLINE, type SignupDeps } from './deps.ts';
import { exchangeCode, findSessionByCode } from './store.ts';

/** The token travels in bodies only and lives 15 minutes. */
const TOKEN_MILLIS = 15 * 60 * 1000;

/** An organization the person may act for, as the exchange shows it. */
export interface OfferedOrganization extends SessionOrganization {
  readonly already_registered: boolean;
}

export interface ExchangedSignup {
  readonly signup_token: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly is_existing_user: boolean;
  readonly organizations: OfferedOrganization[];
}

/**
 * Step 3: swaps the code for a token. Of several that try one wins, and the code is gone with it. What the answer needs
 * of others is asked before, so that their outage costs no code.
 * @throws Failure 400 `signup.missing_code`, 404 `signup.invalid_code`
 */
export async function exchangeSignupCode(deps: SignupDeps, code: unknown): Promise<ExchangedSignup> {
  if (typeof code !== 'string' || code === '')
    throw invalid(
      '"code" is required: the signup_code of the address',
      [{ field: 'code', message: 'is required' }],
      'signup.missing_code',
    );
  const codeDigest = digestOf(code);
  const found = await findSessionByCode(deps.db, codeDigest, deps.clock.millis());
  if (!found) throw invalidCode();
  const organizations = await currentState(deps, found.organizations);
  const token = newSecret();
  const now = deps.clock.millis();
  const session = await deps.db.write((tx) => exchangeCode(tx, codeDigest, digestOf(token), now, now + TOKEN_MILLIS));
  if (!session) throw invalidCode();
  return {
    signup_token: token,
    given_name: session.givenName,
    family_name: session.familyName,
    is_existing_user: session.knownUserId !== null,
    organizations,
  };
}

const invalidCode = () =>
  notFound('The signup code is unknown, used or older than 60 seconds; start the signup again', 'signup.invalid_code');

/** Whether an organization has a client account is asked anew: it may have got one since. */
export async function currentState(
  deps: SignupDeps,
  listed: readonly SessionOrganization[],
): Promise<OfferedOrganization[]> {
  if (listed.length === 0) return [];
  const organizations = listed.map(({ organization_number, name }) => ({
    organizationNumber: organization_number,
    name,
  }));
  const stored = await deps.registrations.StoreOrganizations({ organizations }, ORGANIZATIONS_DEADLINE);
  const registered = new Map(stored.organizations.map((one) => [one.organizationNumber, one.alreadyRegistered]));
  return listed.map((one) => ({ ...one, already_registered: registered.get(one.organization_number) ?? false }));
}
