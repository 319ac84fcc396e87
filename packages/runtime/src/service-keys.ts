import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/**
 * A key of one service as a JSON Web Key (RFC 8037): Ed25519, with the service it belongs to. `d` is the private half
 * and leaves its owner never.
 */
export interface ServiceJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly kid: string;
  readonly service: string;
  readonly x: string;
  readonly d?: string;
}

/** A key that is ready to be used. */
export interface ServiceKey {
  readonly kid: string;
  readonly service: string;
  readonly key: KeyObject;
}

/** The bytes before an Ed25519 private key in PKCS #8 (RFC 8410 section 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * A private key for a service: a random one, or the one that follows from 32 bytes, which is the same each time.
 * @param seed 32 bytes that are known to nobody else
 */
export function makeServiceKey(service: string, seed?: Buffer): ServiceJwk & { readonly d: string } {
  const key = seed
    ? createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
    : generateKeyPairSync('ed25519').privateKey;
  const { x, d } = key.export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', kid: `${service}-${x!.slice(0, 8)}`, service, x: x!, d: d! };
}

/** What others may know of a key. */
export const publicPart = ({ kty, crv, kid, service, x }: ServiceJwk): ServiceJwk => ({ kty, crv, kid, service, x });

/** The text of `INTERNAL_PUBLIC_KEYS`: the public halves as a JSON Web Key Set (RFC 7517). */
export const publicKeySet = (keys: readonly ServiceJwk[]): string => JSON.stringify({ keys: keys.map(publicPart) });

/** @throws Error with a sentence that shows nothing of the key */
export function readPrivateServiceKey(text: string): ServiceKey {
  const jwk = parse(text) as Partial<ServiceJwk> | undefined;
  if (!jwk || !isServiceJwk(jwk) || typeof jwk.d !== 'string')
    throw new Error('must be the private Ed25519 key of a service as a JSON Web Key');
  return { kid: jwk.kid, service: jwk.service, key: createPrivateKey({ key: { ...jwk }, format: 'jwk' }) };
}

/** Any number of keys per service: while one is being replaced, the old and the new. @throws Error with a sentence */
export function readPublicServiceKeys(text: string): readonly ServiceKey[] {
  const keys = (parse(text) as { keys?: unknown } | undefined)?.keys;
  if (!Array.isArray(keys) || !keys.every(isServiceJwk))
    throw new Error('must be the public Ed25519 keys of the services as a JSON Web Key Set');
  if (keys.some(({ d }) => d !== undefined)) throw new Error('must hold no private key');
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length) throw new Error('must name each key once');
  return keys.map((jwk) => ({
    kid: jwk.kid,
    service: jwk.service,
    key: createPublicKey({ key: { ...jwk }, format: 'jwk' }),
  }));
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const isServiceJwk = (value: Partial<ServiceJwk>): value is ServiceJwk =>
  value?.kty === 'OKP' &&
  value.crv === 'Ed25519' &&
  isText(value.kid) &&
  isText(value.service) &&
  /^[\w-]{43}$/.test(value.x ?? '');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
