import type { AcrossInvariant, Invariant } from '@app/invariants';

/** What is always true of external reconciliations. */
export const externalInvariants: readonly Invariant[] = [
  {
    name: 'an external reconciliation adds up to its entries',
    per: 'account',
    rows: `
      select r.id, r.expected_amount = s.expected and r.ledger_amount = s.ledger
        and (r.is_draft or r.is_pending or r.difference = s.items) and s.subjects = 1 and s.ledger_entries > 0 as holds
      from external_reconciliations r
      left join (
        select external_reconciliation_id as id, count(*) filter (where kind = 'EXTERNAL') as subjects,
          count(*) filter (where kind like 'LEDGER%') as ledger_entries,
          coalesce(sum(amount) filter (where kind = 'EXTERNAL'), 0) as expected,
          coalesce(sum(amount) filter (where kind like 'LEDGER%'), 0) as ledger,
          coalesce(sum(amount) filter (where kind = 'RECONCILING_ITEM'), 0) as items
        from external_reconciliation_entries where client_account_id = $1 group by external_reconciliation_id) s on s.id = r.id
      where r.client_account_id = $1`,
    subject: `format('external reconciliation %s', id)`,
  },
  {
    name: 'a bank transaction is reconciled exactly as long as a record takes it',
    per: 'account',
    rows: `
      select t.id, (t.external_reconciled_amount <> 0) = exists (
        select from external_reconciliations r where r.client_account_id = t.client_account_id
          and r.bank_transaction_id = t.id and r.sequence_number is not null) as holds
      from bank_transactions t where t.client_account_id = $1`,
    subject: `format('bank transaction %s', id)`,
  },
  {
    name: 'an external reconciliation is held only while a command records or retires it',
    per: 'account',
    rows: `
      select r.id, r.busy_key is null or exists (
        select from use_cases u where u.name in ('record_external', 'retire_external') and u.subject = r.id::text
          and u.state in ('open', 'undoing')) as holds
      from external_reconciliations r where r.client_account_id = $1`,
    subject: `format('external reconciliation %s', id)`,
  },
  {
    name: 'every line of a reconciled record has its claim, and no line of a draft has one',
    per: 'account',
    rows: `
      select e.id, r.busy_key is not null or (e.claim_id is not null) = (e.kind = 'LEDGER_LINE' and not r.is_draft) as holds
      from external_reconciliation_entries e
      join external_reconciliations r on r.client_account_id = e.client_account_id and r.id = e.external_reconciliation_id
      where e.client_account_id = $1`,
    subject: `format('entry %s', id)`,
  },
  {
    name: 'no external reconciliation has a number that was not given',
    per: 'account',
    rows: `
      select r.id, r.sequence_number <= n.last_number as holds
      from external_reconciliations r
      left join external_reconciliation_numbers n on n.client_account_id = r.client_account_id
      where r.client_account_id = $1 and r.sequence_number is not null`,
    subject: `format('external reconciliation %s', id)`,
  },
];

/** What records take of lines is what the ledger has claimed for them, in both directions. */
export const externalClaimInvariants: readonly AcrossInvariant[] = [
  {
    name: 'live external reconciliations and the claims of the ledger are the same',
    other: { service: 'ledger', table: 'line_claims' },
    per: 'service',
    settles: true,
    rows: `
      select coalesce(e.client_account_id, c.client_account_id) as client_account_id,
        coalesce(e.reconciliation_id, c.reconciliation_id) as reconciliation_id,
        coalesce(e.line_id, c.journal_line_id) as line_id,
        (e.line_id, e.reconciliation_id, e.amount, e.amount_fc)
          is not distinct from (c.journal_line_id, c.reconciliation_id, c.amount, c.amount_fc) as holds
      from (
        select e.client_account_id, e.claim_id as id, e.external_reconciliation_id as reconciliation_id,
          e.relation_line_id as line_id, e.claim_amount as amount, e.claim_amount_fc as amount_fc
        from external_reconciliation_entries e
        join external_reconciliations r on r.client_account_id = e.client_account_id and r.id = e.external_reconciliation_id
        where e.kind = 'LEDGER_LINE' and r.sequence_number is not null and r.deleted_at is null) e
      full join (
        select client_account_id, reconciliation_entry_id as id, reconciliation_id, journal_line_id, amount, amount_fc
        from ledger.line_claims where kind = 'external' and released_at is null) c
        using (client_account_id, id)`,
    subject: `format('client account %s: external reconciliation %s, line %s', client_account_id, reconciliation_id, line_id)`,
  },
];
