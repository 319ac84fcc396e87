import { afterEach, expect, it } from 'vitest';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, company, firm, link } = world;
type User = ReturnType<typeof user>;

afterEach(() => world.service.setClock(null));

const PATH = '/api/v2/contracts';
const today = () => world.service.running.composition.clock.today();
const days = (count: number) => Temporal.PlainDate.from(today()).add({ days: count }).toString();
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const offer = (who: User, provider: number, customer: number, body: object = {}, query = '') =>
  as(who, 'POST', `${PATH}${query}`, {
    client_account_id: customer,
    provider_client_account_id: provider,
    service_provided: 'ACCOUNTING',
    ...body,
  });
const patch = (who: User, id: number | string, body: object, query = '') =>
  as(who, 'PATCH', `${PATH}/${id}${query}`, body);
const list = async (who: User, query: string) => as(who, 'GET', `${PATH}?${query}`);
const idsOf = async (who: User, query = ''): Promise<number[]> =>
  (await list(who, query)).body.data.map((one: { id: number }) => one.id);

/** A firm and a customer with an owner each. */
async function parties() {
  const [boss, owner] = [user(), user()];
  return { boss, owner, provider: await firm(boss), customer: (await account(owner)).id };
}

/** A customer without an owner, opened by a firm, which audits it. */
async function ownerless(boss: User, provider: number): Promise<number> {
  const client_contracts = [{ provider_client_account_id: provider, service_provided: 'AUDITING' }];
  return (await as(boss, 'POST', '/api/v2/client-accounts', { organization_number: await company(), client_contracts }))
    .body.id;
}

it('an offer to a customer with an owner is pending, and its fields are those of the contract [CON-R05] [CON-R08]', async () => {
  const { boss, provider, customer } = await parties();
  const { status, body, headers } = await offer(boss, provider, customer, { start_date: '2026-01-01' });
  expect([status, headers.get('location')]).toEqual([201, null]);
  expect(body).toEqual({
    id: expect.any(Number),
    created_at: expect.stringMatching(/Z$/),
    created_by_id: boss.id,
    client_account_id: customer,
    provider_client_account_id: provider,
    service_provided: 'ACCOUNTING',
    start_date: '2026-01-01',
    end_date: null,
    approval_status: 'PENDING',
    approved_by_id: null,
    approved_at: null,
    pending_since: body.created_at,
    terminated_by_id: null,
    terminated_at: null,
    termination_reason: null,
    is_active: false,
  });
});

it('an offer of the firm that opened the account is approved at once without an active owner, from today when no day is named [CON-R07] [CON-R09] [CTL-R10]', async () => {
  const boss = user();
  const provider = await firm(boss);
  const customer = await ownerless(boss, provider);
  const { body } = await offer(boss, provider, customer);
  expect(body).toMatchObject({
    approval_status: 'APPROVED',
    start_date: today(),
    pending_since: null,
    approved_by_id: boss.id,
    is_active: true,
  });
  const later = await offer(boss, provider, customer, { service_provided: 'TASK_CONTRIBUTION', start_date: days(3) });
  expect(later.body).toMatchObject({ approval_status: 'APPROVED', start_date: days(3), is_active: false });
  expect((await as(boss, 'GET', `/api/v2/client-accounts/${customer}`)).status).toBe(200);
});

it('a customer whose other users are no owners has nobody to answer', async () => {
  const { boss, provider } = await parties();
  const customer = await ownerless(boss, provider);
  for (const role of ['AA', 'BK', 'US', 'EM'] as const) await link(customer, user(), role);
  expect((await offer(boss, provider, customer)).body.approval_status).toBe('APPROVED');
});

it('approval in the body of an offer is ignored [CON-R06]', async () => {
  const { boss, provider, customer } = await parties();
  const { body } = await offer(boss, provider, customer, {
    approval_status: 'APPROVED',
    approved_by_id: 1,
    approved_at: '2020-01-01T00:00:00Z',
    is_active: true,
  });
  expect(body).toMatchObject({ approval_status: 'PENDING', approved_by_id: null, approved_at: null, is_active: false });
});

