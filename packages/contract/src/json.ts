/**
 * A JSON number whose text is not what a double prints back: more digits than it holds, trailing zeros, an exponent.
 * Amounts are read from their text (GENX-R47), so the text is kept and no digit is lost before a schema has looked at
 * it.
 */
export class UnparsedNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.text);
  }

  toString(): string {
    return this.text;
  }
}

const MAX_DEPTH = 64;
const MAX_ITEMS = 10_000;

declare global {
  interface JSON {
    rawJSON(text: string): unknown;
    isRawJSON(value: unknown): boolean;
  }
}

/** Why a body could not be taken; the message is fit for the caller. */
export class JsonSyntaxError extends Error {}

const surrogateEscape = /\\u[dD][89a-fA-F]/;
/** A number stands after one of these; amounts in strings stand after a quote, and most bodies have no others. */
const unusualNumber = /(?:^|[\s:,[])(?:-?[0-9]+(?:\.[0-9]*0(?![0-9])|(?:\.[0-9]+)?[eE])|-?[0-9.]{16,}|-0(?![0-9.]))/;

/**
 * Parses a body: numbers that a double cannot print back unchanged become `UnparsedNumber`, depth and array sizes are
 * bounded (64 levels, 10 000 items). Half of a surrogate pair is refused: it is no character, so it could neither be
 * stored nor sent back as it came (RFC 7493 section 2.1).
 * @param allowsHalfPairs for the answers of outside systems, whose reader replaces such halves: a name with one odd
 * character is still a name
 * @param lenient a field of the object at the top whose reader drops what is odd: neither bounds nor halves in it are
 * looked at
 */
export function parseJson(
  text: string,
  {
    allowsHalfPairs = false,
    lenient,
  }: { readonly allowsHalfPairs?: boolean; readonly lenient?: string | undefined } = {},
): unknown {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch {
    throw new JsonSyntaxError('The body is not well-formed JSON');
  }
  const judged = lenient === undefined ? value : without(value, lenient);
  assertBounded(judged, 0);
  if (!allowsHalfPairs && surrogateEscape.test(text)) assertWellFormed(judged);
  return value;
}

function without(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return value;
  const { [field]: _left, ...rest } = value as Record<string, unknown>;
  return rest;
}

/** Parses JSON without bounds: for answers of our own services. Throws `SyntaxError`. */
export function parseExact(text: string): unknown {
  // The reviver is the slow path: taken only when the text holds a number that could lose something.
  return unusualNumber.test(text) ? JSON.parse(text, keepText) : JSON.parse(text);
}

function keepText(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  return String(value) === source ? value : new UnparsedNumber(source);
}

function assertBounded(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null || value instanceof UnparsedNumber) return;
  if (depth >= MAX_DEPTH) throw new JsonSyntaxError(`The body is nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value) && value.length > MAX_ITEMS)
    throw new JsonSyntaxError(`An array in the body has more than ${MAX_ITEMS} items`);
  for (const item of Array.isArray(value) ? value : Object.values(value)) assertBounded(item, depth + 1);
}

function assertWellFormed(value: unknown): void {
  if (typeof value === 'string' && !value.isWellFormed())
    throw new JsonSyntaxError('The body holds half of a surrogate pair, which is no character');
  if (typeof value !== 'object' || value === null || value instanceof UnparsedNumber) return;
  for (const [key, item] of Object.entries(value)) {
    assertWellFormed(key);
    assertWellFormed(item);
  }
}
