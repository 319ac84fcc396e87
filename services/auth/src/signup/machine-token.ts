import type { Clock } from '@app/runtime';
import { createUpstream } from '@app/upstream';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { readClientKey } from './client-key.ts';

const ASSERTION_SECONDS = 60;
const EARLY_MILLIS = 15_000;
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const Answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

interface Options {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly clientJwk: string | undefined;
  readonly clock: Clock;
}

/** Our own access to outside systems. */
export interface MachineToken {
  /** A token, kept until shortly before it ends. @throws UpstreamError */
  get(): Promise<string>;
  /** The kept one was refused. */
  forget(): void;
}

/** Gets machine tokens by the JWT-bearer grant (RFC 7523). */
export function createMachineToken(options: Options): MachineToken {
  const { clock, tokenUrl } = options;
  const address = new URL(tokenUrl);
  const upstream = createUpstream({ name: 'machine-token', baseUrl: address.origin });
  let kept: { readonly token: string; readonly until: number } | undefined;
  return {
    forget: () => {
      kept = undefined;
    },
    get: async () => {
      if (kept && clock.millis() < kept.until) return kept.token;
      const form = { grant_type: GRANT, assertion: await assertionOf(options) };
      const response = await upstream.request({ method: 'POST', path: address.pathname, form, isRepeatable: true });
      if (response.status !== 200) throw new Error(`The machine token endpoint answered ${response.status}`);
      const { access_token, expires_in } = Answer.parse(response.json());
      kept = { token: access_token, until: clock.millis() + expires_in * 1000 - EARLY_MILLIS };
      return access_token;
    },
  };
}

/** Signed with the client's key where there is one, else with its secret. */
async function assertionOf({ clock, clientId, clientJwk, clientSecret, tokenUrl }: Options): Promise<string> {
  const now = Math.floor(clock.millis() / 1000);
  const { key, alg, kid } = clientJwk
    ? await readClientKey(clientJwk)
    : { key: new TextEncoder().encode(clientSecret ?? ''), alg: 'HS256', kid: undefined };
  return new SignJWT({})
    .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) })
    .setIssuer(clientId)
    .setAudience(tokenUrl)
    .setIssuedAt(now)
    .setExpirationTime(now + ASSERTION_SECONDS)
    .setJti(crypto.randomUUID())
    .sign(key);
}
