-- Counters of the rate limits, shared by all replicas of the gateway. They are worth nothing after a crash, hence no write-ahead log;
-- every request of a limited endpoint updates one row, hence room on the page for the next version of it.
create unlogged table rate_limit_windows (
  name text not null,
  client text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  count integer not null,
  constraint rate_limit_windows_pkey primary key (name, client),
  constraint rate_limit_windows_count_check check (count > 0),
  constraint rate_limit_windows_span_check check (ends_at > started_at)
) with (fillfactor = 70);

create index rate_limit_windows_ends_at_idx on rate_limit_windows (ends_at);
