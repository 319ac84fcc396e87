import { beforeEach, expect, it } from 'vitest';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, company, fault, firm, link } = world;
type User = ReturnType<typeof user>;

beforeEach(() => fault({ count: 0 }));

const PATH = '/api/v2/client-accounts';
const list = async (who: User, query = '') => (await as(who, 'GET', `${PATH}?${query}`)).body;
const idsOf = async (who: User, query = ''): Promise<number[]> =>
  (await list(who, query)).data.map((one: { id: number }) => one.id);

it('the list is in pages of 100, ordered by name as people order names [CAC-R01]', async () => {
  const owner = user();
  const names = ['Ørn AS', 'ånd AS', 'Zebra AS', 'alfa AS', 'Bjørk AS'];
  for (const name of names) await account(owner, { name });
  const body = await list(owner);
  expect(body.meta).toEqual({ page: 1, pages: 1, per_page: 100, records: 5, next_cursor: null });
  expect(body.data.map((one: { display_name: string }) => one.display_name)).toEqual([
    'alfa AS',
    'Bjørk AS',
    'Zebra AS',
    'Ørn AS',
    'ånd AS',
  ]);
  const last = await list(owner, 'per_page=2&page=9&order_by=-display_name');
  expect(last.meta).toEqual({ page: 3, pages: 3, per_page: 2, records: 5, next_cursor: null });
  expect(last.data.map((one: { display_name: string }) => one.display_name)).toEqual(['alfa AS']);
  for (const query of [
    'page=x',
    'per_page=0',
    'per_page=x',
    'is_active=maybe',
    'provider_type=BAKER',
    'updated_from=yesterday',
    'client_contracts.provider_client_account_id=x',
  ])
    expect((await as(owner, 'GET', `${PATH}?${query}`)).status, query).toBe(400);
});

it('an empty list says so', async () => {
  expect(await list(user())).toEqual({
    data: [],
    meta: { page: 1, pages: 1, per_page: 100, records: 0, next_cursor: null },
  });
});

it('state, kind and directness filter [CAC-R02]', async () => {
  const owner = user();
  const [plain, accountants, auditors] = [
    (await account(owner)).id,
    (await account(owner, { industry_code: '69.201' })).id,
    (await account(owner, { industry_code: '69.202' })).id,
  ];
  await as(owner, 'PATCH', `${PATH}/${plain}`, { is_active: false });
  const sorted = async (query: string) => (await idsOf(owner, query)).sort((a, b) => a - b);
  expect(await sorted('')).toEqual([plain, accountants, auditors]);
  expect(await sorted('is_active=true')).toEqual([accountants, auditors]);
  expect(await sorted('is_active=0')).toEqual([plain]);
  expect(await sorted('is_provider=true')).toEqual([accountants, auditors]);
  expect(await sorted('is_provider=FALSE')).toEqual([plain]);
  expect(await sorted('provider_type=ACCOUNTANT')).toEqual([accountants]);
  expect(await sorted('provider_type=AUDITOR')).toEqual([auditors]);
  expect(await sorted('has_direct_role=true')).toEqual([plain, accountants, auditors]);
  expect(await sorted('has_direct_role=false')).toEqual([]);
});

it('filters on contracts look at one and the same contract, and never widen the list [CAC-R03] [CAC-R04]', async () => {
  const boss = user();
  const provider = await firm(boss);
  const other = await firm(boss);
  const open = async (contracts: object[]) => {
    const { body } = await as(boss, 'POST', PATH, {
      organization_number: await company(),
      client_contracts: contracts,
    });
    return body.id as number;
  };
  const future = '2999-01-01';
  // Accounting by one firm is in force, auditing by the other is not yet.
  const mixed = await open([
    { provider_client_account_id: provider, service_provided: 'ACCOUNTING' },
    { provider_client_account_id: other, service_provided: 'AUDITING', start_date: future },
  ]);
  const plain = await open([{ provider_client_account_id: provider, service_provided: 'AUDITING' }]);
  const ids = async (query: string) => (await idsOf(boss, query)).sort((a, b) => a - b);
  expect(await ids(`client_contracts.provider_client_account_id=${provider}`)).toEqual([mixed, plain]);
  expect(await ids(`client_contracts.provider_client_account_id=${other}`)).toEqual([mixed]);
  expect(
    await ids(`client_contracts.provider_client_account_id=${other}&client_contracts.service_provided=ACCOUNTING`),
  ).toEqual([]);
  expect(await ids(`client_contracts.provider_client_account_id=${other}&client_contracts.is_active=true`)).toEqual([]);
  expect(await ids('client_contracts.service_provided=AUDITING&client_contracts.is_active=true')).toEqual([plain]);
  expect(await ids('client_contracts.service_provided=AUDITING&client_contracts.is_active=false')).toEqual([mixed]);
  expect(await idsOf(user(), `client_contracts.provider_client_account_id=${provider}`)).toEqual([]);
});

