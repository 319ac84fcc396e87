-- outside a transaction
-- Changes are followed by (updated_at, id), also by who reaches all client accounts.
create index concurrently if not exists business_partners_followed on business_partners (client_account_id, updated_at, id);
create index concurrently if not exists projects_followed on projects (client_account_id, updated_at, id);
create index concurrently if not exists departments_followed on departments (client_account_id, updated_at, id);
create index concurrently if not exists invitations_followed on invitations (client_account_id, updated_at, id);
create index concurrently if not exists client_accounts_followed on client_accounts (updated_at, id);
drop index concurrently if exists business_partners_changes;
drop index concurrently if exists projects_changes;
drop index concurrently if exists departments_changes;
drop index concurrently if exists invitations_account_changes;
drop index concurrently if exists client_accounts_updated;
