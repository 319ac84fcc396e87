import type { IncomingHttpHeaders } from 'node:http';
import { type Language, namedLanguage } from '@app/runtime';

/** The language of a page: what the browser asks for, else what the person chose, else Bokmål. */
export const languageFor = (
  headers: IncomingHttpHeaders,
  person: { readonly language: Language } | undefined,
): Language => namedLanguage(headers['accept-language']) ?? person?.language ?? 'nob';
