import { Organisation } from '@app/rpc';
import { expect, it } from 'vitest';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account } = world;

const PATH = '/api/v2/client-accounts';
const faultsOf = (body: { error: { details: { fields: { field: string }[] } } }) =>
  body.error.details.fields.map(({ field }) => field);
const snapshotOf = async (id: number) =>
  (await world.service.connect(Organisation, 'ledger').GetAccount({ clientAccountId: id })).account!;

it.each(['PUT', 'PATCH'])('%s changes only the fields that are sent [CAC-R48]', async (method) => {
  const owner = user();
  const before = await account(owner, {}, { metadata: { a: 1 } });
  const { status, body } = await as(owner, method, `${PATH}/${before.id}`, { display_name: 'Nytt navn' });
  expect(status).toBe(200);
  expect(body).toEqual({ ...before, display_name: 'Nytt navn', updated_at: expect.any(String) });
  const more = await as(owner, method, `${PATH}/${before.id}`, { accounting_language: 'eng', metadata: { b: 2 } });
  expect(more.body).toMatchObject({ display_name: 'Nytt navn', accounting_language: 'eng', metadata: { b: 2 } });
});

it('read-only and unknown fields are ignored [CAC-R15]', async () => {
  const owner = user();
  const before = await account(owner);
  const readOnly = {
    id: 1,
    unique_name: 'other',
    organization_id: 1,
    organization_number: '310433217',
    is_provider: true,
    provider_type: 'AUDITOR',
    is_vat_liable: true,
    is_billing_account: true,
    logo_url: 'x',
    selected_industry_extension: 'RETAIL',
    created_at: '2000-01-01T00:00:00Z',
    created_by_id: 1,
    updated_by_id: 1,
    version: 99,
    nonsense: true,
  };
  const { status, body } = await as(owner, 'PATCH', `${PATH}/${before.id}`, readOnly);
  expect([status, body]).toEqual([200, before]);
  const { body: changed } = await as(owner, 'PUT', `${PATH}/${before.id}`, { ...readOnly, display_name: 'X' });
  expect(changed).toEqual({ ...before, display_name: 'X', updated_at: expect.any(String) });
});

it('an empty object or no body is 400 [CAC-R14]', async () => {
  const owner = user();
  const { id } = await account(owner);
  for (const method of ['PUT', 'PATCH']) {
    const { status, body } = await as(owner, method, `${PATH}/${id}`, {});
    expect([status, body.error.code]).toEqual([400, 'common.validation_error']);
    expect(
      (await as(owner, method, `${PATH}/${id}`, undefined, { headers: { 'content-type': 'application/json' } })).status,
    ).toBe(400);
  }
});

it('values that make no sense are 400 and name every field', async () => {
  const owner = user();
  const { id } = await account(owner);
  const { status, body } = await as(owner, 'PATCH', `${PATH}/${id}`, {
    display_name: null,
    is_active: 'yes',
    accounting_currency: null,
    accounting_language: 'fin',
    metadata: [],
  });
  expect([status, faultsOf(body)]).toEqual([
    400,
    ['display_name', 'is_active', 'accounting_currency', 'accounting_language', 'metadata'],
  ]);
});

it('null takes language and metadata back to where they began', async () => {
  const owner = user();
  const { id } = await account(owner, { country_code: 'SE' }, { accounting_language: 'eng', metadata: { a: 1 } });
  const { body } = await as(owner, 'PATCH', `${PATH}/${id}`, { accounting_language: null, metadata: null });
  expect(body).toMatchObject({ accounting_language: 'swe', metadata: {} });
});

it('sale counters below 1 are 400 [CAC-R16]', async () => {
  const owner = user();
  const { id } = await account(owner);
  for (const field of ['next_sale_invoice_number', 'next_sale_credit_note_number']) {
    for (const value of [0, -1, 1.5, 'x', null]) {
      const { status, body } = await as(owner, 'PATCH', `${PATH}/${id}`, { [field]: value });
      expect([status, faultsOf(body)], `${field} ${value}`).toEqual([400, [field]]);
    }
  }
});

