import { randomUUID } from 'node:crypto';
import type { Clock } from '@app/runtime';
import { errors, importJWK, type JWK, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose';
import type { ClientCredential } from '../config.ts';
import { CallerError } from '../http.ts';
import { publicPart, type SigningKey } from '../keys.ts';

/** Seconds that a machine token lives. */
export const MACHINE_TOKEN_SECONDS = 120;
/** Seconds that an assertion may live at most. */
const ASSERTION_SECONDS = 120;
/** Seconds by which the clocks of caller and sandbox may differ. */
const TOLERANCE = 10;

export interface MachineTokens {
  /**
   * Exchanges an assertion (RFC 7523 section 2.1) for a bearer token.
   * @throws CallerError `invalid_grant` that says which claim is wrong
   */
  issue(assertion: string): Promise<{ readonly token: string; readonly scope: string }>;
  /** Whether a bearer token is one of ours and has not expired. */
  accepts(token: string): Promise<boolean>;
}

/** @param baseUrl base address of the sandbox; the token endpoint is `<baseUrl>/machine/token` */
export async function createMachineTokens(
  baseUrl: string,
  clientId: string,
  credential: ClientCredential,
  signingKey: SigningKey,
  clock: Clock,
): Promise<MachineTokens> {
  const issuer = `${baseUrl}/machine`;
  const { key, algorithm } = await callerKey(credential);
  const privateKey = await importJWK(signingKey, 'RS256');
  const publicKey = await importJWK(publicPart(signingKey), 'RS256');
  const seconds = () => Math.floor(clock.millis() / 1000);
  const verify = (token: string, verifyKey: typeof key, options: JWTVerifyOptions) =>
    jwtVerify(token, verifyKey, { ...options, currentDate: new Date(clock.millis()), clockTolerance: TOLERANCE });

  return {
    issue: async (assertion) => {
      const { payload } = await verify(assertion, key, {
        algorithms: [algorithm],
        issuer: clientId,
        audience: [`${baseUrl}/machine/token`, issuer],
        requiredClaims: ['iss', 'aud', 'iat', 'exp'],
      }).catch(explain);
      if (payload.exp! - payload.iat! > ASSERTION_SECONDS)
        throw invalidGrant(`exp lies more than ${ASSERTION_SECONDS} seconds after iat`);
      const scope = typeof payload.scope === 'string' ? payload.scope : '';
      const token = await new SignJWT({ scope, client_id: clientId })
        .setProtectedHeader({ alg: 'RS256', kid: signingKey.kid, typ: 'at+jwt' })
        .setIssuer(issuer)
        .setSubject(clientId)
        .setAudience(baseUrl)
        .setJti(randomUUID())
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + MACHINE_TOKEN_SECONDS)
        .sign(privateKey);
      return { token, scope };
    },
    accepts: (token) =>
      verify(token, publicKey, {
        algorithms: ['RS256'],
        typ: 'at+jwt',
        issuer,
        audience: baseUrl,
        requiredClaims: ['exp'],
      }).then(
        () => true,
        () => false,
      ),
  };
}

async function callerKey(credential: ClientCredential) {
  if (credential.kind === 'secret') return { key: new TextEncoder().encode(credential.secret), algorithm: 'HS256' };
  return {
    key: await importJWK(credential.publicKey as JWK, credential.publicKey.alg),
    algorithm: credential.publicKey.alg,
  };
}

const invalidGrant = (reason: string): CallerError =>
  new CallerError(400, 'invalid_grant', `The assertion is refused: ${reason}.`);

function explain(error: unknown): never {
  if (error instanceof errors.JWTExpired) throw invalidGrant('it has expired by the clock of the sandbox');
  if (error instanceof errors.JWTClaimValidationFailed)
    throw invalidGrant(`the claim ${error.claim} is missing or not the expected one`);
  if (error instanceof errors.JWSSignatureVerificationFailed)
    throw invalidGrant('its signature does not belong to the configured client');
  if (error instanceof errors.JOSEAlgNotAllowed)
    throw invalidGrant(
      'it must be signed with the key of IDP_CLIENT_JWK, or, without one, HS256 with IDP_CLIENT_SECRET',
    );
  throw invalidGrant('it is not a signed JSON Web Token');
}
