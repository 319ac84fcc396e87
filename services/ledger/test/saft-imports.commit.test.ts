import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Erasure } from '@app/rpc';
import { startService } from '@app/service';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLedgerService } from '../src/service.ts';
import { type Books, codeOf, credit, debit, faultsOf, type Ledger, rent, startLedger } from './ledger.ts';
import { type Answer, readImport, rulesOf, sendFile, settled } from './saft/imports.ts';
import { playPartners } from './saft/partners.ts';
import { accountsOf, type SaftEntry, saftFile, smallEntries } from './saft/saft-file.ts';
import { child, descendants, readXml, textOf, type XmlElement } from './support/xml.ts';

const examples = join(import.meta.dirname, '../../../../shared/reference/saf-t');
const partners = playPartners();
const service = createLedgerService({ waitingBytes: 4 * 1024 * 1024 });

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger({ organisation: [partners.stub], service });
  partners.ledger = ledger;
});
afterAll(() => ledger?.stop());
beforeEach(() => {
  partners.isAway = false;
});

const company = (changes = {}) => ledger.books({ organizationNumber: '310433217', vatLiable: true, ...changes });
const read = (books: Books, file: string = saftFile()) => readImport(ledger, books, file);
const commit = (books: Books, id: number, body?: object) =>
  books.call('POST', `/ledger/saft-imports/${id}/commit`, body);
const shown = async (books: Books, id: number) => (await books.call('GET', `/ledger/saft-imports/${id}`)).body;
const ended = (books: Books, id: number) => settled(ledger, books, id, 'READING', 'IMPORTING');

