import type { AccountingLanguage } from '../schema/client-accounts.ts';

/** What the business registry says of an organization. */
export interface RegistryEntry {
  readonly organizationNumber: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  readonly organizationForm: string | null;
  readonly industryCode: string | null;
  readonly industryDescription: string | null;
  readonly isVatRegistered: boolean;
  readonly isBankrupt: boolean;
  readonly isDissolved: boolean;
  /** Calendar date. */
  readonly registeredOn: string | null;
  readonly streetAddress: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** Decimal text. */
  readonly shareCapital: string | null;
  readonly employeeCount: number | null;
}

export interface Organization extends RegistryEntry {
  readonly id: number;
  /** Null while the registry has not answered for it yet. */
  readonly fetchedAt: Date | null;
  readonly roles: readonly OrganizationalRole[] | null;
  readonly rolesFetchedAt: Date | null;
  /** The client account that keeps its books. */
  readonly clientAccountId: number | null;
  /** Is that account proven? Then signing up for the organization is over. */
  readonly isAccountProven: boolean;
}

/** Who holds an office: a person or another organization. */
export interface OrganizationalRole {
  /** Code of the registry: `DAGL`, `LEDE`, `MEDL`, `REVI`, … */
  readonly role: string;
  readonly personName: string | null;
  readonly organizationName: string | null;
}

export type ProviderType = 'ACCOUNTANT' | 'AUDITOR';

/** Industry codes 69.2xx are accounting and auditing firms, 69.202 auditors (CAC-R35). */
export function providerType(industryCode: string | null): ProviderType | null {
  if (!industryCode?.startsWith('69.2')) return null;
  return industryCode === '69.202' ? 'AUDITOR' : 'ACCOUNTANT';
}

const extensions: readonly { readonly divisions: readonly string[]; readonly extension: string }[] = [
  { divisions: ['01'], extension: 'AGRICULTURE' },
  { divisions: ['41', '42', '43'], extension: 'CONSTRUCTION' },
  { divisions: ['47'], extension: 'RETAIL' },
  { divisions: ['55', '56'], extension: 'HOSPITALITY' },
  { divisions: ['62'], extension: 'SOFTWARE' },
  { divisions: ['68'], extension: 'REAL_ESTATE' },
];

/**
 * What the books of an industry need beyond the ordinary, by the division of the industry code
 * (docs/contract/client-accounts.md).
 */
export function industryExtension(industryCode: string | null): string | null {
  const division = industryCode?.split('.')[0] ?? '';
  return extensions.find(({ divisions }) => divisions.includes(division))?.extension ?? null;
}

const languages: Readonly<Record<string, AccountingLanguage>> = { NO: 'nob', SE: 'swe', DK: 'dan' };

/** The language of generated texts in the books of an organization of this country (CAC-R08). */
export const languageOfCountry = (countryCode: string): AccountingLanguage => languages[countryCode] ?? 'eng';
