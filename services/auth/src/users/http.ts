import { forbidden } from '@app/access';
import { getUser, me, updateMe, updateUser } from '@app/api/auth/index';
import { IdText } from '@app/api/scalars';
import type { Api } from '@app/contract';
import { notFound, unauthorized } from '@app/contract/failure';
import { publicPart } from '../credentials/user.ts';
import { findUser } from '../credentials/user-store.ts';
import type { AuthDeps } from '../deps.ts';
import { shareAccount } from '../memberships/memberships.ts';
import { setUserActive } from './set-active.ts';
import { updateOwnProfile } from './update-me.ts';
import { viewUser } from './view.ts';

export function serveUsers(api: Api, deps: AuthDeps): void {
  const { db, organisation } = deps;

  api.serve(me, async ({ principal, query }) => {
    const user = await findUser(db, principal.userId);
    if (!user) throw unauthorized('The user of this token no longer exists', true);
    return viewUser(organisation, user, query.with);
  });

  api.serve(updateMe, async ({ principal, body, query, headers }) =>
    viewUser(organisation, await updateOwnProfile(deps, principal, body, headers), query.with),
  );

  api.serve(getUser, async ({ principal, params: { id } }) => {
    const user = await findUser(db, id);
    const isVisible =
      user &&
      (id === principal.userId || principal.isAdmin || (await shareAccount(organisation, principal.userId, id)));
    if (!isVisible) throw notFound(`There is no user ${id} that you share a client account with`, 'user.not_found');
    return publicPart(user);
  });

  api.serve(updateUser, {
    load: async ({ principal, params: { id } }) => {
      if (!principal.isAdmin) throw forbidden('Only an administrator may deactivate or reactivate users');
      const known = IdText.safeParse(id);
      if (!known.success || !(await findUser(db, known.data)))
        throw notFound(`There is no user ${id.slice(0, 20)}`, 'user.not_found');
      return known.data;
    },
    handle: async ({ principal, resource: id, body }) => {
      const user = await setUserActive(deps, id, body.is_active, principal.userId);
      return { ...publicPart(user), is_active: user.isActive };
    },
  });
}
