import { mayRole } from '@app/access';
import type { Auth, ClientOf, Organisation } from '@app/rpc';

/** Who may still have what they asked for. */
export interface Readers {
  /** Is the user active, with a role that reads the books? @throws Failure 503 when nobody can say */
  mayRead(userId: number, clientAccountId: number): Promise<boolean>;
}

export const createReaders = ({
  auth,
  organisation,
}: {
  readonly auth: Pick<ClientOf<typeof Auth>, 'CheckStanding'>;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'CheckAccess'>;
}): Readers => ({
  mayRead: async (userId, clientAccountId) => {
    const { userActive, isAdmin } = await auth.CheckStanding({ userId });
    if (!userActive) return false;
    const { exists, role } = await organisation.CheckAccess({ userId, clientAccountId });
    return exists && (isAdmin || (role !== undefined && mayRole(role as Parameters<typeof mayRole>[0], 'books')));
  },
});
