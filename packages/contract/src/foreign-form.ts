import type { IncomingHttpHeaders } from 'node:http';

/**
 * Was a form sent from somebody else's page? Browsers write where it stood into `Origin`: another origin than our own,
 * or `null`, which a page without an origin of its own sends, is foreign (PPL-R14). `Sec-Fetch-Site` says the same in
 * other words, and knows sibling sites (https://www.w3.org/TR/fetch-metadata/). Programs send neither.
 * @param issuer our own origin
 */
export function isForeignForm(headers: IncomingHttpHeaders, issuer: string): boolean {
  const { origin } = headers;
  if (origin !== undefined && origin !== issuer) return true;
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
