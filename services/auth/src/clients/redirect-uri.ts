const MAX_LENGTH = 2000;
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?].*)?$/;

/**
 * What is wrong with a redirect URI, or undefined: absolute `https`, or `http` on the loopback host; no fragment, user info or wildcard
 * (document 4 section 2.4).
 */
export function redirectUriFault(uri: string): string | undefined {
  if (uri.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\')) return 'holds characters that an address cannot have';
  if (uri.includes('#')) return 'has a fragment';
  if (uri.includes('*')) return 'has a wildcard';
  if (!URL.canParse(uri)) return 'is not an absolute address';
  const { protocol, username, password, hostname } = new URL(uri);
  if (username !== '' || password !== '' || /^[a-z]+:\/\/[^/?]*@/i.test(uri)) return 'has user information';
  if (protocol === 'https:' && uri.startsWith('https://') && hostname !== '') return undefined;
  if (protocol === 'http:' && loopback.test(uri)) return undefined;
  return 'is neither https nor http on localhost, 127.0.0.1 or [::1]';
}

/** Byte for byte: no parsing, no case folding, no tolerance for a port or a slash (document 4 section 2.2). */
export const isRegistered = (registered: readonly string[], uri: string): boolean => registered.includes(uri);
