-- Per client account and kind of record: the last number given, and the moment of the last change. Whoever writes a record of the kind
-- takes this row first, so that numbers have no gaps and the moments of changes follow the order of their commits.
create table record_series (
  client_account_id bigint not null constraint record_series_account references client_accounts on delete cascade,
  kind text not null constraint record_series_kind check (kind in ('businesspartner', 'project', 'department', 'tag')),
  last_number bigint not null default 0,
  last_change_at timestamptz not null,
  constraint record_series_key primary key (client_account_id, kind)
);

-- Customers, suppliers, employees and owners.
create table business_partners (
  id bigint generated always as identity primary key,
  client_account_id bigint not null constraint business_partners_account references client_accounts on delete cascade,
  sequence_number bigint not null,
  name text not null constraint business_partners_name check (name <> ''),
  is_active boolean not null default true,
  version bigint not null default 1,
  created_at timestamptz not null,
  created_by_id bigint,
  updated_at timestamptz not null,
  updated_by_id bigint,
  is_organization boolean not null,
  organization_id bigint constraint business_partners_organization references organizations,
  user_id bigint,
  first_name text,
  last_name text,
  email text,
  phone text,
  street_address text,
  postal_code text,
  city text,
  country_code text not null constraint business_partners_country check (country_code ~ '^[A-Z]{2}$'),
  vat_number text,
  is_customer boolean not null default false,
  is_supplier boolean not null default false,
  is_employee boolean not null default false,
  is_owner boolean not null default false,
  birth_date date,
  -- Encrypted; shown to nobody, read by the payroll service alone.
  national_identity_number_sealed bytea,
  payment_terms_days smallint not null
    constraint business_partners_payment_terms check (payment_terms_days between 0 and 365),
  currency_code text constraint business_partners_currency check (currency_code ~ '^[A-Z]{3}$'),
  default_account_code text,
  default_tax_code text,
  invoice_email text,
  default_bank_account_id bigint,
  autonomy_level text constraint business_partners_autonomy_level check (autonomy_level in ('NONE', 'DRAFT', 'FULL')),
  metadata jsonb not null default '{}',
  constraint business_partners_sequence_key unique (client_account_id, sequence_number),
  -- For references that must stay within the account.
  constraint business_partners_account_key unique (client_account_id, id),
  constraint business_partners_organization_flag check (organization_id is null or is_organization)
);
create unique index business_partners_organization_key on business_partners (client_account_id, organization_id)
  where is_active and organization_id is not null;
create index business_partners_changes on business_partners (client_account_id, updated_at);
create index business_partners_user on business_partners (client_account_id, user_id) where user_id is not null;

-- Names of dimensions are compared composed and whatever their case; inactive ones stand in nobody's way.
create table departments (
  id bigint generated always as identity primary key,
  client_account_id bigint not null constraint departments_account references client_accounts on delete cascade,
  sequence_number bigint not null,
  name text not null constraint departments_name check (name <> ''),
  is_active boolean not null default true,
  version bigint not null default 1,
  created_at timestamptz not null,
  created_by_id bigint,
  updated_at timestamptz not null,
  updated_by_id bigint,
  constraint departments_sequence_key unique (client_account_id, sequence_number),
  constraint departments_account_key unique (client_account_id, id)
);
create unique index departments_name_key on departments (client_account_id, lower(normalize(name, NFC) collate "und-x-icu")) where is_active;
create index departments_changes on departments (client_account_id, updated_at);

create table projects (
  id bigint generated always as identity primary key,
  client_account_id bigint not null constraint projects_account references client_accounts on delete cascade,
  sequence_number bigint not null,
  name text not null constraint projects_name check (name <> ''),
  is_active boolean not null default true,
  version bigint not null default 1,
  created_at timestamptz not null,
  created_by_id bigint,
  updated_at timestamptz not null,
  updated_by_id bigint,
  description text,
  start_date date,
  end_date date,
  status text not null constraint projects_status check (status in ('ACTIVE', 'COMPLETED', 'CANCELLED')),
  -- The customer.
  business_partner_id bigint,
  manager_user_id bigint,
  budget_amount numeric(19, 2) constraint projects_budget check (budget_amount >= 0),
  constraint projects_sequence_key unique (client_account_id, sequence_number),
  constraint projects_account_key unique (client_account_id, id),
  constraint projects_dates check (end_date >= start_date),
  constraint projects_business_partner foreign key (client_account_id, business_partner_id)
    references business_partners (client_account_id, id) on delete set null (business_partner_id)
);
create unique index projects_name_key on projects (client_account_id, lower(normalize(name, NFC) collate "und-x-icu")) where is_active;
create index projects_changes on projects (client_account_id, updated_at);
create index projects_customer on projects (client_account_id, business_partner_id) where business_partner_id is not null;

create table tags (
  id bigint generated always as identity primary key,
  client_account_id bigint not null constraint tags_account references client_accounts on delete cascade,
  -- Not shown: what is common to all kinds of records.
  sequence_number bigint not null,
  name text not null constraint tags_name check (name <> ''),
  is_active boolean not null default true,
  version bigint not null default 1,
  created_at timestamptz not null,
  created_by_id bigint,
  updated_at timestamptz not null,
  updated_by_id bigint,
  color text constraint tags_color check (color ~ '^#[0-9a-f]{6}$'),
  constraint tags_sequence_key unique (client_account_id, sequence_number),
  constraint tags_account_key unique (client_account_id, id)
);
create unique index tags_name_key on tags (client_account_id, lower(normalize(name, NFC) collate "und-x-icu")) where is_active;
