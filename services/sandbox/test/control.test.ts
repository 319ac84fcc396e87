import { describe, expect, it } from 'vitest';
import { useSandbox } from './start.ts';

const sandbox = useSandbox();
const REGISTRY = '/registry/enhetsregisteret/api/enheter/310433217';
const statusOf = async (path: string) => (await sandbox.get(path)).status;

describe('a fault', () => {
  it('fails exactly the next calls of its system with its status, and of no other', async () => {
    expect(await sandbox.control('PUT', '/faults/registry', { status: 502, count: 2 })).toEqual({
      status: 200,
      body: { system: 'registry', status: 502, count: 2, delay_ms: 0 },
    });
    expect(await statusOf('/idp/.well-known/openid-configuration')).toBe(200);
    expect([await statusOf(REGISTRY), await statusOf(REGISTRY), await statusOf(REGISTRY)]).toEqual([502, 502, 200]);
  });

  it('is not shared by calls that come at once', async () => {
    await sandbox.control('PUT', '/faults/registry', { status: 500, count: 3, delay_ms: 20 });
    const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf(REGISTRY)));
    expect(statuses.filter((status) => status === 500)).toHaveLength(3);
  });

  it('of the registry with 404 means an unknown number', async () => {
    await sandbox.control('PUT', '/faults/registry', { status: 404, count: 1 });
    expect(await statusOf(REGISTRY)).toBe(404);
    expect(await statusOf(REGISTRY)).toBe(200);
  });

  it('fails idp and parties before they look at the request', async () => {
    await sandbox.control('PUT', '/faults/idp', { status: 503, count: 1 });
    await sandbox.control('PUT', '/faults/parties', { status: 500, count: 1 });
    expect(await statusOf('/idp/.well-known/openid-configuration')).toBe(503);
    expect(await statusOf('/parties/anything')).toBe(500);
    expect(await statusOf('/parties/anything')).toBe(401);
  });

  it('with a delay alone is late and then answers; count 0 lifts it', async () => {
    await sandbox.control('PUT', '/faults/registry', { delay_ms: 120_000, count: 5 });
    await expect(fetch(`${sandbox.baseUrl}${REGISTRY}`, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await sandbox.control('PUT', '/faults/registry', { delay_ms: 10, count: 1 });
    expect(await statusOf(REGISTRY)).toBe(200);
    await sandbox.control('PUT', '/faults/registry', { delay_ms: 120_000, count: 5 });
    await sandbox.control('PUT', '/faults/registry', { count: 0 });
    expect(await statusOf(REGISTRY)).toBe(200);
  });

  it('of an unknown system is 404 and names the systems', async () => {
    const { status, body } = await sandbox.control('PUT', '/faults/weather', { count: 1 });
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { message: expect.stringContaining('idp, parties, tax, registry, smtp') } });
  });
});

describe('a body that makes no sense', () => {
  it.each([
    ['/persons/123', { given_name: 'A', family_name: 'B' }],
    ['/persons/01897705792', {}],
    ['/persons/01897705792', { given_name: 'A' }],
    ['/persons/01897705792', { given_name: 'A', family_name: 'B', organizations: ['12'] }],
    ['/persons/01897705792', { given_name: 'A', family_name: 'B', organizations: [{ roles: ['DAGL'] }] }],
    [
      '/persons/01897705792',
      { given_name: 'A', family_name: 'B', organizations: [{ number: '310433217', roles: ['sjef'] }] },
    ],
    ['/organizations/12345678x', {}],
    ['/organizations/310433217', { is_deleted: 'yes' }],
    ['/organizations/310433217', { industry_code: 'software' }],
    ['/organizations/310433217', { roles: [{ role: 'DAGL' }] }],
    ['/faults/registry', { status: 200 }],
    ['/faults/registry', { count: -1 }],
    ['/clock', { now: 'tomorrow' }],
    ['/clock', {}],
  ])('is refused with a sentence: %s %j', async (path, body) => {
    const { status, body: answer } = await sandbox.control('PUT', path, body);
    expect(status).toBe(400);
    expect(answer).toEqual({
      error: { code: expect.stringMatching(/^sandbox\./), message: expect.stringMatching(/\.$/) },
    });
  });

  it('may also be no JSON at all', async () => {
    const response = await fetch(`${sandbox.baseUrl}/sandbox/clock`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: { code: 'invalid_request', message: expect.any(String) } });
  });
});

describe('the process', () => {
  it('is live and ready, and knows no other address', async () => {
    expect(await (await sandbox.get('/health/live')).json()).toEqual({ status: 'ok' });
    expect(await (await sandbox.get('/health/ready')).json()).toEqual({ status: 'ok' });
    expect(await statusOf('/nothing')).toBe(404);
    expect(await statusOf('/sandbox/nothing')).toBe(404);
  });

  it('runs its clock on from the moment set, and back to real time', async () => {
    const { body } = await sandbox.control('PUT', '/clock', { now: '2030-01-31T23:59:59+01:00' });
    expect(body).toEqual({ now: expect.stringMatching(/^2030-01-31T(22:59:59|23:0\d:\d\d)Z$/) });
    const { now } = (await sandbox.control('PUT', '/clock', { now: null })).body as { now: string };
    expect(Date.parse(now)).toBeLessThan(Date.now() + 1000);
  });
});
