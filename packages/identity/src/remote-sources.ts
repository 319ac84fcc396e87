import type { Auth, ClientOf, Organisation } from '@app/rpc';
import { type AccessSources, roleCode } from './guard.ts';
import type { KeySource } from './keys.ts';

type AuthClient = Pick<ClientOf<typeof Auth>, 'CheckStanding' | 'GetKeys'>;
type OrganisationClient = Pick<ClientOf<typeof Organisation>, 'CheckAccess' | 'ListAccess'>;

const DEADLINE = { deadlineMillis: 2_000 };

/** Asks auth for its public keys. */
export const keysFrom =
  (auth: AuthClient): KeySource =>
  async () =>
    (await auth.GetKeys({}, DEADLINE)).jwks;

/** Asks auth about callers and organisation about access. */
export const sourcesFrom = (auth: AuthClient, organisation: OrganisationClient): AccessSources => ({
  standing: async (userId, clientId, sessionId) => {
    const question = {
      userId,
      ...(clientId === null ? {} : { clientId }),
      ...(sessionId === null ? {} : { sessionId }),
    };
    const { userActive, clientActive, sessionEnded, isAdmin } = await auth.CheckStanding(question, DEADLINE);
    return { isUserActive: userActive, isClientActive: clientActive, isSessionLive: !sessionEnded, isAdmin };
  },
  access: async (userId, clientAccountId) => {
    const answer = await organisation.CheckAccess({ userId, clientAccountId }, DEADLINE);
    return {
      clientAccountId,
      exists: answer.exists,
      role: roleCode(answer.role),
      directRole: roleCode(answer.directRole),
      isActive: answer.isActive,
    };
  },
  accesses: async (userId, all) => {
    const answer = await organisation.ListAccess({ userId, all }, DEADLINE);
    return answer.access.map(({ clientAccountId, role, directRole, isActive }) => ({
      clientAccountId,
      exists: true,
      role: roleCode(role),
      directRole: roleCode(directRole),
      isActive,
    }));
  },
});
