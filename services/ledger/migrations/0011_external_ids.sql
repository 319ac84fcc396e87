-- A reference of the caller names one entry of the client account for good: drafts count, and so do cancelled entries.
create unique index journal_entries_external_key on journal_entries (client_account_id, external_id) where external_id is not null;

-- As in 0005: what the planner shall believe until the first ANALYZE.
do $$ begin
  if not exists (select from pg_proc where proname = 'pg_restore_attribute_stats') then return; end if;
  if exists (select from pg_stats where schemaname = current_schema() and tablename = 'journal_entries' and attname = 'external_id') then return; end if;
  perform pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', 'journal_entries', 'attname', 'external_id', 'inherited', false,
    'null_frac', 0::real, 'avg_width', 20, 'n_distinct', -1::real);
end $$;
