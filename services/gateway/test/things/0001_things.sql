create table things (id integer primary key, expires_at timestamptz not null, is_expired boolean not null default false);
