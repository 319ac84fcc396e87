import type { AnyEndpoint } from '@app/contract';
import { readId } from './account-scope.ts';
import type { AccountAccess, Guard, Principal } from './guard.ts';

/**
 * Finds out whose records a request is about before its transaction begins, so that it waits among the writers of that
 * client account and holds no connection meanwhile: the guard notes the account in the context when the caller has a
 * role there. A stranger's request joins nobody's queue. Refuses nothing: whatever is wrong is reported in its turn.
 * @returns the caller's access, where the request names the account and the guard could tell
 */
export async function noteAccount(
  guard: Pick<Guard, 'account'>,
  endpoint: AnyEndpoint,
  principal: Principal | undefined,
  sources: { readonly params: unknown; readonly body: () => unknown },
): Promise<AccountAccess | undefined> {
  const { account } = endpoint;
  if (!principal || !account || account.take === 'list' || account.in === 'query') return undefined;
  try {
    const source = (account.in === 'path' ? sources.params : sources.body()) as
      | Readonly<Record<string, unknown>>
      | null
      | undefined;
    const id = readId(source?.[account.field]);
    return id === undefined ? undefined : await guard.account(principal, id);
  } catch {
    // The request itself meets the same failure in its turn.
    return undefined;
  }
}
