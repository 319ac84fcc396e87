import { expect, it } from 'vitest';
import { decide } from '../src/periods/decide.ts';
import type { BookPart, HouseAccount, PeriodGround } from '../src/periods/engine/books.ts';
import { nextBusinessDay } from '../src/periods/engine/business-days.ts';
import { monthEndsIn, termOf, termsEndingIn } from '../src/periods/engine/calendar.ts';
import { deadlineOf, filingDate } from '../src/periods/engine/deadlines.ts';
import { type Circumstances, judge, type ReconcilingItem } from '../src/periods/engine/judge.ts';
import type { BankScope, Scope } from '../src/periods/engine/scope.ts';
import { scopesOf } from '../src/periods/engine/scopes-of.ts';
import { monthsOfPeriod, openSpans } from '../src/periods/engine/spans.ts';
import { balanceName, type LiveRecord } from '../src/periods/records.ts';

const months = (reconciliationFrequency: string | null, vatReturnFrequency = 'BIMONTHLY') =>
  monthsOfPeriod({ reconciliationFrequency, vatReturnFrequency });

it('a period is a calendar year, half of one or a VAT term; without a frequency a year [RPD-R13] [RPD-R31]', () => {
  expect([months(null), months('YEARLY'), months('HALF_YEARLY'), months('VAT_TERM')]).toEqual([12, 12, 6, 2]);
  expect([months('VAT_TERM', 'MONTHLY'), months('VAT_TERM', 'YEARLY')]).toEqual([1, 12]);
  expect(termOf('2024-02-29', 2)).toEqual({ start: '2024-01-01', end: '2024-02-29' });
  expect(termOf('2026-07-01', 6)).toEqual({ start: '2026-07-01', end: '2026-12-31' });
  expect(termsEndingIn({ start: '2026-01-01', end: '2026-03-31' }, 2)).toEqual([
    { start: '2026-01-01', end: '2026-02-28' },
  ]);
  expect(monthEndsIn({ start: '2024-01-01', end: '2024-03-31' })).toEqual(['2024-01-31', '2024-02-29', '2024-03-31']);
});

it('periods run without a gap from the first posting to today, around those that keep their span [RPD-R03] [RPD-R14]', () => {
  const spans = (kept: [string, string][], size: 1 | 2 | 6 | 12, first: string, today: string) =>
    openSpans(
      kept.map(([start, end]) => ({ start, end })),
      size,
      { first, today },
    ).map(({ start, end }) => `${start}/${end}`);
  expect(spans([], 12, '2024-05-03', '2026-01-01')).toEqual([
    '2024-01-01/2024-12-31',
    '2025-01-01/2025-12-31',
    '2026-01-01/2026-12-31',
  ]);
  expect(spans([], 2, '2026-03-01', '2026-05-01')).toEqual(['2026-03-01/2026-04-30', '2026-05-01/2026-06-30']);
  // A reconciled year stays when terms follow; reconciled terms stay when a year follows.
  expect(spans([['2025-01-01', '2025-12-31']], 2, '2025-02-01', '2026-01-05')).toEqual(['2026-01-01/2026-02-28']);
  expect(spans([['2026-01-01', '2026-02-28']], 12, '2026-01-01', '2026-06-01')).toEqual(['2026-03-01/2026-12-31']);
  expect(spans([['2026-03-01', '2026-04-30']], 12, '2026-01-01', '2026-06-01')).toEqual([
    '2026-01-01/2026-02-28',
    '2026-05-01/2026-12-31',
  ]);
  expect(spans([['2026-03-01', '2026-04-30']], 12, '2026-03-15', '2026-06-01')).toEqual(['2026-05-01/2026-12-31']);
  // Posted into the future.
  expect(spans([], 12, '2027-01-01', '2026-06-01')).toEqual(['2027-01-01/2027-12-31']);
});

