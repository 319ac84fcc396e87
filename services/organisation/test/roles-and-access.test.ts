import type { RoleCode } from '@app/access';
import { organisationEndpoints } from '@app/api/organisation/index';
import { Organisation } from '@app/rpc';
import { afterEach, expect, it } from 'vitest';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, link, firm } = world;

afterEach(() => world.service.setClock(null));

const offer = async (owner: ReturnType<typeof user>, provider: number, customer: number, body: object = {}) =>
  (
    await as(owner, 'POST', '/api/v2/contracts', {
      client_account_id: customer,
      provider_client_account_id: provider,
      service_provided: 'ACCOUNTING',
      ...body,
    })
  ).body;

const approve = (owner: ReturnType<typeof user>, id: number) =>
  as(owner, 'PATCH', `/api/v2/contracts/${id}`, { approval_status: 'APPROVED' });

const statusOf = async (who: ReturnType<typeof user>, id: number) =>
  (await as(who, 'GET', `/api/v2/client-accounts/${id}`)).status;

it('the roles are the six of the contract, as a plain array [ROLE-R12]', async () => {
  const { status, body } = await as(user(), 'GET', '/api/v2/roles');
  expect(status).toBe(200);
  expect(body.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual([
    [1, 'SA'],
    [2, 'AA'],
    [3, 'CA'],
    [4, 'BK'],
    [5, 'EM'],
    [6, 'US'],
  ]);
  expect(body.every(({ title }: { title: string }) => title.length > 0)).toBe(true);
});

it('every endpoint refuses a call without a token, and a write with a token that only reads', async () => {
  const reader = user();
  for (const endpoint of organisationEndpoints.filter(({ auth }) => auth !== 'public')) {
    const path = endpoint.path.replace(/\{\w+\}/g, '1');
    for (const method of endpoint.methods) {
      expect((await as(null, method, path)).status, `${method} ${path}`).toBe(401);
      if (method === 'GET') continue;
      const token = await world.service.world.token({ userId: reader.id, scope: 'read' });
      const { status, body } = await world.service.call(method, path, { token });
      expect([status, body.error.code], `${method} ${path}`).toEqual([403, 'common.insufficient_scope']);
    }
  }
});

/** What an endpoint is sent: fields, in the form that it takes. */
function bodyFor({ bodyType }: { readonly bodyType?: string | undefined }, method: string, fields: object) {
  if (method === 'GET' || method === 'DELETE') return undefined;
  if (bodyType !== 'multipart/form-data') return fields;
  const form = new FormData();
  form.append('file', new Blob([]), 'logo.png');
  return form;
}

it('without role or contract every endpoint of an account is 403 common.forbidden [GEN-R11] [CAC-R29]', async () => {
  const { id } = await account(user());
  const stranger = user();
  for (const endpoint of organisationEndpoints.filter((one) => one.account?.in === 'path')) {
    const path = endpoint.path.replace(/\{\w+\}/, String(id)).replace(/\{\w+\}/, '1');
    for (const method of endpoint.methods) {
      const { status, body } = await as(stranger, method, path, bodyFor(endpoint, method, {}));
      expect([status, body.error.code, body.error.details], `${method} ${path}`).toEqual([
        403,
        'common.forbidden',
        { missing: 'account' },
      ]);
    }
  }
});

it('an account that does not exist is 404, whoever asks', async () => {
  for (const path of ['999999999', 'abc', '0', '-1', '1.5', '9007199254740993']) {
    const { status, body } = await as(user(), 'GET', `/api/v2/client-accounts/${path}`);
    expect([status, body.error.code], path).toEqual([404, 'client_account.not_found']);
  }
});

const admins: readonly RoleCode[] = ['AA', 'CA'];
const others: readonly RoleCode[] = ['BK', 'US', 'EM'];

/** Every endpoint that takes an administrator, called with a body that passes no further than validation. */
async function statusesOfAdminEndpoints(role: RoleCode): Promise<Set<number>> {
  const { id } = await account(user());
  const who = user();
  await link(id, who, role);
  const statuses = new Set<number>();
  for (const endpoint of organisationEndpoints.filter(
    (one) => one.permission === 'admin' && one.account?.in === 'path',
  )) {
    const path = endpoint.path.replace(/\{\w+\}/, String(id)).replace(/\{\w+\}/, '999999');
    for (const method of endpoint.methods)
      statuses.add((await as(who, method, path, bodyFor(endpoint, method, { plan: 7, display_name: 7 }))).status);
  }
  return statuses;
}

it.each(admins)('the role %s passes every check of roles on the account [ROLE-R01] [ROLE-R02]', async (role) => {
  // A logo is removed when there is none, too.
  expect(await statusesOfAdminEndpoints(role)).toEqual(new Set([400, 200]));
});

it.each(others)(
  'the role %s manages no users, settings or the account itself [ROLE-R03] [ROLE-R04] [CAC-R22] [CAC-R90] [SET-R09]',
  async (role) => {
    expect(await statusesOfAdminEndpoints(role)).toEqual(new Set([403]));
  },
);

it('a bookkeeper and a user read accounts, users and settings', async () => {
  const { id } = await account(user());
  for (const role of ['BK', 'US'] as const) {
    const who = user();
    await link(id, who, role);
    for (const path of ['', '/users', '/settings', '/settings/current'])
      expect((await as(who, 'GET', `/api/v2/client-accounts/${id}${path}`)).status, `${role} ${path}`).toBe(200);
  }
});

it('an employee lists the users of the account and reads nothing else here [ROLE-R16]', async () => {
  const { id } = await account(user());
  const employee = user();
  await link(id, employee, 'EM');
  const { status, body } = await as(employee, 'GET', `/api/v2/client-accounts/${id}/users`);
  expect([status, body.length]).toEqual([200, 2]);
  for (const path of ['', '/settings', '/settings/current']) {
    const { status, body } = await as(employee, 'GET', `/api/v2/client-accounts/${id}${path}`);
    expect([status, body.error.code, body.error.details.missing], path).toEqual([403, 'common.forbidden', 'role']);
  }
  expect((await as(employee, 'GET', '/api/v2/client-accounts')).body.meta.records).toBe(0);
});

it('an administrator reaches every account without a link', async () => {
  const { id } = await account(user());
  const admin = user({ isAdmin: true });
  expect(await statusOf(admin, id)).toBe(200);
  expect((await as(admin, 'PATCH', `/api/v2/client-accounts/${id}`, { display_name: 'Renamed' })).status).toBe(200);
  const { body } = await as(admin, 'GET', '/api/v2/client-accounts?per_page=1000');
  expect(body.data.map((one: { id: number }) => one.id)).toContain(id);
});

it('an approved contract in force opens the customer to every member of the firm, and its end closes it [GEN-R13] [GEN-R14] [CON-R20]', async () => {
  const [boss, colleague, owner] = [user(), user(), user()];
  const provider = await firm(boss);
  await link(provider, colleague, 'BK');
  const customer = (await account(owner)).id;
  const contract = await offer(boss, provider, customer);
  expect(contract.approval_status).toBe('PENDING');
  expect(await statusOf(colleague, customer)).toBe(403);

  await approve(owner, contract.id);
  expect(await statusOf(boss, customer)).toBe(200);
  expect(await statusOf(colleague, customer)).toBe(200);
  // A colleague's BK stays BK, the boss's CA counts as AA.
  expect((await as(colleague, 'PATCH', `/api/v2/client-accounts/${customer}`, { display_name: 'No' })).status).toBe(
    403,
  );
  expect((await as(boss, 'PATCH', `/api/v2/client-accounts/${customer}`, { display_name: 'Yes' })).status).toBe(200);

  const today = world.service.running.composition.clock.today();
  await as(owner, 'PATCH', `/api/v2/contracts/${contract.id}`, { end_date: today });
  expect(await statusOf(colleague, customer)).toBe(200);
  world.service.setClock(`${Temporal.PlainDate.from(today).add({ days: 1 })}T12:00:00Z`);
  expect(await statusOf(colleague, customer)).toBe(403);
});

it('pending, rejected and expired contracts open nothing [GEN-R14] [CON-R14]', async () => {
  const [boss, owner] = [user(), user()];
  const provider = await firm(boss);
  const [rejected, expired] = [(await account(owner)).id, (await account(owner)).id];
  const contract = await offer(boss, provider, rejected);
  await as(owner, 'PATCH', `/api/v2/contracts/${contract.id}`, { approval_status: 'REJECTED' });
  expect(await statusOf(boss, rejected)).toBe(403);
  await offer(boss, provider, expired);
  world.service.setClock(
    Temporal.Now.instant()
      .add({ hours: 24 * 91 })
      .toString(),
  );
  expect(await world.service.runJob('contract-expiry')).toBe(1);
  expect(await statusOf(boss, expired)).toBe(403);
});

it('a contract is in force by the days of Oslo, from the first to the last', async () => {
  const [boss, owner] = [user(), user()];
  world.service.setClock('2026-03-01T12:00:00Z');
  const provider = await firm(boss);
  const customer = (await account(owner)).id;
  const contract = await offer(boss, provider, customer, { start_date: '2026-03-28' });
  await approve(owner, contract.id);
  await as(owner, 'PATCH', `/api/v2/contracts/${contract.id}`, { end_date: '2026-03-29' });
  const { CheckAccess } = world.service.connect(Organisation);
  const roleAt = async (now: string) => {
    world.service.setClock(now);
    return (await CheckAccess({ userId: boss.id, clientAccountId: customer })).role;
  };
  expect(await roleAt('2026-03-27T22:59:59Z')).toBeUndefined();
  expect(await roleAt('2026-03-27T23:00:00Z')).toBe('AA');
  // Summer time begins on the 29th: that day ends at 22:00 UTC.
  expect(await roleAt('2026-03-29T21:59:59Z')).toBe('AA');
  expect(await roleAt('2026-03-29T22:00:00Z')).toBeUndefined();
});

it('lists hold only what the caller reaches, directly or by contract [GEN-R12]', async () => {
  const [boss, owner] = [user(), user()];
  const provider = await firm(boss);
  const [mine, theirs] = [(await account(owner)).id, (await account(user())).id];
  await approve(owner, (await offer(boss, provider, mine)).id);
  const idsOf = async (who: ReturnType<typeof user>, query = '') =>
    (await as(who, 'GET', `/api/v2/client-accounts?order_by=id${query}`)).body.data.map(
      (one: { id: number }) => one.id,
    );
  expect(await idsOf(boss)).toEqual([provider, mine]);
  expect(await idsOf(boss, '&has_direct_role=true')).toEqual([provider]);
  expect(await idsOf(boss, '&has_direct_role=false')).toEqual([mine]);
  expect(await idsOf(owner)).toEqual([mine]);
  expect(await idsOf(user())).toEqual([]);
  expect((await as(owner, 'GET', `/api/v2/contracts?client_account_id=${mine},${theirs}`)).status).toBe(403);
});

it('who has both a direct role and a contract has the stronger, and only the direct one where that is asked for [ROLE-R11]', async () => {
  const [boss, owner] = [user(), user()];
  const provider = await firm(boss);
  const customer = (await account(owner)).id;
  await approve(owner, (await offer(boss, provider, customer)).id);
  await link(customer, boss, 'EM');
  const { CheckAccess, ListAccess } = world.service.connect(Organisation);
  expect(await CheckAccess({ userId: boss.id, clientAccountId: customer })).toMatchObject({
    exists: true,
    role: 'AA',
    directRole: 'EM',
    isActive: true,
  });
  expect((await ListAccess({ userId: boss.id, all: false })).access).toMatchObject([
    { clientAccountId: provider, role: 'CA', directRole: 'CA' },
    { clientAccountId: customer, role: 'AA', directRole: 'EM' },
  ]);
  // AA by contract does not approve: that takes an owner of the customer.
  const second = await offer(boss, provider, customer, { service_provided: 'AUDITING' });
  expect((await approve(boss, second.id)).body.error.code).toBe('contract.approval_not_authorized');
});

it('access is answered from what is stored now: exists, role and state', async () => {
  const owner = user();
  const { id } = await account(owner);
  const { CheckAccess, ListAccess } = world.service.connect(Organisation);
  expect(await CheckAccess({ userId: owner.id, clientAccountId: id })).toMatchObject({
    exists: true,
    role: 'CA',
    directRole: 'CA',
    isActive: true,
  });
  const stranger = await CheckAccess({ userId: 999_999, clientAccountId: id });
  expect([stranger.exists, stranger.role, stranger.directRole]).toEqual([true, undefined, undefined]);
  expect(await CheckAccess({ userId: owner.id, clientAccountId: 999_999 })).toMatchObject({
    exists: false,
    isActive: false,
  });
  await as(owner, 'PATCH', `/api/v2/client-accounts/${id}`, { is_active: false });
  expect(await CheckAccess({ userId: owner.id, clientAccountId: id })).toMatchObject({ role: 'CA', isActive: false });
  const all = (await ListAccess({ userId: 999_999, all: true })).access;
  expect(all.find((one) => one.clientAccountId === id)).toMatchObject({ isActive: false });
  expect((await ListAccess({ userId: 999_999, all: false })).access).toEqual([]);
});

it('an inactive account is read but not written [ROLE-R13]', async () => {
  const [owner, boss] = [user(), user()];
  const { id } = await account(owner);
  const other = user();
  await link(id, other, 'US');
  const provider = await firm(boss);
  expect((await as(owner, 'PATCH', `/api/v2/client-accounts/${id}`, { is_active: false })).body.is_active).toBe(false);
  const base = `/api/v2/client-accounts/${id}`;
  const writes: readonly [string, string, object?][] = [
    ['POST', `${base}/settings`, {}],
    ['PUT', `${base}/settings`, {}],
    ['PATCH', `${base}/settings`, {}],
    ['PATCH', `${base}/users/${other.id}`, { role_id: 2 }],
    ['DELETE', `${base}/users/${other.id}`],
  ];
  for (const [method, path, body] of writes) {
    const answer = await as(owner, method, path, body);
    expect([answer.status, answer.body.error?.code], `${method} ${path}`).toEqual([409, 'client_account.inactive']);
  }
  const refused = await offer(boss, provider, id);
  expect(refused.error.code).toBe('client_account.inactive');
  for (const path of ['', '/users', '/settings', '/settings/current'])
    expect((await as(owner, 'GET', `${base}${path}`)).status).toBe(200);
});

it('PUT and PATCH of an inactive account itself work, so that it can be woken', async () => {
  const owner = user();
  const { id } = await account(owner);
  for (const method of ['PUT', 'PATCH']) {
    await as(owner, 'PATCH', `/api/v2/client-accounts/${id}`, { is_active: false });
    const { status, body } = await as(owner, method, `/api/v2/client-accounts/${id}`, {
      is_active: true,
      display_name: `By ${method}`,
    });
    expect([status, body.is_active, body.display_name]).toEqual([200, true, `By ${method}`]);
  }
});
