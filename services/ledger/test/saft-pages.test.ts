import { Partners } from '@app/rpc';
import { stub } from '@app/testing';
import { officialFaults } from '@app/testing/official-schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, type Ledger, rent, startLedger } from './ledger.ts';
import { structureFaults } from './support/saft-structure.ts';

let ledger: Ledger;
let books: Books;
/** More than are read together. */
const ENTRIES = 2_300;

beforeAll(async () => {
  ledger = await startLedger({ organisation: [stub(Partners, { GetPartners: async () => ({ partners: [] }) })] });
  books = await ledger.books();
  for (let from = 0; from < ENTRIES; from += 1_000) {
    const entries = Array.from({ length: Math.min(1_000, ENTRIES - from) }, (_, index) => ({
      ...rent('1.00', { posting_date: `2026-0${1 + (index % 9)}-14` }),
    }));
    const { status, body } = await books.call('POST', '/journal-entries/batch', {
      client_account_id: books.clientAccountId,
      atomic: true,
      entries,
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
});
afterAll(() => ledger?.stop());

const path = () =>
  `/reports/data-export?client_account_id=${books.clientAccountId}&date_from=2026-01-01&date_to=2026-12-31`;

it('a file of many pages has every entry once', async () => {
  const answer = await books.call('GET', path(), undefined, { accept: 'text/xml' });
  const xml = answer.bytes.toString();
  expect(structureFaults(xml)).toEqual([]);
  expect(await officialFaults(xml)).toEqual([]);
  const numbers = [...xml.matchAll(/<TransactionID>(\d+)</g)].map(([, number]) => Number(number));
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: ENTRIES }, (_, index) => index + 1));
  expect(xml).toContain(`<NumberOfEntries>${ENTRIES}</NumberOfEntries><TotalDebit>${ENTRIES}.00</TotalDebit>`);
});

it('what is posted while a file is made is not in it, and the file keeps to its head', async () => {
  const url = `${ledger.httpUrl}/api/v2${path()}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${books.token}`, accept: 'text/xml' } });
  const reader = response.body!.getReader();
  const parts = [(await reader.read()).value!];
  await books.posted(rent('5.00', { posting_date: '2026-09-14' }));
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
  }
  const xml = Buffer.concat(parts).toString();
  expect([xml.match(/<Transaction>/g)?.length, xml.endsWith('</AuditFile>\n')]).toEqual([ENTRIES, true]);
  expect(xml).not.toContain('<Amount>5.00<');
});

it('readers who leave hold nothing back from others', async () => {
  const headers = { authorization: `Bearer ${books.token}`, accept: 'text/xml' };
  for (let times = 0; times < 6; times++) {
    const leaving = new AbortController();
    const response = await fetch(`${ledger.httpUrl}/api/v2${path()}`, { headers, signal: leaving.signal });
    await response.body!.getReader().read();
    leaving.abort();
  }
  const answer = await books.call('GET', path(), undefined, { accept: 'text/xml' });
  expect(answer.bytes.toString().endsWith('</AuditFile>\n')).toBe(true);
});

it('entries of many lines lie on either side of a page, whole', async () => {
  const others = await ledger.books();
  const [entries, lines] = [24, 400];
  const entry = (index: number) => ({
    description: `Many \x1f lines ${index}`,
    lines: Array.from({ length: lines }, (_, line) => ({
      ...(rent('1.00', { posting_date: '2026-01-14' }).lines as object[])[line % 2],
      description: line % 3 === 0 ? '' : `Line | \x1f\x1e ${line}`,
    })),
  });
  const { status, body } = await others.call('POST', '/journal-entries/batch', {
    ...{ client_account_id: others.clientAccountId, atomic: true },
    entries: Array.from({ length: entries }, (_, index) => entry(index)),
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const query = `client_account_id=${others.clientAccountId}&date_from=2026-01-01&date_to=2026-12-31`;
  const answer = await others.call('GET', `/reports/data-export?${query}`, undefined, { accept: 'text/xml' });
  const xml = answer.bytes.toString();
  expect(structureFaults(xml)).toEqual([]);
  expect(await officialFaults(xml)).toEqual([]);
  const found = xml.split('</Transaction>').slice(0, -1);
  expect(found.map((one) => one.match(/<RecordID>(\d+)</g)?.length)).toEqual(
    Array.from({ length: entries }, () => lines),
  );
  for (const [index, one] of found.entries()) {
    const texts = [...one.matchAll(/<Description>([^<]*)</g)].map(([, text]) => text).slice(-lines);
    expect(texts.slice(0, 3)).toEqual([`Many  lines ${index}`, 'Line |  1', 'Line |  2']);
    expect(texts.at(-1)).toBe(`Many  lines ${index}`);
  }
});

it('readers who take nothing hold back neither a posting nor other files', async () => {
  const headers = { authorization: `Bearer ${books.token}`, accept: 'text/xml' };
  const leaving = new AbortController();
  const readers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const response = await fetch(`${ledger.httpUrl}/api/v2${path()}`, { headers, signal: leaving.signal });
      const reader = response.body!.getReader();
      await reader.read();
      return reader;
    }),
  );
  const others = await ledger.books();
  await others.posted(rent('5.00', { posting_date: '2026-09-14' }));
  const answer = await books.call('GET', path(), undefined, { accept: 'text/xml' });
  expect(answer.bytes.toString().endsWith('</AuditFile>\n')).toBe(true);
  leaving.abort();
  for (const reader of readers) await expect(reader.closed).rejects.toThrow();
});

it('pages of drafts, and of entries on several days, lie between those of the file', async () => {
  const others = await ledger.books();
  const batch = async (entries: readonly unknown[]) => {
    const answer = await others.call('POST', '/journal-entries/batch', {
      ...{ client_account_id: others.clientAccountId, atomic: true, entries },
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  };
  const on = (posting_date: string, more = {}) => ({ ...rent('1.00', { posting_date }), ...more });
  const spread = {
    description: 'Rent of two months',
    lines: ['2026-01-20', '2026-02-20'].flatMap((posting_date) => rent('1.00', { posting_date }).lines as object[]),
  };
  await batch([on('2025-12-31'), on('2026-01-01'), spread]);
  // More drafts than are read together, between two entries.
  for (let from = 0; from < 2_100; from += 700)
    await batch(Array.from({ length: 700 }, () => on('2026-01-15', { is_draft: true })));
  await batch([on('2026-01-15'), on('2026-12-31'), on('2027-01-01')]);
  const query = `client_account_id=${others.clientAccountId}&date_from=2026-01-01&date_to=2026-12-31`;
  const answer = await others.call('GET', `/reports/data-export?${query}`, undefined, { accept: 'text/xml' });
  const xml = answer.bytes.toString();
  expect(structureFaults(xml)).toEqual([]);
  const found = [...xml.matchAll(/<TransactionID>([^<]*)<.*?<GLPostingDate>([^<]*)</g)].map(([, ...of]) => of.join());
  expect(found).toEqual([
    ...['2,2026-01-01', '4,2026-01-15', '5,2026-12-31'],
    ...['3/2026-01-20,2026-01-20', '3/2026-02-20,2026-02-20'],
  ]);
});

it('a file that does not come out as its head says breaks off, and nobody takes it for a whole one', async () => {
  await ledger.asOwner(async (owner) => {
    await owner`update monthly_balances set debit = debit + 1 where client_account_id = ${books.clientAccountId} and month = '2026-03-01'`;
  });
  await expect(books.call('GET', path(), undefined, { accept: 'text/xml' })).rejects.toThrow();
});
