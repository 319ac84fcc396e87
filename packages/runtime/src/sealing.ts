import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts small values at rest: stored answers with secrets, private keys. AES-256-GCM (NIST SP 800-38D), a fresh
 * nonce each time.
 */
export interface Sealer {
  seal(plain: Buffer): Buffer;
  /** Throws when the value was changed or sealed under a key that is not known. */
  open(sealed: Buffer): Buffer;
  /** A keyed digest: for comparing what a person chose, which a plain digest would give away to guessing. */
  digest(plain: string): Buffer;
  /**
   * The digest under each known key, that of the present one first: what was stored before a key was replaced is
   * recognised by one of them.
   */
  digests(plain: string): readonly Buffer[];
  /** Whether a value was sealed under the present key. */
  isCurrent(sealed: Buffer): boolean;
}

/** Sealed by an installation that has had one key only; earlier releases know no other form. */
const WITHOUT_ID = 1;
/** Followed by the id of the key. */
const WITH_ID = 2;
const ID_BYTES = 4;

interface Key {
  readonly id: Buffer;
  readonly key: Buffer;
  readonly digestKey: Buffer;
}

/** An id follows from the key, so that nobody has to give it one. */
function readKey(base64: string): Key {
  const key = Buffer.from(base64, 'base64');
  if (key.length !== 32) throw new Error('DATA_ENCRYPTION_KEY must hold 32 bytes in base64');
  const id = createHash('sha256').update('id of an encryption key').update(key).digest().subarray(0, ID_BYTES);
  return { id, key, digestKey: Buffer.from(hkdfSync('sha256', key, '', 'digest', 32)) };
}

/**
 * @param keyBase64 32 bytes in base64: `DATA_ENCRYPTION_KEY`
 * @param previous keys that were used before: what they sealed is opened, and nothing is sealed with them
 */
export function createSealer(keyBase64: string, previous: readonly string[] = []): Sealer {
  const current = readKey(keyBase64);
  const keys = [current, ...previous.map(readKey)];
  const digests = (plain: string): Buffer[] =>
    keys.map(({ digestKey }) => createHmac('sha256', digestKey).update(plain).digest());

  /** The keys that may have sealed a value, and where its nonce begins. Without an id only trying shows which. */
  const candidates = (sealed: Buffer): { readonly among: readonly Key[]; readonly start: number } => {
    if (sealed[0] === WITHOUT_ID && sealed.length >= 29) return { among: keys, start: 1 };
    const start = 1 + ID_BYTES;
    if (sealed[0] !== WITH_ID || sealed.length < start + 28) throw new Error('A sealed value is not in a known form');
    return { among: keys.filter(({ id }) => id.equals(sealed.subarray(1, start))), start };
  };

  const openWith = ({ key }: Key, sealed: Buffer, start: number): Buffer => {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(start, start + 12));
    decipher.setAuthTag(sealed.subarray(start + 12, start + 28));
    return Buffer.concat([decipher.update(sealed.subarray(start + 28)), decipher.final()]);
  };

  const open = (sealed: Buffer): { readonly by: Key; readonly plain: Buffer } => {
    const { among, start } = candidates(sealed);
    for (const by of among) {
      try {
        return { by, plain: openWith(by, sealed, start) };
      } catch {
        // Another key, or nobody's.
      }
    }
    throw new Error('A sealed value was changed, or sealed under a key that is not known');
  };

  return {
    digest: (plain) => createHmac('sha256', current.digestKey).update(plain).digest(),
    digests,
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      const head = keys.length === 1 ? Buffer.from([WITHOUT_ID]) : Buffer.concat([Buffer.from([WITH_ID]), current.id]);
      return Buffer.concat([head, nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed) => open(sealed).plain,
    isCurrent: (sealed) => open(sealed).by === current,
  };
}
