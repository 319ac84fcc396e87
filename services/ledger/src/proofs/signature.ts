import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

/** A public key as it is published (RFC 8037). */
export interface ProofJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  /** The thumbprint of RFC 7638, so that no two keys share one. */
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
}

/** Where the chain of a company stands. */
export interface Head {
  readonly clientAccountId: number;
  /** Oslo's calendar day. */
  readonly day: string;
  readonly sequenceNumber: number;
  readonly link: Buffer;
}

/** @returns the public half, and the private one as PKCS #8, to be sealed before it is stored */
export function generateProofKey(): { readonly publicJwk: ProofJwk; readonly privateKey: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' }) as { readonly x: string };
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return {
    publicJwk: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' },
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
  };
}

/** The head as a compact JWS (RFC 7515). Its type keeps it apart from tokens of any kind. */
export function signHead(head: Head, kid: string, privateKey: Buffer): string {
  const part = (content: object): string => Buffer.from(JSON.stringify(content)).toString('base64url');
  const payload = {
    format: 'books-proof/1',
    client_account_id: head.clientAccountId,
    day: head.day,
    sequence_number: head.sequenceNumber,
    link: head.link.toString('hex'),
  };
  const signed = `${part({ alg: 'EdDSA', kid, typ: 'books-proof' })}.${part(payload)}`;
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}
