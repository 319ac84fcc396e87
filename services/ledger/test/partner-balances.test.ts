import * as contracts from '@app/rpc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { credit, debit, type Ledger, startLedger } from './ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

it('what stands on an account per business partner is debit minus credit of posted lines, cancelled ones included, drafts not', async () => {
  const books = await ledger.books();
  const other = await ledger.books();
  for (const id of [7, 8]) ledger.own(books.clientAccountId, 'businesspartner', { id });
  ledger.own(other.clientAccountId, 'businesspartner', { id: 7 });
  const of = (id: number) => ({ dimensions: [{ relation_type: 'businesspartner', relation_id: id }] });
  const sale = (id: number, amount: string, more: object = {}) => ({
    lines: [debit('1500', amount, of(id)), credit('1920', amount)],
    ...more,
  });

  await books.posted(sale(7, '100.25'));
  await books.posted({
    lines: [debit('1920', '30.00'), credit('1500', '30.00', { ...of(7), posting_date: '2031-01-01' })].map((line) => ({
      ...line,
      posting_date: '2031-01-01',
    })),
  });
  await books.posted(sale(7, '999.00', { is_draft: true }));
  const { id } = await books.posted(sale(8, '50.00'));
  await other.posted(sale(7, '5.00'));

  const client = ledger.connect(contracts.Ledger, 'organisation');
  const ask = async (ids: number[]) =>
    (
      await client.GetPartnerBalances({
        clientAccountId: books.clientAccountId,
        businessPartnerIds: ids,
        accountCodes: ['1500', '2400', '1920', '0000'],
      })
    ).balances;
  expect(await ask([8, 7, 9])).toEqual([
    { businessPartnerId: 7, accountCode: '1500', balance: '70.25' },
    { businessPartnerId: 8, accountCode: '1500', balance: '50.00' },
  ]);
  const cancelled = await books.call('PATCH', `/journal-entries/${id}`, {
    cancelled: 'Y',
    cancellation_reason: 'Wrong',
  });
  expect(cancelled.status).toBe(200);
  expect(await ask([8])).toEqual([{ businessPartnerId: 8, accountCode: '1500', balance: '0.00' }]);
  expect(await ask([])).toEqual([]);
});

