import { day, id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, numeric, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { clientAccounts } from './client-accounts.ts';

/**
 * Versions of the settings of a client account. The spans of one account never overlap, and follow one another
 * without a gap.
 */
export const settingsVersions = pgTable(
  'settings_versions',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    activeFrom: day('active_from').notNull(),
    activeTo: day('active_to'),
    startDate: day('start_date'),
    plan: text('plan', { enum: ['FREE', 'BASIC', 'STANDARD', 'ENTERPRISE'] }).notNull(),
    vatLiable: boolean('vat_liable').notNull(),
    vatRegistrationDate: day('vat_registration_date'),
    vatReturnFrequency: text('vat_return_frequency', { enum: ['MONTHLY', 'BIMONTHLY', 'YEARLY'] }).notNull(),
    payrollActive: boolean('payroll_active').notNull(),
    payrollFrequency: text('payroll_frequency', { enum: ['MONTHLY', 'BIMONTHLY', 'QUARTERLY', 'YEARLY'] }).notNull(),
    payrollDate: smallint('payroll_date').notNull(),
    pensionRate: numeric('pension_rate', { precision: 5, scale: 4 }).notNull(),
    employeePensionRate: numeric('employee_pension_rate', { precision: 5, scale: 4 }).notNull(),
    pensionProviderId: id('pension_provider_id'),
    projectModule: boolean('project_module').notNull(),
    bankIntegrationModule: boolean('bank_integration_module').notNull(),
    payrollModule: boolean('payroll_module').notNull(),
    annualReportModule: boolean('annual_report_module').notNull(),
    autonomyLevel: text('autonomy_level', { enum: ['NONE', 'DRAFT', 'FULL'] }).notNull(),
    earlyAccess: boolean('early_access').notNull(),
    reconciliationFrequency: text('reconciliation_frequency', { enum: ['YEARLY', 'HALF_YEARLY', 'VAT_TERM'] }),
    employerTaxRate: numeric('employer_tax_rate', { precision: 5, scale: 4 }).notNull(),
    defaultPaymentTermsDays: smallint('default_payment_terms_days').notNull(),
    createdAt: moment('created_at').notNull(),
    createdById: id('created_by_id'),
  },
  (table) => [
    check('settings_versions_plan', sql`plan in ('FREE', 'BASIC', 'STANDARD', 'ENTERPRISE')`),
    check('settings_versions_vat_return_frequency', sql`vat_return_frequency in ('MONTHLY', 'BIMONTHLY', 'YEARLY')`),
    check(
      'settings_versions_payroll_frequency',
      sql`payroll_frequency in ('MONTHLY', 'BIMONTHLY', 'QUARTERLY', 'YEARLY')`,
    ),
    check('settings_versions_payroll_date', sql`payroll_date between 1 and 31`),
    check('settings_versions_pension_rate', sql`pension_rate between 0 and 1`),
    check('settings_versions_employee_pension_rate', sql`employee_pension_rate between 0 and 1`),
    check('settings_versions_autonomy_level', sql`autonomy_level in ('NONE', 'DRAFT', 'FULL')`),
    check(
      'settings_versions_reconciliation_frequency',
      sql`reconciliation_frequency in ('YEARLY', 'HALF_YEARLY', 'VAT_TERM')`,
    ),
    check('settings_versions_employer_tax_rate', sql`employer_tax_rate between 0 and 1`),
    check('settings_versions_payment_terms', sql`default_payment_terms_days between 0 and 365`),
    check('settings_versions_order', sql`active_to is null or active_to >= active_from`),
    foreignKey({
      name: 'settings_versions_account',
      columns: [table.clientAccountId],
      foreignColumns: [clientAccounts.id],
    }),
  ],
);
