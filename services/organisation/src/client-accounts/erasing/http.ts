import { removeClientAccount, resetClientAccount } from '@app/api/organisation/erasure';
import { type Api, empty } from '@app/contract';
import { type defineRemoval, removeClientAccount as remove } from './removal.ts';
import { type defineReset, type ErasureDependencies, rehearseReset, resetClientAccount as reset } from './reset.ts';

export function serveErasure(
  api: Api,
  deps: ErasureDependencies & {
    readonly reset: ReturnType<typeof defineReset>;
    readonly removal: ReturnType<typeof defineRemoval>;
  },
): void {
  api.serve(resetClientAccount, async ({ params, body, principal, account, commandKey, dryRun }) => {
    const request = { ...body, clientAccountId: params.id, userId: principal.userId, access: account };
    const cleared = dryRun ? await rehearseReset(deps, request) : await reset(deps, request, commandKey);
    return { client_account_id: params.id, cleared };
  });

  api.serve(removeClientAccount, async ({ params, principal, account, commandKey, dryRun }) => {
    const request = { clientAccountId: params.id, userId: principal.userId, access: account };
    await remove(deps, request, { commandKey, dryRun });
    return empty();
  });
}
