import { generateKeyPair } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, type JWK } from 'jose';

/** A private RSA key with `kid`, `alg` and `use`; signs id tokens and machine tokens. */
export type SigningKey = JWK & { readonly kid: string; readonly alg: 'RS256' };

const FILE = 'sandbox-keys.json';

/**
 * The key of the last start when there is a data folder, else a new one (RSA 2048, made off the event loop).
 * A file that cannot be read as a key is replaced: what it signed is worth nothing outside the sandbox.
 */
export async function loadSigningKey(dataDir: string | undefined): Promise<SigningKey> {
  if (dataDir === undefined) return createSigningKey();
  const path = join(dataDir, FILE);
  const stored = await readKey(path);
  if (stored !== undefined) return stored;
  const key = await createSigningKey();
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(key), { mode: 0o600 });
  await rename(`${path}.new`, path);
  return key;
}

async function createSigningKey(): Promise<SigningKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' }) as JWK;
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
}

async function readKey(path: string): Promise<SigningKey | undefined> {
  try {
    const key = JSON.parse(await readFile(path, 'utf8')) as SigningKey;
    return key.kty === 'RSA' && typeof key.d === 'string' && typeof key.kid === 'string' && key.alg === 'RS256'
      ? key
      : undefined;
  } catch {
    return undefined;
  }
}

/** What anybody may see of the key. */
export const publicPart = ({ kty, n, e, kid, alg }: SigningKey): JWK => ({
  kty: kty!,
  n: n!,
  e: e!,
  kid,
  alg,
  use: 'sig',
});
