import type { RoleCode } from '@app/access';
import { allEndpoints } from '@app/api/endpoints';
import { objectShapeOf } from '@app/contract';
import type { WorldUser } from '@app/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { roleId } from '../src/roles/roles.ts';
import { useOrganisation } from './start.ts';

// Every list that declares `updated_from` is followed here by the same tests: a new one brings its row to `lists`, or
// the first test fails.

const world = useOrganisation();
const { as, user, account } = world;

type Row = { readonly id: number; readonly updated_at: string };
type Page = {
  readonly data: readonly Row[];
  readonly meta: { readonly next_cursor: string | null; readonly records: number };
};

interface List {
  readonly path: string;
  /** Is the client account named by `client_account_id`? */
  readonly isOfAccounts: boolean;
  readonly orders: readonly string[];
  create(owner: WorldUser, books: number, index: number): Promise<number>;
  change(owner: WorldUser, id: number): Promise<unknown>;
}

const made = async (owner: WorldUser, path: string, body: object): Promise<number> => {
  const answer = await as(owner, 'POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};
const common = ['id', 'name', 'sequence_number', 'is_active', 'created_at', 'updated_at'];
let renamed = 0;
/** A name before all others, and another one each time. */
const nameFirst = (body: object) =>
  Object.fromEntries(Object.entries(body).map(([field, value]) => [field, `${value} ${++renamed}`]));
const changed = (path: string, method: string, body: object) => async (owner: WorldUser, id: number) => {
  const answer = await as(owner, method, `${path}/${id}`, nameFirst(body));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

const lists: Readonly<Record<string, List>> = {
  'organisation.listClientAccounts': {
    path: '/api/v2/client-accounts',
    isOfAccounts: false,
    orders: ['id', 'display_name', 'unique_name', 'organization_number', 'is_active', 'created_at', 'updated_at'],
    create: async (owner) => (await account(owner)).id,
    change: changed('/api/v2/client-accounts', 'PATCH', { display_name: 'AAA first by name' }),
  },
  'organisation.listBusinessPartners': {
    path: '/api/v2/business-partners',
    isOfAccounts: true,
    orders: [...common, 'organization_number', 'is_organization'],
    create: (owner, books, index) =>
      made(owner, '/api/v2/business-partners', {
        client_account_id: books,
        name: `Partner ${index % 3}`,
        is_organization: index % 2 === 0,
      }),
    change: changed('/api/v2/business-partners', 'PUT', { name: 'AAA first by name' }),
  },
  'organisation.listProjects': {
    path: '/api/v2/projects',
    isOfAccounts: true,
    orders: [...common, 'status', 'start_date', 'end_date'],
    create: (owner, books, index) =>
      made(owner, '/api/v2/projects', {
        client_account_id: books,
        name: `Project ${index}`,
        ...(index % 2 === 0 ? {} : { start_date: `2026-01-0${index}`, status: 'COMPLETED' }),
      }),
    change: changed('/api/v2/projects', 'PUT', { name: 'AAA first by name' }),
  },
  'organisation.listDepartments': {
    path: '/api/v2/departments',
    isOfAccounts: true,
    orders: common,
    create: (owner, books, index) =>
      made(owner, '/api/v2/departments', { client_account_id: books, name: `Department ${index}` }),
    change: changed('/api/v2/departments', 'PUT', { name: 'AAA first by name' }),
  },
  'organisation.listInvitations': {
    path: '/api/v2/invitations',
    isOfAccounts: true,
    orders: ['id', 'email', 'status', 'expires_at', 'created_at', 'updated_at'],
    create: (owner, books, index) =>
      made(owner, '/api/v2/invitations', {
        client_account_id: books,
        email: `guest${index}.${books}@example.test`,
        role_id: roleId('BK' satisfies RoleCode),
      }),
    change: changed('/api/v2/invitations', 'DELETE', {}),
  },
};

it('are all the lists with updated_from of this service [GENX-R59]', () => {
  const polled = allEndpoints.filter(
    ({ service, query }) => service === 'organisation' && 'updated_from' in (objectShapeOf(query) ?? {}),
  );
  expect(Object.keys(lists).sort()).toEqual(polled.map(({ name }) => name).sort());
});

describe.each(Object.entries(lists))('%s', (_name, list) => {
  let owner: WorldUser;
  let books: number;
  let ids: number[];
  beforeAll(async () => {
    owner = user();
    books = (await account(owner)).id;
    ids = list.isOfAccounts ? [] : [books];
    while (ids.length < 7) ids.push(await list.create(owner, books, ids.length));
  });

  const read = (query: string, who = owner, clientAccountId = books) =>
    as(who, 'GET', `${list.path}?${list.isOfAccounts ? `client_account_id=${clientAccountId}` : ''}${query}`);

  /** The rows from a question to the end, three at a time. */
  async function walk(
    query = '',
    between: (page: number) => Promise<unknown> = async () => undefined,
  ): Promise<readonly Row[]> {
    const rows: Row[] = [];
    let cursor = '';
    for (let page = 1; ; page++) {
      const answer = await read(`&per_page=3${query}${cursor}`);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const { data, meta } = answer.body as Page;
      expect(data.length).toBeLessThanOrEqual(3);
      rows.push(...data);
      if (meta.next_cursor === null) return rows;
      cursor = `&cursor=${meta.next_cursor}`;
      expect(page, 'pages of this walk').toBeLessThan(20);
      await between(page);
    }
  }
  const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

  it('gives by cursor what it gives by page, in every order [GENX-R59]', async () => {
    for (const order of ['', ...list.orders.flatMap((field) => [`&order_by=${field}`, `&order_by=${field} desc`])]) {
      const whole = ((await read(`&per_page=100${order}`)).body as Page).data;
      expect(idsOf(whole)).toHaveLength(7);
      expect(idsOf(await walk(order)), order).toEqual(idsOf(whole));
    }
  });

  it('with updated_from is in the order of the changes, and shows what changed after it was shown [GENX-R59]', async () => {
    const rows = await walk('&updated_from=2000-01-01T00:00:00Z&order_by=id desc', async (page) => {
      if (page === 1) await list.change(owner, ids[1]!);
    });
    expect(idsOf(rows).at(-1)).toBe(ids[1]);
    expect(new Set(idsOf(rows))).toEqual(new Set(ids));
    const moments = rows.map(({ updated_at }) => updated_at);
    expect(moments).toEqual([...moments].sort());
  });

  it('shows at the end what changed meanwhile, wherever that stands in its order', async () => {
    const order = list.orders.includes('name') ? 'name' : 'id';
    const rows = await walk(`&order_by=${order}`, async (page) => {
      if (page === 2) await list.change(owner, ids[0]!);
    });
    expect(idsOf(rows).at(-1)).toBe(ids[0]);
    expect(new Set(idsOf(rows))).toEqual(new Set(ids));
  });

  it('refuses a changed filter, a page beside it, and what is no cursor of this list', async () => {
    const { next_cursor } = (await read('&per_page=3')).body.meta;
    const other = list.path === '/api/v2/projects' ? '/api/v2/departments' : '/api/v2/projects';
    const elsewhere = await as(owner, 'GET', `${other}?client_account_id=${books}&cursor=${next_cursor}`);
    expect([elsewhere.status, elsewhere.body.error.details.fields[0].field]).toEqual([400, 'cursor']);
    for (const [query, field] of [
      [`&cursor=${next_cursor}&updated_from=2000-01-01T00:00:00Z`, 'updated_from'],
      [`&cursor=${next_cursor}&order_by=updated_at`, 'order_by'],
      [`&cursor=${next_cursor}&page=2`, 'page'],
      ['&cursor=abc', 'cursor'],
    ] as const) {
      const answer = await read(query);
      expect([answer.status, answer.body.error?.details.fields[0].field], query).toEqual([400, field]);
    }
    const free = await read(`&cursor=${next_cursor}&per_page=2`);
    expect([free.status, free.body.data.length]).toEqual([200, 2]);
  });

  it('gives a stranger with the cursor nothing that is not their own', async () => {
    const { next_cursor } = (await read('&per_page=3')).body.meta;
    const stranger = user();
    const own = (await account(stranger)).id;
    if (!list.isOfAccounts) {
      const { status, body } = await as(stranger, 'GET', `${list.path}?cursor=${next_cursor}`);
      expect([status, idsOf(body.data).filter((id) => id !== own)]).toEqual([200, []]);
      return;
    }
    expect((await read(`&cursor=${next_cursor}`, stranger)).status).toBe(403);
    expect((await read(`&cursor=${next_cursor}`, stranger, own)).status).toBe(400);
    const without = await as(stranger, 'GET', `${list.path}?cursor=${next_cursor}`);
    expect(without.status).toBe(400);
  });
});