/** Commits and waits for the end. */
async function committed(books: Books, id: number, body?: object) {
  const answer = await commit(books, id, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return ended(books, id);
}

async function entriesOf(books: Books): Promise<Answer['body'][]> {
  const { body } = await books.call('GET', `/journal-entries/?client_account_id=${books.clientAccountId}&per_page=100`);
  return (body.data as { sequence_number: number }[]).sort((a, b) => a.sequence_number - b.sequence_number);
}

async function trialBalance(books: Books, from = '2026-01-01', to = '2026-02-28') {
  const query = `client_account_id=${books.clientAccountId}&date_from=${from}&date_to=${to}&include_dimensions=false`;
  const { body } = await books.call('GET', `/reports/trial-balance?${query}`);
  return Object.fromEntries(
    body.map((row: Record<string, unknown>) => [
      row.account_code,
      [row.incoming_balance, row.debit, row.credit, row.outgoing_balance],
    ]),
  );
}

/** Entries that need several transactions: rent, day by day. */
const many: readonly SaftEntry[] = Array.from({ length: 800 }, (_, n) => ({
  id: `E${n + 1}`,
  date: `2026-0${1 + (n % 2)}-${String(1 + (n % 28)).padStart(2, '0')}`,
  description: 'Leie',
  lines: [
    { account: '6300', amount: `${100 + n}.25` },
    { account: '1920', amount: `-${100 + n}.25` },
  ],
}));
const manyFile = () => saftFile({ entries: many, accounts: accountsOf(many), parties: [], taxCodes: [] });

/** Has the database refuse what an import does after so many batches, as if its process were killed there. */
const breakAfter = (batches: number) =>
  ledger.asOwner(async (owner) => {
    await owner.unsafe(`
      create or replace function break_import() returns trigger language plpgsql as $$ begin
        if (select count(*) from saft_import_batches where import_id = new.import_id) >= ${batches}
        then raise exception 'killed'; end if; return new; end $$;
      create or replace trigger break_import before insert on saft_import_batches for each row execute function break_import()`);
  });
const mend = () =>
  ledger.asOwner(async (owner) => {
    await owner.unsafe('drop trigger break_import on saft_import_batches');
    await owner`update saft_imports set lease_until = now() - interval '1 second' where state = 'IMPORTING'`;
  });
/** An import that broke off after so many batches. */
async function broken(books: Books, batches: number): Promise<number> {
  await breakAfter(batches);
  const { id } = await read(books, manyFile());
  expect((await commit(books, id)).status).toBe(202);
  await ledger.runJob('saft-imports');
  expect(await shown(books, id)).toMatchObject({ state: 'IMPORTING', finished_at: null });
  return id;
}

it('a committed import is in the books: opening balance, entries in order, partner, VAT, totals of the file', async () => {
  const books = await company();
  const { id } = await read(books);
  expect(await shown(books, id)).toMatchObject({ committed_at: null, entries_posted: 0, faults: [] });
  const begun = await commit(books, id);
  expect([begun.status, begun.body.state, begun.body.committed_by_id]).toEqual([202, 'IMPORTING', books.userId]);
  expect(await ended(books, id)).toMatchObject({
    ...{ state: 'DONE', entries_done: 3, entries_posted: 4, faults: [] },
    finished_at: expect.stringMatching(/Z$/),
  });
  expect(await trialBalance(books)).toEqual({
    1500: [0, 12_500, 12_500, 0],
    1920: [30_000, 12_500, 4_000, 38_500],
    2000: [-30_000, 0, 0, -30_000],
    2700: [0, 0, 2_500, -2_500],
    3000: [0, 0, 10_000, -10_000],
    6300: [0, 4_000, 0, 4_000],
  });
  const entries = await entriesOf(books);
  expect(entries.map(({ sequence_number, description }) => [sequence_number, description])).toEqual([
    [1, 'Inngående balanse'],
    [2, 'Faktura 10001'],
    [3, 'Betaling fra kunde'],
    [4, 'Husleie'],
  ]);
  const [receivable, sale] = entries[1].lines;
  const [partner] = [...partners.known.values()].filter((one) => one.clientAccountId === books.clientAccountId);
  expect(partner).toMatchObject({ name: 'Kunde AS', registrationNumber: '381960013', isCustomer: true });
  expect(receivable.dimensions).toMatchObject([{ relation_type: 'businesspartner', relation_id: partner!.id }]);
  expect(sale).toMatchObject({ tax_code: '3', tax_base_amount: '10000.00', tax_amount: '2500.00' });
  expect(entries[1].metadata).toMatchObject({ saft_import_id: id, saft_transaction_id: '1' });
  await ledger.expectSound(books.clientAccountId);
  // Once more, and at the same moment as others.
  const again = await Promise.all([1, 2, 3].map(() => commit(books, id)));
  expect(again.map(({ status, body }) => [status, body.state])).toEqual(again.map(() => [202, 'DONE']));
  await ledger.runJob('saft-imports');
  expect(await entriesOf(books)).toHaveLength(4);
  const left = await ledger.asOwner(
    (owner) => owner`select count(*)::int as n from saft_import_records where import_id = ${id}`,
  );
  expect(left[0]!.n).toBe(0);
  expect((await books.call('DELETE', `/ledger/saft-imports/${id}`)).status).toBe(200);
  expect(await entriesOf(books)).toHaveLength(4);
});

it('a stranger, an employee, a removed colleague and nobody commit nothing; another colleague does, in their own name', async () => {
  const books = await company();
  const { id } = await read(books);
  const stranger = await company();
  const own = await read(stranger);
  expect(codeOf(await commit(stranger, id))).toBe('common.forbidden');
  expect((await commit(stranger, 999_999_999)).status).toBe(404);
  for (const as of [{ token: 'nobody' }, {}])
    expect((await ledger.call('POST', `/api/v2/ledger/saft-imports/${id}/commit`, { ...as, body: {} })).status).toBe(
      401,
    );
  const colleague = ledger.world.user();
  ledger.world.grant(colleague.id, books.clientAccountId, 'EM');
  const asColleague = async (userId: number) =>
    ledger.call('POST', `/api/v2/ledger/saft-imports/${id}/commit`, {
      token: await ledger.world.token({ userId }),
      body: {},
    });
  expect((await asColleague(colleague.id)).status).toBe(403);
  ledger.world.revoke(books.userId, books.clientAccountId);
  expect((await asColleague(books.userId)).status).toBe(403);
  ledger.world.grant(colleague.id, books.clientAccountId, 'BK');
  expect((await asColleague(colleague.id)).status).toBe(202);
  const viewer = { ...books, call: bound(await ledger.world.token({ userId: colleague.id })) };
  expect(await ended(viewer, id)).toMatchObject({ state: 'DONE', committed_by_id: colleague.id });
  expect(new Set((await entriesOf(viewer)).map(({ posted_by_id }) => posted_by_id))).toEqual(new Set([colleague.id]));
  expect(await shown(stranger, own.id)).toMatchObject({ state: 'READY' });
  expect(await entriesOf(stranger)).toEqual([]);
});

const bound =
  (token: string): Books['call'] =>
  (method, path, body) =>
    ledger.call(method, `/api/v2${path}`, { token, ...(body === undefined ? {} : { body }) });

it('a file that was refused is not committed, nor an import of an inactive company', async () => {
  const books = await company();
  const refused = await read(books, saftFile({ currency: 'SEK' }));
  const answer = await commit(books, refused.id);
  expect([answer.status, codeOf(answer)]).toEqual([409, 'saft_import.not_ready']);
  const { id } = await read(books);
  ledger.world.account({ id: books.clientAccountId, isActive: false });
  expect(codeOf(await commit(books, id))).toBe('client_account.inactive');
  expect(await shown(books, id)).toMatchObject({ state: 'READY', committed_at: null });
});

it('accounts that became none are named, and given by the commit; others than in the commit before are refused', async () => {
  const books = await company();
  const entries: SaftEntry[] = smallEntries.map((entry) => ({
    ...entry,
    lines: entry.lines.map((line) => ({ ...line, account: line.account === '6300' ? 'K-1' : line.account })),
  }));
  const file = saftFile({
    entries,
    accounts: [...accountsOf(entries), { id: 'K-2' }, { id: '6399', name: 'Egen leie' }],
  });
  const { id } = await read(books, file);
  const account = (account_id: string, account_code: string) => ({ accounts: [{ account_id, account_code }] });
  expect(faultsOf(await commit(books, id))).toEqual({ accounts: expect.stringMatching(/become: K-1$/) });
  for (const [wish, why] of [
    [account('K-1', '9999'), /no active account/],
    [account('K-1', '2099'), /no active account/],
    [account('unknown', '6300'), /which the file lacks/],
    [{ accounts: [...account('K-1', '6300').accounts, ...account('K-1', '6320').accounts] }, /twice/],
  ] as const)
    expect(faultsOf(await commit(books, id, wish))).toEqual({ accounts: expect.stringMatching(why) });
  expect(await committed(books, id, account('K-1', '6320'))).toMatchObject({ state: 'DONE', faults: [] });
  expect(await trialBalance(books)).toMatchObject({ 6320: [0, 4_000, 0, 4_000] });
  const chart = await books.call(
    'GET',
    `/general-ledger-accounts?client_account_id=${books.clientAccountId}&account_code=6399`,
  );
  expect(chart.body.data[0]).toMatchObject({ account_code: '6399', description: 'Egen leie' });
  expect(codeOf(await commit(books, id, account('K-1', '6300')))).toBe('saft_import.other_accounts');
  expect((await commit(books, id, account('K-1', '6320'))).body.state).toBe('DONE');
});

it('a file of another organization is committed by who says so alone', async () => {
  const books = await company({ organizationNumber: '314760670' });
  const { id, report } = await read(books);
  expect(report.is_other_organization).toBe(true);
  const refused = await commit(books, id);
  expect([refused.status, codeOf(refused)]).toEqual([409, 'saft_import.other_organization']);
  expect((await shown(books, id)).state).toBe('READY');
  expect(await committed(books, id, { other_organization: true })).toMatchObject({ state: 'DONE' });
});

it('a file is booked once: what is in its period already is not booked beside it, and the next period follows', async () => {
  const books = await company();
  const [first, second] = [await read(books), await read(books)];
  expect(await committed(books, first.id)).toMatchObject({ state: 'DONE' });
  const refused = await commit(books, second.id);
  expect([refused.status, codeOf(refused)]).toEqual([409, 'saft_import.books_differ']);
  expect(await entriesOf(books)).toHaveLength(4);
  const march: SaftEntry[] = [
    {
      id: '4',
      date: '2026-03-10',
      lines: [
        { account: '6300', amount: '1.00' },
        { account: '1920', amount: '-1.00' },
      ],
    },
  ];
  const openings = { 1920: '38500.00', 2000: '-30000.00', 2700: '-2500.00', 3000: '-10000.00', 6300: '4000.00' };
  const period = { from: '2026-03-01', to: '2026-03-31', entries: march, parties: [] };
  const off = await read(
    books,
    saftFile({ ...period, accounts: accountsOf(march, { ...openings, 1920: '38499.00', 2000: '-29999.00' }) }),
  );
  const differing = await commit(books, off.id);
  expect([differing.status, differing.body.error.message]).toEqual([409, expect.stringMatching(/differ: 1920, 2000$/)]);
  const next = await read(books, saftFile({ ...period, accounts: accountsOf(march, openings) }));
  expect(await committed(books, next.id)).toMatchObject({ state: 'DONE', entries_posted: 1 });
  expect(await trialBalance(books, '2026-03-01', '2026-03-31')).toMatchObject({ 1920: [38_500, 0, 1, 38_499] });
});

it('books that changed since the report refuse before anything is posted, and take it when that is mended', async () => {
  const books = await company();
  const { id } = await read(books);
  const lock = (until: string) =>
    books.call('POST', '/period-locks', {
      ...{ client_account_id: books.clientAccountId, locked_until_date: until, locking_comment: 'Avsluttet' },
    });
  expect((await lock('2026-02-05')).status).toBe(201);
  const stopped = await committed(books, id);
  expect(stopped).toMatchObject({ state: 'FAILED', entries_posted: 0, finished_at: null });
  expect(stopped.faults.map(({ entry }: { entry: string }) => entry)).toEqual(expect.arrayContaining(['IB', '1', '2']));
  expect(stopped.faults[0].message).toMatch(/locked/);
  const norwegian = await books.call('GET', `/ledger/saft-imports/${id}`, undefined, { 'accept-language': 'nb' });
  expect(norwegian.body.faults[0].message).not.toBe(stopped.faults[0].message);
  expect(await entriesOf(books)).toEqual([]);
  await lock('2020-12-31');
  expect(await committed(books, id)).toMatchObject({ state: 'DONE', entries_posted: 4, faults: [] });
});

it('killed between transactions it goes on behind the last one; what others post meanwhile stands between, without a gap', async () => {
  const books = await company();
  const id = await broken(books, 2);
  expect(await shown(books, id)).toMatchObject({ entries_done: 500, entries_posted: 501 });
  expect(codeOf(await books.call('DELETE', `/ledger/saft-imports/${id}`))).toBe('saft_import.under_way');
  const other = await books.posted(rent('7.00'));
  expect(other.sequence_number).toBe(502);
  await mend();
  await ledger.runJob('saft-imports');
  expect(await ended(books, id)).toMatchObject({
    state: 'DONE',
    entries_done: 800,
    entries_posted: 801,
    faults: [],
  });
  const [numbers] = await ledger.asOwner(
    (
      owner,
    ) => owner`select count(*)::int as n, max(sequence_number)::int as last, count(distinct metadata ->> 'saft_transaction_id')::int as filed
      from journal_entries where client_account_id = ${books.clientAccountId}`,
  );
  expect(numbers).toEqual({ n: 802, last: 802, filed: 800 });
  const total = many.reduce((sum, { lines }) => sum + Number(lines[0]!.amount), 0);
  expect((await trialBalance(books, '2026-01-01', '2026-12-31'))['6300'][1]).toBe(total + 7);
  await ledger.expectSound(books.clientAccountId);
});

it('books that do not add up to the file are never called done: what differs is said, by account and month', async () => {
  const books = await company();
  const id = await broken(books, 2);
  // Not what was posted of it.
  await ledger.asOwner(
    (owner) => owner`update saft_import_records set content = jsonb_set(content, '{lines,0,debit}', '"101.25"')
      where import_id = ${id} and kind = 'entry' and ordinal = 1`,
  );
  await mend();
  await ledger.runJob('saft-imports');
  const found = await ended(books, id);
  expect(found).toMatchObject({ state: 'DIFFERS', finished_at: null, entries_posted: 801 });
  expect(found.faults).toEqual([
    expect.objectContaining({ rule: 'totals_differ', account: '6300', message: expect.stringMatching(/in 2026-01/) }),
    expect.objectContaining({ rule: 'totals_differ', account: '6300', message: expect.stringMatching(/dealt with$/) }),
  ]);
  expect(await committed(books, id)).toMatchObject({ state: 'DIFFERS', entries_posted: 801 });
  expect(codeOf(await books.call('DELETE', `/ledger/saft-imports/${id}`))).toBe('saft_import.under_way');
});

it('two replicas post an import together once', async () => {
  const replica = await startService(service, {
    env: ledger.env,
    natsPrefix: ledger.natsPrefix,
    runsJobsByClock: false,
  });
  try {
    await replica.opened;
    const companies = await Promise.all([company(), company()]);
    const ids = await Promise.all(companies.map(async (books) => (await read(books, manyFile())).id));
    await Promise.all(companies.flatMap((books, n) => [commit(books, ids[n]!), commit(books, ids[n]!)]));
    await Promise.all([
      ledger.runJob('saft-imports'),
      replica.composition.jobs.run('saft-imports'),
      ledger.runJob('saft-imports'),
    ]);
    for (const [n, books] of companies.entries()) {
      expect(await ended(books, ids[n]!)).toMatchObject({ state: 'DONE', entries_posted: 801 });
      expect((await entriesOf(books)).length).toBe(100);
      await ledger.expectSound(books.clientAccountId);
    }
  } finally {
    await replica.stop();
  }
});

it('while an import lasts, other jobs of its process go on', async () => {
  const books = await company();
  const { id } = await read(books);
  let isOver = false;
  const importing = await ledger.asOwner((owner) =>
    owner.begin(async (tx) => {
      await tx`lock table saft_import_batches`;
      expect((await commit(books, id)).status).toBe(202);
      const lasting = ledger.runJob('saft-imports').finally(() => {
        isOver = true;
      });
      await ledger.waitForBlocked(1);
      for (const job of ['use-case-recovery', 'proof-chain']) await ledger.runJob(job);
      expect(isOver).toBe(false);
      return [lasting];
    }),
  );
  await Promise.all(importing);
  expect(await ended(books, id)).toMatchObject({ state: 'DONE', faults: [] });
});

it('while the owner of partners is away it waits and says so; afterwards each partner was made once', async () => {
  const books = await company();
  partners.isAway = true;
  const { id } = await read(books);
  await commit(books, id);
  await expect
    .poll(async () => (await shown(books, id)).faults, { interval: 50 })
    .toEqual([expect.objectContaining({ rule: 'waiting' })]);
  expect(await shown(books, id)).toMatchObject({ state: 'IMPORTING', entries_posted: 0 });
  partners.isAway = false;
  await ledger.asOwner((owner) => owner`update saft_imports set lease_until = now() where id = ${id}`);
  await ledger.runJob('saft-imports');
  expect(await ended(books, id)).toMatchObject({ state: 'DONE', faults: [] });
  expect([...partners.known.values()].filter((one) => one.clientAccountId === books.clientAccountId)).toHaveLength(1);
});

it('a company that is reset in the middle loses the import with its entries, and nothing comes after', async () => {
  const books = await company();
  const id = await broken(books, 2);
  const erase = () =>
    ledger.connect(Erasure, 'organisation').EraseRecords({
      ...{ clientAccountId: books.clientAccountId, commandKey: `reset ${id}` },
      categories: ['JOURNAL_ENTRIES', 'RECONCILIATIONS'],
    });
  while (!(await erase()).isDone);
  await mend();
  await ledger.runJob('saft-imports');
  const [left] = await ledger.asOwner(
    (
      owner,
    ) => owner`select (select count(*)::int from journal_entries where client_account_id = ${books.clientAccountId}) as entries,
      (select count(*)::int from saft_imports where client_account_id = ${books.clientAccountId}) as imports,
      (select count(*)::int from saft_import_batches where client_account_id = ${books.clientAccountId}) as batches`,
  );
  expect(left).toEqual({ entries: 0, imports: 0, batches: 0 });
});

it('of many files that come at one moment a company has ten, and together they have no more than it may hold', async () => {
  const books = await company();
  const answers = await Promise.all(Array.from({ length: 14 }, () => sendFile(ledger, books, '<a/>')));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), ...Array(4).fill(409)]);
  const other = await company();
  const states: string[] = [];
  // Of some 1,1 MB each.
  const large = saftFile({ entries: many, accounts: accountsOf(many), parties: [] }).replaceAll(
    '<Description>Leie</Description>',
    `<Description>${'Leie '.repeat(108)}</Description>`,
  );
  for (let n = 0; n < 4; n++) {
    const found = await read(other, large);
    states.push(found.state);
    if (found.state === 'REFUSED') expect(found.report.problems[0].message).toMatch(/wait to be imported/);
  }
  expect(states.at(-1)).toBe('REFUSED');
  expect(states[0]).toBe('READY');
});

