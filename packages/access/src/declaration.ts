import type { AccountAccess, Permission, Principal } from './guard.ts';

/**
 * Where the client account of a request is named, and how its absence is answered. Access is decided before the rest is
 * validated (GENX-R19).
 */
export interface AccountField {
  readonly in: 'query' | 'body' | 'path';
  readonly field: string;
  /** `one` id, required · `optional` id · `list` of ids, absent means every account the caller reaches. */
  readonly take: 'one' | 'optional' | 'list';
  /** Status and code of a missing or malformed id; 400 `common.validation_error` by default. */
  readonly missing?: { readonly status: number; readonly code: string };
  /** Code of the 403 without access; `common.forbidden` by default. */
  readonly denied?: string;
  /** Code of the 403 when the role does not allow it; `common.forbidden` by default. */
  readonly refused?: string;
  /** Answer for an id that does not exist, where it differs from having no access. */
  readonly unknown?: { readonly status: number; readonly code: string };
}

/** What access adds to declarations, requests, calls and operations of the contract layer. */
declare module '@app/contract/access-types' {
  interface AccessDeclaration {
    readonly permission?: Permission;
    /** Fields of the body that only `SA` may send: from anybody else they are a 403, whatever they hold. */
    readonly administratorFields?: readonly string[];
    readonly account?: AccountField;
    /** Writes on an inactive client account are refused (409) unless the endpoint says otherwise. */
    readonly inactive?: 'refused' | 'allowed';
  }

  interface CallerContext {
    /** The caller; on `auth: 'public'` endpoints there is none and reading it is a mistake of ours that throws. */
    readonly principal: Principal;
    /**
     * Access to an account that only the operation knows; throws 403 `common.forbidden` (or `denied`), which does not
     * name it.
     */
    requireAccount(
      clientAccountId: number,
      options?: { readonly permission?: Permission; readonly denied?: string },
    ): Promise<AccountAccess>;
  }

  interface CallAccess {
    /** Access to the account that `account` names, or to the resource's; reading it where there is none throws. */
    readonly account: AccountAccess;
    /** The accounts of a `list` account field: those asked for, or all that the caller reaches. */
    readonly accounts: readonly AccountAccess[];
  }

  interface OperationAccess<R> {
    /** Which client account guards the loaded resource; null when access is not by account. */
    readonly accountOf?: (resource: R) => number | null;
    /**
     * What the account itself must have for this operation: asked of an account that the caller has access to, before
     * the role. @throws Failure
     */
    readonly admits?: (clientAccountId: number) => Promise<void>;
  }
}
