import { Failure } from '@app/contract/failure';
import { type Auth, type ClientOf, type Organisation, RpcError } from '@app/rpc';
import { type AccessSources, roleCode } from './guard.ts';
import type { KeySource } from './keys.ts';

type AuthClient = Pick<ClientOf<typeof Auth>, 'CheckStanding' | 'GetKeys'>;
type OrganisationClient = Pick<ClientOf<typeof Organisation>, 'CheckAccess' | 'ListAccess'>;

const DEADLINE = { deadlineMillis: 2_000 };

/** No answer came in time from one that is there. */
const isLate = (error: unknown): boolean =>
  error instanceof Failure &&
  error.cause instanceof RpcError &&
  ['DEADLINE_EXCEEDED', 'CANCELLED'].includes(error.cause.code);

/**
 * Asks once more where no answer came in time: a process that hangs, or starts on a busy machine, is no reason to turn
 * anybody away. Where there are several the next question goes to another of them.
 */
const asked = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch((error: unknown) => {
    if (!isLate(error)) throw error;
    return ask();
  });

/** Asks auth for its public keys. */
export const keysFrom =
  (auth: AuthClient): KeySource =>
  async () =>
    (await asked(() => auth.GetKeys({}, DEADLINE))).jwks;

/** Asks auth about callers and organisation about access. */
export const sourcesFrom = (auth: AuthClient, organisation: OrganisationClient): AccessSources => ({
  standing: async (userId, clientId, sessionId) => {
    const question = {
      userId,
      ...(clientId === null ? {} : { clientId }),
      ...(sessionId === null ? {} : { sessionId }),
    };
    const { userActive, clientActive, sessionEnded, isAdmin } = await asked(() =>
      auth.CheckStanding(question, DEADLINE),
    );
    return { isUserActive: userActive, isClientActive: clientActive, isSessionLive: !sessionEnded, isAdmin };
  },
  access: async (userId, clientAccountId) => {
    const answer = await asked(() => organisation.CheckAccess({ userId, clientAccountId }, DEADLINE));
    return {
      clientAccountId,
      exists: answer.exists,
      role: roleCode(answer.role),
      directRole: roleCode(answer.directRole),
      isActive: answer.isActive,
    };
  },
  accesses: async (userId, all) => {
    const answer = await asked(() => organisation.ListAccess({ userId, all }, DEADLINE));
    return answer.access.map(({ clientAccountId, role, directRole, isActive }) => ({
      clientAccountId,
      exists: true,
      role: roleCode(role),
      directRole: roleCode(directRole),
      isActive,
    }));
  },
});
