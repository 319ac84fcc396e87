import { expect, it } from 'vitest';
import { safeNext } from './next.ts';

const issuer = 'https://books.example';

it.each([
  '/',
  '/a',
  '/v2/oauth/authorize?redirect_uri=https%3A%2F%2Fapp.example%2F&state=a%0Ab%5C',
  '/a#b',
  '/a?next=//x',
  '/%C3%A5',
  '/./a/../b',
])('%j stays', (next) => expect(safeNext(next, issuer)).toBe(next));

it.each([
  undefined,
  '',
  'a',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'https://books.example/a',
  'javascript:alert(1)',
  ' /a',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/a\u0000',
  '/a\u007f',
  '/%09/evil.example',
  '/%5Cevil.example',
  '/%2Fevil.example',
  '/a%0d%0aSet-Cookie:x',
  '/%',
  '/%c3',
  `/${'a'.repeat(9000)}`,
])('%j leads to /', (next) => expect(safeNext(next, issuer)).toBe('/'));

it('holds for every reference a browser would take to another origin', () => {
  const pieces = ['/', '\\', '\t', '%2f', '%5c', '@', ':', '.', 'evil.example', '#', '?', ' '];
  for (const a of pieces)
    for (const b of pieces)
      for (const c of pieces) {
        const next = safeNext(`/${a}${b}${c}evil.example`, issuer);
        expect(new URL(next, issuer).origin).toBe(issuer);
      }
});