it('polling by updated_from shows every change, and never an earlier second', async () => {
  const owner = user();
  const [first, second] = [await account(owner), await account(owner)];
  world.service.setClock('2030-06-01T10:00:00Z');
  await as(owner, 'PATCH', `${PATH}/${first.id}`, { display_name: 'Later' });
  world.service.setClock('2030-05-01T10:00:00Z');
  // The clock stepped back: the mark does not.
  const { body } = await as(owner, 'PATCH', `${PATH}/${first.id}`, { display_name: 'Later still' });
  expect(body.updated_at).toMatch(/^2030-06-01T10:/);
  expect(await idsOf(owner, 'updated_from=2030-06-01T10:00:00Z')).toEqual([first.id]);
  expect(await idsOf(owner, 'updated_from=2030-06-01T12:00:00%2B02:00')).toEqual([first.id]);
  expect(await idsOf(owner, 'updated_from=2030-06-01T11:00:00Z')).toEqual([]);
  await as(owner, 'PATCH', `${PATH}/${second.id}/settings`, { vat_liable: true });
  expect(await idsOf(owner, 'updated_from=2030-05-01T10:00:00Z&order_by=updated_at')).toEqual([second.id, first.id]);
  world.service.setClock(null);
});

it('a page of accounts embeds what it is asked for, each its own', async () => {
  const owner = user();
  const [first, second] = [await account(owner, { name: 'A AS' }), await account(owner, { name: 'B AS' })];
  await as(owner, 'PATCH', `${PATH}/${second.id}/settings`, { vat_liable: true });
  const { data } = await list(
    owner,
    'with=organization,current_settings,settings,client_contracts,provider_contracts,unknown',
  );
  expect(data).toMatchObject([
    {
      id: first.id,
      organization: { name: 'A AS', client_account_id: first.id },
      current_settings: { vat_liable: false },
      settings: [{}],
      client_contracts: [],
      provider_contracts: [],
    },
    {
      id: second.id,
      is_vat_liable: true,
      organization: { name: 'B AS' },
      current_settings: { vat_liable: true, client_account_id: second.id },
    },
  ]);
});

it('relations appear only when asked for, unknown ones are ignored', async () => {
  const owner = user();
  const { id } = await account(owner);
  const plain = (await as(owner, 'GET', `${PATH}/${id}`)).body;
  for (const relation of [
    'organization',
    'users',
    'provider_contracts',
    'client_contracts',
    'organizational_roles',
    'settings',
    'current_settings',
    'statistics',
  ])
    expect(plain, relation).not.toHaveProperty(relation);
  expect((await as(owner, 'GET', `${PATH}/${id}?with=nothing,no.such`)).body).toEqual(plain);
});

