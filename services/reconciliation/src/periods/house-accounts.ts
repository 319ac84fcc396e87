import type { Executor } from '@app/db';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { bankAccounts } from '../schema/bank-accounts.ts';
import type { BankMonth } from './engine/scope.ts';

/** A house account as periods see it. */
export interface House {
  readonly id: number;
  readonly name: string;
  readonly accountCode: string;
  /** Null: that of the books. */
  readonly currencyCode: string | null;
  readonly isActive: boolean;
}

/** The house accounts of a company, inactive ones included. */
export async function houseAccounts(ex: Executor, clientAccountId: number): Promise<readonly House[]> {
  const b = bankAccounts;
  const rows = await ex
    .select({
      ...{ id: b.id, name: b.name, iban: b.iban, bban: b.bban },
      ...{ accountCode: b.accountCode, currencyCode: b.currencyCode, isActive: b.isActive },
    })
    .from(b)
    .where(and(eq(b.clientAccountId, clientAccountId), isNull(b.businessPartnerId)))
    .orderBy(asc(b.id));
  return rows.map(({ id, name, iban, bban, accountCode, currencyCode, isActive }) => ({
    ...{ id, currencyCode, isActive, name: name ?? iban ?? bban ?? String(id) },
    accountCode: accountCode ?? '',
  }));
}

/** What the bank says of a month, and whether it has said anything at all by then. */
export interface KnownMonth extends BankMonth {
  readonly monthEnd: string;
  readonly hasBegun: boolean;
}

interface Row extends Record<string, unknown> {
  readonly bank_account_id: string;
  readonly month_end: string;
  readonly statement_id: string | null;
  readonly balance: string | null;
  readonly open_count: string;
  readonly open_amount: string;
  readonly has_begun: boolean;
}

/**
 * What statements and transactions say of the ends of months. A statement says the balance at a day in it; one that
 * ended before says it when another continues it, and one that begins on the next day by its opening balance.
 * Raw: for each account and month the statement that reaches it, by an index.
 */
export async function bankMonths(
  ex: Executor,
  clientAccountId: number,
  monthEnds: readonly string[],
): Promise<readonly KnownMonth[]> {
  const rows = await ex.execute<Row>(sql`
    select h.id as bank_account_id, e.month_end::text, s.id as statement_id, s.balance::numeric(19, 2)::text as balance,
      o.count::text as open_count, o.amount::numeric(19, 2)::text as open_amount,
      (s.id is not null or o.count > 0 or b.has_begun) as has_begun
    from bank_accounts h
    cross join (select v::date as month_end from jsonb_array_elements_text(${JSON.stringify(monthEnds)}::jsonb) v) e
    left join lateral (
      select exists (select from bank_statements st where st.client_account_id = h.client_account_id
          and st.bank_account_id = h.id and st.from_date <= e.month_end)
        or exists (select from bank_transactions t where t.client_account_id = h.client_account_id
          and t.bank_account_id = h.id and t.booking_date <= e.month_end) as has_begun
    ) b on true
    left join lateral (
      select count(*) as count, coalesce(sum(t.amount), 0) as amount from bank_transactions t
      where t.client_account_id = h.client_account_id and t.bank_account_id = h.id and t.booking_date <= e.month_end
        and t.external_reconciled_amount <> t.amount
    ) o on true
    left join lateral (
      (select st.id, case when st.to_date <= e.month_end then st.closing_balance else st.opening_balance + coalesce((
          select sum(t.amount) from bank_transactions t
          where t.client_account_id = h.client_account_id and t.bank_account_id = h.id
            and t.booking_date between st.from_date and e.month_end
            and (t.bank_statement_id = st.id or (t.bank_statement_id is null and st.skipped_amount <> 0))), 0) end as balance
      from bank_statements st
      where st.client_account_id = h.client_account_id and st.bank_account_id = h.id and st.from_date <= e.month_end
        and (st.to_date >= e.month_end or exists (
          select from bank_statements late where late.client_account_id = h.client_account_id
            and late.bank_account_id = h.id and late.from_date > e.month_end))
      order by st.to_date desc, st.id desc limit 1)
      union all
      (select st.id, st.opening_balance from bank_statements st
      where st.client_account_id = h.client_account_id and st.bank_account_id = h.id
        and st.from_date = e.month_end + 1 order by st.id limit 1)
      limit 1
    ) s on true
    where h.client_account_id = ${clientAccountId} and h.business_partner_id is null
    order by h.id, e.month_end`);
  return rows.map((row) => ({
    bankAccountId: Number(row.bank_account_id),
    monthEnd: row.month_end,
    statement: row.statement_id === null ? null : { id: Number(row.statement_id), balance: row.balance! },
    openCount: Number(row.open_count),
    openAmount: row.open_amount,
    hasBegun: row.has_begun,
  }));
}
