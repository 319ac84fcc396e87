import type { Guard } from '@app/access';
import type { SecurityEvent, Tally } from '@app/audit';
import type { Database } from '@app/db';
import type { Clock, Logger, Sealer } from '@app/runtime';
import type { ClientLookup } from './clients/lookup.ts';
import type { ClientRecall } from './clients/recall.ts';
import type { Cookies } from './credentials/cookies.ts';
import type { KeyRing } from './keys/key-ring.ts';
import type { OrganisationClient } from './memberships/memberships.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import type { TokenIssuer } from './tokens/access-token.ts';

/** Everything an operation of this service may need, made once in `service.ts`. */
export interface AuthDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sealer: Sealer;
  /** Records of passwords that were wrong, and of what else changes nothing. */
  readonly tally: Tally;
  /** Keeps a record by itself, committed when it returns. */
  readonly record: (event: SecurityEvent) => Promise<void>;
  readonly passwords: PasswordHasher;
  readonly keys: KeyRing;
  readonly tokens: TokenIssuer;
  readonly clients: ClientLookup;
  readonly recall: ClientRecall;
  readonly cookies: Cookies;
  readonly organisation: OrganisationClient;
  /** Who a bearer token belongs to, where a public endpoint looks at one. */
  readonly guard: Guard;
  /** The public origin, without trailing slash: issuer of tokens, base of every address. */
  readonly issuer: string;
  /** Origin of the sandbox, which stands in for outside systems; undefined where they are the real ones. */
  readonly sandbox: string | undefined;
}