it('VAT is filed one month and ten days after its term, in summer at the end of August, on a day when people work', () => {
  const filed = (year: number, term: number) => {
    const start = Temporal.PlainDate.from({ year, month: term * 2 - 1, day: 1 });
    return filingDate(termOf(start.toString(), 2), 2);
  };
  // As the authority publishes them.
  const known: [number, string[]][] = [
    [2024, ['2024-04-10', '2024-06-10', '2024-09-02', '2024-10-10', '2024-12-10', '2025-02-10']],
    [2025, ['2025-04-10', '2025-06-10', '2025-09-01', '2025-10-10', '2025-12-10', '2026-02-10']],
    [2026, ['2026-04-10', '2026-06-10', '2026-08-31', '2026-10-12', '2026-12-10', '2027-02-10']],
    [2027, ['2027-04-12', '2027-06-10', '2027-08-31', '2027-10-11', '2027-12-10', '2028-02-10']],
    [2028, ['2028-04-10', '2028-06-12', '2028-08-31', '2028-10-10', '2028-12-11', '2029-02-12']],
    [2029, ['2029-04-10', '2029-06-11', '2029-08-31', '2029-10-10', '2029-12-10', '2030-02-11']],
  ];
  for (const [year, dates] of known) expect([1, 2, 3, 4, 5, 6].map((term) => filed(year, term))).toEqual(dates);
  expect(filingDate({ start: '2028-01-01', end: '2028-12-31' }, 12)).toBe('2029-03-12');
  expect(filingDate({ start: '2026-01-01', end: '2026-01-31' }, 1)).toBe('2026-03-10');
  // Easter Monday, Ascension Day, Whit Monday, the days of May, Christmas and New Year.
  expect(
    ['2023-04-10', '2026-05-14', '2030-06-10', '2026-05-01', '2027-05-17', '2026-12-25'].map(nextBusinessDay),
  ).toEqual(['2023-04-11', '2026-05-15', '2030-06-11', '2026-05-04', '2027-05-18', '2026-12-28']);
  expect(nextBusinessDay('2027-01-01')).toBe('2027-01-04');
});

it('a month of the bank waits until the filing date of its VAT term, without VAT four months [RPD-R34]', () => {
  expect(deadlineOf('2026-01-31', true, 2)).toBe('2026-04-10');
  expect(deadlineOf('2026-06-30', true, 2)).toBe('2026-08-31');
  expect(deadlineOf('2026-01-31', true, 12)).toBe('2027-03-10');
  expect(deadlineOf('2025-10-31', false, 2)).toBe('2026-02-28');
  expect(deadlineOf('2026-02-28', false, 2)).toBe('2026-06-30');
});

const account = (id: number, code: string, relationType: string | null = null) => ({
  ...{ id, code, nob: `Konto ${code}`, eng: `Account ${code}`, relationType },
});
const part = (accountId: number, opening: string, movement: string, more: Partial<BookPart> = {}): BookPart => ({
  ...{ accountId, relationId: null, relationName: null, openingBalance: opening, movement },
  ...{ earlierLines: opening === '0.00' ? 0 : 1, lines: movement === '0.00' ? 0 : 1, months: [], ...more },
});
const house = (openCount = 0, balance: string | null = '90.00', openAmount = '0.00'): HouseAccount => ({
  ...{ id: 7, name: 'Drift', accountCode: '1920', currencyCode: 'NOK', foreignBalances: new Map() },
  months: new Map(
    ['2026-01-31', '2026-02-28'].map((end) => [
      end,
      { bankAccountId: 7, statement: balance === null ? null : { id: 3, balance }, openCount, openAmount },
    ]),
  ),
});
const accounts = [account(1, '1240'), account(2, '1500', 'businesspartner'), account(3, '1920', 'bankacc')];
const vat = [account(4, '2700'), account(5, '2740')];
const ground = (parts: readonly BookPart[], more: Partial<PeriodGround> = {}): PeriodGround => ({
  span: { start: '2026-01-01', end: '2026-02-28' },
  today: '2026-03-15',
  isVatLiable: () => true,
  vatReturnFrequency: 'BIMONTHLY',
  books: { revision: 1, currencyCode: 'NOK', accounts: [...accounts, ...vat], parts },
  houseAccounts: [],
  ...more,
});
const keysOf = (scopes: readonly Scope[]) => scopes.map(({ key }) => key);

