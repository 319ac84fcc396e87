-- Organizations of the business registry, and what is kept of them.
create table organizations (
  id bigint generated always as identity primary key,
  organization_number text not null
    constraint organizations_number_key unique
    constraint organizations_number_form check (organization_number ~ '^[0-9]{9}$'),
  name text not null,
  country_code text not null default 'NO',
  organization_form text,
  industry_code text,
  industry_description text,
  is_vat_registered boolean not null default false,
  is_bankrupt boolean not null default false,
  is_dissolved boolean not null default false,
  registered_on date,
  street_address text,
  postal_code text,
  city text,
  email text,
  phone text,
  share_capital numeric(19, 2),
  employee_count int,
  -- [{role, person_name, organization_name}], null until they were asked for.
  roles jsonb,
  roles_fetched_at timestamptz,
  -- Null while the registry has not answered for it yet.
  fetched_at timestamptz,
  created_at timestamptz not null
);
create index organizations_name on organizations using gin (name extensions.gin_trgm_ops);

-- Client accounts: the companies whose books these are. One organization has at most one.
create table client_accounts (
  id bigint generated always as identity primary key,
  organization_id bigint not null
    constraint client_accounts_organization_key unique
    constraint client_accounts_organization references organizations,
  unique_name text not null constraint client_accounts_unique_name_key unique,
  display_name text not null,
  is_active boolean not null default true,
  accounting_currency text not null constraint client_accounts_currency check (accounting_currency ~ '^[A-Z]{3}$'),
  accounting_language text not null
    constraint client_accounts_language check (accounting_language in ('nob', 'swe', 'dan', 'eng')),
  metadata jsonb not null default '{}',
  -- The account that is billed for this one.
  billing_client_account_id bigint constraint client_accounts_billing references client_accounts on delete set null,
  next_sale_invoice_number bigint not null default 10000
    constraint client_accounts_sale_invoice check (next_sale_invoice_number >= 1),
  sale_invoice_set_at_version bigint not null default 1,
  next_sale_credit_note_number bigint not null default 10000
    constraint client_accounts_sale_credit_note check (next_sale_credit_note_number >= 1),
  sale_credit_note_set_at_version bigint not null default 1,
  -- Rises with every change of the account or its settings; taken while the row is locked.
  version bigint not null default 1,
  created_at timestamptz not null,
  created_by_id bigint,
  updated_at timestamptz not null,
  updated_by_id bigint
);
create index client_accounts_updated on client_accounts (updated_at);
create index client_accounts_billed_through on client_accounts (billing_client_account_id) where billing_client_account_id is not null;

-- A user's direct role on a client account. Role ids of document 4 section 1.9; 1 (SA) is never a link.
create table client_account_users (
  id bigint generated always as identity primary key,
  client_account_id bigint not null constraint client_account_users_account references client_accounts,
  user_id bigint not null,
  role_id smallint not null constraint client_account_users_role check (role_id between 2 and 6),
  is_active boolean not null default true,
  created_at timestamptz not null,
  created_by_id bigint,
  updated_at timestamptz not null,
  constraint client_account_users_key unique (client_account_id, user_id)
);
create index client_account_users_user on client_account_users (user_id, client_account_id) where is_active;

-- Versions of the settings of a client account. The spans of one account never overlap, and follow one another without a gap.
create table settings_versions (
  id bigint generated always as identity primary key,
  client_account_id bigint not null constraint settings_versions_account references client_accounts,
  active_from date not null,
  active_to date,
  start_date date,
  plan text not null constraint settings_versions_plan check (plan in ('FREE', 'BASIC', 'STANDARD', 'ENTERPRISE')),
  vat_liable boolean not null,
  vat_registration_date date,
  vat_return_frequency text not null
    constraint settings_versions_vat_return_frequency check (vat_return_frequency in ('MONTHLY', 'BIMONTHLY', 'YEARLY')),
  payroll_active boolean not null,
  payroll_frequency text not null
    constraint settings_versions_payroll_frequency check (payroll_frequency in ('MONTHLY', 'BIMONTHLY', 'QUARTERLY', 'YEARLY')),
  payroll_date smallint not null constraint settings_versions_payroll_date check (payroll_date between 1 and 31),
  pension_rate numeric(5, 4) not null constraint settings_versions_pension_rate check (pension_rate between 0 and 1),
  employee_pension_rate numeric(5, 4) not null
    constraint settings_versions_employee_pension_rate check (employee_pension_rate between 0 and 1),
  pension_provider_id bigint,
  project_module boolean not null,
  bank_integration_module boolean not null,
  payroll_module boolean not null,
  annual_report_module boolean not null,
  autonomy_level text not null constraint settings_versions_autonomy_level check (autonomy_level in ('NONE', 'DRAFT', 'FULL')),
  early_access boolean not null,
  reconciliation_frequency text
    constraint settings_versions_reconciliation_frequency check (reconciliation_frequency in ('YEARLY', 'HALF_YEARLY', 'VAT_TERM')),
  employer_tax_rate numeric(5, 4) not null constraint settings_versions_employer_tax_rate check (employer_tax_rate between 0 and 1),
  default_payment_terms_days smallint not null
    constraint settings_versions_payment_terms check (default_payment_terms_days between 0 and 365),
  created_at timestamptz not null,
  created_by_id bigint,
  constraint settings_versions_order check (active_to is null or active_to >= active_from),
  constraint settings_versions_no_overlap exclude using gist (
    client_account_id extensions.gist_int8_ops with =,
    daterange(active_from, active_to, '[]') with &&
  )
);

-- Agreements by which a provider firm works for a customer.
create table contracts (
  id bigint generated always as identity primary key,
  client_account_id bigint not null constraint contracts_account references client_accounts,
  provider_client_account_id bigint not null constraint contracts_provider references client_accounts,
  service_provided text not null constraint contracts_service check (service_provided in ('ACCOUNTING', 'AUDITING', 'TASK_CONTRIBUTION')),
  start_date date,
  end_date date,
  approval_status text not null constraint contracts_status check (approval_status in ('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED')),
  approved_by_id bigint,
  approved_at timestamptz,
  pending_since timestamptz,
  terminated_by_id bigint,
  terminated_at timestamptz,
  termination_reason text,
  created_at timestamptz not null,
  created_by_id bigint,
  updated_at timestamptz not null,
  constraint contracts_two_accounts check (client_account_id <> provider_client_account_id),
  constraint contracts_dates check (end_date >= start_date),
  constraint contracts_approved_has_start check (approval_status <> 'APPROVED' or start_date is not null),
  constraint contracts_pending_has_since check (approval_status <> 'PENDING' or pending_since is not null)
);
-- At most one open contract per pair and service; one that ends on a known day is compared under the lock of the customer's row.
create unique index contracts_open_key on contracts (client_account_id, provider_client_account_id, service_provided)
  where approval_status = 'PENDING' or (approval_status = 'APPROVED' and end_date is null);
create index contracts_customer on contracts (client_account_id);
create index contracts_provider_firm on contracts (provider_client_account_id, client_account_id);
create index contracts_pending on contracts (pending_since) where approval_status = 'PENDING';

-- Commands that were carried out, with what they gave: a repeat gets the same answer and changes nothing.
create table commands (
  command_key text primary key,
  operation text not null,
  result jsonb not null,
  created_at timestamptz not null
);
