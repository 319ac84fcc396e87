import { allEndpoints } from '@app/api/endpoints';
import { expect, expectTypeOf, it } from 'vitest';
import { ApiError, createClient, paginate } from '../src/index.ts';
import { operationOf } from '../src/operation-of.ts';

const client = createClient({
  baseUrl: 'http://books.test/',
  token: 't',
  fetch: async (url, init) =>
    url.includes('/client-accounts?')
      ? Response.json({
          data: [{ id: 7, display_name: 'Kaffe AS' }],
          meta: { page: 1, pages: 1, per_page: 100, records: 1 },
        })
      : Response.json(
          { error: { code: 'common.not_found', message: `${init?.method} ${url}`, request_id: 'r' } },
          { status: 404 },
        ),
});

it('has a method for every endpoint of the reference', () => {
  const methods = client as unknown as Record<string, Record<string, { operation: unknown }>>;
  for (const endpoint of allEndpoints.filter(({ hidden }) => !hidden)) {
    const [area = '', operation = ''] = endpoint.name.split('.');
    expect([endpoint.name, methods[area]?.[operation]?.operation]).toEqual([endpoint.name, operationOf(endpoint)]);
  }
});

it('knows what each takes and gives', async () => {
  for await (const account of paginate(client.organisation.listClientAccounts, { is_active: true })) {
    expectTypeOf(account.id).toEqualTypeOf<number>();
    expectTypeOf(account.display_name).toEqualTypeOf<string>();
    expect(account).toEqual({ id: 7, display_name: 'Kaffe AS' });
  }
  // @ts-expect-error the id of the path is required
  void (() => client.organisation.getClientAccount({}));
});

it('fills the path and throws what was refused', async () => {
  const error = await client.organisation.getClientAccount({ id: 5 }).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 404,
    code: 'common.not_found',
    message: 'GET http://books.test/api/v2/client-accounts/5',
    requestId: 'r',
  });
});
