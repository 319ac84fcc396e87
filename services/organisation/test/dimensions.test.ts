import { References } from '@app/rpc';
import { beforeEach, describe, expect, it } from 'vitest';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, link } = world;

const PATH = { department: '/api/v2/departments', project: '/api/v2/projects', tag: '/api/v2/tags' } as const;
type Kind = keyof typeof PATH;
const kinds = Object.keys(PATH) as Kind[];

let owner: ReturnType<typeof user>;
let books: number;

beforeEach(async () => {
  owner = user();
  books = (await account(owner)).id;
});

const create = (kind: Kind, body: object = {}, who = owner) =>
  as(who, 'POST', PATH[kind], { client_account_id: books, name: `${kind} ${Math.random()}`, ...body });
const created = async (kind: Kind, body: object = {}) => {
  const { status, body: record } = await create(kind, body);
  expect(status).toBe(201);
  return record;
};
const list = async (kind: Kind, query = '', who = owner) =>
  (await as(who, 'GET', `${PATH[kind]}?client_account_id=${books}${query}`)).body;
const namesOf = (page: { data: { name: string }[] }) => page.data.map(({ name }) => name);
const published = async (type: string, id: number) =>
  (await world.service.events('organisation.reference.changed'))
    .map(({ payload }) => payload)
    .filter((p) => p.type === type && p.id === id);

