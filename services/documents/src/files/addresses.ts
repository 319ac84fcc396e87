import type { LinkedFile, LinkSigner } from '@app/files';
import type { Clock } from '@app/runtime';
import type { StoredFile } from './file.ts';

/** Seconds that the addresses of files work (docs/contract/vouchers.md). */
const LIFETIME = 3_600;

export interface AddressDependencies {
  readonly clock: Clock;
  readonly signer: LinkSigner;
  /** Where clients reach the platform. */
  readonly publicBaseUrl: string;
}

type Addressed = Pick<StoredFile, 'id' | 'storeKey' | 'fileName' | 'contentType'>;

const linkedFile = ({ storeKey, fileName, contentType }: Addressed, expires: number): LinkedFile => ({
  key: storeKey,
  fileName,
  mediaType: contentType,
  expires,
});

/**
 * The address under which a file is read without a token, from now on for an hour.
 * @param part of the file, such as a picture of a page; it is signed as what it is
 */
export function addressOf(
  { clock, signer, publicBaseUrl }: AddressDependencies,
  file: Addressed,
  part?: string,
): string {
  const expires = Math.floor(clock.millis() / 1000) + LIFETIME;
  const { key, signature } = signer.sign(linkedFile(file, expires));
  const query = new URLSearchParams({
    ...(part === undefined ? {} : { part }),
    expires: String(expires),
    key,
    signature,
  });
  return `${publicBaseUrl}/public/v2/files/${file.id}?${query}`;
}

/** Does the query of an address give the right to read the file? */
export function isAddressValid(
  { clock, signer }: AddressDependencies,
  file: Addressed,
  { expires, key, signature }: { readonly expires: string; readonly key: string; readonly signature: string },
): boolean {
  if (!/^\d{1,12}$/.test(expires)) return false;
  return signer.isValid(linkedFile(file, Number(expires)), { key, signature }, clock.millis() / 1000);
}
