-- A claim is made on a line of an entry that stands, takes no more than is open, and is released whole, once.
create or replace function apply_claim() returns trigger language plpgsql as $$
declare
  line record;
  totals line_claim_totals;
  was numeric;
  change integer;
  direction integer := case when tg_op = 'UPDATE' then -1 else 1 end;
begin
  perform from journal_counters c where c.client_account_id = new.client_account_id for update;
  if tg_op = 'UPDATE' and (old.released_at is not null or new.released_at is null
    or to_jsonb(old) - 'released_at' <> to_jsonb(new) - 'released_at') then
    raise exception 'a claim can only be released' using errcode = 'integrity_constraint_violation', constraint = 'line_claims_guard';
  end if;
  select l.posting_date, l.account_id, l.debit - l.credit as amount, e.is_draft, e.cancelled into line
  from journal_lines l join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
  where l.client_account_id = new.client_account_id and l.id = new.journal_line_id;
  if line.amount is null or line.is_draft or line.cancelled is not null then
    raise exception 'only lines of entries that stand can be claimed' using errcode = 'check_violation', constraint = 'line_claims_line_check';
  end if;
  insert into line_claim_totals as t (client_account_id, journal_line_id, internal, internal_fc, external, external_fc)
  select new.client_account_id, new.journal_line_id,
    case new.kind when 'internal' then direction * new.amount else 0 end, case new.kind when 'internal' then direction * new.amount_fc else 0 end,
    case new.kind when 'external' then direction * new.amount else 0 end, case new.kind when 'external' then direction * new.amount_fc else 0 end
  on conflict (client_account_id, journal_line_id) do update set
    internal = t.internal + excluded.internal, internal_fc = t.internal_fc + excluded.internal_fc,
    external = t.external + excluded.external, external_fc = t.external_fc + excluded.external_fc
  returning * into totals;
  if sign(totals.internal) * sign(line.amount) < 0 or abs(totals.internal) > abs(line.amount)
    or sign(totals.external) * sign(line.amount) < 0 or abs(totals.external) > abs(line.amount) then
    raise exception 'the claim exceeds what is open on line %', new.journal_line_id
      using errcode = 'check_violation', constraint = 'line_claims_open_amount_check';
  end if;
  if new.kind = 'external' then
    was := totals.external - direction * new.amount;
    change := (totals.external = line.amount)::integer - (was = line.amount)::integer;
    if change <> 0 then
      update monthly_balances b set externally_reconciled_count = b.externally_reconciled_count + change
      where b.client_account_id = new.client_account_id and b.account_id = line.account_id
        and b.month = line.posting_date - extract(day from line.posting_date)::integer + 1;
      update daily_line_counts c set posted_externally_reconciled = c.posted_externally_reconciled + change
      where c.client_account_id = new.client_account_id and c.day = line.posting_date;
    end if;
  end if;
  return new;
end $$;
