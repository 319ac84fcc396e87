import { beforeEach, expect, it } from 'vitest';
import { nextOrganizationNumber, useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, company, fault, link } = world;

beforeEach(() => fault({ count: 0 }));

const search = (who: ReturnType<typeof user>, query: string) => as(who, 'GET', `/api/v2/organizations?${query}`);

it('a search without number and name is 400, and so is a name of two letters [ORG-R01]', async () => {
  const who = user();
  for (const query of [
    '',
    'page=1',
    'organization_number=',
    'name=ab',
    'name=%20a%20',
    'organization_number=12345',
    'organization_number=abcdefghi',
  ]) {
    const { status, body } = await search(who, query);
    expect([status, body.error.code], query).toEqual([400, 'common.validation_error']);
    expect(body.error.details.fields.length).toBeGreaterThan(0);
  }
});

it('a number that is not stored is fetched from the registry and stored with what it says [ORG-R02] [EXT-R06]', async () => {
  const who = user();
  const number = await company({ name: 'Blåbær & Sønn AS', industry_code: '47.110' });
  const { status, body } = await search(who, `organization_number=${number}`);
  expect(status).toBe(200);
  expect(body.meta).toEqual({ page: 1, pages: 1, per_page: 25, records: 1 });
  const [found] = body.data;
  expect(found).toMatchObject({
    organization_number: number,
    name: 'Blåbær & Sønn AS',
    country_code: 'NO',
    organization_form: 'AS',
    industry_code: '47.110',
    is_bankrupt: false,
    is_dissolved: false,
    client_account_id: null,
    already_registered: false,
    fetched_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  const single = await as(who, 'GET', `/api/v2/organizations/${found.id}`);
  expect([single.status, single.body]).toEqual([200, found]);
});

it('every field of a generated company is there, with capital as exact text and the registration as a moment', async () => {
  const { body } = await search(user(), 'organization_number=310433217');
  expect(body.data[0]).toEqual({
    id: expect.any(Number),
    organization_number: '310433217',
    name: expect.any(String),
    country_code: 'NO',
    organization_form: 'AS',
    industry_code: '62.010',
    industry_description: expect.any(String),
    is_vat_registered: true,
    is_bankrupt: false,
    is_dissolved: false,
    registered_at: expect.stringMatching(/T00:00:00Z$/),
    street_address: expect.any(String),
    postal_code: expect.stringMatching(/^\d{4}$/),
    city: expect.any(String),
    email: expect.stringContaining('@'),
    phone: expect.any(String),
    share_capital: expect.stringMatching(/^\d+\.00$/),
    employee_count: expect.any(Number),
    client_account_id: null,
    already_registered: false,
    fetched_at: expect.any(String),
  });
});

it('a number in the way people write it is the same number', async () => {
  const number = await company();
  const spaced = `NO ${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)} MVA`;
  const { body } = await search(user(), `organization_number=${encodeURIComponent(spaced)}`);
  expect(body.data[0].organization_number).toBe(number);
});

it('a number the registry does not know gives an empty list, and so does one that cannot exist [ORG-R03]', async () => {
  const empty = { data: [], meta: { page: 1, pages: 1, per_page: 25, records: 0 } };
  await fault({ status: 404, count: 1 });
  expect((await search(user(), `organization_number=${nextOrganizationNumber()}`)).body).toEqual(empty);
  expect((await search(user(), 'organization_number=310433213')).body).toEqual(empty);
});

it('the registry is asked again, so that a change there shows', async () => {
  const number = await company({ name: 'Before AS' });
  expect((await search(user(), `organization_number=${number}`)).body.data[0].name).toBe('Before AS');
  const id = (await search(user(), `organization_number=${number}`)).body.data[0].id;
  await world.define(number, { name: 'After AS', organization_form: 'AS', industry_code: '62.010' });
  expect((await search(user(), `organization_number=${number}`)).body.data[0]).toMatchObject({ id, name: 'After AS' });
});

it('a registry that fails and nothing stored is 502, what is stored is given instead [ORG-R05]', async () => {
  const [known, unknown] = [await company(), await company()];
  await search(user(), `organization_number=${known}`);
  await fault({ status: 500, count: 3 });
  expect((await search(user(), `organization_number=${known}`)).body.data[0].organization_number).toBe(known);
  await fault({ status: 503, count: 3 });
  const { status, body } = await search(user(), `organization_number=${unknown}`);
  expect([status, body.error.code]).toEqual([502, 'integration.upstream_failed']);
  await fault({ status: 503, count: 3 });
  expect((await search(user(), 'name=nowhere')).status).toBe(502);
});

it('two failures of the registry are tried over, and the third try counts', async () => {
  const number = await company();
  await fault({ status: 502, count: 2 });
  expect((await search(user(), `organization_number=${number}`)).status).toBe(200);
});

it('a search by name finds every word in any order and case, in the registry and stored', async () => {
  const tag = `zq${Date.now()}`;
  const number = await company({ name: `Ærlig ${tag} Bakeri AS` });
  await company({ name: `Annet ${tag} Verksted AS` });
  const { body } = await search(user(), `name=${encodeURIComponent(`bakeri ÆRLIG ${tag.toUpperCase()}`)}`);
  expect(body.data.map((one: { organization_number: string }) => one.organization_number)).toEqual([number]);
  await fault({ status: 500, count: 3 });
  expect((await search(user(), `name=${tag}`)).body.meta.records).toBe(1);
  expect((await search(user(), `name=${tag}&page=1&per_page=1`)).body).toMatchObject({
    meta: { page: 1, pages: 2, per_page: 1, records: 2 },
  });
});

it('wild cards in a name are letters like others', async () => {
  await company({ name: 'Hundre%prosent AS' });
  await company({ name: 'Hundre_prosent AS' });
  const names = async (name: string) =>
    (await search(user(), `name=${encodeURIComponent(name)}`)).body.data.map((one: { name: string }) => one.name);
  expect(await names('hundre%')).toEqual(['Hundre%prosent AS']);
  expect(await names('e_p')).toEqual(['Hundre_prosent AS']);
});

it('five stored names are enough: the registry is left alone', async () => {
  const tag = `yx${Date.now()}`;
  for (let i = 0; i < 5; i++) await search(user(), `organization_number=${await company({ name: `${tag} ${i} AS` })}`);
  await fault({ status: 500, count: 1 });
  expect((await search(user(), `name=${tag}`)).body.meta.records).toBe(5);
  // Nobody met the fault.
  expect(await world.askRegistry('310433217')).toBe(500);
});

it('already_registered says that there is an account, its id only whom it concerns [ORG-R04]', async () => {
  const [owner, employee] = [user(), user()];
  const opened = await account(owner);
  await link(opened.id, employee, 'EM');
  const look = async (who: ReturnType<typeof user>) =>
    (await search(who, `organization_number=${opened.organization_number}`)).body.data[0];
  expect(await look(owner)).toMatchObject({ already_registered: true, client_account_id: opened.id });
  expect(await look(employee)).toMatchObject({ already_registered: true, client_account_id: opened.id });
  expect(await look(user({ isAdmin: true }))).toMatchObject({ client_account_id: opened.id });
  expect(await look(user())).toMatchObject({ already_registered: true, client_account_id: null });
});

it('an organization that does not exist is 404 organization.not_found', async () => {
  for (const id of ['999999999', 'abc', '0']) {
    const { status, body } = await as(user(), 'GET', `/api/v2/organizations/${id}`);
    expect([status, body.error.code], id).toEqual([404, 'organization.not_found']);
  }
});
