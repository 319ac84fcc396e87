import type { Clock } from '@app/runtime';
import { createUpstream, type Upstream } from '@app/upstream';
import { importJWK, type JWK, SignJWT } from 'jose';
import { z } from 'zod';

export interface Party {
  readonly organizationNumber: string;
  readonly name: string;
}

/** Whom a person may act for (document 4 section 18.2). */
export interface AuthorizedParties {
  /** Organizations that are neither deleted nor out of reach. @throws UpstreamError */
  of(pid: string): Promise<readonly Party[]>;
}

const Answer = z.array(
  z.object({
    name: z.string(),
    organizationNumber: z.string().nullish(),
    type: z.string(),
    isDeleted: z.boolean().default(false),
    onlyHierarchyElementWithNoAccess: z.boolean().default(false),
  }),
);

interface Options {
  readonly partiesUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly clientJwk: string | undefined;
  readonly clock: Clock;
}

export function createAuthorizedParties(options: Options): AuthorizedParties {
  const token = createMachineToken(options);
  const upstream = createUpstream({ name: 'parties', baseUrl: options.partiesUrl, headers: async () => ({ authorization: `Bearer ${await token()}` }) });
  return {
    async of(pid) {
      const response = await upstream.request({
        method: 'POST',
        path: '/accessmanagement/api/v1/resourceowner/authorizedparties',
        json: { type: 'urn:altinn:person:identifier-no', value: pid },
        isRepeatable: true,
      });
      if (response.status !== 200) throw new Error(`The authorized parties answered ${response.status}`);
      return Answer.parse(response.json()).flatMap(({ type, isDeleted, onlyHierarchyElementWithNoAccess, organizationNumber, name }) =>
        type === 'Organization' && !isDeleted && !onlyHierarchyElementWithNoAccess && organizationNumber ? [{ organizationNumber, name }] : [],
      );
    },
  };
}

const ASSERTION_SECONDS = 60;
const EARLY_MS = 15_000;
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** A machine token by the JWT-bearer grant (RFC 7523), kept until shortly before it ends. */
function createMachineToken(options: Options): () => Promise<string> {
  const { clock, tokenUrl, clientId } = options;
  const address = new URL(tokenUrl);
  const upstream: Upstream = createUpstream({ name: 'machine-token', baseUrl: address.origin });
  let kept: { readonly token: string; readonly until: number } | undefined;
  return async () => {
    if (kept && clock.millis() < kept.until) return kept.token;
    const assertion = await assertionOf(options, clientId, tokenUrl);
    const response = await upstream.request({ method: 'POST', path: address.pathname, form: { grant_type: GRANT, assertion }, isRepeatable: true });
    if (response.status !== 200) throw new Error(`The machine token endpoint answered ${response.status}`);
    const { access_token, expires_in } = TokenAnswer.parse(response.json());
    kept = { token: access_token, until: clock.millis() + expires_in * 1000 - EARLY_MS };
    return access_token;
  };
}

/** Signed with the client's key where there is one, else with its secret. */
async function assertionOf({ clock, clientJwk, clientSecret }: Options, clientId: string, audience: string): Promise<string> {
  const now = Math.floor(clock.millis() / 1000);
  const jwk = clientJwk ? (JSON.parse(clientJwk) as JWK & { kid?: string; alg?: string }) : undefined;
  const alg = jwk ? (jwk.alg ?? 'RS256') : 'HS256';
  const key = jwk ? await importJWK(jwk, alg) : new TextEncoder().encode(clientSecret ?? '');
  return new SignJWT({})
    .setProtectedHeader({ alg, ...(jwk?.kid === undefined ? {} : { kid: jwk.kid }) })
    .setIssuer(clientId)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + ASSERTION_SECONDS)
    .setJti(crypto.randomUUID())
    .sign(key);
}
