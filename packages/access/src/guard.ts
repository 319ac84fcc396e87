/** Codes of the six roles (docs/contract/access.md). */
export type RoleCode = 'SA' | 'AA' | 'CA' | 'BK' | 'EM' | 'US';

/** Who the token names, and what it may do. */
export interface Principal {
  /** The user the call acts for: the owner of the client for client credentials. */
  readonly userId: number;
  /** The OAuth client the token was issued to; null for a session token. */
  readonly clientId: string | null;
  readonly kind: 'access' | 'session';
  /** Of a session token; absent for access tokens, and for session tokens of releases that gave them no id. */
  readonly sessionId?: string | undefined;
  readonly scopes: ReadonlySet<string>;
  /** `SA` everywhere: the bootstrap administrator and whom it appoints. */
  readonly isAdmin: boolean;
}

/** What a user may do on one client account, as `organisation` decides it. */
export interface AccountAccess {
  readonly clientAccountId: number;
  /** Does such a client account exist at all? */
  readonly exists: boolean;
  /** The stronger of the direct role and the contract-derived one; null means no access. */
  readonly role: RoleCode | null;
  readonly directRole: RoleCode | null;
  readonly isActive: boolean;
}

/**
 * What an operation asks of the caller's role (docs/contract/access.md):
 * `any` every role · `books` all but EM · `admin` SA, AA, CA · `owner` SA, CA.
 */
export type Permission = 'any' | 'books' | 'admin' | 'owner';

const allowed: Readonly<Record<Permission, readonly RoleCode[]>> = {
  any: ['SA', 'AA', 'CA', 'BK', 'EM', 'US'],
  books: ['SA', 'AA', 'CA', 'BK', 'US'],
  admin: ['SA', 'AA', 'CA'],
  owner: ['SA', 'CA'],
};

export const mayRole = (role: RoleCode, permission: Permission): boolean => allowed[permission].includes(role);

export const rolesOf = (permission: Permission): readonly RoleCode[] => allowed[permission];

/**
 * Decides who calls and what they reach. Implemented by `@app/identity`; the contract layer only asks.
 * Every method throws `Failure` 503 when the decision cannot be had: never access in doubt.
 */
export interface Guard {
  /** Whether another service is asked about accounts, which may take long: never while a transaction is open. */
  readonly asksOthers: boolean;
  /**
   * Verifies a bearer credential: signature, issuer, audience, expiry, type, that the client lives and the user is
   * active. `accept` names which tokens the endpoint takes. Throws `Failure` 401; 403 for a good access token where
   * only a session will do.
   */
  authenticate(authorization: string | undefined, accept: readonly Principal['kind'][]): Promise<Principal>;
  /** That who called may still call, however old the token has become meanwhile. Throws `Failure` 401. */
  assertStanding(principal: Principal): Promise<void>;
  /** Access to one client account; `exists: false` for an id nobody has. */
  account(principal: Principal, clientAccountId: number): Promise<AccountAccess>;
  /** Every client account the caller reaches. */
  accounts(principal: Principal): Promise<readonly AccountAccess[]>;
}
