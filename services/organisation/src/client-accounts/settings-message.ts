import { inForce } from '../settings/timeline.ts';
import type { AccountSnapshot } from './snapshot.ts';

/** The settings of an account on a day, in the words of the proto. */
export function settingsMessage({ account, versions }: AccountSnapshot, asOf: string) {
  const settings = inForce(versions, asOf);
  return {
    clientAccountId: account.id,
    activeFrom: settings.activeFrom,
    ...(settings.activeTo === null ? {} : { activeTo: settings.activeTo }),
    isAccountActive: account.isActive,
    accountingCurrency: account.accountingCurrency,
    vatLiable: settings.vatLiable,
    ...(settings.vatRegistrationDate === null ? {} : { vatRegistrationDate: settings.vatRegistrationDate }),
    vatReturnFrequency: settings.vatReturnFrequency,
    payrollActive: settings.payrollActive,
    payrollFrequency: settings.payrollFrequency,
    payrollDate: settings.payrollDate,
    pensionRate: settings.pensionRate,
    employeePensionRate: settings.employeePensionRate,
    ...(settings.pensionProviderId === null ? {} : { pensionProviderId: settings.pensionProviderId }),
    employerTaxRate: settings.employerTaxRate,
    defaultPaymentTermsDays: settings.defaultPaymentTermsDays,
    autonomyLevel: settings.autonomyLevel,
    earlyAccess: settings.earlyAccess,
    ...(settings.reconciliationFrequency === null ? {} : { reconciliationFrequency: settings.reconciliationFrequency }),
    plan: settings.plan,
    projectModule: settings.projectModule,
    bankIntegrationModule: settings.bankIntegrationModule,
    payrollModule: settings.payrollModule,
    annualReportModule: settings.annualReportModule,
    ...(settings.startDate === null ? {} : { startDate: settings.startDate }),
  };
}
