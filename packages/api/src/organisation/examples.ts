import { demo } from '../demo-company.ts';
import { exampleOf } from '../example.ts';

const { company, firm, users, now, made } = demo;

export const companyAccount = exampleOf({
  id: company.id,
  created_at: made,
  created_by_id: users.owner,
  updated_at: made,
  updated_by_id: users.owner,
  unique_name: company.unique_name,
  display_name: company.display_name,
  is_active: true,
  is_proven: true,
  accounting_currency: 'NOK',
  accounting_language: 'nob',
  organization_id: company.organization_id,
  organization_number: company.organization_number,
  logo_url: null,
  metadata: {},
  selected_industry_extension: null,
  is_provider: false,
  provider_type: null,
  is_vat_liable: true,
  is_billing_account: false,
});

/** A company that the firm opens the books of; the sandbox's registry knows it by this name. */
export const client = {
  id: 3,
  organization_id: 14,
  organization_number: '391669783',
  display_name: 'Rask Bever Programvare AS',
} as const;

export const companyOrganization = exampleOf({
  id: company.organization_id,
  organization_number: company.organization_number,
  name: company.display_name,
  country_code: 'NO',
  organization_form: 'AS',
  industry_code: '10.830',
  industry_description: 'Bearbeiding av te og kaffe',
  is_vat_registered: true,
  is_bankrupt: false,
  is_dissolved: false,
  registered_at: '2013-04-04T00:00:00Z',
  street_address: 'Brenneriveien 9',
  postal_code: '8006',
  city: 'Bodø',
  email: 'post@310433217.example',
  phone: '00 00 53 77',
  share_capital: '130000.00',
  employee_count: 13,
  client_account_id: company.id,
  already_registered: true,
  fetched_at: now,
});

export const settings = exampleOf({
  id: 2,
  created_at: made,
  created_by_id: users.owner,
  client_account_id: company.id,
  active_from: '2000-01-01',
  active_to: null,
  start_date: '2024-01-01',
  plan: 'STANDARD',
  accounting_currency_code: 578,
  vat_liable: true,
  vat_registration_date: '2024-01-01',
  vat_return_frequency: 'BIMONTHLY',
  payroll_active: true,
  payroll_frequency: 'MONTHLY',
  payroll_date: 25,
  pension_rate: '0.0200',
  employee_pension_rate: '0.0000',
  pension_provider_id: null,
  project_module: true,
  bank_integration_module: false,
  payroll_module: true,
  annual_report_module: true,
  autonomy_level: 'DRAFT',
  early_access: false,
  reconciliation_frequency: null,
  employer_tax_rate: '0.1410',
  default_payment_terms_days: 14,
});

/** The version that follows, with wages paid on another day. */
export const nextSettings = exampleOf({
  ...settings,
  id: 4,
  created_at: now,
  active_from: '2026-01-15',
  payroll_date: 12,
});

export const bookkeeperLink = exampleOf({
  id: 3,
  user_id: users.bookkeeper,
  client_account_id: company.id,
  role_id: 4,
  is_active: true,
  created_at: made,
});

export const accountingContract = exampleOf({
  id: 1,
  created_at: made,
  created_by_id: users.accountant,
  client_account_id: company.id,
  provider_client_account_id: firm.id,
  service_provided: 'ACCOUNTING',
  start_date: '2024-01-01',
  end_date: null,
  approval_status: 'APPROVED',
  approved_by_id: users.owner,
  approved_at: made,
  pending_since: made,
  terminated_by_id: null,
  terminated_at: null,
  termination_reason: null,
  is_active: true,
});

/** Its account, with the contract of the firm. */
export const clientAccount = exampleOf({
  ...companyAccount,
  id: client.id,
  created_at: now,
  created_by_id: users.accountant,
  updated_at: now,
  updated_by_id: users.accountant,
  unique_name: 'rask-bever-programvare-as',
  display_name: client.display_name,
  is_proven: false,
  organization_id: client.organization_id,
  organization_number: client.organization_number,
  selected_industry_extension: 'SOFTWARE',
  is_vat_liable: false,
  client_contracts: [
    {
      ...accountingContract,
      id: 2,
      created_at: now,
      client_account_id: client.id,
      start_date: '2026-01-15',
      approved_by_id: users.accountant,
      approved_at: now,
      pending_since: null,
    },
  ],
});

/** What the firm offers besides, until the owner decides. */
export const offeredContract = exampleOf({
  ...accountingContract,
  id: 3,
  created_at: now,
  service_provided: 'TASK_CONTRIBUTION',
  start_date: '2026-02-01',
  approval_status: 'PENDING',
  approved_by_id: null,
  approved_at: null,
  pending_since: now,
  is_active: false,
});

export const invitation = exampleOf({
  id: 5,
  created_at: now,
  updated_at: now,
  email: 'sara@nordlys.example',
  client_account_id: company.id,
  role_id: 4,
  status: 'PENDING',
  expires_at: '2026-01-22T09:30:00Z',
  invited_by_id: users.owner,
  accepted_by_id: null,
  accepted_at: null,
  is_expired: false,
  is_pending: true,
  can_be_accepted: true,
});

export const customer = exampleOf({
  id: demo.partners.customer,
  created_at: made,
  created_by_id: users.accountant,
  updated_at: made,
  updated_by_id: users.accountant,
  client_account_id: company.id,
  sequence_number: 1,
  name: 'Kaffebaren på Torget AS',
  is_organization: true,
  organization_id: null,
  organization_number: null,
  user_id: null,
  first_name: null,
  last_name: null,
  email: null,
  phone: null,
  street_address: null,
  postal_code: null,
  city: null,
  country_code: 'NO',
  vat_number: null,
  is_customer: true,
  is_supplier: false,
  is_employee: false,
  is_owner: false,
  birth_date: null,
  has_national_identity_number: false,
  payment_terms_days: 14,
  currency_code: null,
  default_account_code: null,
  default_tax_code: null,
  invoice_email: null,
  default_bank_account_id: null,
  is_active: true,
  autonomy_level: null,
  external_id: null,
  metadata: {},
});

/** The firm as a supplier of the company. */
export const supplier = exampleOf({
  ...customer,
  id: 31,
  created_at: now,
  updated_at: now,
  created_by_id: users.owner,
  updated_by_id: users.owner,
  sequence_number: 31,
  name: firm.display_name,
  organization_id: firm.organization_id,
  organization_number: firm.organization_number,
  email: 'post@fjordregnskap.example',
  is_customer: false,
  is_supplier: true,
  default_account_code: '6705',
  default_tax_code: '1',
});

/** What departments and projects share. */
export const dimensionRecord = {
  client_account_id: company.id,
  is_active: true,
  sequence_number: 1,
  created_at: made,
  created_by_id: users.accountant,
  updated_at: made,
  updated_by_id: users.accountant,
};
