import { expect, it } from 'vitest';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, link } = world;
type User = ReturnType<typeof user>;

const PATH = (id: number, userId?: number | string) =>
  `/api/v2/client-accounts/${id}/users${userId === undefined ? '' : `/${userId}`}`;
const setRole = (who: User, id: number, userId: number | string, role_id: unknown, query = '') =>
  as(who, 'PATCH', `${PATH(id, userId)}${query}`, { role_id });
const remove = (who: User, id: number, userId: number) => as(who, 'DELETE', PATH(id, userId));
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

/** An account with its owner and one more user. */
async function accountOf(role: 'CA' | 'AA' | 'US' | 'BK' = 'US') {
  const [owner, other] = [user(), user()];
  const { id } = await account(owner);
  await link(id, other, role);
  return { owner, other, id };
}

it('the list is a plain array of the active links, with people and roles when asked for [CAC-R21]', async () => {
  const { owner, other, id } = await accountOf();
  const gone = user();
  await link(id, gone, 'US');
  await remove(owner, id, gone.id);
  const plain = (await as(owner, 'GET', PATH(id))).body;
  expect(plain).toEqual([
    {
      id: expect.any(Number),
      user_id: owner.id,
      client_account_id: id,
      role_id: 3,
      is_active: true,
      created_at: expect.stringMatching(/Z$/),
    },
    {
      id: expect.any(Number),
      user_id: other.id,
      client_account_id: id,
      role_id: 6,
      is_active: true,
      created_at: expect.stringMatching(/Z$/),
    },
  ]);
  world.played.asked.length = 0;
  const named = (await as(owner, 'GET', `${PATH(id)}?with=user,role`)).body;
  expect(world.played.asked).toEqual(['GetUsers 2']);
  expect(named[1]).toMatchObject({
    user: { id: other.id, email: other.email, first_name: other.firstName, last_name: other.lastName },
    role: { id: 6, name: 'US' },
  });
});

it('an owner gives a user another role and gets the updated link, with user and role when asked [CAC-R49]', async () => {
  const { owner, other, id } = await accountOf();
  const { status, body } = await setRole(owner, id, other.id, 2, '?with=user,role');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    user_id: other.id,
    role_id: 2,
    is_active: true,
    user: { id: other.id, email: other.email },
    role: { id: 2, name: 'AA' },
  });
  const plain = await setRole(owner, id, other.id, '6');
  expect(plain.body).toEqual({
    id: body.id,
    user_id: other.id,
    client_account_id: id,
    role_id: 6,
    is_active: true,
    created_at: body.created_at,
  });
});

it('an accountant manages users too', async () => {
  const { owner, other, id } = await accountOf('AA');
  const third = user();
  await link(id, third, 'BK');
  expect((await setRole(other, id, third.id, 6)).status).toBe(200);
  expect((await remove(other, id, third.id)).status).toBe(200);
  expect(codeOf(await remove(other, id, owner.id))).toEqual([403, 'common.forbidden']);
});

it('other roles than AA, CA and US are 400 [CAC-R23]', async () => {
  const { owner, other, id } = await accountOf();
  for (const role of [1, 4, 5, 7, 0, -2, 'AA', null, 2.5, {}]) {
    const { status, body } = await setRole(owner, id, other.id, role);
    expect([status, body.error.code, body.error.details.fields[0].field], String(role)).toEqual([
      400,
      'common.validation_error',
      'role_id',
    ]);
  }
  expect((await as(owner, 'PATCH', PATH(id, other.id), {})).status).toBe(400);
});

it('a user who is not, or no longer, in the account is 400 [CAC-R24]', async () => {
  const { owner, other, id } = await accountOf();
  const stranger = user();
  expect(codeOf(await setRole(owner, id, stranger.id, 6))).toEqual([400, 'common.validation_error']);
  expect(codeOf(await remove(owner, id, stranger.id))).toEqual([400, 'common.validation_error']);
  await remove(owner, id, other.id);
  expect(codeOf(await setRole(owner, id, other.id, 2))).toEqual([400, 'common.validation_error']);
  expect(codeOf(await remove(owner, id, other.id))).toEqual([400, 'common.validation_error']);
  for (const path of ['abc', '0', '-1']) expect((await setRole(owner, id, path, 6)).status, path).toBe(404);
});

