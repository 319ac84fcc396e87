import { expect, it } from 'vitest';
import { languageOf, namedLanguage } from '../src/language.ts';

it.each([
  ['no', 'nob'],
  ['nb', 'nob'],
  ['nn', 'nob'],
  ['nb-NO,en;q=0.8', 'nob'],
  ['NB', 'nob'],
  ['de, nn;q=0.5', 'nob'],
  ['en-GB, nb;q=0.9', 'eng'],
  ['nb;q=0.2, en ; q=0.3', 'eng'],
  ['nb;q=0, en;q=0.1', 'eng'],
  ['nb;q=0', undefined],
  ['de', undefined],
  ['*', undefined],
  ['', undefined],
  ['nb;q=nonsense', undefined],
  [undefined, undefined],
] as const)('Accept-Language %j names %s; Norwegian unless English is preferred [GLA-R08]', (header, named) => {
  expect(namedLanguage(header)).toBe(named);
  expect(languageOf(header)).toBe(named ?? 'nob');
});
