import { errorCatalogue } from '@app/api/errors/index';
import { expect, it } from 'vitest';
import { knownErrorSentences } from '../src/error-codes.ts';
import { errorsInNorwegian } from '../src/index.ts';

const said = Object.values(errorCatalogue).flatMap(({ meaning, fix }) => [meaning, fix]);

it('every sentence of the catalogue of error codes has a Norwegian one, once, and none is left over', () => {
  expect(said.filter((sentence) => !knownErrorSentences.includes(sentence))).toEqual([]);
  expect(knownErrorSentences.filter((sentence) => !said.includes(sentence))).toEqual([]);
});

it('codes and statuses stay, what a caller sends and names stays as it is', () => {
  const norwegian = errorsInNorwegian(errorCatalogue);
  expect(Object.keys(norwegian)).toEqual(Object.keys(errorCatalogue));
  const names = (text: string) => (text.match(/"[a-z_.]+"|GET \/\S+\w/g) ?? []).toSorted();
  for (const [code, { status, meaning, fix }] of Object.entries(errorCatalogue)) {
    expect(norwegian[code]?.status).toEqual(status);
    expect([code, names(norwegian[code]!.meaning), names(norwegian[code]!.fix)]).toEqual([
      code,
      names(meaning),
      names(fix),
    ]);
  }
});
