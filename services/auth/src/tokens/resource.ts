import { Failure } from '@app/contract/failure';

/**
 * A resource indicator is an absolute URI without fragment (RFC 8707 section 2). Any other value may be bound: our own
 * endpoints refuse an audience that is not theirs.
 * @throws Failure 400 `invalid_target`
 */
export function parseResource(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const isAbsolute = /^[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]+$/.test(text) && URL.canParse(text);
  if (isAbsolute && !text.includes('#') && text.length <= 2000) return text;
  throw new Failure('invalid_target', 400, 'The resource must be an absolute URI without a fragment');
}
