import { randomUUID } from 'node:crypto';
import type { Clock } from '@app/runtime';
import { type JwtType, type Signer, signJwt } from '../keys/jwt.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Scope } from '../scopes/scope.ts';

/** Life of access and session tokens, in seconds (TOK-R03). */
export const TOKEN_SECONDS = 3600;

export interface IssuedToken {
  /** Signed when it is first read: tokens that are signed one right after the other take half the time. */
  readonly token: string;
  /** The token's own id, for the audit log. */
  readonly jti: string;
}

export interface TokenIssuer {
  /** An OAuth access token (RFC 9068): acts for `userId` on behalf of `clientId`, for `resource` or the whole API. */
  access(grant: {
    readonly userId: number;
    readonly clientId: string;
    readonly scope: Scope;
    readonly resource: string | null;
  }): Promise<IssuedToken>;
  /** A session token: of its own type, for a person who logged in, with both scopes; good while its session lives. */
  session(userId: number, sessionId: string): Promise<IssuedToken>;
}

/** @param issuer the public origin, which is also the default audience */
export function createTokenIssuer(options: {
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly issuer: string;
}): TokenIssuer {
  const { keys, clock, issuer } = options;
  const times = () => {
    const iat = Math.floor(clock.millis() / 1000);
    return { iat, exp: iat + TOKEN_SECONDS, jti: randomUUID() };
  };
  return {
    access: async ({ userId, clientId, scope, resource }) => {
      const { iat, exp, jti } = times();
      const claims = {
        iss: issuer,
        sub: String(userId),
        aud: resource ?? issuer,
        client_id: clientId,
        scope,
        iat,
        exp,
        jti,
      };
      return signedLater(await keys.signer(), 'at+jwt', claims);
    },
    session: async (userId, sessionId) => {
      const { iat, exp, jti } = times();
      const claims = {
        iss: issuer,
        sub: String(userId),
        aud: issuer,
        sid: sessionId,
        scope: 'read write',
        iat,
        exp,
        jti,
      };
      return signedLater(await keys.signer(), 'session+jwt', claims);
    },
  };
}

function signedLater(
  signer: Signer,
  typ: JwtType,
  claims: Readonly<Record<string, unknown>> & { readonly jti: string },
) {
  let signed: string | undefined;
  return {
    get token() {
      signed ??= signJwt(signer, typ, claims);
      return signed;
    },
    jti: claims.jti,
  };
}
