import { conflict, invalidField } from '@app/contract';
import type { OwnRecord, RecordKind } from '../records/record.ts';

/** What is written of a partner. */
export interface PartnerFields {
  readonly name: string;
  readonly isActive: boolean;
  readonly isOrganization: boolean;
  readonly organizationId: number | null;
  readonly userId: number | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly streetAddress: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly countryCode: string;
  readonly vatNumber: string | null;
  readonly isCustomer: boolean;
  readonly isSupplier: boolean;
  readonly isEmployee: boolean;
  readonly isOwner: boolean;
  readonly birthDate: string | null;
  readonly paymentTermsDays: number;
  readonly currencyCode: string | null;
  readonly defaultAccountCode: string | null;
  readonly defaultTaxCode: string | null;
  readonly invoiceEmail: string | null;
  readonly defaultBankAccountId: number | null;
  readonly autonomyLevel: 'NONE' | 'DRAFT' | 'FULL' | null;
  /** The caller's own id: unique among the partners of the client account, inactive ones included. */
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Encrypted; never read back with the partner. */
  readonly nationalIdentityNumberSealed: Buffer | null;
}

/** A customer, supplier, employee or owner in the books of a client account. */
export interface Partner extends OwnRecord, Omit<PartnerFields, 'nationalIdentityNumberSealed'> {
  readonly organizationNumber: string | null;
  readonly hasNationalIdentityNumber: boolean;
}

export const partnerKind: RecordKind = { type: 'businesspartner', word: 'business partner', area: 'business_partner' };

export const duplicateOrganization = () =>
  conflict(
    'An active business partner of this client account is this organization already; use that partner',
    'business_partner.duplicate_organization',
  );

export const externalIdTaken = (externalId: string, id: number) =>
  conflict(`external_id is "${externalId}", which business partner ${id} has`, undefined, { id });

/** Receivables, payables, salary owed: while any of them stands, the partner stays (BPA-R10). */
export const RECEIVABLES = '1500';
export const PAYABLES = '2400';
const SALARY_OWED = '2930';
export const openAccounts: readonly string[] = [RECEIVABLES, PAYABLES, SALARY_OWED];

export const hasOpenItems = (
  name: string,
  open: readonly { readonly accountCode: string; readonly balance: string }[],
) =>
  conflict(
    `"${name}" cannot be deactivated while balances stand: ${open.map(({ accountCode, balance }) => `${accountCode}: ${balance}`).join(', ')}`,
    'business_partner.has_open_items',
    { balances: open.map(({ accountCode, balance }) => ({ account_code: accountCode, balance })) },
  );

export const userUnknown = (id: number) => invalidField('user_id', `User ${id} has no access to this client account`);

export const bankAccountUnknown = (id: number) =>
  invalidField('default_bank_account_id', `There is no bank account ${id} on this client account`);

export const accountUnknown = (code: string) =>
  invalidField('default_account_code', `is "${code}", which does not exist in the chart of accounts`);

export const accountInactive = (code: string) =>
  invalidField('default_account_code', `is account "${code}", which is inactive and takes no new lines`);

export const taxCodeUnknown = (code: string) =>
  invalidField('default_tax_code', `is "${code}", which is no tax code in force today`);
