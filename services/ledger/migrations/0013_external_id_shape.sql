-- As in 0005: what the planner shall believe until the first ANALYZE.
do $$ begin
  if not exists (select from pg_proc where proname = 'pg_restore_attribute_stats') then return; end if;
  if exists (select from pg_stats where schemaname = current_schema() and tablename = 'journal_entries' and attname = 'external_id') then return; end if;
  perform pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', 'journal_entries', 'attname', 'external_id', 'inherited', false,
    'null_frac', 0::real, 'avg_width', 20, 'n_distinct', -1::real);
end $$;
