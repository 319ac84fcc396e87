import { Auth, type Implementation, implement } from '@app/rpc';
import { recordRequests } from './clients/requests/record.ts';
import { fullName, timestampOf, type User } from './credentials/user.ts';
import { findCommand, findStanding, listUsers } from './credentials/user-store.ts';
import type { AuthDeps } from './deps.ts';
import { forgetInvitedUser } from './users/forget-invited.ts';
import { registerInvitedUser } from './users/register-invited.ts';

const messageOf = (user: User) => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  fullName: fullName(user),
  email: user.email ?? '',
  createdAt: timestampOf(user.createdAt),
  ...(user.lastLogin === null ? {} : { lastLogin: timestampOf(user.lastLogin) }),
  ...(user.profileImageUrl === null ? {} : { profileImageUrl: user.profileImageUrl }),
});

/** What the other services ask of this one. */
export const authRpc = (deps: AuthDeps): Implementation =>
  implement(Auth, {
    CheckStanding: ({ userId, clientId, sessionId }) =>
      findStanding(deps.db, userId, clientId ?? null, sessionId ?? null),
    GetUsers: async ({ ids }) => ({ users: (await listUsers(deps.db, ids)).map(messageOf) }),
    GetKeys: async () => ({ jwks: JSON.stringify({ keys: await deps.keys.publicKeys() }) }),
    RegisterInvitedUser: async ({ language, clientAddress: address, ...person }) => {
      const invited = { ...person, address, language: language === 'eng' ? ('eng' as const) : ('nob' as const) };
      const { user, created, session } = await registerInvitedUser(deps, invited);
      const { refreshToken, sessionId } = session;
      const { token } = await deps.tokens.session(user.id, sessionId);
      return {
        user: messageOf(user),
        created,
        emailVerified: user.emailVerified,
        ...(user.pendingEmail === null ? {} : { pendingEmail: user.pendingEmail }),
        hasIdentityLink: user.hasIdentityLink,
        isAdmin: user.isAdmin,
        language: user.language,
        sessionToken: token,
        refreshCookie: deps.cookies.refreshToken(refreshToken),
        sessionCookie: deps.cookies.sessionId(sessionId),
      };
    },
    FindInvitedUser: async ({ commandKey }) => {
      const done = await findCommand(deps.db, commandKey);
      return done ? { userId: done.userId } : {};
    },
    ForgetInvitedUser: async ({ commandKey }) => ({ forgotten: await forgetInvitedUser(deps, commandKey) }),
    RecordRequests: async ({ requests }) => ({
      recorded: await recordRequests(
        deps,
        requests.map(({ atMillis, code, tool, clientAccountId, ...request }) => ({
          ...request,
          requestedAt: new Date(atMillis),
          code: code ?? null,
          tool: tool ?? null,
          clientAccountId: clientAccountId ?? null,
        })),
      ),
    }),
  });
