-- An address is somebody's once it is proven: by the link that was mailed to it, or by an invitation that reached it. Until then several users may
-- name the same one, and it blocks nobody. Users of before keep what they are: those who came by invitation are proven already, those who signed
-- up, or changed the address themselves, are not, since nothing was ever mailed to them; they go on logging in, and a link proves the address when
-- they ask for one. The index keeps the constraint's name, which a release of before turns into its failure.
alter table users drop constraint users_email_key;
create unique index users_email_key on users (email_key) where email_verified;
create index users_email_named on users (email_key) where not email_verified;

-- A changed address waits here for its link; the old one is in force meanwhile.
alter table users add column pending_email text;

-- Links that mails carry. The secret follows from the seed and a key of the installation, so that a mail can be written again and again while
-- nothing stored says it; what comes in is found by its digest.
create table mailed_links (
  id bigint generated always as identity primary key,
  kind text not null constraint mailed_links_kind_known check (kind in ('email_verification', 'password_reset')),
  user_id bigint not null constraint mailed_links_user references users (id) on delete cascade,
  -- Where it is mailed to, and what it proves.
  email text not null,
  email_key text not null,
  -- The address in force when another was wished for: it gets a notice.
  notice_to text,
  seed bytea not null,
  token_digest bytea not null constraint mailed_links_token_key unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- used: it did what it is for. replaced: by a newer one. void: something else made it pointless.
  ended_because text constraint mailed_links_end_known check (ended_because in ('used', 'replaced', 'void')),
  constraint mailed_links_end_explained check ((ended_at is null) = (ended_because is null))
);
create index mailed_links_address on mailed_links (email_key, kind, created_at);
create index mailed_links_user_id on mailed_links (user_id, kind, created_at);
create index mailed_links_expiry on mailed_links (expires_at);

-- Who asked for a new password: looked at after the answer, which says the same to everybody, and gone then.
create table password_reset_requests (
  id bigint generated always as identity primary key,
  email text not null,
  created_at timestamptz not null
);
