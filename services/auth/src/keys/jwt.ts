import { type KeyObject, sign } from 'node:crypto';

/** The key that signs at this moment. */
export interface Signer {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

export type JwtType = 'at+jwt' | 'session+jwt';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A compact JWS under ES256 (RFC 7515, RFC 7518 section 3.4). Signed at once: some thirty microseconds, less than
 * handing it to another thread and back.
 */
export function signJwt(signer: Signer, typ: JwtType, claims: Readonly<Record<string, unknown>>): string {
  const text = `${headerOf(signer, typ)}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: signer.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

const headers = new WeakMap<Signer, Map<JwtType, string>>();

/** The same for every token of a key and type. */
function headerOf(signer: Signer, typ: JwtType): string {
  const known = headers.get(signer) ?? new Map<JwtType, string>();
  headers.set(signer, known);
  const header = known.get(typ) ?? encode({ alg: 'ES256', typ, kid: signer.kid });
  known.set(typ, header);
  return header;
}
