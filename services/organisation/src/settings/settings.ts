import type { NewEvent } from '@app/db';
import { settingsChanged } from '@app/events';
import type { settingsVersions } from '../schema/settings.ts';
import type { Span } from './timeline.ts';

type Row = typeof settingsVersions.$inferSelect;

/**
 * What a client account chose (docs/contract/settings.md). Rates are decimal text with four places, dates calendar
 * dates.
 */
export interface SettingsValues {
  readonly startDate: string | null;
  readonly plan: Row['plan'];
  readonly vatLiable: boolean;
  readonly vatRegistrationDate: string | null;
  readonly vatReturnFrequency: Row['vatReturnFrequency'];
  readonly payrollActive: boolean;
  readonly payrollFrequency: Row['payrollFrequency'];
  readonly payrollDate: number;
  readonly pensionRate: string;
  readonly employeePensionRate: string;
  /** A business partner of the account. */
  readonly pensionProviderId: number | null;
  readonly projectModule: boolean;
  readonly bankIntegrationModule: boolean;
  readonly payrollModule: boolean;
  readonly annualReportModule: boolean;
  readonly autonomyLevel: Row['autonomyLevel'];
  readonly earlyAccess: boolean;
  readonly reconciliationFrequency: Row['reconciliationFrequency'];
  readonly employerTaxRate: string;
  readonly defaultPaymentTermsDays: number;
}

/** The settings of an account from one day to another. */
export interface SettingsVersion extends SettingsValues, Span {
  readonly id: number;
  readonly clientAccountId: number;
  readonly createdAt: Date;
  readonly createdById: number | null;
}

/** Fields to change; an absent one keeps its value. */
export type SettingsChanges = { readonly [K in keyof SettingsValues]?: SettingsValues[K] | undefined };

/** What an account begins with. */
export const defaultSettings = (startDate: string): SettingsValues => ({
  startDate,
  plan: 'STANDARD',
  vatLiable: false,
  vatRegistrationDate: null,
  vatReturnFrequency: 'BIMONTHLY',
  payrollActive: false,
  payrollFrequency: 'MONTHLY',
  payrollDate: 25,
  pensionRate: '0.0200',
  employeePensionRate: '0.0000',
  pensionProviderId: null,
  projectModule: true,
  bankIntegrationModule: false,
  payrollModule: true,
  annualReportModule: true,
  autonomyLevel: 'DRAFT',
  earlyAccess: false,
  reconciliationFrequency: null,
  employerTaxRate: '0.1410',
  defaultPaymentTermsDays: 14,
});

export const oldestFirst = (versions: readonly SettingsVersion[]): readonly SettingsVersion[] =>
  versions.toSorted((a, b) => a.activeFrom.localeCompare(b.activeFrom));

/** The fact that the settings of an account changed, with every version there is. */
export const settingsOfAccountChanged = (
  clientAccountId: number,
  version: number,
  versions: readonly SettingsVersion[],
): NewEvent =>
  settingsChanged.create(
    {
      client_account_id: clientAccountId,
      version,
      versions: oldestFirst(versions).map(({ activeFrom, activeTo, vatLiable }) => ({
        active_from: activeFrom,
        active_to: activeTo,
        vat_liable: vatLiable,
      })),
    },
    clientAccountId,
  );