describe.each(kinds)('a %s', (kind) => {
  it('is created with 201, where it is found again, and announced [DIM-R02]', async () => {
    const answer = await create(kind, { name: '  Sales  ' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ client_account_id: books, name: 'Sales', is_active: true });
    expect(answer.headers.get('location')).toBe(`${PATH[kind]}/${answer.body.id}`);
    const read = await as(owner, 'GET', `${PATH[kind]}/${answer.body.id}`);
    expect([read.status, read.body]).toEqual([200, answer.body]);
    expect(await published(kind, answer.body.id)).toEqual([
      { client_account_id: books, type: kind, id: answer.body.id, name: 'Sales', is_active: true, version: 1 },
    ]);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '   ' }, 'name'],
    ['null for a name', { name: null }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(kind === 'tag' ? 51 : 151) }, 'name'],
    ['a name with a NUL', { name: 'a\0b' }, 'name'],
    ['a word for is_active', { is_active: 'yes' }, 'is_active'],
  ])('with %s is refused with 400 and leaves nothing [DIM-R02]', async (_what, body, field) => {
    const { status, body: answer } = await create(kind, body);
    expect([status, answer.error.code, answer.error.details.fields[0].field]).toEqual([
      400,
      'common.validation_error',
      field,
    ]);
    expect((await list(kind)).data).toEqual([]);
  });

  it('needs a client account that the caller reaches [DIM-R02]', async () => {
    for (const [id, status, code] of [
      [undefined, 400, 'common.validation_error'],
      ['x', 400, 'common.validation_error'],
      [(await account(user())).id, 403, 'common.forbidden'],
      [999_999_999, 403, 'common.forbidden'],
    ] as const) {
      const answer = await create(kind, { client_account_id: id });
      expect([answer.status, answer.body.error.code], String(id)).toEqual([status, code]);
    }
  });

  it(`has a name no other active one has, whatever its case [DIM-R04] [DIM-R05] [DIM-R06]`, async () => {
    const first = await created(kind, { name: 'Ærlige Åser' });
    for (const name of ['Ærlige Åser', 'ÆRLIGE åSER', 'Ærlige A\u030aser']) {
      const { status, body } = await create(kind, { name });
      expect([status, body.error.code], name).toEqual([409, `${kind}.name_taken`]);
      expect(body.error.message).toContain(name);
    }
    const other = await created(kind, { name: 'Other' });
    const renamed = await as(owner, 'PUT', `${PATH[kind]}/${other.id}`, { name: 'ærlige åser' });
    expect([renamed.status, renamed.body.error.code]).toEqual([409, `${kind}.name_taken`]);
    expect(namesOf(await list(kind))).toEqual(['Ærlige Åser', 'Other']);

    await as(owner, 'DELETE', `${PATH[kind]}/${first.id}`);
    await created(kind, { name: 'ærlige åser' });
    const woken = await as(owner, 'PUT', `${PATH[kind]}/${first.id}`, { is_active: true });
    expect([woken.status, woken.body.error.code]).toEqual([409, `${kind}.name_taken`]);
  });

  it('may change the case of its own name', async () => {
    const { id } = await created(kind, { name: 'sales' });
    expect((await as(owner, 'PUT', `${PATH[kind]}/${id}`, { name: 'Sales' })).body).toMatchObject({ name: 'Sales' });
  });

  it('of two with one name at the same moment is created once', async () => {
    const answers = await Promise.all(['Race', 'race', 'RACE', 'Race', 'race'].map((name) => create(kind, { name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect((await list(kind)).data).toHaveLength(1);
  });

  it('is changed field by field, and its client account never [DIM-R02]', async () => {
    const before = await created(kind, { name: 'Before' });
    const elsewhere = (await account(owner)).id;
    const changed = await as(owner, 'PUT', `${PATH[kind]}/${before.id}`, {
      name: 'After',
      client_account_id: elsewhere,
      id: 1,
      sequence_number: 7,
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({
      ...before,
      name: 'After',
      ...(kind === 'tag' ? {} : { updated_at: expect.any(String) }),
    });
    expect((await published(kind, before.id)).map(({ name, version }) => [name, version])).toEqual([
      ['Before', 1],
      ['After', 2],
    ]);
    const { status, body } = await as(owner, 'PUT', `${PATH[kind]}/${before.id}`, { name: null });
    expect([status, body.error.code]).toEqual([400, 'common.validation_error']);
  });

  it('that is written as it is informs nobody', async () => {
    const { id, name } = await created(kind);
    expect((await as(owner, 'PUT', `${PATH[kind]}/${id}`, { name })).status).toBe(200);
    expect(await published(kind, id)).toHaveLength(1);
  });

  it('is deactivated with 200 and stays readable; once more changes nothing', async () => {
    const { id } = await created(kind, { name: 'Gone' });
    for (let round = 0; round < 2; round++) {
      const { status, body } = await as(owner, 'DELETE', `${PATH[kind]}/${id}`);
      expect([status, body.id, body.is_active]).toEqual([200, id, false]);
    }
    expect((await as(owner, 'GET', `${PATH[kind]}/${id}`)).body.is_active).toBe(false);
    expect((await published(kind, id)).map(({ is_active, version }) => [is_active, version])).toEqual([
      [true, 1],
      [false, 2],
    ]);
    expect((await as(owner, 'PUT', `${PATH[kind]}/${id}`, { is_active: true })).body.is_active).toBe(true);
  });

  it('is named with its state to whoever refers to it, deactivated ones too, within its account [DIM-R07]', async () => {
    const [kept, gone] = [await created(kind, { name: 'Kept' }), await created(kind, { name: 'Gone' })];
    await as(owner, 'DELETE', `${PATH[kind]}/${gone.id}`);
    const other = (await account(owner)).id;
    const references = world.service.connect(References, 'ledger');
    const resolve = async (clientAccountId: number) =>
      (await references.Resolve({ clientAccountId, type: kind, ids: [gone.id, kept.id, 999_999_999] })).references;
    expect(await resolve(books)).toEqual([
      { id: kept.id, name: 'Kept', isActive: true },
      { id: gone.id, name: 'Gone', isActive: false },
    ]);
    expect(await resolve(other)).toEqual([]);
  });

  it('that is unknown is 404 with the code of its area [DIM-R10]', async () => {
    for (const id of ['999999999', 'abc', '0', '-1', '9007199254740993']) {
      for (const [method, body] of [['GET'], ['PUT', { name: 'x' }], ['DELETE']] as const) {
        const answer = await as(owner, method, `${PATH[kind]}/${id}`, body);
        expect([answer.status, answer.body.error.code], `${method} ${id}`).toEqual([404, `${kind}.not_found`]);
      }
    }
  });

  it('of an account out of reach is 403, to an employee as well', async () => {
    const { id } = await created(kind);
    const employee = user();
    await link(books, employee, 'EM');
    for (const who of [user(), employee]) {
      for (const [method, body] of [['GET'], ['PUT', { name: 'x' }], ['DELETE']] as const) {
        const answer = await as(who, method, `${PATH[kind]}/${id}`, body);
        expect([answer.status, answer.body.error.code], method).toEqual([403, 'common.forbidden']);
      }
      expect((await create(kind, {}, who)).status).toBe(403);
    }
  });

  it('is written by bookkeepers and users too', async () => {
    for (const role of ['BK', 'US', 'AA'] as const) {
      const who = user();
      await link(books, who, role);
      expect((await create(kind, {}, who)).status).toBe(201);
    }
  });

  it('of an inactive client account is read and not written', async () => {
    const { id } = await created(kind);
    await as(owner, 'PATCH', `/api/v2/client-accounts/${books}`, { is_active: false });
    expect((await as(owner, 'GET', `${PATH[kind]}/${id}`)).status).toBe(200);
    for (const answer of [
      await create(kind),
      await as(owner, 'PUT', `${PATH[kind]}/${id}`, { name: 'x' }),
      await as(owner, 'DELETE', `${PATH[kind]}/${id}`),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([409, 'client_account.inactive']);
  });

  it('embeds its client account when asked for it, and only then [DIM-R03]', async () => {
    const made = await create(kind);
    expect(made.body).not.toHaveProperty('client_account');
    const { body } = await as(owner, 'GET', `/api/v2/client-accounts/${books}`);
    const wanted = { id: books, display_name: body.display_name, unique_name: body.unique_name };
    expect(
      (await as(owner, 'GET', `${PATH[kind]}/${made.body.id}?with=client_account,nothing`)).body.client_account,
    ).toEqual(wanted);
    expect((await list(kind, '&with=client_account')).data[0].client_account).toEqual(wanted);
    expect((await list(kind)).data[0]).not.toHaveProperty('client_account');
  });

  it('sent twice with one key is created once', async () => {
    const send = () =>
      as(
        owner,
        'POST',
        PATH[kind],
        { client_account_id: books, name: 'Keyed' },
        { headers: { 'idempotency-key': `${kind}-${books}` } },
      );
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
    expect(second.body).toEqual(first.body);
    expect((await list(kind)).data).toHaveLength(1);
  });
});

describe('a list', () => {
  it.each([
    ['department', 50],
    ['project', 50],
    ['tag', 100],
  ] as const)('of %ss has %s rows a page [DIM-R01]', async (kind, size) => {
    expect(await list(kind)).toEqual({
      data: [],
      meta: { page: 1, pages: 1, per_page: size, records: 0, next_cursor: null },
    });
    for (const name of ['b', 'a', 'Å', 'c']) await created(kind, { name });
    const page = await list(kind, '&per_page=3&page=9&order_by=-name');
    expect(page.meta).toEqual({ page: 2, pages: 2, per_page: 3, records: 4, next_cursor: null });
    expect(namesOf(page)).toEqual(['a']);
    expect(namesOf(await list(kind, '&order_by=name desc,nothing'))).toEqual(['Å', 'c', 'b', 'a']);
    expect(namesOf(await list(kind))).toEqual(['b', 'a', 'Å', 'c']);
  });

  it('holds active and inactive ones unless it is asked for one of them', async () => {
    const { id } = await created('department', { name: 'off' });
    await created('department', { name: 'on' });
    await as(owner, 'DELETE', `${PATH.department}/${id}`);
    expect(namesOf(await list('department'))).toEqual(['off', 'on']);
    expect(namesOf(await list('department', '&is_active=true'))).toEqual(['on']);
    expect(namesOf(await list('department', '&is_active=0'))).toEqual(['off']);
    expect((await as(owner, 'GET', `${PATH.department}?client_account_id=${books}&is_active=maybe`)).status).toBe(400);
  });

  it('without client_account_id covers every account the caller reaches; a list with one out of reach fails as a whole', async () => {
    const second = (await account(owner)).id;
    const foreign = (await account(user())).id;
    await created('tag', { name: 'one' });
    await created('tag', { name: 'two', client_account_id: second });
    const read = async (query: string) => (await as(owner, 'GET', `${PATH.tag}${query}`)).body;
    expect(namesOf(await read(''))).toEqual(['one', 'two']);
    expect(namesOf(await read(`?client_account_id=${second};${books}`))).toEqual(['one', 'two']);
    expect(namesOf(await read(`?client_account_id=${second}`))).toEqual(['two']);
    expect((await read(`?client_account_id=${second},${foreign}`)).error.code).toBe('common.forbidden');
    expect((await as(user(), 'GET', PATH.tag)).body.data).toEqual([]);
  });

  it('can be polled: the moment of a change never goes back, also when the clock does', async () => {
    world.service.setClock('2030-01-01T10:00:00.400Z');
    const { id } = await created('department', { name: 'first' });
    world.service.setClock('2030-01-01T09:00:00Z');
    const late = await created('department', { name: 'late' });
    world.service.setClock(null);
    expect(late.updated_at).toMatch(/^2030-01-01T10:/);
    expect(namesOf(await list('department', '&updated_from=2030-01-01T10:00:00Z'))).toEqual(['first', 'late']);
    expect(namesOf(await list('department', '&updated_from=2030-01-01T11:00:00Z'))).toEqual([]);
    await as(owner, 'DELETE', `${PATH.department}/${id}`);
    expect(
      (await as(owner, 'GET', `${PATH.department}?client_account_id=${books}&updated_from=yesterday`)).status,
    ).toBe(400);
  });
});

describe('sequence numbers', () => {
  it('count from 1 per account and kind, without gaps, whatever is refused or happens at once', async () => {
    await created('department', { name: 'taken' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => create('department', { name: i % 3 === 0 ? 'Taken' : `department ${i}` })),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    const numbers = (await list('department')).data.map(
      ({ sequence_number }: { sequence_number: number }) => sequence_number,
    );
    expect(numbers.sort((a: number, b: number) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect((await created('project')).sequence_number).toBe(1);
  });
});

describe('a project', () => {
  it('carries what is said of it', async () => {
    const customer = (
      await as(owner, 'POST', '/api/v2/business-partners', { client_account_id: books, name: 'Customer' })
    ).body.id;
    const leader = user();
    await link(books, leader, 'BK');
    const details = {
      description: 'A house',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      status: 'COMPLETED',
      business_partner_id: customer,
      manager_user_id: leader.id,
      budget_amount: '1250000.50',
    };
    const project = await created('project', details);
    expect(project).toMatchObject(details);
    expect(await created('project')).toMatchObject({
      description: null,
      start_date: null,
      end_date: null,
      status: 'ACTIVE',
      business_partner_id: null,
      manager_user_id: null,
      budget_amount: null,
    });
    const cleared = await as(owner, 'PUT', `${PATH.project}/${project.id}`, {
      end_date: null,
      budget_amount: 7,
      business_partner_id: null,
    });
    expect(cleared.body).toMatchObject({
      ...details,
      end_date: null,
      budget_amount: '7.00',
      business_partner_id: null,
      updated_at: expect.any(String),
    });
  });

  it('needs the project module to be created, not to be changed [DIM-R09]', async () => {
    const { id } = await created('project');
    await as(owner, 'PATCH', `/api/v2/client-accounts/${books}/settings`, { project_module: false });
    const { status, body } = await create('project');
    expect([status, body.error.code]).toEqual([409, 'project.module_disabled']);
    expect((await as(owner, 'PUT', `${PATH.project}/${id}`, { name: 'Renamed' })).status).toBe(200);
    expect((await list('project')).data).toHaveLength(1);
  });

  it.each([
    ['an end before its start', { start_date: '2026-02-02', end_date: '2026-02-01' }, 'end_date'],
    ['a day that does not exist', { start_date: '2026-02-30' }, 'start_date'],
    ['an unknown status', { status: 'DONE' }, 'status'],
    ['a customer that is nobody', { business_partner_id: 999_999_999 }, 'business_partner_id'],
    ['a manager without access', { manager_user_id: 999_999_999 }, 'manager_user_id'],
    ['a budget below nothing', { budget_amount: '-1.00' }, 'budget_amount'],
    ['a budget with three decimals', { budget_amount: '1.000' }, 'budget_amount'],
  ])('with %s is 400, on creating and on changing', async (_what, body, field) => {
    const made = await create('project', body);
    expect([made.status, made.body.error?.details?.fields[0].field]).toEqual([400, field]);
    const { id } = await created('project');
    const changed = await as(owner, 'PUT', `${PATH.project}/${id}`, body);
    expect([changed.status, changed.body.error?.details?.fields[0].field]).toEqual([400, field]);
  });

  it('keeps its dates in order when only one of them changes', async () => {
    const { id } = await created('project', { start_date: '2026-03-01', end_date: '2026-04-01' });
    expect((await as(owner, 'PUT', `${PATH.project}/${id}`, { start_date: '2026-04-02' })).status).toBe(400);
    expect((await as(owner, 'PUT', `${PATH.project}/${id}`, { start_date: '2026-04-01' })).status).toBe(200);
  });

  it('does not take the customer of another account', async () => {
    const elsewhere = (await account(owner)).id;
    const foreign = (
      await as(owner, 'POST', '/api/v2/business-partners', { client_account_id: elsewhere, name: 'Foreign' })
    ).body.id;
    const { status, body } = await create('project', { business_partner_id: foreign });
    expect([status, body.error.details.fields[0].field]).toEqual([400, 'business_partner_id']);
  });

  it('is found by status, customer and words', async () => {
    const customer = (
      await as(owner, 'POST', '/api/v2/business-partners', { client_account_id: books, name: 'Customer' })
    ).body.id;
    await created('project', { name: 'Bridge 100%', status: 'COMPLETED', business_partner_id: customer });
    await created('project', { name: 'Tunnel', description: 'below the BRIDGE', status: 'CANCELLED' });
    await created('project', { name: 'Road' });
    expect(namesOf(await list('project', '&status=COMPLETED,CANCELLED'))).toEqual(['Bridge 100%', 'Tunnel']);
    expect(namesOf(await list('project', `&business_partner_id=${customer}`))).toEqual(['Bridge 100%']);
    expect(namesOf(await list('project', '&free_text=bridge'))).toEqual(['Bridge 100%', 'Tunnel']);
    expect(namesOf(await list('project', '&free_text=below bridge'))).toEqual(['Tunnel']);
    expect(namesOf(await list('project', '&free_text=100%25'))).toEqual(['Bridge 100%']);
    expect(namesOf(await list('project', '&free_text=_'))).toEqual([]);
    const words = (count: number) => list('project', `&free_text=${Array(count).fill('bridge').join('%20')}`);
    expect(namesOf(await words(20))).toEqual(['Bridge 100%', 'Tunnel']);
    expect(await words(21)).toMatchObject({
      error: { details: { fields: [{ field: 'free_text', message: expect.stringContaining('20 words') }] } },
    });
    expect((await list('project', '&status=OPEN')).error.code).toBe('common.validation_error');
  });
});

describe('a tag', () => {
  it('has a colour, kept in lower case', async () => {
    const tag = await created('tag', { color: '#AABB01' });
    expect(tag.color).toBe('#aabb01');
    expect((await as(owner, 'PUT', `${PATH.tag}/${tag.id}`, { color: null })).body.color).toBeNull();
    for (const color of ['red', '#abc', '#aabb0g', 7]) expect((await create('tag', { color })).status).toBe(400);
  });
});

it('many who write with a key and many who read at the same moment wait for none of each other’s connections', async () => {
  // As many companies as there are connections: the writers of one leave the others some.
  const companies = [books, (await account(owner)).id, (await account(owner)).id, (await account(owner)).id];
  const repeat = async (call: (turn: number) => ReturnType<typeof as>): Promise<number[]> => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 8; turn++) statuses.push((await call(turn)).status);
    return statuses;
  };
  const writing = companies.flatMap((id) =>
    Array.from({ length: 6 }, (_, index) =>
      repeat((turn) => {
        const name = `project ${index} ${turn}`;
        const headers = { 'idempotency-key': `crowd-${id}-${index}-${turn}` };
        return as(owner, 'POST', PATH.project, { client_account_id: id, name }, { headers });
      }),
    ),
  );
  const reading = companies.flatMap((id) =>
    Array.from({ length: 6 }, () => repeat(() => as(owner, 'GET', `${PATH.project}?client_account_id=${id}`))),
  );
  expect(new Set((await Promise.all(writing)).flat())).toEqual(new Set([201]));
  expect(new Set((await Promise.all(reading)).flat())).toEqual(new Set([200]));
});
