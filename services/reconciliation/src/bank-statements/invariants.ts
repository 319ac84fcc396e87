import type { Invariant } from '@app/invariants';

/** What is always true of statements and of what moved on accounts. */
export const statementInvariants: readonly Invariant[] = [
  {
    name: 'a statement adds up: opening balance, its transactions and what it skipped give its closing balance',
    per: 'account',
    rows: `
      select s.id, s.opening_balance + coalesce(t.total, 0) + s.skipped_amount = s.closing_balance
        and s.transaction_count = coalesce(t.count, 0) as holds
      from bank_statements s
      left join (
        select bank_statement_id, sum(amount) as total, count(*) as count from bank_transactions
        where client_account_id = $1 and bank_statement_id is not null group by bank_statement_id
      ) t on t.bank_statement_id = s.id
      where s.client_account_id = $1`,
    subject: `format('bank statement %s', id)`,
  },
  {
    name: 'a statement has no day of another one of its account, and continues the one that ends the day before',
    per: 'account',
    rows: `
      select id, coalesce(to_date_before < from_date, true)
        and (to_date_before is distinct from from_date - 1 or closing_before = opening_balance) as holds
      from (
        select id, from_date, opening_balance, lag(to_date) over of_account as to_date_before,
          lag(closing_balance) over of_account as closing_before
        from bank_statements where client_account_id = $1
        window of_account as (partition by bank_account_id order by from_date, to_date, id)
      ) s`,
    subject: `format('bank statement %s', id)`,
  },
  {
    name: 'a transaction moved a house account, that of its statement where it stands on one',
    per: 'account',
    rows: `
      select t.id, a.business_partner_id is null
        and (t.bank_statement_id is null or s.bank_account_id = t.bank_account_id) as holds
      from bank_transactions t
      join bank_accounts a on a.client_account_id = t.client_account_id and a.id = t.bank_account_id
      left join bank_statements s on s.client_account_id = t.client_account_id and s.id = t.bank_statement_id
      where t.client_account_id = $1`,
    subject: `format('bank transaction %s', id)`,
  },
];
