import type { Clock } from '@app/runtime';
import { createUpstream } from '@app/upstream';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { readClientKey } from './client-key.ts';
import type { MachineTokenConfig } from './config.ts';

const ASSERTION_SECONDS = 60;
const EARLY_MILLIS = 15_000;
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const Answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

interface Options {
  readonly config: MachineTokenConfig;
  readonly clock: Clock;
}

/** Our own access to outside systems. */
export interface MachineToken {
  /**
   * A token, kept until shortly before it ends. Who asks while one is being fetched waits for that one.
   * @throws UpstreamError; Error when the endpoint refuses us, or when we have no credential to show there
   */
  get(): Promise<string>;
  /** The kept one was refused. */
  forget(): void;
}

/** Gets machine tokens by the JWT-bearer grant (RFC 7523). */
export function createMachineToken({ config, clock }: Options): MachineToken {
  const address = new URL(config.MACHINE_TOKEN_URL);
  const upstream = createUpstream({ name: 'machine-token', baseUrl: address.origin });
  let kept: { readonly token: string; readonly until: number } | undefined;
  let fetching: Promise<string> | undefined;

  const fetchToken = async (): Promise<string> => {
    const form = { grant_type: GRANT, assertion: await assertionOf(config, clock) };
    const response = await upstream.request({ method: 'POST', path: address.pathname, form, isRepeatable: true });
    if (response.status !== 200) throw new Error(`The machine token endpoint answered ${response.status}`);
    const { access_token, expires_in } = Answer.parse(response.json());
    kept = { token: access_token, until: clock.millis() + expires_in * 1000 - EARLY_MILLIS };
    return access_token;
  };

  return {
    forget: () => {
      kept = undefined;
    },
    get: async () => {
      if (kept && clock.millis() < kept.until) return kept.token;
      fetching ??= fetchToken().finally(() => {
        fetching = undefined;
      });
      return fetching;
    },
  };
}

/** Signed with the client's key where there is one, else with its secret. */
async function assertionOf(config: MachineTokenConfig, clock: Clock): Promise<string> {
  const now = Math.floor(clock.millis() / 1000);
  const { key, alg, kid } = await credentialOf(config);
  return new SignJWT({})
    .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) })
    .setIssuer(config.IDP_CLIENT_ID)
    .setAudience(config.MACHINE_TOKEN_URL)
    .setIssuedAt(now)
    .setExpirationTime(now + ASSERTION_SECONDS)
    .setJti(crypto.randomUUID())
    .sign(key);
}

async function credentialOf({ IDP_CLIENT_JWK, IDP_CLIENT_SECRET }: MachineTokenConfig) {
  if (IDP_CLIENT_JWK) return readClientKey(IDP_CLIENT_JWK);
  if (!IDP_CLIENT_SECRET) throw new Error('There is neither IDP_CLIENT_SECRET nor IDP_CLIENT_JWK to get a token with');
  return { key: new TextEncoder().encode(IDP_CLIENT_SECRET), alg: 'HS256', kid: undefined };
}
