import request from 'supertest';
import { expect, it } from 'vitest';
import { createFixture, rw } from './things.ts';

const { app, created } = createFixture();
const post = (path = '/api/v2/things') => request(app).post(path).set(rw).set('Content-Type', 'application/json');
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

// Each request is wrong in every later way too: the first check in the order of docs/contract/general.md must decide.

it('1: an unknown address is 404, whoever asks [GENX-R13]', async () => {
  for (const path of ['/api/v2/nothing', '/things', '/public/v2/things', '/api/v2', '/']) {
    const response = await request(app).post(path).set('Content-Type', 'text/plain').send('{');
    expect([path, response.status, response.body.error.code]).toEqual([path, 404, 'common.not_found']);
  }
});

it('1: a known address refuses other methods with 405 and says which it takes [GENX-R11] [GENX-R14]', async () => {
  const response = await request(app).delete('/api/v2/things');
  expect([response.status, response.body.error.code, response.headers.allow]).toEqual([
    405,
    'common.method_not_allowed',
    'POST, GET, HEAD',
  ]);
  const oauth = await request(app).get('/v2/oauth/token');
  expect([oauth.status, oauth.body.error, oauth.headers.allow]).toEqual([405, 'invalid_request', 'POST']);
});

it('1: a literal segment wins over a parameter, whatever was declared first [GENX-R48]', async () => {
  const response = await request(app).get('/api/v2/things/count?client_account_id=1').set(rw);
  expect(response.body).toEqual({ accounts: [1] });
});

it('1: a trailing slash is accepted on every path [GENX-R49]', async () => {
  for (const path of [
    '/api/v2/things/?client_account_id=1',
    '/api/v2/things/1/',
    '/api/v2/things/count/',
    '/api/v2/reports/things/?client_account_id=1',
  ])
    expect((await request(app).get(path).set(rw)).status).toBe(200);
  for (const path of ['/api/v2/things', '/api/v2/things/'])
    expect((await post(path).send({ client_account_id: 1, name: 'a' })).status).toBe(201);
  expect((await request(app).post('/v2/oauth/token/').type('form').send('client_id=a')).status).toBe(200);
});

it('1: HEAD is accepted wherever GET is, and has no body [GENX-R22]', async () => {
  for (const path of [
    '/api/v2/things?client_account_id=1',
    '/api/v2/things/1',
    '/api/v2/reports/things?client_account_id=1',
  ]) {
    const [head, get] = [await request(app).head(path).set(rw), await request(app).get(path).set(rw)];
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      undefined,
      get.headers['content-length'],
    ]);
  }
  expect((await request(app).head('/v2/oauth/token')).status).toBe(405);
});

it('3: a missing credential is 401 before anything is validated [GENX-R15] [GENX-R07] [ERR-R09]', async () => {
  for (const send of [
    request(app).post('/api/v2/things').set('Content-Type', 'text/plain').send('{'),
    request(app).get('/api/v2/things/x?page=y'),
  ]) {
    const response = await send;
    expect([response.status, response.body.error.code]).toEqual([401, 'common.unauthorized']);
    expect(response.headers['www-authenticate']).toBe(
      'Bearer realm="api", resource_metadata="https://api.example/.well-known/oauth-protected-resource"',
    );
  }
});

it('3: a bad credential is distinguished from a missing one [GENX-R08] [ERR-R09]', async () => {
  const response = await request(app).get('/api/v2/things').set('Authorization', 'Bearer rubbish');
  expect([response.status, response.body.error.code]).toEqual([401, 'common.unauthorized']);
  expect(response.headers['www-authenticate']).toContain('error="invalid_token"');
});

