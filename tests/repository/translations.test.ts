import { norwegian } from '@app/translation';
import { catalogue, vocabularies } from '@app/translation/catalogue';
import { library } from '@app/translation/library';
import { expect, it } from 'vitest';
import { type FoundText, readSentences, readTexts, sentencesOf } from './sentences.ts';

/** With `{}` for each value, and without values and spaces at both ends, where other texts are joined to it. */
const shapeOf = (text: string): string =>
  text.replace(/\{(\w+(:\w+)?)?\}/g, '{}').replace(/^(\{\}|\s)+|(\{\}|\s)+$/g, '');

const keys = Object.keys(catalogue);
const words = Object.values(vocabularies).flatMap((vocabulary) => Object.keys(vocabulary));
const shapes = new Set([...keys, ...words].map(shapeOf));

/** A field and what is wrong with it, which are translated one by one. */
const placeAndFault = /^("[\w.{}]+"|[\w.{}]+:) \{\}(\{\})?$/;

/** Texts of more than one word that are no text for callers, where nothing but the text itself says so. */
const noTexts: ReadonlySet<string> = new Set([
  'rolled back on purpose',
  '{}, extensions',
  'timestamp with time zone',
  'the owner cannot be asked what changed',
  'unknown error',
  'database error {}',
  '{} failed with {}',
  'read write',
  'application/json, text/event-stream',
  'draft_debit - draft_credit',
  'a.client_account_id = f.client_account_id',
  'a.client_account_id is null',
  '{}::numeric(19, 2)::text',
  '{} as {}',
  '{} as dimensions',
  'key taken',
  'nothing to do',
  '{} voucher {}',
  '{} external {}',
  'auth has not been asked about these users yet',
  '# {} ({})',
  // The name of an archive, and what its maker says to itself.
  '{} {} {}.zip',
  'an export is left to whoever holds it',
  'inviter {}',
  'must be "strict" or "relaxed"',
  // Of the environment: operators read it.
  'must be an origin such as https://books.example, without path or trailing slash',
  // Columns of a statement.
  '{}::numeric(19, 2)',
  // A header that names the page of a failure.
  '<{}>; rel="help"',
  // The reason phrases of HTTP.
  'Bad Request',
  'Not Found',
  'Not Acceptable',
  'Content Too Large',
  'Internal Server Error',
  'Bad Gateway',
  'Service Unavailable',
  // The description of an answer.
  'To the redirect address with `code` or `error`, `state` and `iss`; or to the login page',
  // Successes, of which the contract gives the words.
  'The client was deleted',
  'User created successfully',
  'Organization added successfully',
  'Invitation accepted',
  // The description of a reversal, in the language of the books.
  'Reversering av bilag',
  'Reversal of entry',
  // What made a proposal, which is kept with it in the language of the books; both stand side by side.
  'Payment reference',
  'Document number',
  'fra {} til {}',
  'on {}',
  'from {} to {}',
  '{}: {} linjer på forretningspartner {}, bokført {}, med {} på hver side',
  '{}: {} lines of business partner {}, posted {}, with {} on either side',
  ' og {} til',
  ' and {} more',
  'KID {}',
  'Referansen {}',
  'The reference {}',
  'Nummeret {} i teksten',
  'The number {} in the text',
  'en del av {} som er åpent',
  'alt som er åpent',
  'a part of the {} that is open',
  'all that is open',
  '{} gjelder {}: {} bokført {}, {}',
  '{} names {}: {} booked {}, {}',
  '{} betalte {} {}; av partnerens dokumenter er det bare {}, med forfall {}, som har dette beløpet åpent',
  "{} paid {} on {}; of the partner's documents only {}, due {}, has this amount open",
  'The partner',
  // What a log says.
  'faktura {}',
  'for an unknown reason',
  'reconciliation could not be asked for a match: {}',
  // What the lines of an account without a dimension value are called, in both languages.
  'Uten dimensjon',
  'Without dimension',
  // The description of an opening balance.
  'Inngående balanse',
]);

/** Pieces of statements that no tag marks. */
const isStatement = (text: string): boolean => /^\(?\s*select |^to_char\(/.test(text);

const isTranslated = ({ text }: FoundText): boolean =>
  shapes.has(shapeOf(text)) ||
  // A part that is joined to a text: it stands in the whole one.
  (/^\s|\s$/.test(text) && keys.some((key) => key.replace(/\{\w+(:\w+)?\}/g, '{}').includes(text))) ||
  placeAndFault.test(text) ||
  norwegian(text.replaceAll('{}', '7')) !== undefined;

const untranslated = (texts: readonly FoundText[]): string[] =>
  texts
    .filter((found) => !isTranslated(found) && !noTexts.has(found.text) && !isStatement(found.text))
    .map(({ file, line, text }) => `${file}:${line} ${text}`);

it('every text that a caller can read has its Norwegian form', () => {
  expect(untranslated(readSentences())).toEqual([]);
});

it('a new message without one is found, wherever and however it is written', () => {
  const source = `
    throw conflict('The moon is full');
    export const late = (id: number) => \`Entry \${id} came too late\`;
    const Shape = { name: z.string().min(1, 'must be round').describe('Not for callers of it') };
    logger.info('not for callers either');
    db.write(async () => {
      throw conflict('The sun is down');
    });
    const word = isOpen ? 'not open yet' : 'is required';
    throw invalidField('name', \`is \${name === '' ? 'quite empty' : name}\`);`;
  expect(untranslated(sentencesOf('services/ledger/src/new.ts', source)).map((text) => text.split(/:\d+ /)[1])).toEqual(
    [
      'The moon is full',
      'Entry {} came too late',
      'must be round',
      'The sun is down',
      'not open yet',
      'is {}',
      'quite empty',
    ],
  );
});

it('no Norwegian text stands for one that is gone', () => {
  const known = new Set(readTexts().map(({ text }) => shapeOf(text)));
  const joined = [...known].join('\n');
  const gone = keys.filter(
    (key) => !Object.hasOwn(library, key) && !known.has(shapeOf(key)) && !joined.includes(shapeOf(key)),
  );
  expect(gone).toEqual([]);
});
