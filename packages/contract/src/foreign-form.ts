import type { IncomingHttpHeaders } from 'node:http';

/**
 * Was a form sent from somebody else's page? Our pages send no referrer, which makes browsers write `Origin: null`; those that do so also
 * say by `Sec-Fetch-Site` where the form stood (https://www.w3.org/TR/fetch-metadata/).
 * @param issuer our own origin
 */
export function isForeignForm(headers: IncomingHttpHeaders, issuer: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const origin = headers.origin;
  return origin !== undefined && origin !== 'null' && origin !== issuer;
}
