import type { Client, Contract, Organisation } from '@app/rpc';
import type { Sealer } from '@app/runtime';
import type { AuthDeps } from '../deps.ts';
import type { AuthorizedParties } from './authorized-parties.ts';
import type { IdentityDigest } from './identity-digest.ts';
import type { IdentityProvider } from './identity-provider.ts';

type ClientOf<T> = T extends Contract<infer D> ? Client<D> : never;

/** What signing up needs beyond the rest of the service. */
export interface SignupDeps extends AuthDeps {
  readonly sealer: Sealer;
  readonly identityProvider: IdentityProvider;
  readonly parties: AuthorizedParties;
  readonly digestIdentity: (pid: string) => IdentityDigest;
  readonly registrations: Pick<ClientOf<typeof Organisation>, 'StoreOrganizations' | 'RegisterFromSignup'>;
  /** Where the browser goes from the identity provider; undefined when it is not configured. */
  readonly appBaseUrl: string | undefined;
}
