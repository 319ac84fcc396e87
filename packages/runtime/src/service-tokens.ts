import { sign, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { readPrivateServiceKey, readPublicServiceKeys, type ServiceKey } from './service-keys.ts';

/** Claims of a short-lived token between our own processes (RFC 7519). Times are seconds since the epoch. */
export interface Claims {
  /** The service that signed: always the owner of the key. */
  readonly iss: string;
  readonly aud: string;
  readonly exp: number;
  readonly sub?: string;
  readonly [claim: string]: unknown;
}

/** Signs in the name of one service. */
export interface Signer {
  readonly service: string;
  /** A JWT under EdDSA (RFC 8037). `typ` keeps the kinds apart. */
  sign(typ: string, claims: { readonly aud: string; readonly exp: number; readonly [claim: string]: unknown }): string;
}

/** Knows the services by their public keys: it knows who signed, and can sign as none of them. */
export interface Verifier {
  /**
   * The claims of a token of this very kind, signed by the service it names, for this audience and not expired;
   * otherwise undefined.
   */
  verify(typ: string, audience: string, token: string, nowSeconds: number): Claims | undefined;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const headerOf = (typ: string, { kid }: ServiceKey): string => encode({ alg: 'EdDSA', typ, kid });

/** @param privateKey `INTERNAL_PRIVATE_KEY` @throws Error when it is not the key of `service` */
export function createSigner(service: string, privateKey: string): Signer {
  const own = readPrivateServiceKey(privateKey);
  if (own.service !== service)
    throw new Error(`INTERNAL_PRIVATE_KEY is the key of ${own.service}, and this is ${service}`);
  const headers = new Map<string, string>();
  return {
    service,
    sign: (typ, claims) => {
      const header = headers.get(typ) ?? headerOf(typ, own);
      headers.set(typ, header);
      const text = `${header}.${encode({ iss: service, ...claims })}`;
      return `${text}.${sign(null, Buffer.from(text), own.key).toString('base64url')}`;
    },
  };
}

const KEPT = 10_000;
const LONGEST = 4_096;

/**
 * Callers show the same token many times within its minute: what was verified once is kept by its whole text, and only
 * audience and expiry are looked at again. A refused token is not kept.
 * @param publicKeys `INTERNAL_PUBLIC_KEYS`
 */
export function createVerifier(publicKeys: string): Verifier {
  const keys = readPublicServiceKeys(publicKeys);
  const keysOf = new Map<string, ReadonlyMap<string, ServiceKey>>();
  const known = new LRUCache<string, { readonly typ: string; readonly claims: Claims }>({ max: KEPT });

  /** The header is ours byte for byte: no algorithm, kind or key is ever read from the token. */
  const keyFor = (typ: string, header: string): ServiceKey | undefined => {
    let byHeader = keysOf.get(typ);
    if (!byHeader) {
      byHeader = new Map(keys.map((each) => [headerOf(typ, each), each]));
      keysOf.set(typ, byHeader);
    }
    return byHeader.get(header);
  };

  const read = (typ: string, token: string): Claims | undefined => {
    const kept = known.get(token);
    if (kept) return kept.typ === typ ? kept.claims : undefined;
    const [header, body, signature, ...rest] = token.length > LONGEST ? [] : token.split('.');
    if (header === undefined || body === undefined || signature === undefined || rest.length > 0) return undefined;
    const key = keyFor(typ, header);
    if (!key || !verify(null, Buffer.from(`${header}.${body}`), key.key, Buffer.from(signature, 'base64url')))
      return undefined;
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Claims;
    if (claims.iss !== key.service) return undefined;
    known.set(token, { typ, claims });
    return claims;
  };

  return {
    verify: (typ, audience, token, nowSeconds) => {
      const claims = read(typ, token);
      return claims && claims.aud === audience && typeof claims.exp === 'number' && claims.exp > nowSeconds
        ? claims
        : undefined;
    },
  };
}