it('scopes: months of the bank, VAT terms, accounts with something on them, parts ever posted [RPD-R15] [RPD-R16] [RPD-R17] [RPD-R18] [RPD-R19]', () => {
  const parts = [
    part(1, '0.00', '0.00', { earlierLines: 2 }),
    part(2, '100.00', '-100.00', { relationId: 40, relationName: 'Kari' }),
    part(2, '0.00', '0.00', { relationId: 41, earlierLines: 2 }),
    part(2, '0.00', '5.00'),
    part(3, '10.00', '80.00', {
      relationId: 7,
      months: [
        { month: '2026-01-01', movement: '30.00' },
        { month: '2026-02-01', movement: '50.00' },
      ],
    }),
    part(3, '0.00', '4.00', { relationId: 9 }),
    part(4, '-25.00', '0.00'),
    part(5, '0.00', '25.00'),
  ];
  const scopes = scopesOf(ground(parts, { houseAccounts: [house()] }));
  expect(keysOf(scopes)).toEqual([
    'BANK:7:2026-01-31',
    'BANK:7:2026-02-28',
    'VAT:2026-02-28',
    'BALANCE:2:2026-02-28:businesspartner:40',
    'BALANCE:2:2026-02-28:businesspartner:41',
    'BALANCE:2:2026-02-28:businesspartner:-',
    // No account of the house: nothing at the bank to compare it with.
    'BALANCE:3:2026-02-28:bankacc:9',
    'BALANCE:5:2026-02-28',
  ]);
  expect(scopes.map(({ ledger }) => ledger.map(({ balance }) => balance))).toEqual([
    ...[['40.00'], ['90.00'], ['-25.00'], ['0.00'], ['0.00'], ['5.00'], ['4.00'], ['25.00']],
  ]);
  const [january, , term, kari] = scopes;
  expect(january).toMatchObject({
    ...{ groupKey: 'BANK:7', label: { nob: 'Drift' }, asOfDate: '2026-01-31', deadline: '2026-04-10' },
    dimension: { relationType: 'bankacc', relationId: 7, name: 'Drift' },
  });
  expect(term).toMatchObject({ label: { nob: 'Merverdiavgift 2026-01–02', eng: 'VAT 2026-01–02' } });
  expect(kari).toMatchObject({
    ...{ label: { nob: 'Kari' }, groupLabel: { nob: '1500 Konto 1500', eng: '1500 Account 1500' } },
    dimension: { relationId: 40, name: 'Kari' },
  });
  // Who files each month has two terms; who never posted VAT has the settlement account.
  const monthly = scopesOf(ground([], { vatReturnFrequency: 'MONTHLY' }));
  expect(keysOf(monthly)).toEqual(['VAT:2026-01-31', 'VAT:2026-02-28']);
  expect(monthly[0]!.ledger).toEqual([
    { accountId: 5, accountCode: '2740', relationType: null, relationId: null, balance: '0.00' },
  ]);
});

const circumstances = (more: Partial<Circumstances> = {}): Circumstances => ({
  ...{ today: '2026-03-15', language: 'nob', previous: null, openItems: null, hasDrifted: false, ...more },
});
const onlyScope = (...parts: BookPart[]): Scope =>
  scopesOf(ground(parts)).find(({ reconciler }) => reconciler === 'BALANCE')!;
const verdict = (scope: Scope, more: Partial<Circumstances> = {}) => {
  const { obstacle, proposal } = judge(scope, circumstances(more));
  if (proposal === null) return obstacle;
  const { method, isDraft, expected, items } = proposal;
  return [isDraft ? 'draft' : 'reconciled', method, expected, ...items.map(({ amount }) => amount)];
};

