import { expect, it } from 'vitest';
import { readAddress } from './address.ts';

it('an ordinary address is split into path and query, without a slash at the end', () => {
  expect(readAddress('/api/v2/things?a=//b/../c')).toEqual({ path: '/api/v2/things', query: '?a=//b/../c' });
  expect(readAddress('/api/v2/things/')).toEqual({ path: '/api/v2/things', query: '' });
  expect(readAddress('/')).toEqual({ path: '/', query: '' });
  expect(readAddress('/api/v2/tags/%C3%A6%20b')).toEqual({ path: '/api/v2/tags/%C3%A6%20b', query: '' });
});

it.each([
  '//api/v2/things', '/api//v2/things', '/api/v2/things//', '/api/v2/./things', '/api/v2/../v2/things', '/api/v2/things/..', '/.',
  '/api/v2/%2e%2e/things', '/api/v2/%2E/things', '/api/v2%2Fthings', '/api/v2/things%2f1', '/api/v2/things%5c1', '/api/v2\\things',
  '/api/v2/things/%00', '/api/v2/things/%', '/api/v2/things/%zz', '/api/v2/things/%ff', '/api/v2/things#x', '/api/v2/things<', '/æ',
  'http://elsewhere/api/v2/things', 'api/v2/things', '', '*', '?a=1',
])('%j is nobody’s address', (target) => {
  expect(readAddress(target)).toBeUndefined();
}); // biome-ignore format: a list of odd addresses
