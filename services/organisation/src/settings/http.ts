import type { AccountAccess } from '@app/access';
import { currencyNumbers } from '@app/api/currencies';
import {
  createSettings,
  getCurrentSettings,
  listSettings,
  type SettingsOut,
  updateSettings,
} from '@app/api/organisation/settings';
import type { Api } from '@app/contract';
import type { z } from 'zod';
import { findAccount } from '../tenancy/account-store.ts';
import { accountNotFound } from '../tenancy/client-account.ts';
import { instantOut } from '../wire.ts';
import { createVersion, type SettingsDependencies, type SettingsRequest, updateCurrentVersion } from './change.ts';
import type { SettingsVersion } from './settings.ts';
import { versionsOf } from './store.ts';
import { inForce } from './timeline.ts';

export type SettingsWire = z.input<typeof SettingsOut>;

/** @param currency ISO 4217 code of the account's accounting currency */
export const settingsWire = (version: SettingsVersion, currency: string): SettingsWire => ({
  id: version.id,
  created_at: instantOut(version.createdAt),
  created_by_id: version.createdById,
  client_account_id: version.clientAccountId,
  active_from: version.activeFrom,
  active_to: version.activeTo,
  start_date: version.startDate,
  plan: version.plan,
  accounting_currency_code: currencyNumbers[currency]!,
  vat_liable: version.vatLiable,
  vat_registration_date: version.vatRegistrationDate,
  vat_return_frequency: version.vatReturnFrequency,
  payroll_active: version.payrollActive,
  payroll_frequency: version.payrollFrequency,
  payroll_date: version.payrollDate,
  pension_rate: version.pensionRate,
  employee_pension_rate: version.employeePensionRate,
  pension_provider_id: version.pensionProviderId,
  project_module: version.projectModule,
  bank_integration_module: version.bankIntegrationModule,
  payroll_module: version.payrollModule,
  annual_report_module: version.annualReportModule,
  autonomy_level: version.autonomyLevel,
  early_access: version.earlyAccess,
  reconciliation_frequency: version.reconciliationFrequency,
  employer_tax_rate: version.employerTaxRate,
  default_payment_terms_days: version.defaultPaymentTermsDays,
});

/** The words of the body in those of the settings. */
function requestOf(
  access: AccountAccess,
  actorId: number,
  body: z.output<(typeof createSettings)['body'] & object>,
): SettingsRequest {
  return {
    access,
    actorId,
    activeFrom: body.active_from,
    activeTo: body.active_to,
    changes: {
      startDate: body.start_date,
      plan: body.plan,
      vatLiable: body.vat_liable,
      vatRegistrationDate: body.vat_registration_date,
      vatReturnFrequency: body.vat_return_frequency,
      payrollActive: body.payroll_active,
      payrollFrequency: body.payroll_frequency,
      payrollDate: body.payroll_date,
      pensionRate: body.pension_rate,
      employeePensionRate: body.employee_pension_rate,
      pensionProviderId: body.pension_provider_id,
      projectModule: body.project_module,
      bankIntegrationModule: body.bank_integration_module,
      payrollModule: body.payroll_module,
      annualReportModule: body.annual_report_module,
      autonomyLevel: body.autonomy_level,
      earlyAccess: body.early_access,
      reconciliationFrequency: body.reconciliation_frequency,
      employerTaxRate: body.employer_tax_rate,
      defaultPaymentTermsDays: body.default_payment_terms_days,
    },
  };
}

export function serveSettings(api: Api, deps: SettingsDependencies): void {
  const { db, clock } = deps;
  const currencyOf = async (id: number): Promise<string> => {
    const account = await findAccount(db.executor, id, clock.today());
    if (!account) throw accountNotFound(id);
    return account.accountingCurrency;
  };

  api.serve(listSettings, async ({ params: { id } }) => {
    const currency = await currencyOf(id);
    return (await versionsOf(db.executor, [id])).map((version) => settingsWire(version, currency));
  });
  api.serve(getCurrentSettings, async ({ params: { id } }) => {
    const currency = await currencyOf(id);
    return settingsWire(inForce(await versionsOf(db.executor, [id]), clock.today()), currency);
  });
  api.serve(createSettings, async ({ params: { id }, principal, account, body }) =>
    settingsWire(await createVersion(deps, requestOf(account, principal.userId, body)), await currencyOf(id)),
  );
  api.serve(updateSettings, async ({ params: { id }, principal, account, body }) =>
    settingsWire(await updateCurrentVersion(deps, requestOf(account, principal.userId, body)), await currencyOf(id)),
  );
}
