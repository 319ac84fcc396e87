import { upstreamUnavailable } from '@app/contract/failure';
import { readClientKey } from '@app/machine-token';
import type { Clock, Logger } from '@app/runtime';
import * as oidc from 'openid-client';

/** The person the identity provider identified. The number lives in memory only. */
export interface VerifiedPerson {
  readonly pid: string;
  readonly givenName: string;
  readonly familyName: string;
}

/** What must come back unchanged for an answer to be ours. */
export interface Proofs {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface IdentityProvider {
  /** Pushes an authorization request (RFC 9126). @throws Failure 502 `idp.par_failed` */
  authorizationUrl(proofs: Proofs): Promise<string>;
  /** Redeems the code and validates the id token: issuer, audience, expiry, nonce, signature. @throws CallbackFault */
  redeem(callback: URL, proofs: Proofs): Promise<VerifiedPerson>;
}

/** Why a callback did not lead on; the word goes into `signup_error` (docs/contract/signup.md). */
export class CallbackFault extends Error {
  readonly reason:
    | 'access_denied'
    | 'invalid_request'
    | 'invalid_state'
    | 'token_exchange_failed'
    | 'identity_missing'
    | 'parties_unavailable';

  constructor(reason: CallbackFault['reason'], cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

interface Options {
  readonly issuerUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /**
   * A private key as JSON; client authentication is by private-key JWT then, else Basic
   * (docs/contract/external-systems.md).
   */
  readonly clientJwk: string | undefined;
  readonly redirectUri: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

const TIMEOUT_SECONDS = 10;
const DISCOVERY_LIFE_MILLIS = 600_000;
/** Characters of a first or last name. */
const MAX_NAME = 100;

export function createIdentityProvider(options: Options): IdentityProvider {
  const { clock, logger, redirectUri } = options;
  let known: { readonly configuration: oidc.Configuration; readonly skew: number; readonly until: number } | undefined;

  /** The discovery document, read anew after ten minutes; while it cannot be had the one before serves on. */
  const configuration = async (): Promise<oidc.Configuration> => {
    // The library reads the machine's clock: it is given how far ours is from it.
    const skew = Math.round((clock.millis() - Date.now()) / 1000);
    const before = known?.skew === skew ? known : undefined;
    if (before && performance.now() < before.until) return before.configuration;
    const found = await discover(options, skew).catch((error: unknown) => {
      if (!before) throw error;
      logger.warn({ err: error }, 'the discovery document of the identity provider could not be read anew');
      return before.configuration;
    });
    known = { configuration: found, skew, until: performance.now() + DISCOVERY_LIFE_MILLIS };
    return found;
  };

  return {
    async authorizationUrl({ state, nonce, codeVerifier }) {
      try {
        const url = await oidc.buildAuthorizationUrlWithPAR(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid profile',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        });
        return url.href;
      } catch (error) {
        logger.warn({ err: error }, 'the pushed authorization request failed');
        throw upstreamUnavailable(
          'The identity provider did not take the request; try again in a moment',
          'idp.par_failed',
          error,
        );
      }
    },
    async redeem(callback, { state, nonce, codeVerifier }) {
      const claims = await redeemCode(await configuration().catch(asExchangeFault), callback, {
        state,
        nonce,
        codeVerifier,
      });
      return personOf(claims);
    },
  };

  async function redeemCode(
    known: oidc.Configuration,
    callback: URL,
    { state, nonce, codeVerifier }: Proofs,
  ): Promise<Readonly<Record<string, unknown>>> {
    try {
      // Where we are reached is what was registered, whatever proxy stands before us.
      const address = new URL(redirectUri);
      address.search = callback.search;
      address.searchParams.delete('provider');
      const tokens = await oidc.authorizationCodeGrant(known, address, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return tokens.claims() ?? {};
    } catch (error) {
      logger.warn({ err: error }, 'a code of the identity provider was not redeemed');
      return asExchangeFault(error);
    }
  }
}

function asExchangeFault(error: unknown): never {
  throw new CallbackFault('token_exchange_failed', error);
}

async function discover(options: Options, skew: number): Promise<oidc.Configuration> {
  const authentication = options.clientJwk
    ? oidc.PrivateKeyJwt(await privateKey(options.clientJwk))
    : oidc.ClientSecretBasic(options.clientSecret ?? '');
  const issuer = new URL(options.issuerUrl);
  const configuration = await oidc.discovery(
    issuer,
    options.clientId,
    { redirect_uris: [options.redirectUri], id_token_signed_response_alg: 'RS256', [oidc.clockSkew]: skew },
    authentication,
    {
      timeout: TIMEOUT_SECONDS,
      execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    },
  );
  // The id token comes straight from the token endpoint, and its signature is checked all the same.
  oidc.enableNonRepudiationChecks(configuration);
  return configuration;
}

async function privateKey(json: string): Promise<oidc.CryptoKey | oidc.PrivateKey> {
  const { key, kid } = await readClientKey(json);
  return kid === undefined ? key : { key, kid };
}

function personOf(claims: Readonly<Record<string, unknown>>): VerifiedPerson {
  const text = (name: string) =>
    typeof claims[name] === 'string'
      ? claims[name]
          .replace(/\p{Cc}/gu, '')
          .trim()
          .slice(0, MAX_NAME)
      : '';
  const pid = text('pid');
  if (!/^\d{11}$/.test(pid)) throw new CallbackFault('identity_missing');
  const words = text('name').split(/\s+/).filter(Boolean);
  const givenName = text('given_name') || words.slice(0, -1).join(' ');
  const familyName = text('family_name') || (words.at(-1) ?? '');
  if (givenName === '' && familyName === '') throw new CallbackFault('identity_missing');
  return { pid, givenName, familyName };
}
