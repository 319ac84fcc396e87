import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type AuthService, claimsOf, type Person, type RegisteredClient, startAuth } from './harness.ts';

const credentials = 'client_credentials';
let service: AuthService;
let owner: Person;
let client: RegisteredClient;

beforeAll(async () => {
  service = await startAuth();
});
afterAll(() => service.stop());

/** A client that the service remembers: its use was noted with the first token, so the second found it anew. */
beforeEach(async () => {
  owner = await service.person();
  const { client_id, client_secret } = await service.client(owner);
  client = { client_id, client_secret };
  for (let times = 0; times < 3; times++) expect((await ask()).status).toBe(200);
});

const ask = (changes: Record<string, string> = {}, options?: Parameters<AuthService['token']>[1]) =>
  service.token({ grant_type: credentials, ...client, ...changes }, options);
const recorded = async () =>
  (await service.records('token_issued')).filter(({ client_id }) => client_id === client.client_id);

/** What a request is refused with, having left no record of a token. */
async function refusal(changes: Record<string, string> = {}): Promise<[number, string]> {
  const before = (await recorded()).length;
  const answer = await ask(changes);
  expect(await recorded()).toHaveLength(before);
  return [answer.status, answer.body.error];
}

it('a token by what is remembered of its client is recorded before it is answered, in its own request', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      ask({}, { headers: { 'x-request-id': `recall-${client.client_id}-${index}` } }),
    ),
  );
  const kept = new Map((await recorded()).map(({ request_id, details }) => [request_id, details.jti]));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.map((_, index) => kept.get(`recall-${client.client_id}-${index}`))).toEqual(
    answers.map(({ body }) => claimsOf(body.access_token).jti),
  );
  expect(new Set(kept.values()).size).toBe(23);
});

it('who got a token is said by its record alone, not by the log as well', async () => {
  const said = vi.spyOn(service.running.composition.logger, 'info');
  try {
    const { jti } = claimsOf((await ask()).body.access_token);
    expect((await recorded()).filter(({ details }) => details.jti === jti)).toHaveLength(1);
    expect(JSON.stringify(said.mock.calls)).not.toContain(jti);
  } finally {
    said.mockRestore();
  }
});

it('a client that is deleted gets no further token', async () => {
  const path = `/v2/oauth/clients/${client.client_id}`;
  expect((await service.call('DELETE', path, { token: owner.token })).status).toBeLessThan(300);
  expect(await refusal()).toEqual([401, 'invalid_client']);
});

it('nor does one whose owner was deactivated', async () => {
  await service.db.raw`update users set is_active = false where id = ${owner.id}`;
  expect(await refusal()).toEqual([401, 'invalid_client']);
});

it('nor does a secret that is no longer the one, while the new one does', async () => {
  const other = await service.client(owner);
  await service.db.raw`
    update clients set secret_digest = (select secret_digest from clients where client_id = ${other.client_id})
    where client_id = ${client.client_id}`;
  expect(await refusal()).toEqual([401, 'invalid_client']);
  expect((await ask({ client_secret: other.client_secret })).status).toBe(200);
});

it('nor does a wrong secret, nor an unknown scope or resource, and the right one still does', async () => {
  expect(await refusal({ client_secret: 'wrong' })).toEqual([401, 'invalid_client']);
  expect(await refusal({ scope: 'everything' })).toEqual([400, 'invalid_scope']);
  expect(await refusal({ resource: 'nowhere' })).toEqual([400, 'invalid_target']);
  expect((await ask()).status).toBe(200);
});

it('grant and scope are those that the client has now', async () => {
  await service.db.raw`update clients set scope = 'read' where client_id = ${client.client_id}`;
  expect((await ask()).body.scope).toBe('read');
  await service.db.raw`update clients set grant_types = '{refresh_token}' where client_id = ${client.client_id}`;
  expect(await refusal()).toEqual([400, 'unauthorized_client']);
});

it('no token is given when its record is not made', async () => {
  const before = (await recorded()).length;
  const connection = await service.db.raw.reserve();
  try {
    await connection`begin`;
    await connection`lock table clients in access exclusive mode`;
    const answer = ask();
    const waiting = () => service.db.raw<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%insert into security_events%'`;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    for (const { pid } of await waiting()) await service.db.raw`select pg_cancel_backend(${pid})`;
    expect((await answer).status).toBeGreaterThanOrEqual(500);
  } finally {
    await connection`rollback`;
    connection.release();
  }
  expect(await recorded()).toHaveLength(before);
  expect((await ask()).status).toBe(200);
});

it('a client that asks under one key gets the same token, recorded once', async () => {
  const headers = { 'idempotency-key': `recall-${client.client_id}` };
  const [first, second] = [await ask({}, { headers }), await ask({}, { headers })];
  expect([first.status, second.body.access_token]).toEqual([200, first.body.access_token]);
  expect(await recorded()).toHaveLength(4);
});

it('its use is still noted once a minute', async () => {
  const lastUse = async () => {
    const [row] = await service.db.raw<{ last_used_at: Date }[]>`
      select last_used_at from clients where client_id = ${client.client_id}`;
    return row!.last_used_at.getTime();
  };
  const before = await lastUse();
  service.setClock(Temporal.Now.instant().add({ minutes: 2 }).toString());
  try {
    expect((await ask()).status).toBe(200);
  } finally {
    service.setClock(null);
  }
  expect(await lastUse()).toBeGreaterThanOrEqual(before + 60_000);
});