it('a balance is reconciled by the first rule that holds, else it is a draft [RPD-R20] [RPD-R21] [RPD-R22]', () => {
  const partner = { relationId: 40 };
  expect(verdict(onlyScope(part(1, '10.00', '-10.00')))).toEqual(['reconciled', 'ZERO_BALANCE', '0.00']);
  expect(verdict(onlyScope(part(2, '0.00', '0.00', { ...partner, earlierLines: 2 })))).toEqual([
    ...['reconciled', 'NO_ACTIVITY', '0.00'],
  ]);
  expect(verdict(onlyScope(part(2, '0.00', '0.00', { ...partner, lines: 2 })))).toEqual([
    ...['reconciled', 'ZERO_BALANCE', '0.00'],
  ]);
  const still = onlyScope(part(1, '10.00', '0.00'));
  expect(verdict(still, { previous: '10.00' })).toEqual(['reconciled', 'UNCHANGED', '10.00']);
  expect(verdict(still, { previous: '9.00' })).toEqual(['draft', null, '9.00']);
  expect(verdict(still)).toEqual(['draft', null, '0.00']);
  // The balance is the same, and something was posted.
  expect(verdict(onlyScope(part(1, '10.00', '0.00', { lines: 2 })), { previous: '10.00' })).toEqual([
    ...['draft', null, '10.00'],
  ]);
  const owed = onlyScope(part(2, '0.00', '30.00', partner));
  const openItems = [
    { description: 'a', amount: '50.00' },
    { description: 'b', amount: '-20.00' },
  ];
  expect(verdict(owed, { openItems })).toEqual(['draft', 'OPEN_ITEMS', '0.00', '-50.00', '20.00']);
  expect(verdict(owed, { openItems: openItems.slice(1), previous: '4.00' })).toEqual(['draft', null, '4.00']);
  expect(verdict(owed, { today: '2026-02-28' })).toBe('PERIOD_NOT_ENDED');
});

it('VAT accounts are cleared when each of them is empty, not when they make nothing together [RPD-R23]', () => {
  const term = (...parts: BookPart[]) =>
    scopesOf(
      ground(parts, {
        books: { ...ground(parts).books, accounts: [...vat, account(6, '2710')] },
      }),
    ).find(({ reconciler }) => reconciler === 'VAT')!;
  expect(verdict(term(part(4, '-25.00', '25.00', { months: [{ month: '2026-02-01', movement: '25.00' }] })))).toEqual([
    ...['reconciled', 'CLEARED', '0.00'],
  ]);
  expect(verdict(term(part(4, '-25.00', '0.00'), part(6, '25.00', '0.00')))).toEqual(['draft', null, '0.00']);
  expect(verdict(term())).toEqual(['reconciled', 'CLEARED', '0.00']);
});

it('a month of the bank waits for its transactions, and after its deadline shows them as an item [RPD-R24] [RPD-R25]', () => {
  const month = (of: HouseAccount, ledger = '90.00') =>
    scopesOf(
      ground([part(3, '0.00', ledger, { relationId: 7, months: [{ month: '2026-01-01', movement: ledger }] })], {
        houseAccounts: [of],
      }),
    )[0] as BankScope;
  expect(verdict(month(house()))).toEqual(['reconciled', 'EXTERNAL_MATCH', '90.00']);
  expect(verdict(month(house(), '80.00'))).toEqual(['draft', null, '90.00']);
  expect(verdict(month(house(0, null)))).toBe('BANK_STATEMENT_MISSING');
  const open = month(house(2, '90.00', '-15.00'), '105.00');
  expect(verdict(open)).toBe('TRANSACTIONS_UNMATCHED');
  expect(verdict(open, { today: '2026-04-10' })).toBe('TRANSACTIONS_UNMATCHED');
  expect(verdict(open, { today: '2026-04-11' })).toEqual(['reconciled', 'EXPLAINED', '90.00', '-15.00']);
  expect(verdict(month(house(2, '90.00', '-15.00')), { today: '2026-04-11' })).toEqual([
    ...['draft', null, '90.00', '-15.00'],
  ]);
  // A record that no longer agrees is followed by a draft, whatever is open.
  expect(verdict(open, { hasDrifted: true })).toEqual(['draft', null, '90.00', '-15.00']);
});

