import type { LinkedFile, LinkSigner } from '@app/files';
import type { Clock } from '@app/runtime';
import type { ClientAccount } from '../tenancy/client-account.ts';

export interface LogoAddresses {
  readonly clock: Clock;
  readonly signer: LinkSigner;
  /** Where clients reach the platform. */
  readonly publicBaseUrl: string;
}

/** Seconds that the address of a logo works: seven days (docs/contract/client-accounts.md). */
const LIFETIME = 7 * 86_400;

type Account = Pick<ClientAccount, 'id' | 'logoSha256' | 'logoMediaType'>;

/** What an address of the logo gives; undefined without a logo. Another logo is another one. */
function linkedLogo({ id, logoSha256, logoMediaType }: Account, expires: number): LinkedFile | undefined {
  if (logoSha256 === null || logoMediaType === null) return undefined;
  return { key: `logo of ${id}: ${logoSha256.toString('hex')}`, fileName: '', mediaType: logoMediaType, expires };
}

/** The address under which the logo is read without a token, from now on for seven days; null without one. */
export function logoAddress({ clock, signer, publicBaseUrl }: LogoAddresses, account: Account): string | null {
  const expires = Math.floor(clock.millis() / 1000) + LIFETIME;
  const logo = linkedLogo(account, expires);
  if (!logo) return null;
  const query = new URLSearchParams({ expires: String(expires), ...signer.sign(logo) });
  return `${publicBaseUrl}/public/v2/client-accounts/${account.id}/logo?${query}`;
}

/** Does the query of an address give the right to see the logo that the account has? */
export function isLogoAddressValid(
  { clock, signer }: LogoAddresses,
  account: Account,
  { expires, key, signature }: { readonly expires: string; readonly key: string; readonly signature: string },
): boolean {
  const logo = /^\d{1,12}$/.test(expires) ? linkedLogo(account, Number(expires)) : undefined;
  return logo !== undefined && signer.isValid(logo, { key, signature }, clock.millis() / 1000);
}
