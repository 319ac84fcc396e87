import { endpoint } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountId, CreatedAt, CreatedById, pathId, RecordId } from '../fields.ts';
import { CalendarDate, decimal, decimalOut, Id, integer, oneOf, Switch } from '../scalars.ts';
import { nextSettings, settings } from './examples.ts';

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

/** What each setting means, for what is sent and what is shown. */
const meaning = {
  active_from: 'First day on which this version is in force.',
  active_to: 'Last day on which it is in force; null while no other version follows.',
  start_date: 'First day of the books on this platform.',
  plan: 'What the customer pays for.',
  vat_liable: 'Whether the company is in the VAT register. VAT follows the version in force on the posting date.',
  vat_registration_date: 'First day in the VAT register.',
  vat_return_frequency: 'How often a VAT return is due.',
  payroll_active: 'Whether the company pays wages.',
  payroll_frequency: 'How often wages are paid.',
  payroll_date: 'Day of the month on which wages are paid, 1 to 31.',
  pension_rate: "The employer's share of the pension, as a part of the wage: 0.0200 is 2 %.",
  employee_pension_rate: "The employee's share of the pension, as a part of the wage.",
  pension_provider_id: 'Business partner that the pension is paid to.',
  project_module: 'Whether projects can be created.',
  bank_integration_module: 'Whether the bank is connected.',
  payroll_module: 'Whether payroll is in use.',
  annual_report_module: 'Whether annual accounts are in use.',
  autonomy_level: 'How far the platform may book by itself: not at all, as drafts, or posting.',
  early_access: 'Whether functions are shown before they are general, period reconciliation among them.',
  reconciliation_frequency: 'Span of a reconciliation period; null reads as yearly.',
  employer_tax_rate: "Rate of the employer's national insurance, as a part of the wage: 0.1410 is 14.1 %.",
  default_payment_terms_days: 'Days until an invoice is due, unless the business partner says otherwise.',
} as const;

/** One version of the settings of a client account (docs/contract/settings.md). */
export const SettingsOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  client_account_id: ClientAccountId,
  active_from: CalendarDate.describe(meaning.active_from),
  active_to: CalendarDate.nullable().describe(meaning.active_to),
  start_date: CalendarDate.nullable().describe(meaning.start_date),
  plan: Plan.describe(meaning.plan),
  accounting_currency_code: z.int().describe('Currency of the books as a number of ISO 4217: 578 is NOK.'),
  vat_liable: z.boolean().describe(meaning.vat_liable),
  vat_registration_date: CalendarDate.nullable().describe(meaning.vat_registration_date),
  vat_return_frequency: VatReturnFrequency.describe(meaning.vat_return_frequency),
  payroll_active: z.boolean().describe(meaning.payroll_active),
  payroll_frequency: PayrollFrequency.describe(meaning.payroll_frequency),
  payroll_date: z.int().describe(meaning.payroll_date),
  pension_rate: decimalOut(4).describe(meaning.pension_rate),
  employee_pension_rate: decimalOut(4).describe(meaning.employee_pension_rate),
  pension_provider_id: z.int().nullable().describe(meaning.pension_provider_id),
  project_module: z.boolean().describe(meaning.project_module),
  bank_integration_module: z.boolean().describe(meaning.bank_integration_module),
  payroll_module: z.boolean().describe(meaning.payroll_module),
  annual_report_module: z.boolean().describe(meaning.annual_report_module),
  autonomy_level: AutonomyLevel.describe(meaning.autonomy_level),
  early_access: z.boolean().describe(meaning.early_access),
  reconciliation_frequency: ReconciliationFrequency.nullable().describe(meaning.reconciliation_frequency),
  employer_tax_rate: decimalOut(4).describe(meaning.employer_tax_rate),
  default_payment_terms_days: z.int().describe(meaning.default_payment_terms_days),
});

const settingsFields = {
  active_from: CalendarDate.optional().describe(meaning.active_from),
  active_to: CalendarDate.nullish().describe(meaning.active_to),
  start_date: CalendarDate.nullish().describe(meaning.start_date),
  plan: Plan.optional().describe(meaning.plan),
  vat_liable: Switch.optional().describe(meaning.vat_liable),
  vat_registration_date: CalendarDate.nullish().describe(meaning.vat_registration_date),
  vat_return_frequency: VatReturnFrequency.optional().describe(meaning.vat_return_frequency),
  payroll_active: Switch.optional().describe(meaning.payroll_active),
  payroll_frequency: PayrollFrequency.optional().describe(meaning.payroll_frequency),
  payroll_date: integer(1, 31).optional().describe(meaning.payroll_date),
  pension_rate: ShareIn.optional().describe(meaning.pension_rate),
  employee_pension_rate: ShareIn.optional().describe(meaning.employee_pension_rate),
  pension_provider_id: Id.nullish().describe(meaning.pension_provider_id),
  project_module: Switch.optional().describe(meaning.project_module),
  bank_integration_module: Switch.optional().describe(meaning.bank_integration_module),
  payroll_module: Switch.optional().describe(meaning.payroll_module),
  annual_report_module: Switch.optional().describe(meaning.annual_report_module),
  autonomy_level: AutonomyLevel.optional().describe(meaning.autonomy_level),
  early_access: Switch.optional().describe(meaning.early_access),
  reconciliation_frequency: ReconciliationFrequency.nullish().describe(meaning.reconciliation_frequency),
  employer_tax_rate: ShareIn.optional().describe(meaning.employer_tax_rate),
  default_payment_terms_days: integer(0, 365).optional().describe(meaning.default_payment_terms_days),
};

const params = pathId('client account');
const id = demo.company.id;
const account = { in: 'path', field: 'id', take: 'one' } as const;
const path = '/api/v2/client-accounts/{id}/settings';

export const listSettings = endpoint({
  name: 'organisation.listSettings',
  summary: 'Every version of the settings, the newest first',
  description: 'Versions follow each other without gap; the one in force depends on the day.',
  service: 'organisation',
  method: 'GET',
  path,
  envelope: standard,
  account,
  params,
  status: 200,
  output: z.array(SettingsOut),
  example: { params: { id }, answer: [settings] },
  notFoundCode: 'client_account.not_found',
  failures: ['client_account.not_found'],
});

export const getCurrentSettings = endpoint({
  name: 'organisation.getCurrentSettings',
  summary: 'The settings in force today',
  description: 'The version whose span holds today, by the calendar of Oslo.',
  service: 'organisation',
  method: 'GET',
  path: `${path}/current`,
  envelope: standard,
  account,
  params,
  status: 200,
  output: SettingsOut,
  example: { params: { id }, answer: settings },
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
  example: {
    values: { 'body.active_from': 'settings/from' },
    params: { id },
    body: { active_from: '2026-01-15', payroll_date: 12 },
    answer: nextSettings,
  },
  notFoundCode: 'client_account.not_found',
  failures: ['client_account.not_found', 'client_account.inactive', 'settings.version_conflict'],
});

export const updateSettings = endpoint({
  name: 'organisation.updateSettings',
  summary: 'Change the settings in force',
  description:
    'Fields that are not sent keep their value. The span of a version is changed only by adding another version.',
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
  example: { params: { id }, body: { payroll_date: 20 }, answer: { ...nextSettings, payroll_date: 20 } },
  notFoundCode: 'client_account.not_found',
  failures: ['client_account.not_found', 'client_account.inactive'],
});
