import { afterEach, expect, it } from 'vitest';
import { insertVersion, versionsOf } from '../src/settings/store.ts';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, link } = world;
type User = ReturnType<typeof user>;

afterEach(() => world.service.setClock(null));

const PATH = (id: number) => `/api/v2/client-accounts/${id}/settings`;
const post = (who: User, id: number, body: object) => as(who, 'POST', PATH(id), body);
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const today = () => world.service.running.composition.clock.today();
const days = (count: number) => Temporal.PlainDate.from(today()).add({ days: count }).toString();
const spansOf = async (who: User, id: number) =>
  (await as(who, 'GET', PATH(id))).body.map((one: { active_from: string; active_to: string | null }) => [
    one.active_from,
    one.active_to,
  ]);

it('a new account has the defaults of the contract', async () => {
  const owner = user();
  const { id } = await account(owner, {}, { accounting_currency: 'EUR' });
  const { status, body } = await as(owner, 'GET', `${PATH(id)}/current`);
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.any(Number),
    created_at: expect.stringMatching(/Z$/),
    created_by_id: owner.id,
    client_account_id: id,
    active_from: '2000-01-01',
    active_to: null,
    start_date: today(),
    plan: 'STANDARD',
    accounting_currency_code: 978,
    vat_liable: false,
    vat_registration_date: null,
    vat_return_frequency: 'BIMONTHLY',
    payroll_active: false,
    payroll_frequency: 'MONTHLY',
    payroll_date: 25,
    pension_rate: '0.0200',
    employee_pension_rate: '0.0000',
    pension_provider_id: null,
    project_module: true,
    bank_integration_module: false,
    payroll_module: true,
    annual_report_module: true,
    autonomy_level: 'DRAFT',
    early_access: false,
    reconciliation_frequency: null,
    employer_tax_rate: '0.1410',
    default_payment_terms_days: 14,
  });
});

it('POST makes a version from today, closes the one before on the day before, and lists the newest first [SET-R01] [SET-R03]', async () => {
  const owner = user();
  const { id } = await account(owner);
  const { status, body, headers } = await post(owner, id, { plan: 'BASIC' });
  expect([status, headers.get('location')]).toEqual([201, null]);
  expect(body).toMatchObject({ active_from: today(), active_to: null, plan: 'BASIC', created_by_id: owner.id });
  expect(await spansOf(owner, id)).toEqual([
    [today(), null],
    ['2000-01-01', days(-1)],
  ]);
  expect((await as(owner, 'GET', `${PATH(id)}/current`)).body).toEqual(body);
});

it('what a new version does not name is copied from the one it follows [SET-R06]', async () => {
  const owner = user();
  const { id } = await account(owner);
  await as(owner, 'PATCH', PATH(id), { vat_liable: true, pension_rate: '0.05', reconciliation_frequency: 'VAT_TERM' });
  const { body } = await post(owner, id, { active_from: days(30), payroll_date: 10 });
  expect(body).toMatchObject({
    vat_liable: true,
    pension_rate: '0.0500',
    reconciliation_frequency: 'VAT_TERM',
    payroll_date: 10,
  });
});

it('a version that does not begin after the one in force is 409 [SET-R04]', async () => {
  const owner = user();
  const { id } = await account(owner);
  expect(codeOf(await post(owner, id, { active_from: '2000-01-01' }))).toEqual([409, 'settings.version_conflict']);
  expect(codeOf(await post(owner, id, { active_from: '1999-06-01' }))).toEqual([409, 'settings.version_conflict']);
  expect((await post(owner, id, {})).status).toBe(201);
  expect(codeOf(await post(owner, id, {}))).toEqual([409, 'settings.version_conflict']);
  expect(codeOf(await post(owner, id, { active_from: days(-1) }))).toEqual([409, 'settings.version_conflict']);
  expect((await post(owner, id, { active_from: days(1) })).status).toBe(201);
  expect(await spansOf(owner, id)).toHaveLength(3);
});

