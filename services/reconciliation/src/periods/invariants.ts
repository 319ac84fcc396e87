import type { Invariant } from '@app/invariants';

/** What is always true of reconciliation periods. */
export const periodInvariants: readonly Invariant[] = [
  {
    name: 'each scope of a reconciled period has a record that is no draft and not retired',
    per: 'account',
    rows: `
      select p.id, exists (select from reconciliation_scopes s where s.client_account_id = $1 and s.period_id = p.id)
        and not exists (
          select from reconciliation_scopes s
          left join external_reconciliations r on r.client_account_id = $1 and r.id = s.external_reconciliation_id
          where s.client_account_id = $1 and s.period_id = p.id
            and (r.id is null or r.sequence_number is null or r.deleted_at is not null)) as holds
      from reconciliation_periods p
      where p.client_account_id = $1 and p.replaced_at is null and p.status = 'RECONCILED'`,
    subject: `format('reconciliation period %s', id)`,
  },
  {
    name: 'reconciliation periods follow each other without gap or overlap',
    per: 'account',
    rows: `
      select id, previous is null or period_start = previous + 1 as holds
      from (
        select id, period_start, lag(period_end) over (order by period_start) as previous
        from reconciliation_periods where client_account_id = $1 and replaced_at is null) p`,
    subject: `format('reconciliation period %s', id)`,
  },
  {
    name: 'a period that was replaced has no scopes',
    per: 'account',
    rows: `
      select p.id, not exists (
        select from reconciliation_scopes s where s.client_account_id = $1 and s.period_id = p.id) as holds
      from reconciliation_periods p where p.client_account_id = $1 and p.replaced_at is not null`,
    subject: `format('reconciliation period %s', id)`,
  },
];
