import type { Auth, ClientOf } from '@app/rpc';

/** Who may work on a client account. */
export interface Standing {
  /** May the user: by a role, or as administrator, and is the user active? @throws Failure 503 */
  hasAccess(userId: number, clientAccountId: number): Promise<boolean>;
}

interface Roles {
  readonly CheckAccess: (question: {
    readonly userId: number;
    readonly clientAccountId: number;
  }) => Promise<{ readonly role?: string | undefined }>;
}

export const createStanding = (auth: Pick<ClientOf<typeof Auth>, 'CheckStanding'>, roles: Roles): Standing => ({
  hasAccess: async (userId, clientAccountId) => {
    const [standing, access] = await Promise.all([
      auth.CheckStanding({ userId }),
      roles.CheckAccess({ userId, clientAccountId }),
    ]);
    return standing.userActive && (standing.isAdmin || access.role !== undefined);
  },
});