it('nobody changes their own role [CAC-R25]', async () => {
  const { owner, other, id } = await accountOf('AA');
  for (const who of [owner, other]) {
    const answer = await setRole(who, id, who.id, 3);
    expect(codeOf(answer)).toEqual([403, 'client_account.cannot_change_own_role']);
  }
});

it('nobody removes themselves [CAC-R26]', async () => {
  const { owner, other, id } = await accountOf('CA');
  for (const who of [owner, other])
    expect(codeOf(await remove(who, id, who.id))).toEqual([403, 'client_account.cannot_remove_self']);
});

it('the last active owner is not removed [CAC-R27]', async () => {
  const { owner, id } = await accountOf('AA');
  const admin = user({ isAdmin: true });
  const second = user();
  await link(id, second, 'CA');
  expect((await remove(owner, id, second.id)).status).toBe(200);
  // The second owner's link is there, but inactive.
  expect(codeOf(await remove(admin, id, owner.id))).toEqual([409, 'client_account.cannot_remove_last_owner']);
});

it('the last active owner stays owner [CAC-R34]', async () => {
  const { owner, id } = await accountOf('AA');
  const admin = user({ isAdmin: true });
  for (const role of [2, 6])
    expect(codeOf(await setRole(admin, id, owner.id, role))).toEqual([409, 'client_account.cannot_remove_last_owner']);
  expect((await setRole(admin, id, owner.id, 3)).status).toBe(200);
  const second = user();
  await link(id, second, 'CA');
  expect((await setRole(second, id, owner.id, 6)).body.role_id).toBe(6);
});

it('a removed user has an inactive link and no access [CAC-R28]', async () => {
  const { owner, other, id } = await accountOf();
  expect((await as(other, 'GET', `/api/v2/client-accounts/${id}`)).status).toBe(200);
  const { status, body } = await remove(owner, id, other.id);
  expect([status, body.is_active, body.user_id]).toEqual([200, false, other.id]);
  expect((await as(other, 'GET', `/api/v2/client-accounts/${id}`)).status).toBe(403);
});

it('of two owners who demote each other at the same moment one stays, round after round', async () => {
  for (let round = 0; round < 6; round++) {
    const { owner, other, id } = await accountOf('CA');
    const [first, second] =
      round % 2 === 0
        ? await Promise.all([setRole(owner, id, other.id, 6), setRole(other, id, owner.id, 6)])
        : await Promise.all([remove(owner, id, other.id), remove(other, id, owner.id)]);
    const codes = [first, second].map(({ status }) => status).sort();
    // Who was demoted first may already be refused by role.
    expect([
      [200, 403],
      [200, 409],
    ]).toContainEqual(codes);
    const owners = (await as(user({ isAdmin: true }), 'GET', PATH(id))).body.filter(
      (one: { role_id: number }) => one.role_id === 3,
    );
    expect(owners).toHaveLength(1);
  }
});

it('of many who remove the two last owners at the same moment nobody empties the account', async () => {
  const { owner, other, id } = await accountOf('CA');
  const admins = Array.from({ length: 4 }, () => user({ isAdmin: true }));
  const answers = await Promise.all(
    admins.flatMap((admin) => [remove(admin, id, owner.id), remove(admin, id, other.id)]),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409).length).toBeGreaterThan(0);
});

it('a change of a link is published once, and drops whatever is cached of the user', async () => {
  const { owner, other, id } = await accountOf();
  const published = async () =>
    (await world.service.events('organisation.access.changed')).filter(({ payload }) => payload.user_id === other.id);
  const before = (await published()).length;
  await setRole(owner, id, other.id, 2);
  await setRole(owner, id, other.id, 2);
  expect((await published()).slice(before)).toEqual([
    { name: 'organisation.access.changed', clientAccountId: null, payload: { user_id: other.id } },
  ]);
  await remove(owner, id, other.id);
  expect((await published()).length - before).toBe(2);
});

it('an accountant by contract manages the users of the customer', async () => {
  const boss = user();
  const provider = await world.firm(boss);
  const { body } = await as(boss, 'POST', '/api/v2/client-accounts', {
    organization_number: await world.company(),
    client_contracts: [{ provider_client_account_id: provider, service_provided: 'ACCOUNTING' }],
  });
  const clerk = user();
  await link(body.id, clerk, 'BK');
  expect((await setRole(boss, body.id, clerk.id, 6)).status).toBe(200);
});
