/** A person of the identity provider, and the organizations that person may act for. */
export interface Person {
  readonly pid: string;
  /** Empty when the person was defined by `name` alone. */
  readonly givenName: string;
  readonly familyName: string;
  readonly name: string;
  readonly memberships: readonly Membership[];
}

export interface Membership {
  readonly organizationNumber: string;
  /** The person sees the organization only as a step in a hierarchy and may not act for it. */
  readonly noAccess: boolean;
  /** Codes of what the person is in the organization; none without access. */
  readonly roles: readonly string[];
}

/** What a person is where nothing else was said: the general manager. */
export const GENERAL_MANAGER = 'DAGL';

/** One entry of the business registry. */
export interface Organization {
  readonly organizationNumber: string;
  readonly name: string;
  readonly organizationForm: string;
  readonly industryCode: string;
  readonly countryCode: string;
  readonly isVatRegistered: boolean;
  readonly isBankrupt: boolean;
  /** `YYYY-MM-DD`, null while the organization exists. */
  readonly deletedOn: string | null;
  readonly registeredOn: string;
  readonly addressLines: readonly string[];
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** Decimal text in NOK, null where the form has no capital. */
  readonly shareCapital: string | null;
  readonly employeeCount: number;
  readonly roles: readonly Role[];
}

/** Held by a person or by another organization; `role` is a code (`DAGL`) or its description. */
export interface Role {
  readonly role: string;
  readonly personName: string | null;
  readonly organizationName: string | null;
  readonly organizationNumber: string | null;
}