it('a future version takes effect on its date, in Oslo [SET-R11] [SET-R02]', async () => {
  const owner = user();
  const { id } = await account(owner);
  world.service.setClock('2026-01-15T12:00:00Z');
  await post(owner, id, { active_from: '2026-07-01', vat_liable: true });
  const current = async () => (await as(owner, 'GET', `${PATH(id)}/current`)).body;
  expect(await current()).toMatchObject({ active_from: '2000-01-01', active_to: '2026-06-30', vat_liable: false });
  world.service.setClock('2026-06-30T21:59:59Z');
  expect((await current()).vat_liable).toBe(false);
  world.service.setClock('2026-06-30T22:00:00Z');
  expect(await current()).toMatchObject({ active_from: '2026-07-01', active_to: null, vat_liable: true });
});

it('a version before a planned one ends where that one begins, and the planned one stays', async () => {
  const owner = user();
  const { id } = await account(owner);
  await post(owner, id, { active_from: days(60), plan: 'ENTERPRISE' });
  const { body } = await post(owner, id, { plan: 'BASIC' });
  expect(body.active_to).toBe(days(59));
  expect(await spansOf(owner, id)).toEqual([
    [days(60), null],
    [today(), days(59)],
    ['2000-01-01', days(-1)],
  ]);
});

it.each(['PUT', 'PATCH'])('%s changes the version in force and nothing that is not sent [SET-R05]', async (method) => {
  const owner = user();
  const { id } = await account(owner);
  const before = (await as(owner, 'GET', `${PATH(id)}/current`)).body;
  const changes = {
    vat_liable: true,
    vat_registration_date: '2025-02-28',
    payroll_active: true,
    pension_rate: 0.021,
    employer_tax_rate: '0',
    start_date: null,
  };
  const { status, body } = await as(owner, method, PATH(id), changes);
  expect(status).toBe(200);
  expect(body).toEqual({ ...before, ...changes, pension_rate: '0.0210', employer_tax_rate: '0.0000' });
  expect(await spansOf(owner, id)).toEqual([['2000-01-01', null]]);
  expect((await as(owner, method, PATH(id), {})).body).toEqual(body);
  // What was read can be sent back as it is.
  expect((await as(owner, method, PATH(id), body)).body).toEqual(body);
});

it('null clears what may be empty, and is refused where a value must be', async () => {
  const owner = user();
  const { id } = await account(owner);
  await as(owner, 'PATCH', PATH(id), { reconciliation_frequency: 'YEARLY', vat_registration_date: '2025-01-01' });
  const { body } = await as(owner, 'PATCH', PATH(id), {
    reconciliation_frequency: null,
    vat_registration_date: null,
    start_date: null,
    pension_provider_id: null,
  });
  expect(body).toMatchObject({ reconciliation_frequency: null, vat_registration_date: null, start_date: null });
  for (const field of [
    'plan',
    'vat_liable',
    'payroll_date',
    'pension_rate',
    'autonomy_level',
    'default_payment_terms_days',
  ])
    expect((await as(owner, 'PATCH', PATH(id), { [field]: null })).status, field).toBe(400);
});

const bad: readonly (readonly [string, unknown])[] = [
  ['plan', 'GOLD'],
  ['vat_return_frequency', 'WEEKLY'],
  ['payroll_frequency', 'DAILY'],
  ['autonomy_level', 'SOME'],
  ['reconciliation_frequency', 'MONTHLY'],
  ['vat_liable', 'true'],
  ['payroll_date', 0],
  ['payroll_date', 32],
  ['pension_rate', '0.12345'],
  ['pension_rate', '1.0001'],
  ['employee_pension_rate', '-0.01'],
  ['employer_tax_rate', '2'],
  ['employer_tax_rate', '1e-1'],
  ['default_payment_terms_days', -1],
  ['default_payment_terms_days', 366],
  ['active_from', '2026-02-30'],
  ['start_date', 'soon'],
];
it.each(bad)('%s cannot be %s [SET-R07]', async (field, value) => {
  const owner = user();
  const { id } = await account(owner);
  for (const method of ['POST', 'PUT', 'PATCH']) {
    const { status, body } = await as(owner, method, PATH(id), { [field]: value });
    expect([status, body.error.code, body.error.details.fields[0].field]).toEqual([
      400,
      'common.validation_error',
      field,
    ]);
  }
});

