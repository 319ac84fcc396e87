import type { IncomingMessage, ServerResponse } from 'node:http';
import { standard } from '@app/api/envelopes';
import { endpoint } from '@app/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noteOn } from '../src/request-log/notes.ts';
import { createRequestLog, type RequestRow } from '../src/request-log/request-log.ts';
import { accountOfAddress, shownAddress } from '../src/request-log/shown-address.ts';
import { until } from './fixture.ts';

const things = endpoint({
  name: 'things.list',
  summary: 'Things',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/things/{id}',
  envelope: standard,
  query: z.object({
    client_account_id: z.string(),
    from_date: z.string(),
    free_text: z.string(),
    partner_id: z.string(),
    is_active: z.string(),
    page: z.string(),
  }),
  status: 200,
  output: z.object({}),
});
const tokens = { ...things, path: '/public/v2/invitations/{token}' };

const LINK = '<https://books.test/docs/errors/things.gone>; rel="help"';

/** A log whose deliveries end as `outcomes` say, one after the other; then they succeed. */
function logWith(outcomes: readonly Promise<unknown>[] = []) {
  const calls: (readonly RequestRow[])[] = [];
  const said: object[] = [];
  const log = createRequestLog({
    auth: {
      RecordRequests: async ({ requests }) => {
        calls.push(requests);
        await outcomes[calls.length - 1];
      },
    },
    clock: { millis: () => 1_000_000 },
    logger: { info: (fields: object) => void said.push(fields) } as never,
    everyMillis: 1,
  });
  const answered = (clientId: string | undefined, more: { url?: string; status?: number; note?: object } = {}) => {
    const headers: Readonly<Record<string, string>> = { link: LINK, 'x-request-id': 'r-1' };
    const response = { getHeader: (name: string) => headers[name.toLowerCase()] } as unknown as ServerResponse;
    if (clientId !== undefined) noteOn(response, { clientId });
    if (more.note) noteOn(response, more.note);
    const request = { method: 'GET', url: more.url ?? '/api/v2/things/7' } as IncomingMessage;
    log.add({ request, response, endpoint: things, status: more.status ?? 200, millis: 12.4 });
  };
  return { log, answered, calls, said };
}

describe('requests of clients', () => {
  it('are delivered together, with the code of a refusal; requests of nobody’s client are not [REG-R30]', async () => {
    const { log, answered, calls } = logWith();
    answered('app_1');
    answered(undefined);
    answered('app_2', { status: 404, url: '/api/v2/things/7?client_account_id=9' });
    answered('app_1', { note: { tool: 'get_thing', code: 'things.gone' } });
    await until(() => calls.length === 1, 'the delivery');
    expect(calls[0]).toEqual([
      {
        clientId: 'app_1',
        atMillis: 999_988,
        method: 'GET',
        path: '/api/v2/things/7',
        status: 200,
        requestId: 'r-1',
        durationMillis: 12,
      },
      expect.objectContaining({ clientId: 'app_2', status: 404, code: 'things.gone', clientAccountId: 9 }),
      expect.objectContaining({ clientId: 'app_1', status: 200, code: 'things.gone', tool: 'get_thing' }),
    ]);
    await log.close();
  });

  it('are lost when they cannot be delivered or are too many, and never wait for it', async () => {
    let refuse: (error: Error) => void = () => undefined;
    const away = new Promise((_, reject) => {
      refuse = reject;
    });
    const { log, answered, calls, said } = logWith([away]);
    answered('app_1');
    await until(() => calls.length === 1, 'the first delivery');
    for (let n = 0; n < 1_500; n++) answered(`app_${n % 50}`);
    refuse(new Error('auth is away'));
    await until(() => calls.length === 2, 'the second delivery');
    expect([calls[1]!.length, said]).toEqual([
      1_000,
      [expect.objectContaining({ err: new Error('auth is away'), lost: 501 })],
    ]);
    answered('app_1');
    await log.close();
    expect(calls.flat()).toHaveLength(1_002);
    answered('app_1');
    await log.close();
    expect(calls.flat()).toHaveLength(1_002);
  });

  it('of one client leave room for those of others, and how many were left out is said', async () => {
    const { log, answered, calls, said } = logWith();
    for (let n = 0; n < 5_000; n++) answered('app_1');
    answered('app_2');
    await until(() => said.length === 1, 'the delivery');
    expect(calls[0]!.filter(({ clientId }) => clientId === 'app_1')).toHaveLength(200);
    expect(calls[0]!.filter(({ clientId }) => clientId === 'app_2')).toHaveLength(1);
    expect(said).toEqual([{ lost: 4_800 }]);
    answered('app_1');
    await log.close();
    expect(calls[1]).toHaveLength(1);
  });
});

describe('of an address', () => {
  it.each([
    ['/api/v2/things/7', '/api/v2/things/7'],
    ['/api/v2/things/7?client_account_id=1&page=2', '/api/v2/things/7?client_account_id=1&page=2'],
    ['/api/v2/things/7?from_date=2026-01-31&is_active=true', '/api/v2/things/7?from_date=2026-01-31&is_active=true'],
    ['/api/v2/things/7?free_text=Kari', '/api/v2/things/7?free_text=…'],
    ['/api/v2/things/7?partner_id=01017012345', '/api/v2/things/7?partner_id=…'],
    ['/api/v2/things/7?partner_id=%3Cb%3E', '/api/v2/things/7?partner_id=…'],
    ['/api/v2/things/7?access_token=abc&page=1', '/api/v2/things/7?page=1'],
    ['/api/v2/things/7?s3cret', '/api/v2/things/7'],
  ])('%s is shown as %s [REG-R30]', (target, shown) => {
    expect(shownAddress(things, target)).toBe(shown);
  });

  it('a token or an identity number in the path is not shown, and a long one is cut', () => {
    expect(shownAddress(things, '/api/v2/things/01017012345?page=1')).toBe('/api/v2/things/{id}?page=1');
    expect(shownAddress(tokens, '/public/v2/invitations/s3cret')).toBe('/public/v2/invitations/{token}');
    expect(shownAddress(things, `/api/v2/things/${'x'.repeat(5_000)}`)).toHaveLength(300);
  });

  it.each([
    ['/api/v2/client-accounts/12', 12],
    ['/api/v2/client-accounts/12/users', 12],
    ['/api/v2/client-accounts', undefined],
    ['/api/v2/things/7?client_account_id=9', 9],
    ['/api/v2/things/7?client_account_id=x', undefined],
    ['/api/v2/things/12', undefined],
  ])('%s names the client account %s', (target, id) => {
    expect(accountOfAddress(target)).toBe(id);
  });
});
