import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A public key as it is published (RFC 7517): the public members only. */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
}

/**
 * *next* is published and does not sign yet, *active* signs, *retired* is published until its last token has expired.
 */
export type KeyState = 'next' | 'active' | 'retired';

export interface NewSigningKey {
  readonly kid: string;
  readonly publicJwk: PublicJwk;
  /** PKCS #8, to be sealed before it is stored. */
  readonly privateKey: Buffer;
}

/** A P-256 pair for ES256; the key id is the thumbprint of RFC 7638, so two keys never share one. */
export function generateSigningKey(): NewSigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
  return {
    kid,
    publicJwk: { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' },
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
  };
}

export const readPrivateKey = (pkcs8: Buffer): KeyObject =>
  createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