it('a period is described by what stood before it and what was posted in it, in parts where accounts have dimensions', async () => {
  const books = await ledger.books();
  const other = await ledger.books();
  for (const id of [7, 8]) ledger.own(books.clientAccountId, 'businesspartner', { id, name: `Partner ${id}` });
  ledger.own(books.clientAccountId, 'bankacc', { id: 3, name: 'Drift' });
  const on = (posting_date: string, more: object = {}) => ({ posting_date, ...more });
  const partner = (id: number) => ({ dimensions: [{ relation_type: 'businesspartner', relation_id: id }] });
  const bank = { dimensions: [{ relation_type: 'bankacc', relation_id: 3 }] };
  const entry = (day: string, ...lines: [typeof debit, string, string, object?][]) =>
    books.posted({ lines: lines.map(([side, code, amount, more]) => side(code, amount, on(day, more))) });
  const periods = ledger.connect(contracts.Periods, 'reconciliation');
  const describe = async (from: string, to: string, accountCodes: string[] = []) => {
    const { accounts, parts, ...rest } = await periods.DescribePeriod({
      ...{ clientAccountId: books.clientAccountId, from, to, accountCodes, offset: 0 },
    });
    const byId = new Map(accounts.map((each) => [each.id, each]));
    return {
      ...{ ...rest, accounts, codes: accounts.map(({ code }) => code).sort() },
      // What the loader adds of optional fields is left out.
      parts: parts.map(({ accountId, ...part }) => ({
        code: byId.get(accountId)?.code,
        ...(Object.fromEntries(Object.entries(part).filter(([name]) => !name.startsWith('_'))) as typeof part),
      })),
    };
  };
  expect(await describe('2026-01-01', '2026-12-31')).toMatchObject({ revision: 0, parts: [], hasMore: false });

  await entry(
    '2025-12-31',
    [debit, '1500', '1000.00', partner(7)],
    [credit, '3000', '800.00'],
    [credit, '2700', '200.00'],
  );
  await entry('2026-01-15', [debit, '1920', '600.00', bank], [credit, '1500', '600.00', partner(7)]);
  await entry('2026-02-28', [debit, '1500', '50.00', partner(8)], [credit, '1920', '50.00', bank]);
  await entry('2026-03-01', [debit, '1920', '1.00'], [credit, '2990', '1.00']);
  await entry('2026-04-01', [debit, '1920', '9.00'], [credit, '2990', '9.00']);
  const wrong = await entry('2026-02-01', [debit, '1240', '5.00'], [credit, '2990', '5.00']);
  await books.call('PATCH', `/journal-entries/${wrong.id}`, { cancelled: 'Y', cancellation_reason: 'Wrong' });
  await other.posted({ lines: [debit('1920', '7.00', on('2026-01-01')), credit('2990', '7.00', on('2026-01-01'))] });

  const { parts, accounts, ...quarter } = await describe('2026-01-01', '2026-03-31', ['2700', '2740']);
  expect(quarter).toMatchObject({ currencyCode: 'NOK', firstPostingDate: '2025-12-31', hasMore: false });
  expect(quarter.codes).toEqual(['1240', '1500', '1920', '2700', '2740', '2990']);
  expect(Object.fromEntries(accounts.map(({ code, relationType }) => [code, relationType]))).toMatchObject({
    ...{ 1500: 'businesspartner', 1920: 'bankacc', 2990: undefined },
  });
  const part = (
    code: string,
    opening: string,
    movement: string,
    earlier: number,
    lines: number,
    more: object = {},
  ) => ({
    ...{ code, openingBalance: opening, movement, earlierLines: earlier, lines, months: [], ...more },
  });
  const months = (...all: [string, string][]) => ({ months: all.map(([month, movement]) => ({ month, movement })) });
  const cancelledLater = parts.filter(({ code }) => code === '1240' || code === '2990');
  expect(cancelledLater.map(({ code, movement }) => [code, movement])).toEqual([
    ['1240', '5.00'],
    ['2990', '-6.00'],
  ]);
  expect(parts.filter((each) => !cancelledLater.includes(each))).toEqual([
    part('1500', '1000.00', '-600.00', 1, 1, { relationId: 7, relationName: 'Partner 7' }),
    part('1500', '0.00', '50.00', 0, 1, { relationId: 8, relationName: 'Partner 8' }),
    part('1920', '0.00', '550.00', 0, 2, {
      ...{ relationId: 3, relationName: 'Drift', ...months(['2026-01-01', '600.00'], ['2026-02-01', '-50.00']) },
    }),
    part('1920', '0.00', '1.00', 0, 1),
    part('2700', '-200.00', '0.00', 1, 0),
  ]);
  // What follows a part, whether it is named or counted; a part that is gone meanwhile leaves out nothing.
  const rest = async (more: object) => {
    const question = { clientAccountId: books.clientAccountId, from: '2026-01-01', to: '2026-03-31', accountCodes: [] };
    const answer = await periods.DescribePeriod({ ...question, offset: 0, ...more });
    const codeOf = (id: number) => answer.accounts.find((account) => account.id === id)?.code;
    return answer.parts.map(({ accountId, relationId }) => [codeOf(accountId), relationId]);
  };
  const following = [
    ['1500', 8],
    ['1920', 3],
    ['1920', undefined],
    ['2700', undefined],
    ['2990', undefined],
  ];
  expect(await rest({ after: { accountCode: '1500', relationId: 7 } })).toEqual(following);
  expect(await rest({ offset: 2 })).toEqual(following);
  expect(await rest({ after: { accountCode: '1500' } })).toEqual(following.slice(1));
  expect(await rest({ after: { accountCode: '1920', relationId: 3 }, offset: 1 })).toEqual(following.slice(2));
  expect(await rest({ after: { accountCode: '1900', relationId: 9 } })).toEqual(following.slice(1));
  expect(await rest({ after: { accountCode: '2990' } })).toEqual([]);
  for (const [from, to] of [
    ['2026-01-02', '2026-01-31'],
    ['2026-01-01', '2026-01-30'],
    ['2026-02-01', '2026-01-31'],
  ])
    await expect(describe(from!, to!)).rejects.toMatchObject({ status: 400 });
  await expect(
    ledger.connect(contracts.Periods, 'documents').DescribePeriod({
      ...{ clientAccountId: books.clientAccountId, from: '2026-01-01', to: '2026-01-31', accountCodes: [], offset: 0 },
    }),
  ).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
});

