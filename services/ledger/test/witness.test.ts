import { addMoney } from '@app/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, type Ledger, startLedger } from './ledger.ts';
import {
  balances,
  hasHledger,
  journalOf,
  months,
  type Posting,
  register,
  type Span,
  type Transaction,
} from './support/hledger.ts';
import { type Random, randomFrom } from './support/random.ts';

// An independent witness: what is sent to the API is also written as a journal of plain text, and another program says
// what every balance is. Nothing that the ledger answers goes into the journal.

if (!hasHledger)
  process.stderr.write('SKIPPED: the independent witness of the reports needs hledger on PATH or HLEDGER_BIN\n');

const accounts = ['1200', '1500', '1920', '2050', '2400', '3000', '3100', '4300', '6300', '8150', '8800', '8960'];
const days = [
  '2024-02-29',
  '2024-12-31',
  '2025-01-01',
  '2025-06-30',
  '2025-12-31',
  '2026-01-01',
  '2026-02-28',
  '2026-12-31',
];
const ENTRIES = 60;

const toText = (ore: bigint): string => {
  const digits = (ore < 0n ? -ore : ore).toString().padStart(3, '0');
  return `${ore < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Lines that balance on their day. */
function randomPostings(random: Random, currency: string): readonly Posting[] {
  const date = random.pick(days);
  const dimensions = () => [
    ...(random.below(2) ? [{ relation_type: 'project', relation_id: 1 + random.below(3) }] : []),
    ...(random.below(3) ? [] : [{ relation_type: 'department', relation_id: 1 + random.below(2) }]),
  ];
  const postings: Posting[] = [];
  let sum = 0n;
  for (let line = 1 + random.below(4); line > 0; line--) {
    const size = 10 ** (2 + random.below(9));
    const ore = BigInt(1 + random.below(size)) * (random.below(2) ? 1n : -1n);
    const isForeign = random.below(3) === 0 && (ore > 1000n || ore < -1000n);
    const foreign = isForeign
      ? {
          amount: toText(ore / BigInt(1 + random.below(12))),
          currency: random.pick(['USD', 'GBP', 'SEK'].filter((each) => each !== currency)),
        }
      : undefined;
    postings.push({ date, account: random.pick(accounts), amount: toText(ore), foreign, dimensions: dimensions() });
    sum += ore;
  }
  if (sum !== 0n) postings.push({ date, account: random.pick(accounts), amount: toText(-sum), dimensions: [] });
  return postings.length > 1 ? postings : randomPostings(random, currency);
}

/** A line as the API takes it. */
const lineOf = ({ date, account, amount, foreign, dimensions }: Posting) => {
  const [side, other] = amount.startsWith('-') ? ['credit', 'debit'] : ['debit', 'credit'];
  return {
    posting_date: date,
    account_code: account,
    [side]: amount.replace('-', ''),
    [other]: '0',
    ...(foreign && { currency_code: foreign.currency, [`${side}_fc`]: foreign.amount.replace('-', '') }),
    dimensions,
  };
};

const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

/** What the server is to post when an entry is cancelled: all lines on one day, the other way round. */
const reversalOf = (postings: readonly Posting[], today: string): readonly Posting[] => {
  const date = [today, ...postings.map((posting) => posting.date)].sort().at(-1)!;
  return postings.map((posting) => ({
    ...posting,
    date,
    amount: negated(posting.amount),
    foreign: posting.foreign && { ...posting.foreign, amount: negated(posting.foreign.amount) },
  }));
};

let ledger: Ledger;
beforeAll(async () => {
  if (hasHledger) ledger = await startLedger();
});
afterAll(() => ledger?.stop());

async function randomBooks(currency: string, seed: number): Promise<{ books: Books; transactions: Transaction[] }> {
  const random = randomFrom(seed);
  const books = await ledger.books({ accountingCurrency: currency });
  for (const id of [1, 2, 3]) ledger.own(books.clientAccountId, 'project', { id });
  for (const id of [1, 2]) ledger.own(books.clientAccountId, 'department', { id });
  const today = ledger.running.composition.clock.today();
  const transactions: Transaction[] = [];
  for (let entry = 0; entry < ENTRIES; entry++) {
    // Some entries have lines of two days.
    const postings = [randomPostings(random, currency), ...(random.below(4) ? [] : [randomPostings(random, currency)])];
    const lines = postings.flat();
    const isDraft = random.below(8) === 0;
    const { id } = await books.posted({ is_draft: isDraft, lines: lines.map(lineOf) });
    if (isDraft) continue;
    const isCancelled = random.below(5) === 0;
    transactions.push({ postings: lines, isCancelled });
    if (!isCancelled) continue;
    const answer = await books.call('PATCH', `/journal-entries/${id}`, { cancelled: 'Y', cancellation_reason: 'feil' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    transactions.push({ postings: reversalOf(lines, today), isCancelled });
  }
  return { books, transactions };
}

type Row = Readonly<Record<string, unknown>> & { readonly account_code: string };

async function report(books: Books, path: string): Promise<readonly Row[]> {
  const answer = await books.call('GET', `/${path}&client_account_id=${books.clientAccountId}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data ?? answer.body;
}