it('offering takes a direct, active membership of a provider firm [CON-R10]', async () => {
  const { boss, provider, owner, customer } = await parties();
  const refused = [403, 'contract.not_authorized'];
  expect(codeOf(await offer(user(), provider, customer))).toEqual(refused);
  expect(codeOf(await offer(owner, provider, customer))).toEqual(refused);
  expect(codeOf(await offer(boss, 999_999, customer))).toEqual(refused);
  // No firm of accountants, though the caller owns it.
  const other = (await account(boss)).id;
  expect(codeOf(await offer(boss, other, customer))).toEqual(refused);
  // By contract only: the firm works for another firm.
  const second = user();
  const above = await firm(second);
  const { body } = await offer(second, above, provider);
  await patch(boss, body.id, { approval_status: 'APPROVED' });
  expect((await as(second, 'GET', `/api/v2/client-accounts/${provider}`)).status).toBe(200);
  expect(codeOf(await offer(second, provider, customer))).toEqual(refused);
  // An employee, and who was a member.
  const [employee, former] = [user(), user()];
  await link(provider, employee, 'EM');
  expect((await offer(employee, provider, customer)).status).toBe(403);
  await link(provider, former, 'BK');
  await as(boss, 'DELETE', `/api/v2/client-accounts/${provider}/users/${former.id}`);
  expect(codeOf(await offer(former, provider, customer))).toEqual(refused);
  expect((await offer(boss, provider, customer)).status).toBe(201);
});

it('a bookkeeper of the firm is a member', async () => {
  const { provider, customer } = await parties();
  const clerk = user();
  await link(provider, clerk, 'BK');
  expect((await offer(clerk, provider, customer)).status).toBe(201);
});

it('provider and customer must differ [CON-R11]', async () => {
  const { boss, provider } = await parties();
  expect(codeOf(await offer(boss, provider, provider))).toEqual([400, 'common.validation_error']);
});

it('missing and unknown values are 400 and named', async () => {
  const { boss, provider, customer } = await parties();
  const cases: readonly [object, string][] = [
    [{ client_account_id: undefined }, 'client_account_id'],
    [{ client_account_id: 999_999 }, 'client_account_id'],
    [{ client_account_id: 'x' }, 'client_account_id'],
    [{ provider_client_account_id: undefined }, 'provider_client_account_id'],
    [{ service_provided: undefined }, 'service_provided'],
    [{ service_provided: 'COOKING' }, 'service_provided'],
    [{ start_date: '2026-13-01' }, 'start_date'],
  ];
  for (const [body, field] of cases) {
    const answer = await offer(boss, provider, customer, body);
    expect([...codeOf(answer), answer.body.error.details.fields[0].field], JSON.stringify(body)).toEqual([
      400,
      'common.validation_error',
      field,
    ]);
  }
});

it('a second open contract for the pair and service is 409, another service or an ended one is none [CON-R22]', async () => {
  const { boss, owner, provider, customer } = await parties();
  const first = (await offer(boss, provider, customer)).body;
  expect(codeOf(await offer(boss, provider, customer))).toEqual([409, 'contract.duplicate']);
  expect((await offer(boss, provider, customer, { service_provided: 'AUDITING' })).status).toBe(201);
  await patch(owner, first.id, { approval_status: 'APPROVED' });
  expect(codeOf(await offer(boss, provider, customer))).toEqual([409, 'contract.duplicate']);
  await patch(owner, first.id, { end_date: days(1) });
  // It still runs today and tomorrow.
  expect(codeOf(await offer(boss, provider, customer))).toEqual([409, 'contract.duplicate']);
  world.service.setClock(`${days(2)}T12:00:00Z`);
  expect((await offer(boss, provider, customer)).status).toBe(201);
});

it('a rejected offer is no hindrance to the next', async () => {
  const { boss, owner, provider, customer } = await parties();
  await patch(owner, (await offer(boss, provider, customer)).body.id, { approval_status: 'REJECTED' });
  expect((await offer(boss, provider, customer)).status).toBe(201);
});

