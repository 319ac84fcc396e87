import { Failure } from '@app/contract/failure';

/** 403: no access to the client account, or a role that does not allow it; `missing` says which of the two. */
export const forbidden = (message: string, missing: 'account' | 'role' = 'role', code = 'common.forbidden'): Failure =>
  new Failure(code, 403, message, { details: { missing } });
