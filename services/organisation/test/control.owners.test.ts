import type { WorldUser } from '@app/testing';
import { describe, expect, it } from 'vitest';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, firm, link } = world;

const fault = ({ status, body }: { readonly status: number; readonly body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];
const usersOf = (id: number, userId?: number) =>
  `/api/v2/client-accounts/${id}/users${userId === undefined ? '' : `/${userId}`}`;
const setRole = (who: WorldUser, id: number, userId: number, role_id: number) =>
  as(who, 'PATCH', usersOf(id, userId), { role_id });
const remove = (who: WorldUser, id: number, userId: number) => as(who, 'DELETE', usersOf(id, userId));
const invite = (
  who: WorldUser,
  client_account_id: number,
  role_id: number,
  email = `ny${client_account_id}-${role_id}@example.no`,
) => as(who, 'POST', '/api/v2/invitations', { email, client_account_id, role_id });

/** An account with an owner, one more user, and a firm whose contract with it is in force. */
async function company() {
  const [owner, clerk, boss] = [user(), user(), user()];
  const { id } = await account(owner);
  await link(id, clerk, 'BK');
  const provider = await firm(boss);
  const { body } = await as(boss, 'POST', '/api/v2/contracts', {
    client_account_id: id,
    provider_client_account_id: provider,
    service_provided: 'ACCOUNTING',
  });
  await as(owner, 'PATCH', `/api/v2/contracts/${body.id}`, { approval_status: 'APPROVED' });
  return { id, owner, clerk, boss, provider };
}

describe('through a contract', () => {
  it('nobody becomes owner: not by role, not by invitation [CTL-R11]', async () => {
    const { id, clerk, boss } = await company();
    expect(fault(await setRole(boss, id, clerk.id, 3))).toEqual([403, 'common.forbidden']);
    expect(fault(await invite(boss, id, 3))).toEqual([403, 'common.forbidden']);
    // What an accountant may do is as it was.
    expect((await setRole(boss, id, clerk.id, 6)).status).toBe(200);
    expect((await invite(boss, id, 4)).status).toBe(201);
  });

  it('no owner is removed or made something else, the last one or not [CTL-R11]', async () => {
    const { id, owner, boss } = await company();
    const second = user();
    await link(id, second, 'CA');
    for (const one of [owner, second]) {
      expect(fault(await remove(boss, id, one.id))).toEqual([403, 'common.forbidden']);
      for (const role of [2, 6])
        expect(fault(await setRole(boss, id, one.id, role))).toEqual([403, 'common.forbidden']);
    }
    expect(
      (await as(owner, 'GET', usersOf(id))).body.filter(({ role_id }: { role_id: number }) => role_id === 3),
    ).toHaveLength(2);
  });

  it('an owner is invited only while there is no active one [CTL-R09] [CTL-R15]', async () => {
    const boss = user();
    const provider = await firm(boss);
    const { id } = await account(
      boss,
      {},
      { client_contracts: [{ provider_client_account_id: provider, service_provided: 'ACCOUNTING' }] },
    );
    expect((await invite(boss, id, 3)).status).toBe(201);
    const owner = user();
    await link(id, owner, 'CA');
    expect(fault(await invite(boss, id, 3))).toEqual([403, 'common.forbidden']);
    user({ ...owner, isActive: false });
    expect((await invite(boss, id, 3)).status).toBe(201);
    // A bookkeeper of the firm invites nobody.
    const bookkeeper = user();
    await link(provider, bookkeeper, 'BK');
    expect(fault(await invite(bookkeeper, id, 3))).toEqual([403, 'invitation.not_authorized_to_invite']);
  });

  it('a role that does not suffice is refused before the state of the account is reported [CTL-R11]', async () => {
    const { id, owner, clerk, boss } = await company();
    await as(owner, 'PATCH', `/api/v2/client-accounts/${id}`, { is_active: false });
    expect(fault(await setRole(boss, id, clerk.id, 3))).toEqual([403, 'common.forbidden']);
    expect(fault(await invite(boss, id, 3))).toEqual([403, 'common.forbidden']);
    expect(fault(await setRole(owner, id, clerk.id, 3))).toEqual([409, 'client_account.inactive']);
    expect(fault(await remove(owner, id, clerk.id))).toEqual([409, 'client_account.inactive']);
    expect(fault(await invite(owner, id, 3))).toEqual([409, 'client_account.inactive']);
  });
});

it('an accountant of the account itself makes and unmakes no owner either [CTL-R11]', async () => {
  const { id, owner, clerk } = await company();
  const accountant = user();
  await link(id, accountant, 'AA');
  expect(fault(await setRole(accountant, id, clerk.id, 3))).toEqual([403, 'common.forbidden']);
  expect(fault(await remove(accountant, id, owner.id))).toEqual([403, 'common.forbidden']);
  expect(fault(await invite(accountant, id, 3))).toEqual([403, 'common.forbidden']);
  expect((await setRole(owner, id, clerk.id, 3)).status).toBe(200);
  expect((await invite(owner, id, 3)).status).toBe(201);
});

it('an owner who also reaches the account through a firm is an owner all the same', async () => {
  const { id, clerk, boss } = await company();
  await link(id, boss, 'CA');
  expect((await setRole(boss, id, clerk.id, 3)).status).toBe(200);
});

describe('an owner whose user is deactivated', () => {
  it('does not count when another leaves: the last active one stays [CTL-R15]', async () => {
    const { id, owner } = await company();
    const second = user();
    await link(id, second, 'CA');
    user({ ...second, isActive: false });
    const admin = user({ isAdmin: true });
    expect(fault(await remove(admin, id, owner.id))).toEqual([409, 'client_account.cannot_remove_last_owner']);
    expect(fault(await setRole(admin, id, owner.id, 6))).toEqual([409, 'client_account.cannot_remove_last_owner']);
    expect((await remove(owner, id, second.id)).status).toBe(200);
  });

  it('is no last active owner, and may be taken off [CTL-R15]', async () => {
    const { id, owner } = await company();
    user({ ...owner, isActive: false });
    expect((await remove(user({ isAdmin: true }), id, owner.id)).status).toBe(200);
  });
});
