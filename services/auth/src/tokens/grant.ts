import type { SecurityEvent, Tally } from '@app/audit';
import type { Database } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import type { ClientLookup } from '../clients/lookup.ts';
import type { ClientRecall } from '../clients/recall.ts';
import type { ClientCredentials } from '../clients/store.ts';
import type { Scope } from '../scopes/scope.ts';
import type { IssuedToken, TokenIssuer } from './access-token.ts';

export interface TokenDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tokens: TokenIssuer;
  readonly clients: ClientLookup;
  readonly recall: ClientRecall;
  readonly tally: Pick<Tally, 'note'>;
  /** Keeps a record by itself, committed when it returns. */
  readonly record: (event: SecurityEvent) => Promise<void>;
}

/** The form of a token request; a parameter without value is absent (RFC 6749 section 3.2). */
export interface TokenForm {
  readonly grant_type?: string | undefined;
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly code?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly code_verifier?: string | undefined;
  readonly refresh_token?: string | undefined;
  readonly scope?: string | undefined;
  readonly resource?: string | undefined;
}

/** What a grant gives. */
export interface Granted {
  readonly access: IssuedToken;
  readonly scope: Scope;
  readonly userId: number;
  readonly refreshToken?: string;
}

export type GrantHandler = (deps: TokenDeps, credentials: ClientCredentials, form: TokenForm) => Promise<Granted>;