describe.skipIf(!existsSync(examples))('the reference examples', () => {
  it('the valid one of 1.30 is imported, and so is the same as 1.20', async () => {
    const file = readFileSync(join(examples, 'example-1.30-small-valid.xml'), 'utf8');
    const books = await company();
    const { id, report, accounts } = await read(books, file);
    expect(rulesOf({ report })).toEqual([]);
    expect(await committed(books, id)).toMatchObject({ state: 'DONE', faults: [] });
    const balance = await trialBalance(books, report.date_from, report.date_to);
    for (const { account_code, opening, closing } of accounts)
      if (Number(opening) !== 0 || Number(closing) !== 0)
        expect([balance[account_code][0], balance[account_code][3]]).toEqual([Number(opening), Number(closing)]);
    const older = await company();
    const read120 = await read(older, saftFile({ version: '1.20' }));
    expect(await committed(older, read120.id)).toMatchObject({ state: 'DONE', entries_posted: 4 });
  });
});

type Build = (books: Books) => Promise<void>;
const on = (day: string) => ({ posting_date: day });
const named = (id: number) => ({ dimensions: [{ relation_type: 'businesspartner', relation_id: id }] });

const shapes: readonly (readonly [shape: string, build: Build])[] = [
  [
    'no entries in the year, but what stood before it',
    async (books) => {
      await books.posted({
        lines: [debit('1920', '10.00', on('2025-05-01')), credit('2000', '10.00', on('2025-05-01'))],
      });
    },
  ],
  [
    'several years, with a result that was never transferred',
    async (books) => {
      for (const [day, amount] of [
        ['2024-05-01', '100.10'],
        ['2025-12-31', '200.20'],
        ['2026-01-01', '300.30'],
        ['2026-12-31', '400.40'],
      ] as const)
        await books.posted({ lines: [debit('1920', amount, on(day)), credit('3000', amount, on(day))] });
    },
  ],
  [
    'foreign currency',
    async (books) => {
      const euros = { currency_code: 'EUR', exchange_rate: '11.512345', debit_fc: '100.00', credit_fc: '0' };
      await books.posted({ lines: [debit('6300', '1151.23', euros), credit('1920', '1151.23')] });
    },
  ],
  [
    'accounts of the company',
    async (books) => {
      for (const [account_code, more] of [
        ['6305', {}],
        ['6306', { grouping_category: 'annenDriftskostnad', grouping_code: '6995' }],
      ] as const) {
        const body = {
          client_account_id: books.clientAccountId,
          account_code,
          description_nob: `Egen & <${account_code}>`,
        };
        expect((await books.call('POST', '/general-ledger-accounts', { ...body, ...more })).status).toBe(201);
        await books.posted({ lines: [debit(account_code, '10.00'), credit('1920', '10.00')] });
      }
    },
  ],
  [
    'cancelled entries with their reversals',
    async (books) => {
      ledger.setClock('2026-06-15T10:00:00Z');
      const { id } = await books.posted(rent());
      await books.posted(rent('3.00'));
      await books.call('PATCH', `/journal-entries/${id}`, { cancelled: 'Y', cancellation_reason: 'Feil' });
      ledger.setClock(null);
    },
  ],
  [
    'customers and suppliers with balances, and lines that name none',
    async (books) => {
      const make = (name: string, more: object = {}) => partners.make(books.clientAccountId, { name, ...more });
      const [a, b, c] = [make('A & <Å>'), make('B AS', { registrationNumber: '381960013' }), make('Begge')];
      const before = on('2025-11-01');
      const post = (...lines: object[]) => books.posted({ lines });
      await post(debit('1500', '500.00', { ...before, ...named(a) }), credit('2000', '500.00', before));
      await post(credit('2400', '80.00', { ...before, ...named(b) }), debit('6300', '80.00', before));
      await post(credit('1500', '200.00', named(a)), debit('1920', '200.00'));
      await post(debit('1500', '30.00', named(c)), credit('2400', '30.00', named(c)));
      await post(debit('1500', '15.00'), credit('2400', '15.00'));
    },
  ],
  [
    'entries of several posting dates',
    async (books) => {
      const days = ['2026-03-01', '2026-04-01', '2026-04-30'];
      const lines = days.flatMap((day) => [debit('6300', '10.00', on(day)), credit('1920', '10.00', on(day))]);
      await books.posted({ lines });
    },
  ],
  [
    'VAT',
    async (books) => {
      await books.posted({
        lines: [
          debit('6800', '1000.00', { tax_code: '1' }),
          debit('2710', '250.00', { tax_line: true, tax_for_line: 1 }),
          credit('1920', '1250.00'),
        ],
      });
    },
  ],
];

