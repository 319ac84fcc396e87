import { createMachineToken } from '@app/machine-token';
import type { AuthDeps } from '../deps.ts';
import { type AuthorizedParties, createAuthorizedParties } from './authorized-parties.ts';
import type { SignupConfig } from './config.ts';
import { createIdentityDigester, type IdentityDigest } from './identity-digest.ts';
import { createIdentityProvider, type IdentityProvider } from './identity-provider.ts';
import { defineSignUps, type RegistrationDeps, type SignUps } from './registrations/registration.ts';

/** `organisation` asks the registry about each of them, and a person may act for many. */
export const ORGANIZATIONS_DEADLINE = { deadlineMillis: 25_000 };

/** What signing up needs beyond the rest of the service. */
export interface SignupDeps extends RegistrationDeps {
  readonly identityProvider: IdentityProvider;
  readonly parties: AuthorizedParties;
  readonly digestIdentity: (pid: string) => IdentityDigest;
  readonly signUps: SignUps;
  /** Where the browser goes from the identity provider; undefined when it is not configured. */
  readonly appBaseUrl: string | undefined;
}

/** Makes what signing up needs; nothing is asked of the outside yet. */
export function createSignupDeps(
  deps: AuthDeps,
  {
    config,
    registrations,
  }: { readonly config: SignupConfig; readonly registrations: RegistrationDeps['registrations'] },
): SignupDeps {
  const { clock, logger, issuer } = deps;
  const client = {
    clientId: config.IDP_CLIENT_ID,
    clientSecret: config.IDP_CLIENT_SECRET,
    clientJwk: config.IDP_CLIENT_JWK,
  };
  const token = createMachineToken({ config, clock });
  const redirectUri = `${issuer}/api/v2/auth/signup/callback`;
  return {
    ...deps,
    registrations,
    signUps: defineSignUps({ ...deps, registrations }),
    identityProvider: createIdentityProvider({
      ...client,
      issuerUrl: config.IDP_ISSUER_URL,
      redirectUri,
      clock,
      logger,
    }),
    parties: createAuthorizedParties({ url: config.AUTHORIZED_PARTIES_URL, token, roles: config.AUTHORIZED_ROLES }),
    digestIdentity: createIdentityDigester(
      config.IDENTITY_HMAC_KEY,
      config.IDENTITY_HMAC_KEY_VERSION,
      config.IDENTITY_HMAC_KEYS_PREVIOUS,
    ),
    appBaseUrl: config.APP_BASE_URL,
  };
}
