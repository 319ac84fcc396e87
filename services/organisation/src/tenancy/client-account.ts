import { notFound } from '@app/contract';
import type { NewEvent } from '@app/db';
import { clientAccountChanged } from '@app/events';
import type { AccountingLanguage } from '../schema/client-accounts.ts';

/** The number the next sale document of a kind gets, and since which version of the account. */
export interface SaleCounter {
  readonly nextNumber: number;
  readonly setAtVersion: number;
}

/** A company whose books are kept here. */
export interface ClientAccount {
  readonly id: number;
  readonly uniqueName: string;
  readonly displayName: string;
  readonly isActive: boolean;
  /** Its records are being erased: it takes no writes. */
  readonly erasing: 'reset' | 'removal' | null;
  /**
   * It is known that whoever controls it may act for the organization: by signup, or on an administrator's word
   * (CTL-R01, CTL-R02).
   */
  readonly isProven: boolean;
  /** The firms that opened it for a customer; none when a person opened it for themselves. */
  readonly openedByProviderIds: readonly number[];
  /** Of the bytes of its logo, and what they are; null without one. */
  readonly logoSha256: Buffer | null;
  readonly logoMediaType: 'image/png' | 'image/jpeg' | 'image/webp' | null;
  readonly accountingCurrency: string;
  readonly accountingLanguage: AccountingLanguage;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly organizationId: number;
  readonly organizationNumber: string;
  readonly organizationName: string;
  readonly organizationForm: string | null;
  readonly countryCode: string;
  readonly industryCode: string | null;
  /** From the settings in force today. */
  readonly isVatLiable: boolean;
  /** Another account is billed through it. */
  readonly isBillingAccount: boolean;
  readonly saleInvoice: SaleCounter;
  readonly saleCreditNote: SaleCounter;
  /** Rises with every change of the account or its settings. */
  readonly version: number;
  readonly createdAt: Date;
  readonly createdById: number | null;
  readonly updatedAt: Date;
  readonly updatedById: number | null;
}

export const accountNotFound = (id: number) => notFound(`There is no client account ${id}`, 'client_account.not_found');

/** What the other services know as active. */
export const takesWrites = ({ isActive, erasing }: Pick<ClientAccount, 'isActive' | 'erasing'>): boolean =>
  isActive && erasing === null;

const counter = ({ nextNumber, setAtVersion }: SaleCounter) => ({
  next_number: nextNumber,
  set_at_version: setAtVersion,
});

/** The fact that an account was opened or changed. */
export const accountChanged = (account: ClientAccount): NewEvent =>
  clientAccountChanged.create(
    {
      client_account_id: account.id,
      version: account.version,
      display_name: account.displayName,
      unique_name: account.uniqueName,
      accounting_currency: account.accountingCurrency,
      accounting_language: account.accountingLanguage,
      is_active: takesWrites(account),
      organization_id: account.organizationId,
      organization_number: account.organizationNumber,
      sale_invoice: counter(account.saleInvoice),
      sale_credit_note: counter(account.saleCreditNote),
    },
    account.id,
  );