describe('what is exported, imported into empty books and exported again is the same', () => {
  const exported = async (books: Books): Promise<string> => {
    const query = `client_account_id=${books.clientAccountId}&date_from=2026-01-01&date_to=2026-12-31`;
    const answer = await books.call('GET', `/reports/data-export?${query}`, undefined, { accept: 'text/xml' });
    expect(answer.status).toBe(200);
    return answer.bytes.toString();
  };
  const all = (root: XmlElement, name: string) => [...descendants(root, name)];

  /** Accounts, parties and entries of a file, without what differs between two companies: numbers and ids. */
  const contentOf = (xml: string) => {
    const root = readXml(xml);
    const texts = (element: XmlElement, ...names: string[]) => names.map((name) => textOf(element, name));
    const balances = ['OpeningDebitBalance', 'OpeningCreditBalance', 'ClosingDebitBalance', 'ClosingCreditBalance'];
    const nameOf = new Map<string, string | undefined>();
    const parties = ['Customer', 'Supplier'].flatMap((kind) =>
      all(root, kind).map((party) => {
        nameOf.set(`${kind} ${textOf(party, `${kind}ID`)}`, textOf(party, 'Name'));
        const held = all(party, 'BalanceAccount').map((each) => texts(each, 'AccountID', ...balances));
        return JSON.stringify([kind, ...texts(party, 'Name', 'RegistrationNumber'), held]);
      }),
    );
    const lineOf = (line: XmlElement) => [
      ...texts(line, 'AccountID', 'Description'),
      ...['Customer', 'Supplier'].map((kind) => nameOf.get(`${kind} ${textOf(line, `${kind}ID`)}`)),
      ...['DebitAmount', 'CreditAmount', 'TaxInformation'].map((name) =>
        [...(child(line, name)?.children ?? [])].map(({ name: of, text }) => [of, text.trim()]),
      ),
    ];
    return {
      accounts: all(root, 'Account').map((each) =>
        texts(each, 'AccountID', 'AccountDescription', 'GroupingCategory', 'GroupingCode', ...balances),
      ),
      parties: parties.sort(),
      entries: all(root, 'Transaction')
        .map((each) => JSON.stringify([...texts(each, 'GLPostingDate', 'Description'), all(each, 'Line').map(lineOf)]))
        .sort(),
      totals: texts(child(root, 'GeneralLedgerEntries')!, 'NumberOfEntries', 'TotalDebit', 'TotalCredit'),
    };
  };

  it.each(shapes)('%s', async (_, build) => {
    const [source, target] = [await company(), await company({ organizationNumber: '810000000' })];
    await build(source);
    const file = await exported(source);
    const { id, report } = await read(target, file);
    expect(report.problems).toEqual([]);
    const options = { other_organization: true };
    expect(await committed(target, id, options)).toMatchObject({ state: 'DONE', faults: [] });
    expect(contentOf(await exported(target))).toEqual(contentOf(file));
    await ledger.expectSound(target.clientAccountId);
  });
});
