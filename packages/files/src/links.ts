import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a link gives, and until when: all of it is signed. */
export interface LinkedFile {
  /** Of the store. */
  readonly key: string;
  readonly fileName: string;
  readonly mediaType: string;
  /** Seconds since 1970. */
  readonly expires: number;
}

/** A signature and the id of the key it was made with, as they stand in the query of a link. */
export interface LinkSignature {
  readonly key: string;
  readonly signature: string;
}

/** Signs addresses of files, which work without a token until they expire. */
export interface LinkSigner {
  sign(file: LinkedFile): LinkSignature;
  /** Was it signed here, and has it not expired? An expiry that was changed is a signature that does not fit. */
  isValid(file: LinkedFile, signed: LinkSignature, nowSeconds: number): boolean;
}

const KEY_ID_BYTES = 4;

/**
 * @param keys base64 of 32 bytes each, the present one first: `DATA_ENCRYPTION_KEY` and those before it. What is signed
 * with follows from them, so that a link reveals nothing of the key itself; a link of an earlier key works until it
 * expires, as long as the key is among those before.
 */
export function createLinkSigner(keys: readonly string[]): LinkSigner {
  const known = keys.map(readKey);
  const [present] = known;
  if (!present) throw new Error('links need a key to be signed with');
  return {
    sign: (file) => ({ key: present.id, signature: signatureOf(present.secret, file).toString('base64url') }),
    isValid(file, { key, signature }, nowSeconds) {
      const by = known.find(({ id }) => id === key);
      if (!by) return false;
      const wanted = signatureOf(by.secret, file);
      const given = Buffer.from(signature, 'base64url');
      return given.length === wanted.length && timingSafeEqual(given, wanted) && nowSeconds < file.expires;
    },
  };
}

interface Key {
  /** Follows from the key, so that nobody has to give it one. */
  readonly id: string;
  readonly secret: Buffer;
}

function readKey(base64: string): Key {
  const secret = Buffer.from(hkdfSync('sha256', Buffer.from(base64, 'base64'), '', 'file-links', 32));
  const id = createHash('sha256').update('id of a key of links').update(secret).digest().subarray(0, KEY_ID_BYTES);
  return { id: id.toString('hex'), secret };
}

const signatureOf = (secret: Buffer, { key, fileName, mediaType, expires }: LinkedFile): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([key, fileName, mediaType, expires]))
    .digest();