it('what a person explains on a draft of a bank month stays, whatever the engine would say [RPD-R25]', () => {
  const UNPOSTED = 'Banktransaksjoner som ikke er bokført';
  const item = (description: string, amount: string): ReconcilingItem => ({ description, amount });
  const month = (unposted: string, ledger: string) =>
    scopesOf(
      ground([part(3, '0.00', ledger, { relationId: 7, months: [{ month: '2026-01-01', movement: ledger }] })], {
        houseAccounts: [house(unposted === '0.00' ? 0 : 1, '90.00', unposted)],
      }),
    )[0]!;
  const draftOf = (scope: Scope, ...items: ReconcilingItem[]): LiveRecord => ({
    ...{ id: 1, isDraft: true, scopeKey: scope.key, method: null, preparedMethod: null, note: 'Sett på' },
    ...{ expectedAmount: '90.00', createdById: 2, asOfDate: scope.asOfDate, items },
    balances: new Map(scope.ledger.map((balance) => [balanceName(balance), balance.balance])),
  });
  const known = { today: '2026-04-11', language: 'nob', previous: null, openItems: null } as const;
  const decided = (scope: Scope, own: LiveRecord) => {
    const { kept, written } = decide(scope, { own, documented: null }, known);
    return kept ? 'kept' : written && [written.note, ...written.items.map((each) => [each.description, each.amount])];
  };
  const before = month('-15.00', '100.00');
  const later = month('-15.00', '101.00');
  // In parts, and without what is not posted: it is theirs.
  for (const items of [[item('Gebyr', '-5.00'), item('Lønn', '-10.00')], [item('Feil i banken', '-10.00')]]) {
    const draft = draftOf(before, ...items);
    expect(decided(before, draft)).toBe('kept');
    expect(decided(later, draft)).toEqual(['Sett på', ...items.map((each) => [each.description, each.amount])]);
  }
  // Beside the engine's own item, which says what is not posted now.
  const beside = draftOf(before, item('Gebyr', '5.00'), item(UNPOSTED, '-15.00'));
  expect(decided(before, beside)).toBe('kept');
  expect(decided(month('-12.00', '100.00'), beside)).toEqual(['Sett på', ['Gebyr', '5.00'], [UNPOSTED, '-12.00']]);
  expect(decided(month('0.00', '100.00'), beside)).toEqual(['Sett på', ['Gebyr', '5.00']]);
  // Nobody has explained anything: the engine says what it sees.
  expect(decided(before, draftOf(before, item('Unposted bank transactions', '-15.00')))).toBe('kept');
  expect(decided(month('-12.00', '100.00'), draftOf(before, item(UNPOSTED, '-15.00')))).toEqual([
    ...['Sett på', [UNPOSTED, '-12.00']],
  ]);
  expect(decided(month('0.00', '100.00'), draftOf(before, item(UNPOSTED, '-15.00')))).toEqual(['Sett på']);
  expect(decided(before, draftOf(before))).toEqual(['Sett på', [UNPOSTED, '-15.00']]);
});

it('what a person explains on the draft of a partner outlives postings, open items are listed anew', () => {
  const scope = (balance: string) => onlyScope(part(2, '0.00', balance, { relationId: 40 }));
  const draft = (preparedMethod: LiveRecord['preparedMethod']): LiveRecord => ({
    ...{ id: 1, isDraft: true, scopeKey: 'BALANCE:2', method: null, preparedMethod, note: null },
    ...{ expectedAmount: '0.00', createdById: 2, asOfDate: '2026-02-28' },
    items: [{ description: 'Tvist', amount: '-30.00' }],
    balances: new Map(scope('30.00').ledger.map((balance) => [balanceName(balance), balance.balance])),
  });
  const openItems = [{ description: 'a', amount: '31.00' }];
  const known = { today: '2026-03-15', language: 'eng', previous: null, openItems } as const;
  const writtenOf = (own: LiveRecord) => decide(scope('31.00'), { own, documented: null }, known).written;
  expect(writtenOf(draft(null))).toMatchObject({ method: null, items: [{ description: 'Tvist' }] });
  expect(writtenOf(draft('OPEN_ITEMS'))).toMatchObject({ method: 'OPEN_ITEMS', items: [{ amount: '-31.00' }] });
});