it('the span of a version is not written: another end, or another beginning of the one in force, is 400', async () => {
  const owner = user();
  const { id } = await account(owner);
  expect(codeOf(await post(owner, id, { active_to: days(10) }))).toEqual([400, 'common.validation_error']);
  expect(codeOf(await as(owner, 'PATCH', PATH(id), { active_from: days(1) }))).toEqual([
    400,
    'common.validation_error',
  ]);
  expect(codeOf(await as(owner, 'PUT', PATH(id), { active_to: days(1) }))).toEqual([400, 'common.validation_error']);
  expect(await spansOf(owner, id)).toEqual([['2000-01-01', null]]);
});

it('a pension provider that is no business partner of the account is 400 [SET-R08]', async () => {
  const owner = user();
  const { id } = await account(owner);
  for (const pension_provider_id of [999_999, 0, 'x']) {
    const { status, body } = await as(owner, 'PATCH', PATH(id), { pension_provider_id });
    expect([status, body.error.code, body.error.details.fields[0].field]).toEqual([
      400,
      'common.validation_error',
      'pension_provider_id',
    ]);
    expect((await post(owner, id, { pension_provider_id })).status).toBe(400);
  }
  expect(await spansOf(owner, id)).toHaveLength(1);
});

it('of many who make a version for one day at the same moment one does, and the spans stay whole', async () => {
  const owner = user();
  const { id } = await account(owner);
  const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => post(owner, id, { payroll_date: i + 1 })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  const more = await Promise.all([5, 3, 9, 1, 7].map((count) => post(owner, id, { active_from: days(count) })));
  expect(more.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  const spans = (await spansOf(owner, id)).toReversed();
  expect(spans[0]![0]).toBe('2000-01-01');
  expect(spans.at(-1)![1]).toBeNull();
  for (const [i, [from]] of spans.slice(1).entries())
    expect(Temporal.PlainDate.from(spans[i]![1]!).add({ days: 1 }).toString()).toBe(from);
});

it('the table itself refuses two versions for one day', async () => {
  const owner = user();
  const { id } = await account(owner);
  const { db } = world.service;
  const [first] = await versionsOf(db.executor, [id]);
  const { id: _id, createdAt: _createdAt, ...copy } = first!;
  await expect(
    db.write((tx) => insertVersion(tx, { ...copy, activeFrom: '2020-01-01' }, new Date())),
  ).rejects.toMatchObject({
    code: 'settings.version_conflict',
  });
  expect(await versionsOf(db.executor, [id])).toHaveLength(1);
});

it('a change is reported with every version there is and the version of the account', async () => {
  const owner = user();
  const { id } = await account(owner);
  await as(owner, 'PATCH', PATH(id), { vat_liable: true });
  await post(owner, id, { active_from: days(5), vat_liable: false });
  const published = (await world.service.events('organisation.settings.changed')).filter(
    ({ payload }) => payload.client_account_id === id,
  );
  expect(published.map(({ payload }) => payload.version)).toEqual([1, 2, 3]);
  expect(published.at(-1)!.payload.versions).toEqual([
    { active_from: '2000-01-01', active_to: days(4), vat_liable: true },
    { active_from: days(5), active_to: null, vat_liable: false },
  ]);
});

it('a bookkeeper reads settings and writes none [SET-R09]', async () => {
  const owner = user();
  const { id } = await account(owner);
  const clerk = user();
  await link(id, clerk, 'BK');
  expect((await as(clerk, 'GET', PATH(id))).status).toBe(200);
  for (const method of ['POST', 'PUT', 'PATCH'])
    expect(codeOf(await as(clerk, method, PATH(id), { plan: 'BASIC' }))).toEqual([403, 'common.forbidden']);
  const accountant = user();
  await link(id, accountant, 'AA');
  expect((await as(accountant, 'PATCH', PATH(id), { plan: 'BASIC' })).status).toBe(200);
});

it('a repeat of a POST with its key gets the same version', async () => {
  const owner = user();
  const { id } = await account(owner);
  const options = { headers: { 'idempotency-key': `settings-${id}` } };
  const first = await as(owner, 'POST', PATH(id), { plan: 'BASIC' }, options);
  const again = await as(owner, 'POST', PATH(id), { plan: 'BASIC' }, options);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(again.body).toEqual(first.body);
  expect(await spansOf(owner, id)).toHaveLength(2);
});