const money = (cell: unknown): string => addMoney(Number(cell).toFixed(2));
const sorted = (amounts: Iterable<readonly [string, string]>): Record<string, string> =>
  Object.fromEntries([...amounts].filter(([, amount]) => amount !== '0.00').sort(([a], [b]) => (a < b ? -1 : 1)));
const isResult = (code: string): boolean => code >= '3';
const later = (a: string, b: string): string => (a > b ? a : b);

/** Which entries and lines count: the parameters of a report, and the query of the other program. */
const selections = [
  ['', []],
  ['&dimensions=project:1', ['tag:^project$=^1$']],
  ['&dimensions=project:1,project:3,department:2', ['tag:^project$=^(1|3)$', 'tag:^department$=^2$']],
] as const;
const cancelled = [
  ['', []],
  ['&include_cancelled=false', ['not:tag:^cancelled$']],
] as const;
const spans: readonly (Span & { readonly from: string })[] = [
  { from: '2024-01-01', to: '2024-12-31' },
  { from: '2025-01-01', to: '2025-12-31' },
  { from: '2025-01-02', to: '2026-01-01' },
  { from: '2026-02-28', to: '2026-12-31' },
];

describe.skipIf(!hasHledger).each([
  ['NOK', 1],
  ['EUR', 2],
  ['ISK', 3],
])('random books in %s, against hledger (needs it on PATH or HLEDGER_BIN)', (currency, seed) => {
  let books: Books;
  let journal: string;
  beforeAll(async () => {
    const made = await randomBooks(currency, seed);
    books = made.books;
    journal = journalOf(currency, made.transactions);
  });

  it('the balance sheet of any day [REP-R37]', async () => {
    for (const [parameters, only] of selections)
      for (const to of ['2024-03-01', '2024-12-31', '2025-06-30', '2026-01-01', '2027-12-31']) {
        const rows = await report(books, `reports/balance-sheet?report_date=${to}${parameters}`);
        const wanted = new Map<string, string>();
        for (const [code, amount] of balances(journal, { to }, ...only)) {
          const shown = isResult(code) ? '2099' : code;
          wanted.set(shown, addMoney(wanted.get(shown) ?? '0', amount));
        }
        // Nothing that equals nothing would prove nothing.
        if (to === '2027-12-31') expect(wanted.size, parameters).toBeGreaterThan(1);
        const shown = rows.map(({ account_code, balance }) => [account_code, money(balance)] as const);
        expect(sorted(shown), `${to} ${parameters}`).toEqual(sorted(wanted));
      }
  });

  it('the income statement of any span, month by month [REP-R11]', async () => {
    for (const [parameters, only] of selections)
      for (const { from, to } of spans.slice(0, 2)) {
        const rows = await report(books, `reports/income-statement?date_from=${from}&date_to=${to}${parameters}`);
        const shown = rows.map((row) => [
          row.account_code,
          Object.values(row.period_debit_movements as object).map(money),
        ]);
        // The other program shows the months from the first one to the last that have anything: those around are zero.
        const wanted = [...months(journal, { from, to }, '^([3-7]|8[0-8])', ...only)].filter(([, amounts]) =>
          amounts.some((amount) => amount !== '0.00'),
        );
        const whole = (amounts: readonly string[]) => addMoney('0', ...amounts);
        const withoutZeros = (amounts: readonly string[]) => amounts.filter((amount) => amount !== '0.00');
        expect(shown.map(([code, amounts]) => [code, withoutZeros(amounts as string[])])).toEqual(
          wanted.map(([code, amounts]) => [code, withoutZeros(amounts)]),
        );
        expect(shown.map(([, amounts]) => whole(amounts as string[]))).toEqual(wanted.map(([, each]) => whole(each)));
      }
  });

  it('the trial balance of any span: what opens, moves and closes [REP-R13] [REP-R46]', async () => {
    for (const [parameters, only] of selections)
      for (const [more, standing] of cancelled)
        for (const { from, to } of spans) {
          const query = `date_from=${from}&date_to=${to}&include_dimensions=false${parameters}${more}`;
          const rows = await report(books, `reports/trial-balance?${query}`);
          const counted = [...only, ...standing];
          const before = Temporal.PlainDate.from(from).subtract({ days: 1 }).toString();
          const year = `${from.slice(0, 4)}-01-01`;
          const opening = new Map(balances(journal, { to: before }, '^[12]', ...counted));
          if (before >= year)
            for (const [code, amount] of balances(journal, { from: year, to: before }, '^[3-8]', ...counted))
              opening.set(code, amount);
          const earlier = balances(journal, { to: `${Number(year.slice(0, 4)) - 1}-12-31` }, '^[3-8]', ...counted);
          opening.set('2099', addMoney('0', ...earlier.values()));
          const moved = balances(journal, { from, to }, ...counted);
          const column = (name: string) => sorted(rows.map((row) => [row.account_code, money(row[name])]));
          expect(column('incoming_balance'), query).toEqual(sorted(opening));
          const difference = rows.map(
            (row) => [row.account_code, addMoney(money(row.debit), negated(money(row.credit)))] as const,
          );
          expect(sorted(difference), query).toEqual(sorted(moved));
          const codes = new Set([...opening.keys(), ...moved.keys()]);
          const closing = [...codes].map(
            (code) => [code, addMoney(opening.get(code) ?? '0', moved.get(code) ?? '0')] as const,
          );
          expect(column('outgoing_balance'), query).toEqual(sorted(closing));
        }
  });

  it('the balance of every account on a day', async () => {
    for (const to of ['2024-12-31', later('2026-12-31', ledger.running.composition.clock.today())]) {
      const rows = await report(books, `general-ledger-accounts/balances?as_of_date=${to}`);
      const sums = new Map<string, string>();
      for (const row of rows)
        sums.set(row.account_code, addMoney(sums.get(row.account_code) ?? '0', String(row.balance)));
      expect(sorted(sums)).toEqual(sorted(balances(journal, { to })));
    }
  });

  it('every line of the general ledger, account by account and day by day [REP-R45]', async () => {
    let lines = 0;
    for (const account of accounts)
      for (const span of spans.slice(1, 3)) {
        const query = `account_codes=${account}&date_from=${span.from}&date_to=${span.to}&per_page=10000`;
        const rows = await report(books, `reports/general-ledger?${query}`);
        const shown = rows.map(({ posting_date, debit_amount }) => `${posting_date} ${money(debit_amount)}`);
        expect(shown.toSorted(), query).toEqual(
          register(journal, account, span)
            .map(([date, amount]) => `${date} ${amount}`)
            .toSorted(),
        );
        lines += rows.length;
      }
    expect(lines).toBeGreaterThan(100);
  });
});