it('open items of a day add up to the balance of that day, whatever closed them later', async () => {
  const books = await ledger.books();
  for (const id of [7, 8]) ledger.own(books.clientAccountId, 'businesspartner', { id });
  const post = async (posting_date: string, side: typeof debit, amount: string, id = 7) => {
    const against = side === debit ? credit : debit;
    const of = { posting_date, dimensions: [{ relation_type: 'businesspartner', relation_id: id }] };
    const { lines } = await books.posted({
      lines: [side('1500', amount, of), against('2990', amount, { posting_date })],
    });
    return lines[0] as { id: number; account_id: number; journal_entry_id: number };
  };
  const reconcile = (id: number, ...claims: [number, string][]) =>
    ledger.connect(contracts.Ledger, 'reconciliation').ClaimLines({
      ...{ clientAccountId: books.clientAccountId, commandKey: `r${id}`, kind: 'CLAIM_KIND_INTERNAL' },
      reconciliationId: id,
      claims: claims.map(([journalLineId, amount], place) => ({
        ...{ reconciliationEntryId: id * 10 + place, journalLineId, amount, amountFc: amount },
      })),
    });
  const paid = await post('2026-01-10', debit, '100.00');
  const late = await post('2026-01-20', debit, '70.00');
  const part = await post('2026-01-25', debit, '40.00');
  await reconcile(1, [paid.id, '100.00'], [(await post('2026-01-30', credit, '100.00')).id, '-100.00']);
  await reconcile(2, [late.id, '70.00'], [(await post('2026-02-05', credit, '70.00')).id, '-70.00']);
  await reconcile(3, [part.id, '15.00'], [(await post('2026-01-31', credit, '15.00')).id, '-15.00']);
  const wrong = await post('2026-01-05', debit, '3.00');
  await books.call('PATCH', `/journal-entries/${wrong.journal_entry_id}`, {
    cancelled: 'Y',
    cancellation_reason: 'No',
  });
  await post('2026-01-05', debit, '1.00', 8);

  const asOf = async (asOfDate: string, of = [{ accountId: paid.account_id, businessPartnerId: 7 }]) => {
    const answer = await ledger.connect(contracts.Periods, 'reconciliation').ListOpenItems({
      ...{ clientAccountId: books.clientAccountId, asOfDate, of },
    });
    expect(answer.isCutOff).toBe(false);
    return answer.items.map(({ journalLineId, amount }) => [journalLineId, amount]);
  };
  expect(await asOf('2026-01-31')).toEqual([
    [wrong.id, '3.00'],
    [late.id, '70.00'],
    [part.id, '25.00'],
  ]);
  expect(await asOf('2026-02-28')).toEqual([
    [wrong.id, '3.00'],
    [part.id, '25.00'],
  ]);
  expect(await asOf('2099-12-31')).toEqual([[part.id, '25.00']]);
  expect(await asOf('2026-01-15')).toEqual([
    [wrong.id, '3.00'],
    [paid.id, '100.00'],
  ]);
  expect(await asOf('2026-01-31', [])).toEqual([]);
});