it('of many offers for one pair and service at the same moment one is stored', async () => {
  const { boss, provider, customer } = await parties();
  const answers = await Promise.all(Array.from({ length: 6 }, () => offer(boss, provider, customer)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect(await idsOf(boss, `provider_client_account_id=${provider}`)).toHaveLength(1);
});

it('a change of the service into one that is taken is 409 as well', async () => {
  const { boss, provider, customer } = await parties();
  await offer(boss, provider, customer);
  const { body } = await offer(boss, provider, customer, { service_provided: 'AUDITING' });
  expect(codeOf(await patch(boss, body.id, { service_provided: 'ACCOUNTING' }))).toEqual([409, 'contract.duplicate']);
  expect((await patch(boss, body.id, { service_provided: 'TASK_CONTRIBUTION' })).body.service_provided).toBe(
    'TASK_CONTRIBUTION',
  );
});

it('an owner of the customer approves: by whom, when, and from today when no day was named [CON-R13] [CON-R09]', async () => {
  const { boss, owner, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer)).body;
  const { status, body } = await patch(owner, id, { approval_status: 'APPROVED' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    approval_status: 'APPROVED',
    approved_by_id: owner.id,
    approved_at: expect.stringMatching(/Z$/),
    start_date: today(),
    is_active: true,
  });
});

it('an approved contract keeps the day that was named', async () => {
  const { boss, owner, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer, { start_date: days(10) })).body;
  expect((await patch(owner, id, { approval_status: 'APPROVED' })).body).toMatchObject({
    start_date: days(10),
    is_active: false,
  });
});

it('approval and rejection take role id 3 on the customer [CON-R12]', async () => {
  const { boss, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer)).body;
  const accountant = user();
  await link(customer, accountant, 'AA');
  for (const who of [boss, accountant]) {
    for (const approval_status of ['APPROVED', 'REJECTED'])
      expect(codeOf(await patch(who, id, { approval_status }))).toEqual([403, 'contract.approval_not_authorized']);
  }
});

it('an owner of the customer rejects [CON-R28]', async () => {
  const { boss, owner, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer, { start_date: '2020-01-01' })).body;
  expect((await patch(owner, id, { approval_status: 'REJECTED' })).body).toMatchObject({
    approval_status: 'REJECTED',
    is_active: false,
    approved_by_id: null,
  });
});

it('a decided contract is not decided again [CON-R23]', async () => {
  const { boss, owner, provider, customer } = await parties();
  for (const first of ['APPROVED', 'REJECTED']) {
    const { id } = (
      await offer(boss, provider, customer, { service_provided: first === 'APPROVED' ? 'AUDITING' : 'ACCOUNTING' })
    ).body;
    await patch(owner, id, { approval_status: first });
    for (const approval_status of ['APPROVED', 'REJECTED'])
      expect(codeOf(await patch(owner, id, { approval_status }))).toEqual([400, 'contract.not_pending']);
  }
  const { id } = (await offer(boss, provider, customer)).body;
  for (const approval_status of ['PENDING', 'EXPIRED', 'x', null])
    expect(codeOf(await patch(owner, id, { approval_status }))).toEqual([400, 'common.validation_error']);
});

it('of approval and rejection at the same moment one wins', async () => {
  const { boss, owner, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer)).body;
  const answers = await Promise.all(
    ['APPROVED', 'REJECTED', 'APPROVED', 'REJECTED'].map((approval_status) => patch(owner, id, { approval_status })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
});

it('either side ends an approved contract: day, by whom, when, and why [CON-R16]', async () => {
  for (const side of ['firm', 'customer']) {
    const { boss, owner, provider, customer } = await parties();
    const { id } = (await offer(boss, provider, customer)).body;
    await patch(owner, id, { approval_status: 'APPROVED' });
    const who = side === 'firm' ? boss : owner;
    const { status, body } = await patch(who, id, {
      end_date: today(),
      ...(side === 'firm' ? { termination_reason: ' Ferdig ' } : {}),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      approval_status: 'APPROVED',
      end_date: today(),
      terminated_by_id: who.id,
      terminated_at: expect.stringMatching(/Z$/),
      termination_reason: side === 'firm' ? 'Ferdig' : null,
      is_active: true,
    });
  }
});

it('ending takes a member of the firm or role id 3 on the customer [CON-R15]', async () => {
  const { boss, owner, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer)).body;
  await patch(owner, id, { approval_status: 'APPROVED' });
  const [accountant, employee] = [user(), user()];
  await link(customer, accountant, 'AA');
  await link(provider, employee, 'EM');
  for (const who of [accountant, employee])
    expect(codeOf(await patch(who, id, { end_date: today() }))).toEqual([403, 'contract.termination_not_authorized']);
  const clerk = user();
  await link(provider, clerk, 'BK');
  expect((await patch(clerk, id, { end_date: today() })).status).toBe(200);
});