it('sale counters begin at 10000, may be lowered, and are independent [CAC-R17] [CAC-R18]', async () => {
  const owner = user();
  const { id } = await account(owner);
  expect(await snapshotOf(id)).toMatchObject({
    version: 1,
    saleInvoice: { nextNumber: 10_000, setAtVersion: 1 },
    saleCreditNote: { nextNumber: 10_000, setAtVersion: 1 },
  });
  await as(owner, 'PATCH', `${PATH}/${id}`, { next_sale_invoice_number: 20_000 });
  expect(await snapshotOf(id)).toMatchObject({
    saleInvoice: { nextNumber: 20_000, setAtVersion: 2 },
    saleCreditNote: { nextNumber: 10_000, setAtVersion: 1 },
  });
  await as(owner, 'PUT', `${PATH}/${id}`, { next_sale_invoice_number: 1, display_name: 'X' });
  await as(owner, 'PATCH', `${PATH}/${id}`, { next_sale_credit_note_number: '7' });
  expect(await snapshotOf(id)).toMatchObject({
    version: 4,
    saleInvoice: { nextNumber: 1, setAtVersion: 3 },
    saleCreditNote: { nextNumber: 7, setAtVersion: 4 },
  });
  // Set again to the same number: whoever gives out the numbers starts anew.
  await as(owner, 'PATCH', `${PATH}/${id}`, { next_sale_invoice_number: 1 });
  expect((await snapshotOf(id)).saleInvoice).toMatchObject({ nextNumber: 1, setAtVersion: 5 });
});

it('no answer shows a sale counter [CAC-R47]', async () => {
  const owner = user();
  const { id } = await account(owner);
  const answers = [
    await as(owner, 'PATCH', `${PATH}/${id}`, {
      next_sale_invoice_number: 123_456,
      next_sale_credit_note_number: 123_456,
    }),
    await as(owner, 'GET', `${PATH}/${id}?with=settings,current_settings,organization`),
    await as(owner, 'GET', PATH),
  ];
  for (const { status, bytes } of answers) {
    expect(status).toBe(200);
    expect(bytes.toString()).not.toMatch(/next_sale|123456/);
  }
});

it('the accounting currency changes while the ledger is empty, and not after [CAC-R33]', async () => {
  const owner = user();
  const { id } = await account(owner);
  const { status, body } = await as(owner, 'PATCH', `${PATH}/${id}`, { accounting_currency: 'EUR' });
  expect([status, body.accounting_currency]).toEqual([200, 'EUR']);
  expect((await as(owner, 'GET', `${PATH}/${id}/settings/current`)).body.accounting_currency_code).toBe(978);
  world.played.withPostings.add(id);
  const refused = await as(owner, 'PATCH', `${PATH}/${id}`, { accounting_currency: 'NOK', display_name: 'Not either' });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'client_account.has_postings']);
  expect((await as(owner, 'GET', `${PATH}/${id}`)).body).toMatchObject({
    accounting_currency: 'EUR',
    display_name: body.display_name,
  });
});

it('the ledger is asked only when the currency changes, and its absence is 503', async () => {
  const owner = user();
  const { id } = await account(owner);
  world.played.asked.length = 0;
  expect(
    (await as(owner, 'PATCH', `${PATH}/${id}`, { accounting_currency: 'NOK', display_name: 'Same currency' })).status,
  ).toBe(200);
  expect(world.played.asked).toEqual([]);
  world.service.world.isAway = true;
  try {
    const { status, body } = await as(owner, 'PATCH', `${PATH}/${id}`, { accounting_currency: 'EUR' });
    expect([status, body.error.code]).toEqual([503, 'common.service_unavailable']);
  } finally {
    world.service.world.isAway = false;
  }
  expect((await as(owner, 'GET', `${PATH}/${id}`)).body.accounting_currency).toBe('NOK');
});

it('changes side by side are all counted, and each is reported with its version', async () => {
  const owner = user();
  const { id } = await account(owner);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => as(owner, 'PATCH', `${PATH}/${id}`, { display_name: `Name ${i}` })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await snapshotOf(id)).version).toBe(9);
  const published = (await world.service.events('organisation.client_account.changed')).filter(
    ({ payload }) => payload.client_account_id === id,
  );
  expect(published.map(({ payload }) => payload.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(published.at(-1)!.payload.display_name).toBe((await snapshotOf(id)).displayName);
});

it('a change that is none is published to nobody, a change of state clears who may do what', async () => {
  const owner = user();
  const { id } = await account(owner);
  const about = async () =>
    (await world.service.events())
      .filter(({ payload }) => payload.client_account_id === id)
      .map(({ name, payload }) => `${name} ${payload.version ?? ''}`.trim());
  const before = await about();
  await as(owner, 'PATCH', `${PATH}/${id}`, { unique_name: 'ignored' });
  expect(await about()).toEqual(before);
  await as(owner, 'PATCH', `${PATH}/${id}`, { is_active: false });
  expect((await about()).slice(before.length)).toEqual([
    'organisation.client_account.changed 2',
    'organisation.access.changed',
  ]);
});
