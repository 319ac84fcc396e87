import { platformSteps } from '@app/db';
import { Erasure, Records } from '@app/rpc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { erasureSteps } from '../src/erasing/steps.ts';
import { type BankWorld, type Company, startBank } from './world.ts';

// The world plays organisation, which resets and removes client accounts.

let bank: BankWorld;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank?.stop());

let serial = 0;
async function erase({ clientAccountId }: Company, categories: readonly string[]) {
  const commandKey = `erase-${++serial}`;
  for (;;) {
    const { isDone, counts } = await bank
      .connect(Erasure, 'organisation')
      .EraseRecords({ clientAccountId, categories: [...categories], commandKey });
    if (isDone) return Object.fromEntries(counts.map(({ category, count }) => [category, count]));
  }
}

const tablesWithAccount = async (): Promise<readonly string[]> =>
  (
    await bank.db.raw<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_account_id'
      where c.relnamespace = 'reconciliation'::regnamespace and c.relkind = 'r' and not a.attisdropped
        and c.relname <> 'security_events' order by 1`
  ).map(({ name }) => name);

async function rowsLeft({ clientAccountId }: Company): Promise<Readonly<Record<string, number>>> {
  const left: Record<string, number> = {};
  for (const name of await tablesWithAccount()) {
    const { raw } = bank.db;
    const [row] =
      await raw`select count(*)::int as count from ${raw(name)} where client_account_id = ${clientAccountId}`;
    if (row!.count > 0) left[name] = row!.count;
  }
  return left;
}

async function withBank(): Promise<Company> {
  const own = await bank.company();
  const account = async (more: object) =>
    (await own.done('POST', '/bank-accounts', { client_account_id: own.clientAccountId, type: 'CURRENT', ...more })).id;
  const house = await account({ iban: 'NO9386011117947' });
  const partner = bank.own(own, 'businesspartner');
  const theirs = await account({ iban: 'DE89370400440532013000', business_partner_id: partner });
  const { transactions } = await own.done('POST', '/bank-statements', {
    ...{
      client_account_id: own.clientAccountId,
      bank_account_id: house,
      from_date: '2026-03-01',
      to_date: '2026-03-31',
    },
    ...{ opening_balance: '0', closing_balance: '-1' },
    transactions: [
      { amount: '-1', booking_date: '2026-03-02', payee_bank_account_id: theirs, details: [{ amount: '-1' }] },
    ],
  });
  const said = { business_partner_id: partner, voucher_id: bank.own(own, 'voucher') };
  await own.done('POST', `/bank-transactions/${transactions[0].id}/statements`, said);
  return own;
}

it('knows every table that has a client account', async () => {
  const known = new Set([...erasureSteps, ...platformSteps].map(({ table }) => table));
  expect((await tablesWithAccount()).filter((table) => !known.has(table))).toEqual([]);
});

it('a reset takes what it names, what is left loses what it named, and a removed company leaves no row', async () => {
  const [own, other] = [await withBank(), await withBank()];
  const countOf = async ({ clientAccountId }: Company) =>
    (await bank.connect(Records, 'organisation').CountRecords({ clientAccountId })).counts;
  expect(await countOf(own)).toEqual([{ kind: 'bank_transactions', count: 1 }]);
  const before = await rowsLeft(other);
  await erase(own, ['BUSINESS_PARTNERS', 'VOUCHERS']);
  expect(await rowsLeft(own)).toMatchObject({ bank_accounts: 1, bank_transactions: 1, transaction_statements: 1 });
  const { data } = await own.done('GET', `/bank-transactions?client_account_id=${own.clientAccountId}&with=statements`);
  expect(data).toMatchObject([
    { payee_bank_account_id: null, statements: [{ business_partner_id: null, voucher_id: null }] },
  ]);
  await bank.expectSound(own.clientAccountId);
  expect((await erase(own, ['BANK'])).BANK).toBe(2);
  expect(await countOf(own)).toEqual([{ kind: 'bank_transactions', count: 0 }]);
  expect(await rowsLeft(own)).toMatchObject({ bank_accounts: 1 });
  await erase(own, ['ACCOUNT']);
  await erase(own, ['MESSAGES']);
  expect(Object.keys(await rowsLeft(own)).filter((name) => name !== 'outbox')).toEqual([]);
  expect(await rowsLeft(other)).toEqual(before);
});