it('a contract that is not approved is not ended [CON-R24]', async () => {
  const { boss, owner, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer)).body;
  expect(codeOf(await patch(boss, id, { end_date: today() }))).toEqual([400, 'contract.not_approved']);
  await patch(owner, id, { approval_status: 'REJECTED' });
  expect(codeOf(await patch(owner, id, { end_date: today() }))).toEqual([400, 'contract.not_approved']);
});

it('an end before the beginning is 400, on whichever side it comes about [CON-R25]', async () => {
  const { boss, owner, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer, { start_date: '2026-01-10' })).body;
  await patch(owner, id, { approval_status: 'APPROVED' });
  expect(codeOf(await patch(owner, id, { end_date: '2026-01-09' }))).toEqual([400, 'common.validation_error']);
  expect((await patch(owner, id, { end_date: '2026-01-10' })).status).toBe(200);
  expect(codeOf(await patch(boss, id, { start_date: '2026-01-11' }))).toEqual([400, 'common.validation_error']);
});

it('a firm does not give itself back what the customer ended', async () => {
  const { boss, owner, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer, { start_date: '2020-01-01' })).body;
  await patch(owner, id, { approval_status: 'APPROVED' });
  await patch(owner, id, { end_date: days(5) });
  expect(codeOf(await patch(boss, id, { end_date: days(6) }))).toEqual([400, 'common.validation_error']);
  expect(codeOf(await patch(boss, id, { end_date: null as unknown as string }))).toEqual([
    400,
    'common.validation_error',
  ]);
  expect((await patch(boss, id, { end_date: days(4) })).body.end_date).toBe(days(4));
});

it('approval, ending and other changes do not mix in one call [CON-R26]', async () => {
  const { boss, owner, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer)).body;
  const mixes = [
    { approval_status: 'APPROVED', end_date: days(1) },
    { approval_status: 'APPROVED', service_provided: 'AUDITING' },
    { end_date: days(1), start_date: today() },
    { termination_reason: 'x', service_provided: 'AUDITING' },
    { termination_reason: 'x' },
  ];
  for (const body of mixes)
    expect(codeOf(await patch(owner, id, body)), JSON.stringify(body)).toEqual([400, 'common.validation_error']);
});

it('other changes take access to the provider account', async () => {
  const { boss, owner, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer)).body;
  expect(codeOf(await patch(owner, id, { service_provided: 'AUDITING' }))).toEqual([403, 'contract.not_authorized']);
  const { body } = await patch(boss, id, { service_provided: 'AUDITING', start_date: days(7), approved_by_id: 7 });
  expect(body).toMatchObject({ service_provided: 'AUDITING', start_date: days(7), approved_by_id: null });
  expect((await patch(boss, id, { start_date: null })).body.start_date).toBeNull();
  await patch(owner, id, { approval_status: 'APPROVED' });
  expect(codeOf(await patch(boss, id, { start_date: null }))).toEqual([400, 'common.validation_error']);
});

it('the accounts of a contract never change [CON-R18]', async () => {
  const { boss, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer)).body;
  const other = await parties();
  expect(codeOf(await patch(boss, id, { client_account_id: other.customer }))).toEqual([
    400,
    'contract.accounts_immutable',
  ]);
  expect(
    codeOf(await patch(boss, id, { provider_client_account_id: other.provider, service_provided: 'AUDITING' })),
  ).toEqual([400, 'contract.accounts_immutable']);
  expect(
    (await patch(boss, id, { client_account_id: customer, provider_client_account_id: provider, start_date: days(1) }))
      .status,
  ).toBe(200);
});

