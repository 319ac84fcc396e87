import { expect, it } from 'vitest';
import { inLanguageOf } from '../src/answer.ts';

const answer = (status: number, body: unknown, contentType = 'application/json; charset=utf-8') => ({
  status,
  contentType,
  headers: {},
  body: Buffer.from(JSON.stringify(body)),
});
const refused = answer(404, { error: { code: 'a.b', message: 'There is no client account 7', request_id: 'r' } });

it.each([
  ['nb', 'nb'],
  ['nn-NO', 'nb'],
  ['NO, en;q=0.9', 'nb'],
  ['en;q=0.4, nb;q=0.5', 'nb'],
  ['de, *;q=0.5', 'en'],
  ['en, nb;q=0.9', 'en'],
  ['nb;q=0', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('with Accept-Language %j a failure is in the language %s, and says so', (header, language) => {
  const given = inLanguageOf(refused, header);
  expect(given.headers).toEqual({ 'Content-Language': language, Vary: 'Accept-Language' });
  expect(given.body.includes('Det finnes ingen klientkonto 7')).toBe(language === 'nb');
  if (language === 'en') expect(given.body).toBe(refused.body);
});

it('an answer that stays English says so, whatever is asked for', () => {
  const oauth = answer(401, { error: 'invalid_grant', error_description: 'Invalid email or password' });
  expect(inLanguageOf(oauth, 'nb')).toMatchObject({ body: oauth.body, headers: { 'Content-Language': 'en' } });
});

it.each([
  'nb'.repeat(8_000),
  ','.repeat(16_000),
  'nb;q='.repeat(3_000),
  `${'x,'.repeat(7_000)}nb`,
  ';;;=,=;q=q,nb;q=-1,en;q=1e400',
  '\u0000\u00ff,nb;q=NaN',
])('a malformed Accept-Language is no fault of the request', (header) => {
  expect(inLanguageOf(refused, header).body).toBe(refused.body);
});

it('a success keeps its bytes, numbers and all', () => {
  const body = Buffer.from('{"created":1,"amount":1.10,"results":[{"status":201,"id":12345678901234567890}]}');
  expect(inLanguageOf({ ...refused, status: 200, body }, 'nb').body).toBe(body);
});

it('a page and an answer without a body are left alone', () => {
  const page = answer(404, 'There is no client account 7', 'text/html; charset=utf-8');
  expect(inLanguageOf(page, 'nb')).toBe(page);
  const empty = { ...refused, body: Buffer.alloc(0) };
  expect(inLanguageOf(empty, 'nb').body).toBe(empty.body);
});
