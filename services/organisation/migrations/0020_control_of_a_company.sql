-- The firm whose engagement sent the invitation: it gives the role by contract, not by a role of the inviter on the account.
alter table invitations add column provider_client_account_id bigint
  constraint invitations_provider references client_accounts on delete set null;
update invitations i set provider_client_account_id = c.provider_client_account_id from contracts c where c.id = i.contract_id;

-- How many somebody, or an account, has sent lately.
create index invitations_inviter on invitations (invited_by_id, created_at);
create index invitations_account on invitations (client_account_id, created_at);

-- An acceptance that was refused is never carried on: the user it made goes again. And who was tried last is tried last again, so that one that
-- fails over and over stands in nobody's way.
alter table invitation_acceptances add column refused_at timestamptz;
alter table invitation_acceptances add column tried_at timestamptz;
