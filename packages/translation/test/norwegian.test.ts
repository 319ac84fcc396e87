import { expect, it } from 'vitest';
import { newBudget, valuesOf } from '../src/match.ts';
import { norwegian } from '../src/norwegian.ts';
import { readSentence } from '../src/sentence.ts';

it.each([
  ['There is no client account 7', 'Det finnes ingen klientkonto 7'],
  [
    'lines.0.exchange_rate does not fit: debit_fc 100.00 at 0.100101 is 10.01, but debit is 10.00; leave out the rate or debit_fc to have it computed (and 1 more)',
    'lines.0.exchange_rate stemmer ikke: debit_fc 100.00 til kurs 0.100101 er 10.01, men debit er 10.00; utelat kursen eller debit_fc for å få det beregnet (og 1 til)',
  ],
  ['name: is required', 'name: er påkrevd'],
  ['lines.0.debit must not be negative (and 2 more)', 'lines.0.debit kan ikke være negativ (og 2 til)'],
  ['metadata.my key: must not hold NUL characters', 'metadata.my key: kan ikke inneholde NUL-tegn'],
  ['must be a number', 'må være et tall'],
  ['The query is not valid: unknown fault', 'Spørringen er ikke gyldig: ukjent feil'],
  [
    'lines.1.account_code is account "1920", which is inactive and takes no new lines',
    'lines.1.account_code er konto «1920», som er inaktiv og ikke tar imot nye linjer',
  ],
  [
    'lines.1.dimensions.0 is project 12, which is inactive and takes no new lines',
    'lines.1.dimensions.0 er project 12, som er inaktiv og ikke tar imot nye linjer',
  ],
  [
    'entries.3 cannot be stored: Posting dates up to 2026-01-31 are locked; choose a later date or move the period lock (and 2 more entries are faulty)',
    'entries.3 kan ikke lagres: Bokføringsdatoer til og med 2026-01-31 er låst; velg en senere dato eller flytt periodelåsen (og 2 bilag til har feil)',
  ],
  [
    'The role EM on client account 4 does not allow this; it takes AA, CA',
    'Rollen EM på klientkonto 4 tillater ikke dette; det krever AA, CA',
  ],
  [
    'Account 1920 has a balance of -12.50; bring it to zero before you deactivate it',
    expect.stringContaining('-12.50'),
  ],
])('%j is %j', (english, text) => {
  expect(norwegian(english)).toEqual(text);
});

it('a value may hold the words that come after it', () => {
  expect(
    norwegian('"a" cannot be deactivated while balances stand: b" cannot be deactivated while balances stand: 1'),
  ).toBe('«a» kan ikke deaktiveres så lenge det står saldoer: b" cannot be deactivated while balances stand: 1');
  expect(norwegian('metadata.a: b: is required')).toBe('metadata.a: b: er påkrevd');
});

it('a text that is none of ours has no Norwegian form', () => {
  for (const text of ['', ' ', 'Something else', 'name: something else', '{fault:text}', 'constructor', '__proto__'])
    expect(norwegian(text)).toBeUndefined();
});

it('values of a caller that repeat our words end the search early', () => {
  const sentence = readSentence('{a} x {b} x {c:none}', '');
  let reads = 0;
  const read = (value: string, kind: string | undefined) => {
    reads += 1;
    return kind === undefined ? value : undefined;
  };
  expect(valuesOf(sentence, ' x'.repeat(4_000), read, newBudget())).toBeUndefined();
  expect(reads).toBeLessThan(100);
  expect(norwegian(`metadata.${'x: '.repeat(2_000)}nothing of ours`)).toBeUndefined();
  expect(norwegian(`${'(and 1 more) '.repeat(500)} (and 1 more)`)).toBeUndefined();
});
