import { expect, it } from 'vitest';
import { slugCandidates, slugOf } from './slug.ts';

it.each([
  ['Blåbær & Sønn AS', 'blaabaer-soenn-as'],
  ['ÆØÅ', 'aeoeaa'],
  ['Café Ångström (Nord)', 'cafe-aangstroem-nord'],
  ['  --A--  ', 'a'],
  ['Ａ１ ﬁrm', 'a1-firm'],
  ['株式会社', 'account'],
  ['', 'account'],
])('%s is called %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

it('a decomposed å is the same å', () => {
  expect(slugOf('Bla\u030aba\u0308r')).toBe('blaabaer');
});

it('a long name ends within the limit and not with a hyphen', () => {
  const slug = slugOf(`${'a'.repeat(59)} b`);
  expect(slug).toBe('a'.repeat(59));
  expect(slugOf('b'.repeat(500))).toHaveLength(60);
});

it('a taken name is distinguished by the organization number, then by a count', () => {
  const candidates = slugCandidates('Nord AS', '310433217');
  expect(Array.from({ length: 4 }, () => candidates.next().value)).toEqual([
    'nord-as',
    'nord-as-310433217',
    'nord-as-310433217-2',
    'nord-as-310433217-3',
  ]);
});
