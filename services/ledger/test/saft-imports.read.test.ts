import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, type Ledger, startLedger } from './ledger.ts';
import { readImport, rulesOf, sendFile, settled } from './saft/imports.ts';
import { accountsOf, type SaftOptions, saftFile, smallEntries } from './saft/saft-file.ts';

const examples = join(import.meta.dirname, '../../../../shared/reference/saf-t');
const ORGANIZATION = '310433217';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const company = (changes = {}) => ledger.books({ organizationNumber: ORGANIZATION, vatLiable: true, ...changes });

const send = (books: Books, file: string | Uint8Array, type?: string, key?: string) =>
  sendFile(ledger, books, file, { ...(type ? { type } : {}), ...(key ? { key } : {}) });
const read = (books: Books, file: string | Uint8Array, type?: string) => readImport(ledger, books, file, type);

it.each(['1.30', '1.20'])(
  'a file of %s that adds up is READY, with its accounts, sums and mapping',
  async (version) => {
    const books = await company();
    const found = await read(books, saftFile({ version }));
    expect(found.report.problems).toEqual([]);
    expect(found).toMatchObject({
      state: 'READY',
      report: {
        version,
        organization_number: ORGANIZATION,
        is_other_organization: false,
        date_from: '2026-01-01',
        date_to: '2026-02-28',
        accounts: 6,
        accounts_unmapped: 0,
        partners: 1,
        partners_with_organization: 1,
        entries: { declared: '3', counted: '3' },
        debit: { declared: '29000.00', counted: '29000.00' },
        credit: { declared: '29000.00', counted: '29000.00' },
        line_count: 7,
        opening: '0.00',
        closing: '0.00',
      },
    });
    expect(found.accounts.find((account: { account_id: string }) => account.account_id === '1920')).toEqual({
      account_id: '1920',
      description: 'Bankinnskudd',
      account_code: '1920',
      mapped_by: 'own_number',
      opening: '30000.00',
      debit: '12500.00',
      credit: '4000.00',
      closing: '38500.00',
      difference: '0.00',
    });
  },
);

it('nothing is posted and no account is made by reading', async () => {
  const books = await company();
  await read(books, saftFile());
  expect(
    (await books.call('GET', `/journal-entries/?client_account_id=${books.clientAccountId}`)).body.meta.records,
  ).toBe(0);
});

it('gzip is unpacked, and half of one refused', async () => {
  const books = await company();
  const packed = gzipSync(saftFile());
  expect(await read(books, packed, 'application/gzip')).toMatchObject({ state: 'READY' });
  const half = await read(books, packed.subarray(0, 600), 'application/gzip');
  expect(half).toMatchObject({ state: 'REFUSED' });
  expect(half.report.problems[0].message).toMatch(/no gzip file, or broke off/);
  expect(rulesOf(await read(books, 'no gzip', 'application/gzip'))).toEqual(['unreadable']);
});

const faulty: readonly (readonly [rule: string, options: SaftOptions])[] = [
  ['version', { version: '1.10' }],
  ['currency', { currency: 'SEK' }],
  ['totals', { declared: { entries: '4' } }],
  ['totals', { declared: { debit: '29000.01' } }],
  ['outside_period', { to: '2026-02-09' }],
  [
    'account_does_not_add_up',
    { accounts: accountsOf(smallEntries).map((a) => (a.id === '6300' ? { ...a, closing: '1.00' } : a)) },
  ],
  ['opening_sum', { accounts: accountsOf(smallEntries, { 1920: '30000.00', 2000: '-29999.00' }) }],
  ['unknown_account', { accounts: accountsOf(smallEntries).filter(({ id }) => id !== '2700') }],
  ['unknown_partner', { parties: [] }],
  ['unknown_tax_code', { taxCodes: [] }],
  ['account_twice', { accounts: [...accountsOf(smallEntries), { id: '3999' }, { id: '3999' }] }],
  [
    'entry_twice',
    {
      entries: [smallEntries[1]!, { ...smallEntries[1]!, date: '2026-02-03' }],
      accounts: accountsOf([smallEntries[1]!, smallEntries[1]!]),
    },
  ],
  ['unbalanced_entry', { entries: [{ id: '9', date: '2026-01-02', lines: [{ account: '1920', amount: '1.00' }] }] }],
  ['result_account_opening', { accounts: accountsOf(smallEntries, { 6300: '5.00', 2000: '-5.00' }) }],
  ['books', { taxCodes: [['3', '777']] }],
];

it.each(faulty)('a file is refused for %s, by name', async (rule, options) => {
  const books = await company();
  const found = await read(books, saftFile(options));
  expect(found.state).toBe('REFUSED');
  expect(rulesOf(found)).toContain(rule);
});

it('the rules of the books are looked at before anything is posted: VAT of a company that is not liable', async () => {
  const books = await company({ vatLiable: false });
  const found = await read(books, saftFile());
  expect(found.report.problems).toEqual([
    expect.objectContaining({ rule: 'books', entry: '1', message: expect.stringMatching(/not liable for VAT/) }),
  ]);
});

it('problems are said in Norwegian to whoever reads Norwegian', async () => {
  const books = await company({ vatLiable: false });
  const { id } = await read(books, saftFile({ currency: 'SEK' }));
  const shown = await books.call('GET', `/ledger/saft-imports/${id}`, undefined, { 'accept-language': 'nb' });
  expect(shown.body.report.problems[0].message).toMatch(/^Beløpene i filen er i SEK/);
});

