import { standard } from '@app/api/envelopes';
import { endpoint } from '@app/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { getThing, thingReport } from './endpoints.ts';
import { type FixtureGateway, startWorld, type World } from './fixture.ts';

const page = endpoint({
  name: 'pages.limited',
  summary: 'A page',
  service: 'chat',
  method: 'POST',
  path: '/account/x',
  auth: 'public',
  envelope: standard,
  status: 200,
  output: z.undefined(),
  forPeople: true,
  rateLimit: { name: 'pages.limited', requests: 1, windowSeconds: 900, methods: ['POST'] },
});

let world: World;
let gateway: FixtureGateway;
beforeAll(async () => {
  world = await startWorld();
  gateway = await world.startGateway({ routed: [page, getThing, thingReport] });
});
afterAll(() => world.close());

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'accept-language': 'en' };
const ask = async (path: string, method = 'GET', headers: Record<string, string> = browser) => {
  const response = await fetch(`${gateway.url}${path}`, { method, headers: { 'x-request-id': 'visit-1', ...headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('a browser', () => {
  it('sees a page where nothing is, and the same status', async () => {
    for (const path of ['/nowhere', '/docsx', '/account']) {
      const answer = await ask(path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(answer.text).toContain('There is no such page');
      expect(answer.text).toContain('visit-1');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect((await ask('/nowhere', 'GET', { ...browser, 'accept-language': 'nb' })).text).toContain(
      'Denne siden finnes ikke',
    );
    const method = await ask('/account/x', 'DELETE');
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'POST']);
    expect(method.text).toContain('There is no such page');
  });

  it('reads when a part is away, and how long to wait at a limit', async () => {
    const away = await ask('/account/x', 'POST');
    expect([away.status, away.text.includes('We will be right back')]).toEqual([503, true]);
    const limited = await ask('/account/x', 'POST');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^(900|8\d\d)$/)]);
    expect(limited.text).toMatch(/You can try again in 1[45] minutes/);
  });
});

describe('whoever uses the API', () => {
  it.each([
    ['/api/v2/nothing', 404],
    ['/v2/oauth/nothing', 404],
    ['/.well-known/nothing', 404],
    ['/api/v2/things/1', 401],
    ['/api/v2/reports/things', 401],
  ])('gets the envelope of %s, also when it takes HTML', async (path, status) => {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8']);
  });

  it('gets the envelope of its neighbours at an address among the OAuth endpoints that is none', async () => {
    for (const path of ['/v2/oauth/nothing', '/public/v2/oauth/nothing/a', '/v2/oauth/password-reset/'])
      expect([path, JSON.parse((await ask(path, 'GET', { accept: '*/*' })).text)]).toEqual([
        path,
        { error: 'invalid_request', error_description: 'There is nothing at this address' },
      ]);
    expect(JSON.parse((await ask('/v2/oauthx', 'GET', { accept: '*/*' })).text).error.code).toBe('common.not_found');
  });

  it('gets the envelope everywhere else too, unless it names HTML', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5']) {
      const answer = await ask('/nowhere', 'GET', { accept });
      expect([accept, answer.status, JSON.parse(answer.text).error.code]).toEqual([accept, 404, 'common.not_found']);
    }
  });
});
