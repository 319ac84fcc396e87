-- What the books tell the other services, written with the change it tells of.

create or replace function announce(command jsonb, books bigint, event text, payload jsonb) returns void language plpgsql as $$
begin
  insert into outbox (subject, client_account_id, version, payload, request_id, traceparent)
  values ('events.ledger.' || event, books, 1, payload, command ->> 'request_id', command ->> 'traceparent');
end $$;

-- Tells of entries that are in the books, drafts included.
create or replace function announce_entries(command jsonb, books bigint, event text, entry_ids bigint[], counter journal_counters) returns void
language plpgsql as $$
begin
  insert into outbox (subject, client_account_id, version, payload, request_id, traceparent)
  select 'events.ledger.journal_entry.' || coalesce(event, case when e.is_draft then 'drafted' else 'posted' end), books, 1,
    jsonb_build_object('client_account_id', books, 'journal_entry_id', e.id, 'sequence_number', e.sequence_number, 'voucher_id', e.voucher_id,
      'relation_type', e.relation_type, 'relation_id', e.relation_id, 'cancelled', e.cancelled, 'cancellation_entry_id', e.cancellation_entry_id,
      'date_from', e.min_posting_date, 'date_to', e.max_posting_date, 'version', counter.revision,
      'account_codes', (
        select jsonb_agg(distinct a.account_code) from journal_lines l join accounts a on a.id = l.account_id
        where l.client_account_id = books and l.journal_entry_id = e.id)),
    command ->> 'request_id', command ->> 'traceparent'
  from journal_entries e where e.client_account_id = books and e.id = any (entry_ids) order by e.id;
end $$;
