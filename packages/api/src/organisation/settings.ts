import { endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { CalendarDate, decimal, decimalOut, Id, IdText, integer, oneOf, Switch, Timestamp } from '../scalars.ts';

export const Plan = oneOf('FREE', 'BASIC', 'STANDARD', 'ENTERPRISE');
export const VatReturnFrequency = oneOf('MONTHLY', 'BIMONTHLY', 'YEARLY');
export const PayrollFrequency = oneOf('MONTHLY', 'BIMONTHLY', 'QUARTERLY', 'YEARLY');
export const AutonomyLevel = oneOf('NONE', 'DRAFT', 'FULL');
export const ReconciliationFrequency = oneOf('YEARLY', 'HALF_YEARLY', 'VAT_TERM');

/** A share from 0 to 1 with four decimals. */
const ShareIn = decimal(4, { minimum: 0 }).refine(
  (share) => /^0+(\.\d*)?$|^0*1(\.0*)?$/.test(share),
  'must be from 0 to 1, such as 0.1410',
);

/** One version of the settings of a client account (document 4 section 13.4). */
export const SettingsOut = z.object({
  id: z.int(),
  created_at: Timestamp,
  created_by_id: z.int().nullable(),
  client_account_id: z.int(),
  active_from: CalendarDate,
  active_to: CalendarDate.nullable(),
  start_date: CalendarDate.nullable(),
  plan: Plan,
  /** ISO 4217 number of the account's accounting currency. */
  accounting_currency_code: z.int(),
  vat_liable: z.boolean(),
  vat_registration_date: CalendarDate.nullable(),
  vat_return_frequency: VatReturnFrequency,
  payroll_active: z.boolean(),
  payroll_frequency: PayrollFrequency,
  payroll_date: z.int(),
  pension_rate: decimalOut(4),
  employee_pension_rate: decimalOut(4),
  pension_provider_id: z.int().nullable(),
  project_module: z.boolean(),
  bank_integration_module: z.boolean(),
  payroll_module: z.boolean(),
  annual_report_module: z.boolean(),
  autonomy_level: AutonomyLevel,
  early_access: z.boolean(),
  reconciliation_frequency: ReconciliationFrequency.nullable(),
  employer_tax_rate: decimalOut(4),
  default_payment_terms_days: z.int(),
});

const settingsFields = {
  active_from: CalendarDate.optional(),
  active_to: CalendarDate.nullish(),
  start_date: CalendarDate.nullish(),
  plan: Plan.optional(),
  vat_liable: Switch.optional(),
  vat_registration_date: CalendarDate.nullish(),
  vat_return_frequency: VatReturnFrequency.optional(),
  payroll_active: Switch.optional(),
  payroll_frequency: PayrollFrequency.optional(),
  payroll_date: integer(1, 31).optional(),
  pension_rate: ShareIn.optional(),
  employee_pension_rate: ShareIn.optional(),
  pension_provider_id: Id.nullish(),
  project_module: Switch.optional(),
  bank_integration_module: Switch.optional(),
  payroll_module: Switch.optional(),
  annual_report_module: Switch.optional(),
  autonomy_level: AutonomyLevel.optional(),
  early_access: Switch.optional(),
  reconciliation_frequency: ReconciliationFrequency.nullish(),
  employer_tax_rate: ShareIn.optional(),
  default_payment_terms_days: integer(0, 365).optional(),
};

const params = z.object({ id: IdText });
const account = { in: 'path', field: 'id', take: 'one' } as const;
const path = '/api/v2/client-accounts/{id}/settings';

export const listSettings = endpoint({
  name: 'organisation.listSettings',
  summary: 'Every version of the settings, the newest first',
  service: 'organisation',
  method: 'GET',
  path,
  envelope: standard,
  account,
  params,
  status: 200,
  output: z.array(SettingsOut),
  notFoundCode: 'client_account.not_found',
  failures: ['client_account.not_found'],
});

export const getCurrentSettings = endpoint({
  name: 'organisation.getCurrentSettings',
  summary: 'The settings in force today',
  service: 'organisation',
  method: 'GET',
  path: `${path}/current`,
  envelope: standard,
  account,
  params,
  status: 200,
  output: SettingsOut,
  notFoundCode: 'client_account.not_found',
  failures: ['client_account.not_found'],
});

export const createSettings = endpoint({
  name: 'organisation.createSettings',
  summary: 'A new version of the settings, from a date on',
  description:
    'Fields that are not sent are copied from the version it follows, which ends on the day before. Without active_from it takes effect today.',
  service: 'organisation',
  method: 'POST',
  path,
  envelope: standard,
  account,
  permission: 'admin',
  params,
  body: z.object(settingsFields),
  status: 201,
  output: SettingsOut,
  notFoundCode: 'client_account.not_found',
  failures: ['client_account.not_found', 'client_account.inactive', 'settings.version_conflict'],
});

export const updateSettings = endpoint({
  name: 'organisation.updateSettings',
  summary: 'Change the settings in force',
  description: 'Fields that are not sent keep their value. The span of a version is changed only by adding another version.',
  service: 'organisation',
  method: ['PUT', 'PATCH'],
  path,
  envelope: standard,
  account,
  permission: 'admin',
  params,
  body: z.object(settingsFields),
  status: 200,
  output: SettingsOut,
  notFoundCode: 'client_account.not_found',
  failures: ['client_account.not_found', 'client_account.inactive'],
});