it('every relation of the contract can be embedded in one account [CAC-R05] [CAC-R50]', async () => {
  const owner = user({ firstName: 'Kari', lastName: 'Nordmann' });
  const opened = await account(owner, {
    roles: [
      { role: 'DAGL', person_name: 'Kari Nordmann' },
      { role: 'REVI', organization_name: 'Revisjon AS' },
    ],
  });
  world.played.counts = { journal_entries: 12, vouchers: 3, documents: 4, bank_transactions: 5 };
  const all =
    'organization,users.user;users.role provider_contracts,client_contracts,organizational_roles,settings,current_settings,statistics';
  const { status, body } = await as(owner, 'GET', `${PATH}/${opened.id}?with=${encodeURIComponent(all)}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    organization: {
      organization_number: opened.organization_number,
      already_registered: true,
      client_account_id: opened.id,
    },
    users: [
      {
        user_id: owner.id,
        role_id: 3,
        user: { id: owner.id, email: owner.email, first_name: 'Kari', last_name: 'Nordmann' },
        role: { id: 3, name: 'CA' },
      },
    ],
    provider_contracts: [],
    client_contracts: [],
    settings: [{ active_from: '2000-01-01' }],
    current_settings: {
      active_from: '2000-01-01',
      plan: 'STANDARD',
      vat_liable: false,
      project_module: true,
      bank_integration_module: false,
    },
    statistics: { journal_entries: 12, vouchers: 3, documents: 4, bank_transactions: 5, business_partners: 0 },
  });
  expect(body.organizational_roles).toEqual(
    expect.arrayContaining([
      { role: 'DAGL', person_name: 'Kari Nordmann', organization_name: null },
      { role: 'REVI', person_name: null, organization_name: 'Revisjon AS' },
    ]),
  );
  const links = (await as(owner, 'GET', `${PATH}/${opened.id}?with=users`)).body.users;
  expect(links[0]).not.toHaveProperty('user');
});

it('current_settings is the version in force, and is_vat_liable follows it from day to day', async () => {
  const owner = user();
  const { id } = await account(owner);
  const today = world.service.running.composition.clock.today();
  const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 }).toString();
  await as(owner, 'POST', `${PATH}/${id}/settings`, { active_from: tomorrow, vat_liable: true });
  const look = async () => (await as(owner, 'GET', `${PATH}/${id}?with=current_settings`)).body;
  expect(await look()).toMatchObject({
    is_vat_liable: false,
    current_settings: { active_from: '2000-01-01', active_to: today },
  });
  world.service.setClock(`${tomorrow}T12:00:00Z`);
  expect(await look()).toMatchObject({ is_vat_liable: true, current_settings: { active_from: tomorrow } });
  expect(await idsOf(owner, '')).toEqual([id]);
  world.service.setClock(null);
});

it('roles that the registry does not answer are those it answered before, and 502 when it never did', async () => {
  const owner = user();
  const opened = await account(owner, { roles: [{ role: 'DAGL', person_name: 'Kari Nordmann' }] });
  const path = `${PATH}/${opened.id}?with=organizational_roles`;
  await fault({ status: 500, count: 3 });
  const { status, body } = await as(owner, 'GET', path);
  expect([status, body.error.code]).toEqual([502, 'integration.upstream_failed']);
  expect((await as(owner, 'GET', path)).body.organizational_roles).toHaveLength(1);
  await fault({ status: 500, count: 3 });
  expect((await as(owner, 'GET', path)).body.organizational_roles).toHaveLength(1);
});

it('a count that nobody gives is 503, not zero', async () => {
  const owner = user();
  const { id } = await account(owner);
  world.played.counts = { journal_entries: 1 };
  const { status, body } = await as(owner, 'GET', `${PATH}/${id}?with=statistics`);
  expect([status, body.error.code]).toEqual([503, 'common.service_unavailable']);
});

it('a customer of a firm shows its contract from both sides', async () => {
  const boss = user();
  const provider = await firm(boss);
  const { body } = await as(boss, 'POST', PATH, {
    organization_number: await company(),
    client_contracts: [{ provider_client_account_id: provider, service_provided: 'ACCOUNTING' }],
  });
  const [fromFirm, fromCustomer] = await Promise.all(
    [provider, body.id].map(
      async (id) => (await as(boss, 'GET', `${PATH}/${id}?with=provider_contracts,client_contracts`)).body,
    ),
  );
  expect(fromFirm.provider_contracts).toEqual(fromCustomer.client_contracts);
  expect([fromFirm.client_contracts, fromCustomer.provider_contracts]).toEqual([[], []]);
});

it('names of users come in one call for all of them', async () => {
  const owner = user();
  const { id } = await account(owner);
  for (let i = 0; i < 3; i++) await link(id, user(), 'US');
  world.played.asked.length = 0;
  const { body } = await as(owner, 'GET', `${PATH}/${id}?with=users.user`);
  expect(world.played.asked).toEqual(['GetUsers 4']);
  expect(body.users.map((one: { user: { id: number } }) => one.user.id)).toHaveLength(4);
});
