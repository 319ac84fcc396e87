import type { ErrorCatalogue } from '@app/contract/openapi';
import { accountErrors } from './error-codes/accounts.ts';
import { bookErrors } from './error-codes/books.ts';
import { generalErrors } from './error-codes/general.ts';

/** What each code means and what a caller does about it, in Norwegian, by the English sentence of the catalogue. */
const sentences: ReadonlyMap<string, string> = new Map([...generalErrors, ...accountErrors, ...bookErrors]);

/** The English sentences that have a Norwegian one here. */
export const knownErrorSentences: readonly string[] = [...sentences.keys()];

/** The catalogue of error codes in Norwegian. A sentence without a Norwegian form stays English. */
export const errorsInNorwegian = (catalogue: ErrorCatalogue): ErrorCatalogue =>
  Object.fromEntries(
    Object.entries(catalogue).map(([code, { status, meaning, fix }]) => [
      code,
      { status, meaning: sentences.get(meaning) ?? meaning, fix: sentences.get(fix) ?? fix },
    ]),
  );
