/** The path of a request, in the one form that routes are looked up by, and its query with `?`. */
export interface Address {
  readonly path: string;
  readonly query: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const forbidden = /[\u0000-\u0020\\#"<>^`{|}\u007f-\uffff]/;
const encodedSyntax = /%(?:2f|5c|2e|00)/i;

/**
 * Reads a request target. Undefined for everything that two readers could understand differently: double or encoded
 * slashes, dot segments, encoded dots, characters that belong encoded, bad encodings. Such an address is nobody's. One
 * slash at the end is accepted and dropped.
 */
export function readAddress(target: string): Address | undefined {
  const at = target.indexOf('?');
  const raw = at < 0 ? target : target.slice(0, at);
  const query = at < 0 ? '' : target.slice(at);
  if (!raw.startsWith('/') || raw.includes('//') || forbidden.test(raw) || encodedSyntax.test(raw)) return undefined;
  const path = raw.length > 1 && raw.endsWith('/') ? raw.slice(0, -1) : raw;
  const segments = path.split('/');
  if (segments.includes('.') || segments.includes('..')) return undefined;
  try {
    decodeURIComponent(path);
  } catch {
    return undefined;
  }
  return { path, query };
}
