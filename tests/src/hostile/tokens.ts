import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

type Json = Readonly<Record<string, unknown>>;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Json;

/**
 * Credentials that nobody may be let in with, by what is wrong with them: everything a forger can make out of a good
 * token and the published keys (RFC 8725 section 2).
 * @param jwks what is published
 */
export function forgeTokens(
  good: string,
  jwks: { readonly keys: readonly Json[] },
): ReadonlyMap<string, string | undefined> {
  const [head = '', payload = '', signature = ''] = good.split('.');
  const header = decode(head);
  const claims = decode(payload);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = publicKey.export({ format: 'jwk' }) as Json;
  const signed = (fields: Json, said: Json): string => {
    const text = `${encode({ ...header, ...fields })}.${encode(said)}`;
    return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };
  const macked = (fields: Json, secret: string): string => {
    const text = `${encode({ ...header, ...fields })}.${payload}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const later = Number(claims.exp) + 86_400;
  const bearer = (token: string): string => `Bearer ${token}`;
  return new Map([
    ['no credential', undefined],
    ['an empty credential', 'Bearer'],
    ['another scheme', `Basic ${Buffer.from('a:b').toString('base64')}`],
    ['no token', bearer('nonsense')],
    ['dots alone', bearer('..')],
    ['a token that is not JSON', bearer('e30.e30.e30')],
    ['two tokens', bearer(`${good} ${good}`)],
    ['alg none', bearer(`${encode({ ...header, alg: 'none' })}.${payload}.`)],
    ['alg NONE with the old signature', bearer(`${encode({ ...header, alg: 'NONE' })}.${payload}.${signature}`)],
    ['no signature', bearer(`${head}.${payload}.`)],
    ['a signature of zeros', bearer(`${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`)],
    ['another user', bearer(`${head}.${encode({ ...claims, sub: '1' })}.${signature}`)],
    ['a later end', bearer(`${head}.${encode({ ...claims, exp: later })}.${signature}`)],
    ['a key of the forger under a published id', bearer(signed({}, claims))],
    ['a key of the forger inside', bearer(signed({ jwk: own, kid: 'forged' }, claims))],
    [
      'an address of keys of the forger',
      bearer(signed({ jku: 'http://127.0.0.1:9/keys', x5u: 'http://127.0.0.1:9/x', kid: 'forged' }, claims)),
    ],
    ['a key id that walks through folders', bearer(signed({ kid: '../../../../dev/null' }, claims))],
    ['a key id that is no text', bearer(signed({ kid: { $ne: null } }, claims))],
    ['a public key as the secret', bearer(macked({ alg: 'HS256' }, JSON.stringify(jwks.keys[0])))],
    ['an empty secret', bearer(macked({ alg: 'HS256', typ: 'JWT' }, ''))],
    ['a type of ours that is none for callers', bearer(signed({ typ: 'gateway+jwt' }, claims))],
    ['a critical extension', bearer(signed({ crit: ['b64'], b64: false }, claims))],
    ['a very long token', bearer(`${good}${'a'.repeat(7_000)}`)],
  ]);
}
