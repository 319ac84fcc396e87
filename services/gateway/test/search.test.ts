import { errorCatalogue } from '@app/api/errors/index';
import { createApiDocument } from '@app/api/openapi';
import { readGuides } from '@app/guides';
import { describe, expect, it } from 'vitest';
import { readReference } from '../src/reference/model.ts';
import { entriesOf } from '../src/reference/search/entries.ts';
import { find, wordsOf } from '../src/reference/search/find.ts';
import { namesOf, sameWords } from '../src/reference/search/same-words.ts';
import { publishDocument } from '../src/system/document.ts';

const reference = readReference(publishDocument(createApiDocument('https://books.test')).document, readGuides().guides);
const entries = entriesOf(reference, errorCatalogue);
const search = (query: string): readonly string[] => find(entries, wordsOf(query)).map(({ href }) => href);

describe('the search', () => {
  it.each([
    ['webhook', '/docs/guides/polling'],
    ['webhooks', '/docs/guides/polling'],
    ['mva', '/docs/guides/posting-with-vat'],
    ['bilag', '/docs/guides/posting-with-vat'],
    ['nettbutikk', '/docs/guides/web-shop'],
    ['avstemming', '/docs/guides/bank'],
    ['månedsslutt', '/docs/guides/month-end'],
    ['saf-t', '/docs/guides/moving'],
    ['claude', '/docs/guides/assistants'],
    ['sdk', '/docs/guides/packages'],
    ['command line', '/docs/guides/packages'],
    ['kommandolinje', '/docs/guides/packages'],
    ['samtykke', '/docs/guides/oauth-browser'],
    ['oauth client credentials', '/docs/guides/first-token'],
    ['idempotency', '/docs/guides/retries-and-keys'],
    ['accounting.period_locked', '/docs/errors#accounting.period_locked'],
  ])('for "%s" shows %s first', (query, href) => {
    expect(search(query)[0]).toBe(href);
  });

  it.each([
    ['hovedbok', '/docs/ledger/reports'],
    ['saldobalanse', '/docs/ledger/reports'],
    ['faktura', '/docs/documents/documents'],
    ['fakturaen', '/docs/documents/documents'],
    ['bilag', '/docs/documents/vouchers'],
    ['kontoutskrift', '/docs/reconciliation/bank-statements'],
    ['kontoplan', '/docs/ledger/general-ledger-accounts'],
    ['leverandør', '/docs/organisation/business-partners'],
    ['mva kode', '/docs/ledger/tax-codes'],
    ['webhook', '/docs#polling'],
    ['polling', '/docs#polling'],
    ['lønn', '/docs/errors#payroll'],
    ['passord', '/docs/auth/oauth-and-sessions'],
    ['tag name', '/docs/organisation/tags'],
  ])('for "%s" finds %s among the first twenty', (query, place) => {
    const first = search(query).slice(0, 20);
    expect(first.some((href) => href.startsWith(place))).toBe(true);
  });

  it('takes no word for part of another that has nothing to do with it', () => {
    expect(search('mva').some((href) => href.includes('#delete-api-v2-projects-id'))).toBe(false);
    expect(search('eactiv').length).toBeGreaterThan(0);
  });

  it('wants every word, and finds nothing for nothing', () => {
    expect(search('')).toEqual([]);
    expect(search('polling xyzzy')).toEqual([]);
    expect(search('invoice pdf').length).toBeLessThan(search('invoice').length);
  });

  it('puts what was asked itself before what means the same', () => {
    const voucher = search('voucher');
    expect(voucher[0]).toContain('voucher');
    expect(namesOf('bilaget')).toEqual(['bilaget', ...sameWords.bilag!]);
    expect(namesOf('saldobalansen')).toEqual(['saldobalansen', ...sameWords.saldobalanse!]);
    expect(namesOf('aim')).toEqual(['aim']);
  });

  it('knows nothing by words that the pages do not hold: each name of a term leads somewhere', () => {
    const dead = Object.entries(sameWords).filter(
      ([, names]) =>
        !names.some((name) => entries.some(({ called, says }) => called.includes(name) || says.includes(name))),
    );
    expect(dead.map(([word]) => word)).toEqual([]);
  });
});
