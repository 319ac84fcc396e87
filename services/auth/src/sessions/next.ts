/** The login page that leads back to a path on this origin. */
export const loginAddress = (next: string): string => `/public/v2/oauth/login?next=${encodeURIComponent(next)}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse; browsers strip some inside addresses
const unsafe = /[\u0000-\u001f\u007f\\]/;
const MAX_LENGTH = 8192;

/**
 * Where a login may lead: a reference that begins with one slash and stays on our own origin. Anything else leads to
 * `/` (LOG-R02, LOG-R03; RFC 9700 section 4.11). The path is looked at once more after one round of decoding.
 * @param issuer our own origin, without a trailing slash
 */
export function safeNext(next: string | undefined, issuer: string): string {
  if (next === undefined || next.length > MAX_LENGTH || !isOneSlash(next) || unsafe.test(next)) return '/';
  const path = decodeOnce(next.split(/[?#]/, 1)[0]!);
  if (path === undefined || !isOneSlash(path) || unsafe.test(path)) return '/';
  const resolved = URL.parse(next, `${issuer}/`);
  return resolved?.origin === new URL(issuer).origin ? next : '/';
}

const isOneSlash = (text: string): boolean => text.startsWith('/') && !text.startsWith('//') && !text.startsWith('/\\');

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
