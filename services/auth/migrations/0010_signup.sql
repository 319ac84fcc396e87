-- Signing up with a national identity (document 1, Identity-verified signup). Codes and tokens are kept as digests, lives are short.

-- A person on the way to the identity provider and back: state, nonce and PKCE are bound to the started attempt.
create table signup_attempts (
  state_digest bytea primary key,
  session_key_digest bytea not null,
  -- Nonce and code verifier, sealed under DATA_ENCRYPTION_KEY.
  sealed_proofs bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index signup_attempts_expiry on signup_attempts (expires_at);

-- A verified person: first reached by the code of the redirect (60 seconds, once), then by the token (15 minutes).
create table signup_sessions (
  id bigint generated always as identity primary key,
  code_digest bytea constraint signup_sessions_code_key unique,
  token_digest bytea constraint signup_sessions_token_key unique,
  identity_digest bytea not null,
  key_version int not null,
  given_name text not null,
  family_name text not null,
  -- [{id, organization_number, name}]
  organizations jsonb not null,
  -- The user the identity belonged to when the code was exchanged; gone with a user whose own signup was taken back.
  known_user_id bigint constraint signup_sessions_known_user references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint signup_sessions_reached_one_way check ((code_digest is null) <> (token_digest is null))
);
create index signup_sessions_expiry on signup_sessions (expires_at);
create index signup_sessions_known_user_id on signup_sessions (known_user_id) where known_user_id is not null;

-- A completion under way: stored first, driven to its end by the request or, when its process died, by the recovery loop.
create table signup_registrations (
  command_key uuid primary key,
  -- One completion per session, whoever else tries.
  token_digest bytea not null constraint signup_registrations_session_key unique,
  user_id bigint not null,
  organization_id bigint not null,
  -- What was made for it, and is taken back when the organization turns out to be registered.
  is_new_user boolean not null,
  has_new_link boolean not null,
  touches jsonb not null,
  status text not null constraint signup_registrations_status_known check (status in ('pending', 'done')),
  client_account_id bigint,
  created_at timestamptz not null,
  -- Whoever drives it has until then, in real time; afterwards another may.
  driven_until timestamptz not null,
  constraint signup_registrations_done_with_account check ((status = 'done') = (client_account_id is not null))
);
create index signup_registrations_pending on signup_registrations (driven_until) where status = 'pending';
create index signup_registrations_age on signup_registrations (created_at) where status = 'done';

-- Where a user came from, with consent only (document 1, attribution rules).
create table marketing_touches (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint marketing_touches_user references users (id),
  touch_type text not null constraint marketing_touches_type_known check (touch_type in ('first', 'last', 'click')),
  click_id_type text,
  click_id text,
  touched_at timestamptz not null,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,
  landing_path text,
  referrer_domain text,
  -- Of what makes two touches the same: type, click id and its type, time, source, medium, campaign. Values are too long for an index.
  sameness bytea not null,
  created_at timestamptz not null,
  constraint marketing_touches_sameness unique (user_id, sameness)
);