it('accounts are mapped by number, standard account and grouping; others are reported', async () => {
  const books = await company();
  const file = saftFile({
    accounts: [
      ...accountsOf(smallEntries),
      { id: '6399', name: 'Egen' },
      { id: 'K-1', grouping: ['annenDriftskostnad', 'NA'] },
      { id: '99999999', grouping: ['salgsinntekt', '3000'] },
    ],
  });
  const found = await read(books, file);
  expect(found).toMatchObject({ state: 'READY', report: { accounts_new: 1, accounts_unmapped: 1 } });
  const by = Object.fromEntries(
    found.accounts.map((a: { account_id: string; mapped_by: string }) => [a.account_id, a.mapped_by]),
  );
  expect(by).toMatchObject({ 6399: 'new_account', 'K-1': null, 99999999: 'grouping', 1920: 'own_number' });
  const older = await read(
    books,
    saftFile({ version: '1.20', accounts: [...accountsOf(smallEntries), { id: '0630', standardId: '6300' }] }),
  );
  expect(older.accounts.find((a: { account_id: string }) => a.account_id === '0630')).toMatchObject({
    account_code: '6300',
    mapped_by: 'standard_account',
  });
});

it('what is no XML, or a bomb, is refused and says so; other media types are 415 and too much is 413', async () => {
  const books = await company();
  const bomb = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "b">]><a>&a;</a>';
  const found = await read(books, bomb);
  expect(rulesOf(found)).toEqual(['unreadable']);
  expect(found.report.problems[0].message).toMatch(/DOCTYPE/);
  expect((await send(books, saftFile(), 'application/json')).status).toBe(415);
  expect((await send(books, new Uint8Array(26 * 1024 * 1024))).status).toBe(413);
  expect((await send(books, '')).status).toBe(400);
});

it('with a key a file that is sent again is one import', async () => {
  const books = await company();
  const [first, second] = [
    await send(books, saftFile(), undefined, 'again'),
    await send(books, saftFile(), undefined, 'again'),
  ];
  expect(first.body.id).toBe(second.body.id);
  expect(
    (await books.call('GET', `/ledger/saft-imports?client_account_id=${books.clientAccountId}`)).body.meta.records,
  ).toBe(1);
});

it('a company has ten imports at most, and an import that is deleted is gone', async () => {
  const books = await company();
  const ids: number[] = [];
  for (let n = 0; n < 10; n++) ids.push((await read(books, '<a/>')).id);
  const full = await send(books, '<a/>');
  expect(full.status).toBe(409);
  expect(full.body.error.code).toBe('saft_import.too_many');
  expect((await books.call('DELETE', `/ledger/saft-imports/${ids[0]}`)).status).toBe(200);
  expect((await books.call('GET', `/ledger/saft-imports/${ids[0]}`)).body.error.code).toBe('saft_import.not_found');
  expect((await send(books, '<a/>')).status).toBe(201);
  const page = await books.call(
    'GET',
    `/ledger/saft-imports?client_account_id=${books.clientAccountId}&per_page=4&page=2`,
  );
  expect(page.body.meta).toMatchObject({ records: 10, pages: 3 });
  expect(page.body.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(3, 7).reverse());
});

it('a stranger learns nothing and changes nothing; an employee may neither', async () => {
  const books = await company();
  const { id } = await read(books, saftFile());
  const stranger = await company();
  for (const method of ['GET', 'DELETE'])
    expect((await stranger.call(method, `/ledger/saft-imports/${id}`)).status).toBe(403);
  expect((await stranger.call('GET', `/ledger/saft-imports?client_account_id=${books.clientAccountId}`)).status).toBe(
    403,
  );
  expect((await send({ ...books, token: stranger.token }, saftFile())).status).toBe(403);
  expect((await send({ ...books, token: 'nobody' }, saftFile())).status).toBe(401);
  const employee = await company({ role: 'EM' });
  expect((await send(employee, saftFile())).status).toBe(403);
  expect((await books.call('GET', `/ledger/saft-imports/${id}`)).status).toBe(200);
});

it('an inactive company takes no file', async () => {
  const books = await company({ isActive: false });
  const answer = await send(books, saftFile());
  expect(answer.status).toBe(409);
  expect(answer.body.error.code).toBe('client_account.inactive');
});

it('a file that a process left half read is read anew by the next one', async () => {
  const books = await company();
  const { id } = await read(books, saftFile());
  const bytes = Buffer.from(saftFile());
  await ledger.asOwner(async (owner) => {
    await owner`update saft_imports set state = 'READING', report = null, lease_holder = 'dead', lease_until = now() - interval '1 second' where id = ${id}`;
    await owner`delete from saft_import_records where import_id = ${id} and ordinal > 1`;
    await owner`insert into saft_import_pieces values (${books.clientAccountId}, ${id}, 0, ${bytes})`;
  });
  await ledger.runJob('saft-imports');
  expect(await settled(ledger, books, id, 'READING')).toMatchObject({ state: 'READY', report: { line_count: 7 } });
});

describe.skipIf(!existsSync(examples))('the reference examples', () => {
  const load = async (name: string) => read(await company(), readFileSync(join(examples, name)));

  it('the valid one is READY', async () => {
    const found = await load('example-1.30-small-valid.xml');
    expect(found.report.problems).toEqual([]);
    expect(found).toMatchObject({ state: 'READY', report: { line_count: 10 } });
  });

  it('the older one is refused with the list of what does not add up', async () => {
    const found = await load('official-example-pre-1.30_888888888.xml');
    expect(found).toMatchObject({ state: 'REFUSED', report: { version: '1.0', is_other_organization: true } });
    expect(rulesOf(found)).toEqual(expect.arrayContaining(['version', 'account_does_not_add_up']));
  });

  it('the skeleton is refused with the list of what does not add up', async () => {
    const found = await load('official-example-1.30-xmlspy-skeleton.xml');
    expect(found.state).toBe('REFUSED');
    expect(rulesOf(found)).toEqual(expect.arrayContaining(['version', 'country', 'namespace', 'currency']));
  });
});