it('an unknown contract is 404, one between others 403 [CON-R21]', async () => {
  const { boss, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer)).body;
  for (const path of ['999999999', 'abc', '0'])
    expect(codeOf(await patch(boss, path, {}))).toEqual([404, 'contract.not_found']);
  expect(codeOf(await patch(user(), id, { approval_status: 7 }))).toEqual([403, 'contract.not_authorized']);
});

it('there is no single GET and no DELETE [CON-R19]', async () => {
  const { boss, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer)).body;
  for (const method of ['GET', 'PUT', 'DELETE', 'POST']) {
    const { status, headers } = await as(
      boss,
      method,
      `${PATH}/${id}`,
      method === 'GET' || method === 'DELETE' ? undefined : {},
    );
    expect([status, headers.get('allow')], method).toEqual([405, 'PATCH']);
  }
});

it('an inactive account on either side stops offers, approval and change', async () => {
  const { boss, owner, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer)).body;
  await as(owner, 'PATCH', `/api/v2/client-accounts/${customer}`, { is_active: false });
  expect(codeOf(await patch(owner, id, { approval_status: 'APPROVED' }))).toEqual([409, 'client_account.inactive']);
  expect(codeOf(await patch(boss, id, { start_date: today() }))).toEqual([409, 'client_account.inactive']);
  await as(owner, 'PATCH', `/api/v2/client-accounts/${customer}`, { is_active: true });
  await as(boss, 'PATCH', `/api/v2/client-accounts/${provider}`, { is_active: false });
  expect(codeOf(await patch(owner, id, { approval_status: 'APPROVED' }))).toEqual([409, 'client_account.inactive']);
  expect(codeOf(await offer(boss, provider, customer, { service_provided: 'AUDITING' }))).toEqual([
    409,
    'client_account.inactive',
  ]);
});

it('the list holds the contracts of every account the caller reaches, in pages [CON-R01]', async () => {
  const { boss, owner, provider, customer } = await parties();
  const second = (await account(owner)).id;
  const third = (await account(user())).id;
  const ids = [];
  for (const id of [customer, second, third]) ids.push((await offer(boss, provider, id)).body.id);
  const { body } = await list(owner, 'per_page=1&page=2&order_by=-id');
  expect(body).toMatchObject({ data: [{ id: ids[0] }], meta: { page: 2, pages: 2, per_page: 1, records: 2 } });
  expect(await idsOf(owner)).toEqual([ids[0], ids[1]]);
  expect(await idsOf(boss)).toEqual([]);
  const clerk = user();
  await link(customer, clerk, 'EM');
  expect(await idsOf(clerk)).toEqual([]);
});

it('several accounts can be named, and one that is out of reach fails the list as a whole [CON-R02]', async () => {
  const { boss, owner, provider, customer } = await parties();
  const second = (await account(owner)).id;
  const [a, b] = [(await offer(boss, provider, customer)).body.id, (await offer(boss, provider, second)).body.id];
  for (const separator of [',', ';', '%20', ', '])
    expect(await idsOf(owner, `client_account_id=${customer}${separator}${second}`)).toEqual([a, b]);
  expect(await idsOf(owner, `client_account_id=${second}`)).toEqual([b]);
  expect(codeOf(await list(owner, `client_account_id=${customer},${provider}`))).toEqual([403, 'common.forbidden']);
  expect((await list(owner, 'client_account_id=x')).status).toBe(400);
});

