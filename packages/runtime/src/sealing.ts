import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts small values at rest: stored answers with secrets, private keys. AES-256-GCM (NIST SP 800-38D), a fresh nonce each time. */
export interface Sealer {
  seal(plain: Buffer): Buffer;
  /** Throws when the value was changed or sealed under another key. */
  open(sealed: Buffer): Buffer;
  /** A keyed digest: for comparing what a person chose, which a plain digest would give away to guessing. */
  digest(plain: string): Buffer;
}

const VERSION = 1;

/** @param keyBase64 32 bytes in base64: `DATA_ENCRYPTION_KEY` */
export function createSealer(keyBase64: string): Sealer {
  const key = Buffer.from(keyBase64, 'base64');
  if (key.length !== 32) throw new Error('DATA_ENCRYPTION_KEY must hold 32 bytes in base64');
  const digestKey = Buffer.from(hkdfSync('sha256', key, '', 'digest', 32));
  return {
    digest: (plain) => createHmac('sha256', digestKey).update(plain).digest(),
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      if (sealed[0] !== VERSION || sealed.length < 29) throw new Error('A sealed value is not in a known form');
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13));
      decipher.setAuthTag(sealed.subarray(13, 29));
      return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]);
    },
  };
}
