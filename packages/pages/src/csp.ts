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
}

/**
 * A policy under which nothing loads but what is named, and nobody frames the page. There is deliberately no `form-action`: browsers
 * apply it to the whole chain of redirects after a form, so it would stop the way back to an OAuth client.
 */
export const contentSecurityPolicy = (options: PolicyOptions = {}): string =>
  [
    "default-src 'none'",
    `img-src data:${options.ownImages ? " 'self'" : ''}`,
    ...(options.styles?.length ? [`style-src ${options.styles.map(hashed).join(' ')}`] : []),
    ...(options.scripts?.length ? [`script-src ${options.scripts.map(hashed).join(' ')}`] : []),
    ...(options.connect?.length ? [`connect-src ${options.connect.join(' ')}`] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The headers of every page for people (RFC 9700 section 4.16). No opener policy: applications may ask for access in a pop-up window. No address
 * is told to another site; our own is, since a form would otherwise come with the origin `null`, which is refused.
 */
export const pageHeaders = (policy: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policy,
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
});