it("a firm's contracts are listed for its direct active members [CON-R03]", async () => {
  const { boss, owner, provider, customer } = await parties();
  const { id } = (await offer(boss, provider, customer)).body;
  expect(await idsOf(boss, `provider_client_account_id=${provider}`)).toEqual([id]);
  for (const who of [owner, user()])
    expect(codeOf(await list(who, `provider_client_account_id=${provider}`))).toEqual([403, 'contract.not_authorized']);
  expect(codeOf(await list(boss, 'provider_client_account_id=999999'))).toEqual([403, 'contract.not_authorized']);
  const former = user();
  await link(provider, former, 'BK');
  expect(await idsOf(former, `provider_client_account_id=${provider}`)).toEqual([id]);
  await as(boss, 'DELETE', `/api/v2/client-accounts/${provider}/users/${former.id}`);
  expect((await list(former, `provider_client_account_id=${provider}`)).status).toBe(403);
});

it('the status filters, and an unknown one is 400 [CON-R04]', async () => {
  const { boss, owner, provider, customer } = await parties();
  const pending = (await offer(boss, provider, customer)).body.id;
  const approved = (await offer(boss, provider, customer, { service_provided: 'AUDITING' })).body.id;
  await patch(owner, approved, { approval_status: 'APPROVED' });
  expect(await idsOf(owner, 'approval_status=PENDING')).toEqual([pending]);
  expect(await idsOf(owner, 'approval_status=APPROVED')).toEqual([approved]);
  expect(await idsOf(owner, 'approval_status=EXPIRED')).toEqual([]);
  expect((await list(owner, 'approval_status=DONE')).status).toBe(400);
});

it('both accounts can be embedded by name, and only when asked for [CON-R29]', async () => {
  const { boss, owner, provider, customer } = await parties();
  const created = (await offer(boss, provider, customer, {}, '?with=client_account')).body;
  expect(created.client_account).toEqual({
    id: customer,
    display_name: expect.any(String),
    unique_name: expect.any(String),
  });
  expect(created).not.toHaveProperty('provider_client_account');
  const [row] = (await list(owner, 'with=client_account,provider_client_account')).body.data;
  expect(row).toMatchObject({ client_account: { id: customer }, provider_client_account: { id: provider } });
});

it('a contract that waits for more than 90 days expires, for good and once [CON-R27]', async () => {
  const { boss, owner, provider, customer } = await parties();
  world.service.setClock('2026-01-01T12:00:00Z');
  const { id } = (await offer(boss, provider, customer)).body;
  const approved = (await offer(boss, provider, customer, { service_provided: 'AUDITING' })).body.id;
  await patch(owner, approved, { approval_status: 'APPROVED' });
  world.service.setClock('2026-04-01T11:59:00Z');
  expect(await world.service.runJob('contract-expiry')).toBe(0);
  world.service.setClock('2026-04-01T12:01:00Z');
  expect(await world.service.runJob('contract-expiry')).toBe(1);
  expect(await world.service.runJob('contract-expiry')).toBe(0);
  const rows = (await list(owner, `client_account_id=${customer}`)).body.data;
  expect(rows.map((one: { id: number; approval_status: string }) => [one.id, one.approval_status])).toEqual([
    [id, 'EXPIRED'],
    [approved, 'APPROVED'],
  ]);
  expect(codeOf(await patch(owner, id, { approval_status: 'APPROVED' }))).toEqual([400, 'contract.not_pending']);
  expect((await offer(boss, provider, customer)).status).toBe(201);
});

it('every change of a contract drops what is cached about the customer', async () => {
  const { boss, owner, provider, customer } = await parties();
  const published = async () =>
    (await world.service.events('organisation.access.changed')).filter(
      ({ payload }) => payload.client_account_id === customer,
    ).length;
  const { id } = (await offer(boss, provider, customer)).body;
  const before = await published();
  await patch(owner, id, { approval_status: 'APPROVED' });
  await patch(owner, id, { end_date: today() });
  expect((await published()) - before).toBe(2);
});

it('a repeat of an offer with its key gets the same contract', async () => {
  const { boss, provider, customer } = await parties();
  const body = { client_account_id: customer, provider_client_account_id: provider, service_provided: 'ACCOUNTING' };
  const options = { headers: { 'idempotency-key': `offer-${customer}` } };
  const first = await as(boss, 'POST', PATH, body, options);
  const again = await as(boss, 'POST', PATH, body, options);
  expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
  expect(again.body).toEqual(first.body);
});
