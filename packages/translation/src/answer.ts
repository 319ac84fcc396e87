import { type Answer, joinVary } from '@app/contract';
import { type Language, namedLanguage } from '@app/runtime';
import { norwegianBody } from './body.ts';
import { norwegian } from './norwegian.ts';

/**
 * An answer that holds failures, in the language that `Accept-Language` prefers: Norwegian where it names that before
 * English, else English (docs/contract/errors.md, "Language"). A failure is made, passed on and kept in English and
 * becomes Norwegian at the moment it leaves, so that a repeat of a request gets what it asks for, and no service needs
 * to know in which language another's caller reads.
 */
export function inLanguageOf(answer: Answer, acceptLanguage: string | undefined): Answer {
  if (answer.contentType?.startsWith('application/json') !== true) return answer;
  const body = prefersNorwegian(acceptLanguage) ? norwegianBytes(answer.body) : answer.body;
  const headers = {
    ...answer.headers,
    // An answer to a success holds texts that are nobody's failure.
    ...(answer.status < 400 ? {} : { 'Content-Language': body === answer.body ? 'en' : 'nb' }),
    Vary: joinVary(answer.headers.Vary, 'Accept-Language'),
  };
  return { ...answer, headers, body };
}

export const prefersNorwegian = (acceptLanguage: string | undefined): boolean =>
  acceptLanguage !== undefined && namedLanguage(acceptLanguage) === 'nob';

/** What holds no failure stays byte for byte: numbers of results need not survive being read and written. */
function norwegianBytes(bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes;
  const body: unknown = JSON.parse(bytes.toString('utf8'));
  const translated = norwegianBody(body);
  return translated === body ? bytes : Buffer.from(JSON.stringify(translated));
}

/** A sentence for a page in one of our languages. */
export const inWordsOf = (english: string, language: Language): string =>
  language === 'nob' ? (norwegian(english) ?? english) : english;
