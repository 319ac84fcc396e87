import type { Bench } from '../bench.ts';
import { openAccount } from './camt.ts';

const FIRST_DAY = '2024-01-01';
const DAYS = 700;
const MOMENT = '2026-01-02T08:00:00Z';

/** Open transactions of one house account of a company. */
export interface LoadedTransactions {
  readonly company: number;
  readonly bankAccountId: number;
  readonly count: number;
}

/**
 * A company with transactions that nothing reconciles: payments out and in by turns, as many on each day, straight in
 * the database. Without triggers and foreign keys, which only cost time here: the database is verified in the end.
 */
export async function loadTransactions(bench: Bench, count: number): Promise<LoadedTransactions> {
  const { id: company } = await (await bench.companies()).add({ isPosted: false });
  const { id: bankAccountId } = await openAccount(bench, company);
  bench.say(`loading ${count.toLocaleString('en')} bank transactions`);
  const sql = await bench.sql();
  await sql.begin(async (tx) => {
    await tx.unsafe(`set local search_path = reconciliation, extensions; set local session_replication_role = replica;
      set local synchronous_commit = off`);
    await tx`
      insert into bank_transactions (client_account_id, bank_account_id, payee_name, payee_bank_account_id, payor_name,
        payor_bank_account_id, booking_date, value_date, memo, instructed_amount, instructed_currency_code, amount,
        currency_code, bank_reference, created_at, updated_at)
      select ${company}::bigint, ${bankAccountId}::bigint, case when amount < 0 then 'Leverandør ' || n % 200 end,
        case when amount > 0 then ${bankAccountId}::bigint end, case when amount > 0 then 'Kunde ' || n % 500 end,
        case when amount < 0 then ${bankAccountId}::bigint end, day, day, 'Faktura ' || n, amount, 'NOK', amount,
        'NOK', 'R' || n, ${MOMENT}::timestamptz + n * interval '1 millisecond',
        ${MOMENT}::timestamptz + n * interval '1 millisecond'
      from generate_series(0, ${count - 1}::bigint) n
      cross join lateral (select ${FIRST_DAY}::date + (n * ${DAYS}::bigint / ${count}::bigint)::integer as day,
        (case when n % 2 = 0 then 1 else -1 end * (100 + n * 7919 % 90000))::numeric / 100 as amount) v`;
  });
  await sql.unsafe('vacuum analyze reconciliation.bank_transactions');
  return { company, bankAccountId, count };
}