it('4: a token without the write scope is refused before key, body and access [GENX-R16] [GENX-R09]', async () => {
  const response = await request(app)
    .post('/api/v2/things')
    .set('Authorization', 'Bearer read')
    .set('Idempotency-Key', 'ø'.repeat(300))
    .set('Content-Type', 'text/plain')
    .send('{');
  expect([response.status, response.body.error.code, response.body.error.details.required]).toEqual([
    403,
    'common.insufficient_scope',
    'write',
  ]);
  expect(response.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="write"');
});

it('4: reading takes read or write, and a token without scopes reaches nothing', async () => {
  expect((await request(app).get('/api/v2/things/1').set('Authorization', 'Bearer write')).status).toBe(200);
  expect((await request(app).get('/api/v2/things/1').set('Authorization', 'Bearer session')).status).toBe(200);
  const response = await request(app).get('/api/v2/things/999').set('Authorization', 'Bearer none');
  expect([response.status, response.body.error.code]).toEqual([403, 'common.insufficient_scope']);
});

it('5: a malformed idempotency key is refused before the body is looked at [IDEM-R07]', async () => {
  for (const key of ['a'.repeat(256), 'ø', 'a\tb']) {
    const response = await post().set('Idempotency-Key', Buffer.from(key).toString('latin1')).send('{');
    expect([response.status, response.body.error.code]).toEqual([400, 'common.validation_error']);
    expect(response.body.error.message).toContain('Idempotency-Key');
  }
  const longest = '~'.repeat(255);
  expect((await post().set('Idempotency-Key', longest).send({ client_account_id: 1, name: 'a' })).status).toBe(201);
});

it('6: size, then media type, then syntax, before access [GENX-R51] [GENX-R29] [GENX-R28]', async () => {
  const large = await request(app)
    .post('/api/v2/things')
    .set(rw)
    .set('Content-Type', 'text/plain')
    .send('{'.repeat(2001));
  expect([large.status, large.body.error.code, large.body.error.details.limit]).toEqual([
    413,
    'common.payload_too_large',
    2000,
  ]);
  const plain = await request(app).post('/api/v2/things').set(rw).set('Content-Type', 'text/plain').send('{');
  expect([plain.status, plain.body.error.code]).toEqual([415, 'common.unsupported_media_type']);
  for (const body of ['{', '', '{"client_account_id":3}}', '{"client_account_id":3,', '\u0000']) {
    const broken = await post().send(body);
    expect([body, broken.status, broken.body.error.code]).toEqual([body, 400, 'common.validation_error']);
  }
});

it('6: a body without a declared length is cut off at the limit too', async () => {
  const response = await fetchChunked(`${'x'.repeat(3000)}`);
  expect(response.status).toBe(413);
});

it('6: a body that is no JSON object is 400 before the account is looked at [GENX-R57]', async () => {
  for (const body of ['[]', 'null', '"x"', '1', '1.50', 'true', '[{"client_account_id":1,"name":"a"}]']) {
    for (const send of [
      post(),
      request(app).put('/api/v2/things/999').set(rw).set('Content-Type', 'application/json'),
    ]) {
      const response = await send.send(body);
      expect([body, response.status, response.body.error.code, response.body.error.message]).toEqual([
        body,
        400,
        'common.validation_error',
        'The body must be a JSON object',
      ]);
    }
  }
});

it('6: a compressed body is 415, before its media type and syntax, and after its size [PPL-R13]', async () => {
  for (const coding of ['gzip', 'br', 'deflate', 'identity, gzip', 'x']) {
    const response = await post().set('Content-Encoding', coding).send('{');
    expect([coding, response.status, response.body.error.code]).toEqual([coding, 415, 'common.unsupported_media_type']);
  }
  expect((await post().set('Content-Encoding', 'gzip').send('{'.repeat(2001))).status).toBe(413);
  const form = await request(app)
    .post('/v2/oauth/token')
    .type('form')
    .set('Content-Encoding', 'gzip')
    .send('client_id=a');
  expect([form.status, form.body.error]).toEqual([415, 'invalid_request']);
  for (const coding of ['identity', 'Identity', ''])
    expect((await post().set('Content-Encoding', coding).send({ client_account_id: 1, name: 'a' })).status).toBe(201);
  expect((await request(app).get('/api/v2/things/1').set(rw).set('Content-Encoding', 'gzip')).status).toBe(200);
});

it('7: an unknown id of a path is 404 before access and validation [GENX-R17] [GENX-R20]', async () => {
  for (const id of ['999', '0', '-1', 'x', '1.5', '9'.repeat(17), '%31%00', '9007199254740993']) {
    const response = await request(app).put(`/api/v2/things/${id}`).set(rw).send({ name: 'far too long' });
    expect([id, response.status, response.body.error.code]).toEqual([id, 404, 'thing.not_found']);
  }
});

it('8: an id in an account out of reach is 403 before the fields are looked at [GENX-R18] [GENX-R19] [GEN-R11] [ERR-R04]', async () => {
  const byPath = await request(app).put('/api/v2/things/3').set(rw).send({ name: 'far too long' });
  expect([byPath.status, byPath.body.error.code, byPath.body.error.details.missing]).toEqual([
    403,
    'common.forbidden',
    'account',
  ]);
  const byBody = await post().send({ client_account_id: 3, name: 'far too long' });
  expect([byBody.status, byBody.body.error.code, byBody.body.error.details.missing]).toEqual([
    403,
    'common.forbidden',
    'account',
  ]);
});

it('9: a role that does not suffice is 403 before the fields are looked at, and says so', async () => {
  const clerk = await request(app).put('/api/v2/things/2').set(rw).send({ name: 'far too long' });
  expect([clerk.status, clerk.body.error.code, clerk.body.error.details.missing]).toEqual([
    403,
    'common.forbidden',
    'role',
  ]);
  const employee = await post().send({ client_account_id: 4, name: 'far too long' });
  expect([employee.status, employee.body.error.details.missing]).toEqual([403, 'role']);
});

it('10: the fields come next, all their faults at once [ERR-R03]', async () => {
  const response = await post().send({ client_account_id: 5, name: 'far too long', note: 7 });
  expect([response.status, response.body.error.code]).toEqual([400, 'common.validation_error']);
  expect(response.body.error.details.fields.map(({ field }: { field: string }) => field)).toEqual(['name', 'note']);
});

it('10: a malformed query comes with the fields: after path, access and role, in the envelope of the endpoint', async () => {
  const asked = async (path: string, method: 'get' | 'put' = 'get') => {
    const { status, body } = await request(app)
      [method](path)
      .set(rw)
      .send(method === 'put' ? { name: 'a' } : undefined);
    return [status, body.error.code ?? body.error];
  };
  const twice = 'with=a&x=1&x=2';
  expect(await asked(`/api/v2/things/999?${twice}`)).toEqual([404, 'thing.not_found']);
  expect(await asked(`/api/v2/things/3?${twice}`)).toEqual([403, 'common.forbidden']);
  expect(await asked(`/api/v2/things/2?${twice}`, 'put')).toEqual([403, 'common.forbidden']);
  expect(await asked(`/api/v2/things/1?${twice}`)).toEqual([400, 'common.validation_error']);
  // Of an id that was sent twice the first decides who may read on; the request is refused in any case.
  expect(await asked('/api/v2/things?client_account_id=3&client_account_id=1')).toEqual([403, 'common.forbidden']);
  expect(await asked('/api/v2/things?client_account_id=1&client_account_id=3')).toEqual([
    400,
    'common.validation_error',
  ]);
  expect(await asked('/api/v2/reports/things?client_account_id=3&client_account_id=1')).toEqual([403, 'report.denied']);
});

it('11: the state of an account comes last: role and fields are judged on an inactive one too', async () => {
  const clerk = await post().send({ client_account_id: 6, name: 'a' });
  expect([clerk.status, clerk.body.error.details.missing]).toEqual([403, 'role']);
  expect((await request(app).put('/api/v2/things/6').set(rw).send({ name: 'a' })).body.error.details.missing).toBe(
    'role',
  );
  expect((await request(app).put('/api/v2/things/5').set(rw).send({ name: 'far too long' })).status).toBe(400);
  expect((await request(app).put('/api/v2/things/5').set(rw).send({ name: 'a' })).body.error.code).toBe(
    'client_account.inactive',
  );
});

it('11: a write on an inactive client account is 409, after the fields; reading works', async () => {
  const response = await post().send({ client_account_id: 5, name: 'a' });
  expect([response.status, response.body.error.code]).toEqual([409, 'client_account.inactive']);
  expect((await request(app).get('/api/v2/things/5').set(rw)).status).toBe(200);
});

it('a request that passes everything is carried out, 201 says where to find it [GENX-R12]', async () => {
  const before = created.length;
  const response = await post().send({ client_account_id: 1, name: 'b' });
  expect(response.status).toBe(201);
  expect(created.length).toBe(before + 1);
  expect(response.headers.location).toBe(`/api/v2/things/${response.body.id}`);
});

it('every response carries a request id, and errors the same one [GENX-R01] [GENX-R04]', async () => {
  const all = [
    request(app).get('/nothing'),
    request(app).delete('/api/v2/things'),
    request(app).get('/api/v2/things'),
    request(app).get('/api/v2/things/1').set(rw),
    request(app).get('/api/v2/%'),
    post('/api/v2/broken').send({ how: 'bug' }),
    post().send('{'),
  ];
  for (const response of await Promise.all(all)) {
    expect(response.headers['x-request-id']).toMatch(UUID);
    if (response.body.error) expect(response.body.error.request_id).toBe(response.headers['x-request-id']);
  }
});

it('a well-formed request id is kept [GENX-R02]', async () => {
  for (const id of ['a', 'A-Z.0_9', 'x'.repeat(128)]) {
    const response = await request(app).get('/api/v2/things').set('X-Request-Id', id);
    expect([response.headers['x-request-id'], response.body.error.request_id]).toEqual([id, id]);
  }
});

it('a malformed one is replaced by a UUID [GENX-R03]', async () => {
  for (const id of ['', 'a b', 'x'.repeat(129), 'a;b', '"']) {
    const response = await request(app).get('/api/v2/things').set('X-Request-Id', id);
    expect(response.headers['x-request-id']).toMatch(UUID);
  }
});

async function fetchChunked(text: string): Promise<Response> {
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const { port } = server.address() as { port: number };
    const body = new Blob([text]).stream();
    const init = { method: 'POST', headers: { ...rw, 'Content-Type': 'application/json' }, body, duplex: 'half' };
    return await fetch(`http://127.0.0.1:${port}/api/v2/things`, init as RequestInit);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
