-- Invitations take their turn per client account as records do.
alter table record_series drop constraint record_series_kind;
alter table record_series add constraint record_series_kind
  check (kind in ('businesspartner', 'project', 'department', 'tag', 'invitation'));

-- A person is asked to take a role on a client account. Role ids of document 4 section 1.9.
create table invitations (
  id bigint generated always as identity primary key,
  client_account_id bigint not null constraint invitations_account references client_accounts on delete cascade,
  -- As it was written, and as it is compared: composed, in lower case.
  email text not null,
  email_key text not null,
  role_id smallint not null constraint invitations_role check (role_id between 2 and 5),
  status text not null constraint invitations_status check (status in ('PENDING', 'ACCEPTED', 'EXPIRED', 'CANCELLED')),
  -- The token follows from the seed and a key that is not in the database; it is recognised by its digest.
  token_seed bytea not null,
  token_digest bytea not null constraint invitations_token_key unique,
  expires_at timestamptz not null,
  invited_by_id bigint not null,
  accepted_by_id bigint,
  accepted_at timestamptz,
  -- The contract that accepting approves as well.
  contract_id bigint constraint invitations_contract references contracts on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint invitations_accepted check ((status = 'ACCEPTED') = (accepted_by_id is not null) and (accepted_by_id is null) = (accepted_at is null))
);
create unique index invitations_pending_key on invitations (client_account_id, email_key) where status = 'PENDING';
create index invitations_account_changes on invitations (client_account_id, updated_at);
create index invitations_due on invitations (expires_at) where status = 'PENDING';
create index invitations_of_contract on invitations (contract_id) where contract_id is not null;

-- The intent to accept, stored before auth is asked to make or prove the user; completed in the transaction that links the user.
create table invitation_acceptances (
  command_key text primary key,
  invitation_id bigint not null constraint invitation_acceptances_invitation references invitations on delete cascade,
  -- By the clock of the product: what the invitation's end is compared with.
  started_at timestamptz not null,
  -- By the clock of the machine: when the intent counts as left alone.
  stored_at timestamptz not null default clock_timestamp(),
  completed_at timestamptz
);
create index invitation_acceptances_open on invitation_acceptances (stored_at) where completed_at is null;
create index invitation_acceptances_done on invitation_acceptances (completed_at) where completed_at is not null;
create index invitation_acceptances_invitation_id on invitation_acceptances (invitation_id);
