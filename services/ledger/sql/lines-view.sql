-- Lines as they are shown. Whoever asks for less than the view has is not to pay for the rest: a left join that nobody reads a column of is not carried
-- out, and a line always has its account, which is never deleted (docs/decisions/0020-posting-in-the-database.md).
-- `line` is the whole row: a column that is added to the table is read from it, and the planner looks at nothing else of it.
create or replace view journal_line_details as
select l.client_account_id, l.id, l.journal_entry_id, l.line_id, l.posting_date, l.description, l.account_id, a.account_code, l.debit, l.credit,
  l.debit_fc, l.credit_fc, l.currency_code, l.exchange_rate, l.tax_code_id, t.code as tax_code, l.tax_base_amount, l.tax_base_amount_fc, l.tax_amount,
  l.tax_amount_fc, l.tax_line, l.tax_for_line, l.quantity, coalesce(c.internal, 0) as reconciled_amount,
  coalesce(c.internal_fc, 0) as reconciled_amount_fc, coalesce(c.external, 0) as external_reconciled_amount,
  l.debit - l.credit - coalesce(c.internal, 0) as remaining_amount, l.debit - l.credit - coalesce(c.external, 0) as external_remaining_amount,
  e.sequence_number, e.is_draft, e.cancelled, e.voucher_id, e.description as entry_description, l as line
from journal_lines l
join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
left join accounts a on a.id = l.account_id
left join tax_codes t on t.id = l.tax_code_id
left join line_claim_totals c on c.client_account_id = l.client_account_id and c.journal_line_id = l.id;
