import request from 'supertest';
import { expect, it } from 'vitest';
import { createFixture, roles, rw } from './things.ts';

const { app, store, created } = createFixture();
const body = { client_account_id: 1, name: 'a' };
const create = (key: string, path = '/api/v2/things') =>
  request(app).post(path).set(rw).set('Idempotency-Key', key).send(body);
const breakIt = (key: string, how: string) =>
  request(app).post('/api/v2/broken').set(rw).set('Idempotency-Key', key).send({ how });

it('every POST takes a key, and a replay says that it is one [IDEM-R01] [IDEM-R03]', async () => {
  const first = await create('k1');
  const second = await create('k1');
  expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
  expect([second.status, second.headers['idempotent-replayed'], second.headers['content-type']]).toEqual([
    201,
    'true',
    first.headers['content-type'],
  ]);
  expect(second.body).toEqual(first.body);
  expect(created).toHaveLength(1);
  expect(
    (await request(app).post('/v2/oauth/token').set('Idempotency-Key', 'k1').type('form').send('client_id=a')).status,
  ).toBe(200);
});

it('a slash at the end and the other prefix are the same path', async () => {
  await create('k2', '/api/v2/things/');
  await create('k2', '/api/v2/things');
  const [a, b] = store.claims.slice(-2);
  expect([a?.path, a?.path === b?.path]).toEqual(['/api/v2/things', true]);
  await request(app).post('/v2/oauth/token').set('Idempotency-Key', 'k2').type('form').send('client_id=a');
  await request(app).post('/public/v2/oauth/token').set('Idempotency-Key', 'k2').type('form').send('client_id=a');
  const [c, d] = store.claims.slice(-2);
  expect([c?.caller, c?.path, c?.secret]).toEqual(['client:a', d?.path, true]);
});

it('the caller is user and client, else the client id, else the address', async () => {
  await create('k3');
  expect(store.claims.at(-1)?.caller).toBe('user:1:client');
  await request(app)
    .post('/api/v2/things')
    .set('Authorization', 'Bearer session')
    .set('Idempotency-Key', 'k3')
    .send(body);
  expect(store.claims.at(-1)?.caller).toBe('user:1:session');
  await request(app).post('/v2/oauth/token').set('Idempotency-Key', 'k3').type('form').send('grant=x');
  expect(store.claims.at(-1)?.caller).toBe('address:192.0.2.1');
});

it('whoever sends other credentials in a header is another caller', async () => {
  const basic = (secret: string) => `Basic ${Buffer.from(`a:${secret}`).toString('base64')}`;
  const send = (headers: Record<string, string>) =>
    request(app).post('/v2/oauth/token').set(headers).set('Idempotency-Key', 'k4').type('form').send('grant=x');
  expect((await send({ Authorization: basic('right') })).headers['idempotent-replayed']).toBeUndefined();
  expect((await send({ Authorization: basic('right') })).headers['idempotent-replayed']).toBe('true');
  const others: Record<string, string>[] = [{ Authorization: basic('wrong') }, { Cookie: 'session=x' }, {}];
  for (const headers of others) expect((await send(headers)).headers['idempotent-replayed']).toBeUndefined();
});

it('the comparison is over query and raw bytes', async () => {
  const send = (query: string, text: string) =>
    request(app)
      .post(`/api/v2/things${query}`)
      .set(rw)
      .set('Content-Type', 'application/json')
      .set('Idempotency-Key', `h${store.claims.length}`)
      .send(text);
  await send('', '{"client_account_id":1,"name":"a"}');
  await send('', '{"client_account_id": 1,"name":"a"}');
  await send('?x=1', '{"client_account_id":1,"name":"a"}');
  expect(new Set(store.claims.slice(-3).map(({ requestHash }) => requestHash)).size).toBe(3);
});

it('credentials, scope, limits and our own faults are not kept; refusals are [IDEM-R12] [IDEM-R11]', async () => {
  for (const how of ['bug', 'away', 'limit']) await breakIt(`n-${how}`, how);
  await request(app).post('/api/v2/broken').set('Idempotency-Key', 'n-401').send({});
  await request(app)
    .post('/api/v2/broken')
    .set('Authorization', 'Bearer read')
    .set('Idempotency-Key', 'n-403')
    .send({});
  expect([...store.kept.keys()].filter((key) => key.includes('n-'))).toEqual([]);
  await breakIt('y-race', 'race');
  await create('y-denied').send({ client_account_id: 3 });
  expect([...store.kept.keys()].filter((key) => key.includes('y-'))).toHaveLength(2);
  expect((await breakIt('y-race', 'race')).headers['idempotent-replayed']).toBe('true');
});

it('OAuth endpoints name the faults of keys in their own words [IDEM-R13]', async () => {
  const send = (id: string) =>
    request(app).post('/v2/oauth/token').set('Idempotency-Key', 'k9').type('form').send(`client_id=a&grant=${id}`);
  await send('one');
  const response = await send('two');
  expect([response.status, response.body.error]).toEqual([422, 'idempotency_mismatch']);
});

it('an answer that was kept is not given to whom the account is closed since, and is again once it is open', async () => {
  store.account = 2;
  const send = () =>
    request(app)
      .post('/api/v2/things')
      .set(rw)
      .set('Idempotency-Key', 'k10')
      .send({ client_account_id: 2, name: 'Ål-AS' });
  const first = await send();
  expect([first.status, (await send()).headers['idempotent-replayed']]).toEqual([201, 'true']);
  for (const role of [null, 'EM'] as const) {
    roles[2] = role;
    const { status, body, headers } = await send();
    expect([status, body.error.code, headers['idempotent-replayed']]).toEqual([403, 'common.forbidden', undefined]);
    expect(JSON.stringify(body)).not.toContain(first.body.name);
  }
  roles[2] = 'BK';
  expect((await send()).body).toEqual(first.body);
  store.account = undefined;
});

it('a refusal that was kept is given as it was', async () => {
  store.account = 2;
  const send = () =>
    request(app).post('/api/v2/things').set(rw).set('Idempotency-Key', 'k11').send({ client_account_id: 3, name: 'b' });
  const first = await send();
  roles[2] = null;
  expect([first.status, (await send()).headers['idempotent-replayed']]).toEqual([403, 'true']);
  roles[2] = 'BK';
  store.account = undefined;
});

it('the key of another method means nothing', async () => {
  const before = store.claims.length;
  await request(app).put('/api/v2/things/1').set(rw).set('Idempotency-Key', 'ø').send({ name: 'b' });
  expect(store.claims.length).toBe(before);
});
