const MAX_LENGTH = 2000;
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Control, direction and space characters, half surrogates, quotation marks, angles; and the backslash, which some
 * readers take for a slash.
 */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}"'`<>\\]/u;

/**
 * What is wrong with a redirect URI, or undefined: absolute `https`, or `http` on the loopback host, as the URL
 * standard reads it; a host, no fragment, user info or wildcard, no raw control, space, quote or angle characters
 * (REG-R18, REG-R27).
 */
export function redirectUriFault(uri: string): string | undefined {
  if (uri.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (uri === '' || unfit.test(uri)) return 'holds characters that an address cannot have';
  if (uri.includes('#')) return 'has a fragment';
  if (uri.includes('*')) return 'has a wildcard';
  const url = URL.parse(uri);
  if (!url) return 'is not an absolute address';
  // The standard reads a host into `https:x` and `https:///x` as well, where other readers find a path.
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?]*)/i.exec(uri)?.[1] ?? '';
  if (authority.includes('@')) return 'has user information';
  if (url.protocol === 'http:' ? !loopbackHosts.has(url.hostname) : url.protocol !== 'https:')
    return 'is neither https nor http on localhost, 127.0.0.1 or [::1]';
  if (authority === '') return 'has no host';
  return undefined;
}

/** Byte for byte: no parsing, no case folding, no tolerance for a port or a slash (AUZ-R06, AUZ-R25). */
export const isRegistered = (registered: readonly string[], uri: string): boolean => registered.includes(uri);
