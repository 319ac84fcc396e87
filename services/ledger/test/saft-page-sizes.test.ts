import { afterAll, beforeAll, expect, it } from 'vitest';
import { openExport } from '../src/saft/export.ts';
import { saftFile } from '../src/saft/file.ts';
import type { PageSize } from '../src/saft/page-query.ts';
import { type Books, credit, debit, type Ledger, startLedger } from './ledger.ts';

// Where pages end is no business of the file: whatever is read at once, its bytes are the same, and it has every line.

let ledger: Ledger;
let books: Books;

const span = { from: '2025-07-01', to: '2027-06-30' };
const days = [
  '2024-12-31',
  '2025-06-30',
  '2025-07-01',
  '2026-02-28',
  '2026-12-31',
  '2027-01-01',
  '2027-06-30',
  '2027-07-01',
];
const on = (day: string) => ({ posting_date: day });
const tagged = (id: number) => ({
  dimensions: ['tag', 'project', 'department']
    .slice(0, 1 + (id % 3))
    .map((relation_type) => ({ relation_type, relation_id: 7 })),
});

/** Entries of every kind, and not in the order of their days. */
const shapes: readonly ((n: number, day: string) => object)[] = [
  (n, day) => ({
    description: `Leie ${n}`,
    lines: [debit('6300', `${n + 1}.10`, on(day)), credit('2400', `${n + 1}.10`, on(day))],
  }),
  (n, day) => ({
    description: '',
    relation_type: 'APINV',
    relation_id: n + 1,
    relation_number: `F|${n}\x1f`,
    lines: [
      debit('6300', '8.00', { ...on(day), ...tagged(n), description: `Tekst \x1f <${n}>|` }),
      debit('6800', '10.00', { ...on(day), tax_code: '1', quantity: '2.5' }),
      debit('2710', '2.50', { ...on(day), tax_line: true, tax_for_line: 2 }),
      credit('2400', '20.50', { ...on(day), ...tagged(n + 1) }),
    ],
  }),
  (n, day) => ({
    description: `Euro – ${n}`,
    lines: [
      debit('6300', '1150.00', {
        ...on(day),
        currency_code: 'EUR',
        exchange_rate: '11.5',
        debit_fc: '100.00',
        credit_fc: '0',
      }),
      credit('2400', '1150.00', on(day)),
    ],
  }),
  (n) => ({
    description: `Periodisert ${n}`,
    lines: days
      .slice(n % 3, 3 + (n % 5))
      .flatMap((day) => [debit('6300', '3.33', on(day)), credit('2400', '3.33', { ...on(day), ...tagged(n) })]),
  }),
  (n, day) => ({
    description: `Stor ${n}`,
    lines: [debit('6300', '123456789012.34', on(day)), credit('2400', '123456789012.34', on(day))],
  }),
  (n, day) => ({
    description: `Mange ${n}`,
    lines: Array.from({ length: 30 }, (_, line) =>
      (line % 2 === 0 ? debit : credit)(line % 3 === 0 ? '6300' : '2400', '1.00', on(day)),
    ),
  }),
  (n, day) => ({
    is_draft: true,
    description: `Utkast ${n}`,
    lines: [debit('6300', '5.00', on(day)), credit('2400', '5.00', on(day))],
  }),
];

beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.books();
  for (const type of ['tag', 'project', 'department']) ledger.own(books.clientAccountId, type, { id: 7 });
  const entries = Array.from({ length: 70 }, (_, n) => shapes[n % shapes.length]!(n, days[(n * 5) % days.length]!));
  const posted = await books.call('POST', '/journal-entries/batch', {
    ...{ client_account_id: books.clientAccountId, atomic: true, entries },
  });
  if (posted.status !== 200) throw new Error(JSON.stringify(posted.body));
  const [some] = await ledger.db.raw<{ ids: string[] }[]>`
    select array_agg(id order by id) as ids from journal_entries
    where client_account_id = ${books.clientAccountId} and sequence_number in (7, 9)`;
  for (const id of some!.ids) {
    const { status, body } = await books.call('PATCH', `/journal-entries/${id}`, {
      ...{ cancelled: 'Y', cancellation_reason: 'Feil' },
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
});
afterAll(() => ledger?.stop());

async function fileOf(pageSize?: PageSize): Promise<string> {
  const deps = {
    ...{ db: ledger.db, linesPerFile: 1_000_000, version: '1', know: async () => undefined },
    ...(pageSize ? { pageSize } : {}),
    company: async () => ({ organizationNumber: '810000000', name: 'Fjord AS', countryCode: 'NO' }),
    contact: async () => ({ firstName: 'Kari', lastName: 'Nordmann', email: undefined }),
    partners: async () => [],
  };
  const wanted = { clientAccountId: books.clientAccountId, userId: books.userId, today: '2027-07-01', ...span };
  const sources = await openExport(deps, wanted);
  return Buffer.concat(await Array.fromAsync(saftFile(deps, sources, sources.books.parts[0]!))).toString();
}

it('has every line of the days once, as it is stored', async () => {
  const stored = await ledger.db.raw<{ line: string }[]>`
    select e.sequence_number || case when e.min_posting_date = e.max_posting_date then '' else '/' || l.posting_date end
      || ' ' || l.posting_date || ' ' || l.line_id || ' ' || a.account_code || ' ' || case when l.debit > 0 then 'Debit ' || l.debit else 'Credit ' || l.credit end as line
    from journal_lines l join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
    join accounts a on a.id = l.account_id
    where l.client_account_id = ${books.clientAccountId} and not e.is_draft and l.posting_date between ${span.from} and ${span.to}`;
  const written = [...(await fileOf()).matchAll(/<Transaction><TransactionID>([^<]*)<(.*?)<\/Transaction>/g)].flatMap(
    ([, id, rest]) =>
      [...rest!.matchAll(/<RecordID>(\d+)<.*?<AccountID>(\d+)<.*?<(Debit|Credit)Amount><Amount>([^<]*)</g)].map(
        ([, line, account, side, amount]) =>
          `${id} ${/<GLPostingDate>([^<]*)</.exec(rest!)![1]} ${line} ${account} ${side} ${amount}`,
      ),
  );
  expect(written.length).toBeGreaterThan(200);
  expect(written.toSorted()).toEqual(stored.map(({ line }) => line).sort());
});

it.each([
  [1, 1],
  [1, 8_000],
  [2, 3],
  [3, 31],
  [7, 12],
  [2_000, 1],
  [2_000, 60],
])('is the same to the byte when %i entries and %i lines are read at once', async (entries, lines) => {
  expect(await fileOf({ entries, lines })).toBe(await fileOf());
});

it('stops where an entry has other lines than it says', async () => {
  await ledger.asOwner(async (owner) => {
    await owner`reset role`;
    await owner`set session_replication_role = replica`;
    await owner`update journal_entries set line_count = line_count + 1
      where client_account_id = ${books.clientAccountId} and sequence_number = 2`;
  });
  await expect(fileOf()).rejects.toThrow('lines were read of entries that have');
});
