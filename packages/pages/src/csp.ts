import { createHash } from 'node:crypto';

const hashed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface PolicyOptions {
  /** The exact text of each inline style element. */
  readonly styles?: readonly string[];
  /** The exact text of each inline script element; without any the page runs no script. */
  readonly scripts?: readonly string[];
  /** Origins besides our own that scripts of the page may call; own calls need `'self'`. */
  readonly connect?: readonly string[];
  /** May the page show images of its own origin? Inline ones (`data:`) are always allowed: the icon is one. */
  readonly ownImages?: boolean;
  /**
   * Where its forms may lead: to our own origin by default. Browsers apply this to the whole chain of redirects after a
   * form, so it would stop the way back to an OAuth client or on to an identity provider: `anywhere` is for the pages
   * of such a way.
   */
  readonly forms?: 'none' | 'self' | 'anywhere';
}

const formActions = { none: ["form-action 'none'"], self: ["form-action 'self'"], anywhere: [] } as const;

/** A policy under which nothing loads but what is named, nobody frames the page, and its forms lead to us. */
export const contentSecurityPolicy = (options: PolicyOptions = {}): string =>
  [
    "default-src 'none'",
    `img-src data:${options.ownImages ? " 'self'" : ''}`,
    ...(options.styles?.length ? [`style-src ${options.styles.map(hashed).join(' ')}`] : []),
    ...(options.scripts?.length ? [`script-src ${options.scripts.map(hashed).join(' ')}`] : []),
    ...(options.connect?.length ? [`connect-src ${options.connect.join(' ')}`] : []),
    "base-uri 'none'",
    ...formActions[options.forms ?? 'self'],
    "frame-ancestors 'none'",
  ].join('; ');

/** What a page could ask a person or the device for; none of ours does. */
const permissions = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ');

/**
 * The headers of every page for people (RFC 9700 section 4.16). No address is sent to another site; our own is, since a
 * form would otherwise come with the origin `null`, which is refused.
 * @param isPassage a page on the way to another site that may have opened it in a pop-up window and waits for it there:
 * it keeps its opener
 */
export const pageHeaders = (
  policy: string,
  { isPassage = false }: { readonly isPassage?: boolean } = {},
): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': isPassage ? 'unsafe-none' : 'same-origin',
  'Permissions-Policy': permissions,
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
});
