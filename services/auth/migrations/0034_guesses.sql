-- Wrong passwords, per e-mail address and network, per e-mail address over all networks, per e-mail address and browser that knows it, and per
-- user and client for the current password. What is counted is a digest: what is typed into the field of an address is not always one.
-- `login_attempts` counts for the previous release and is emptied by the cleanup; a later release drops it.
create table password_failures (
  counter bytea primary key,
  -- Of the address, by which its counts are forgotten together; null for those of a current password.
  email_digest bytea,
  failed_at timestamptz[] not null,
  locked_until timestamptz,
  updated_at timestamptz not null
);
create index password_failures_email on password_failures (email_digest) where email_digest is not null;
create index password_failures_age on password_failures (updated_at);

-- Browsers in which somebody has logged in before, by the digest of their cookie: not shut out by what other browsers guess.
create table known_browsers (
  browser_digest bytea not null,
  user_id bigint not null constraint known_browsers_user references users (id) on delete cascade,
  last_login_at timestamptz not null,
  constraint known_browsers_key primary key (browser_digest, user_id)
);
create index known_browsers_user_id on known_browsers (user_id, last_login_at);
create index known_browsers_age on known_browsers (last_login_at);
