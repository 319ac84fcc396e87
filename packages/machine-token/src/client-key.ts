import { type CryptoKey, importJWK, type JWK } from 'jose';

/** Our private key at the identity provider and the token endpoint (`IDP_CLIENT_JWK`). */
export interface ClientKey {
  readonly key: CryptoKey;
  readonly alg: string;
  readonly kid: string | undefined;
}

const ALGORITHM_OF_CURVE: Readonly<Record<string, string>> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
};

/** @param text one JSON Web Key. @throws Error that does not show it */
export async function readClientKey(text: string): Promise<ClientKey> {
  try {
    const jwk = JSON.parse(text) as JWK;
    const alg = jwk.alg ?? (jwk.kty === 'RSA' ? 'RS256' : ALGORITHM_OF_CURVE[jwk.crv ?? '']);
    const key = await importJWK(jwk, alg);
    if (alg !== undefined && jwk.d !== undefined && !(key instanceof Uint8Array)) return { key, alg, kid: jwk.kid };
  } catch {
    // The cause would print the key.
  }
  throw new Error('IDP_CLIENT_JWK must be one private RSA, EC or Ed25519 key as a JSON Web Key');
}
