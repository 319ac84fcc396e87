import type { AcrossInvariant, Invariant } from '@app/invariants';

/** What is always true of internal reconciliations, by the rows of this service. */
export const internalInvariants: readonly Invariant[] = [
  {
    name: 'internal reconciliations balance in the accounting currency, over two lines at least',
    per: 'account',
    rows: `
      select r.id, coalesce(e.lines, 0) >= 2 and (r.sequence_number is null or e.balance = 0) as holds
      from internal_reconciliations r
      left join (
        select reconciliation_id, count(*) as lines, sum(debit) - sum(credit) as balance
        from internal_reconciliation_entries where client_account_id = $1 group by reconciliation_id) e on e.reconciliation_id = r.id
      where r.client_account_id = $1`,
    subject: `format('reconciliation %s', id)`,
  },
  {
    name: 'numbers of internal reconciliations run to the last one given, without gap',
    per: 'account',
    rows: `
      select n.first, n.last, c.last_sequence_number = n.last and n.last - n.first + 1 = n.records as holds
      from (
        select min(sequence_number) as first, max(sequence_number) as last, count(sequence_number) as records
        from internal_reconciliations where client_account_id = $1) n
      left join internal_reconciliation_counters c on c.client_account_id = $1
      where n.records > 0`,
    subject: `format('numbers %s to %s', first, last)`,
  },
];

/**
 * What is taken of lines is what the ledger has claimed for it, in both directions. Claims below zero are those of
 * credit notes, whose records documents keeps.
 */
export const claimInvariants: readonly AcrossInvariant[] = [
  {
    name: 'live internal reconciliations and the claims of the ledger are the same',
    other: { service: 'ledger', table: 'line_claims' },
    per: 'service',
    settles: true,
    rows: `
      select coalesce(e.client_account_id, c.client_account_id) as client_account_id,
        coalesce(e.reconciliation_id, c.reconciliation_id) as reconciliation_id,
        coalesce(e.journal_entry_line_id, c.journal_line_id) as line_id,
        (e.journal_entry_line_id, e.reconciliation_id, e.amount, e.amount_fc)
          is not distinct from (c.journal_line_id, c.reconciliation_id, c.amount, c.amount_fc) as holds
      from (
        select e.client_account_id, e.id, e.reconciliation_id, e.journal_entry_line_id, e.debit - e.credit as amount,
          e.debit_fc - e.credit_fc as amount_fc
        from internal_reconciliation_entries e
        join internal_reconciliations r on r.client_account_id = e.client_account_id and r.id = e.reconciliation_id
        where r.sequence_number is not null and r.deleted_at is null) e
      full join (
        select client_account_id, reconciliation_entry_id as id, reconciliation_id, journal_line_id, amount, amount_fc
        from ledger.line_claims where kind = 'internal' and released_at is null and reconciliation_entry_id > 0) c
        using (client_account_id, id)`,
    subject: `format('client account %s: reconciliation %s, line %s', client_account_id, reconciliation_id, line_id)`,
  },
];
