import type { IncomingHttpHeaders } from 'node:http';
import { namedLanguage } from '@app/contract';
import type { Language } from '@app/pages';

/** The language of a page: what the browser asks for, else what the person chose, else Bokmål. */
export const languageFor = (headers: IncomingHttpHeaders, person: { readonly language: Language } | undefined): Language =>
  namedLanguage(headers['accept-language']) ?? person?.language ?? 'nob';
