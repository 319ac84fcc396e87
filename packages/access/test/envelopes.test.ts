import request from 'supertest';
import { expect, it } from 'vitest';
import { createFixture, rw } from './things.ts';

const { app, logged } = createFixture();

it('failures have code, message and request id, and codes name area and reason [ERR-R01] [ERR-R02]', async () => {
  const responses = [
    await request(app).get('/api/v2/things'),
    await request(app).get('/api/v2/things/999').set(rw),
    await request(app).get('/x'),
  ];
  for (const { body } of responses) {
    expect(Object.keys(body)).toEqual(['error']);
    expect(body.error).toMatchObject({
      code: expect.stringMatching(/^[a-z_]+\.[a-z_]+$/),
      message: expect.any(String),
      request_id: expect.any(String),
    });
  }
});

it('a failure names the page that explains its code, in the standard envelope and for all in Link [ERR-R11]', async () => {
  const page = (code: string) => expect.stringMatching(new RegExp(`^https?://[^/]+/docs/errors/${code}$`));
  const link = (code: string) =>
    expect.stringMatching(new RegExp(`^<https?://[^/]+/docs/errors/${code}>; rel="help"$`));
  const missing = await request(app).get('/api/v2/none').set(rw);
  expect([missing.body.error.doc_url, missing.headers.link]).toEqual([
    page('common.not_found'),
    link('common.not_found'),
  ]);
  const report = await request(app).get('/api/v2/reports/things').set(rw);
  expect([Object.keys(report.body), report.headers.link]).toEqual([
    ['status', 'error', 'message'],
    link('report.denied'),
  ]);
  const oauth = await request(app).post('/v2/oauth/token').type('form').send('grant=x');
  expect([Object.keys(oauth.body), oauth.headers.link]).toEqual([
    ['error', 'error_description'],
    link('invalid_request'),
  ]);
  expect((await request(app).get('/api/v2/things/1').set(rw)).headers.link).toBeUndefined();
});

it('a record that is not found is common.not_found where no area code is stated [ERR-R05]', async () => {
  expect((await request(app).get('/api/v2/none').set(rw)).body.error.code).toBe('common.not_found');
});

it('steps 1 to 6 answer in the standard envelope on report paths too [GENX-R21]', async () => {
  const unauthorized = await request(app).get('/api/v2/reports/things');
  expect([unauthorized.status, unauthorized.body.error.code]).toEqual([401, 'common.unauthorized']);
  const scope = await request(app).get('/api/v2/reports/things').set('Authorization', 'Bearer none');
  expect([scope.status, scope.body.error.code]).toEqual([403, 'common.insufficient_scope']);
  const method = await request(app).post('/api/v2/reports/things').set(rw);
  expect([method.status, method.body.error.code]).toEqual([405, 'common.method_not_allowed']);
});

it('from step 7 on the envelope of the area holds', async () => {
  const missing = await request(app).get('/api/v2/reports/things').set(rw);
  expect(missing.body).toMatchObject({ status: 403, error: 'report.denied', message: expect.any(String) });
  const denied = await request(app).get('/api/v2/reports/things?client_account_id=3').set(rw);
  expect(denied.body).toMatchObject({ status: 403, error: 'report.denied' });
  const twice = await request(app).get('/api/v2/reports/things?group=a&group=b&client_account_id=1').set(rw);
  expect(twice.body).toEqual({
    status: 400,
    error: 'common.validation_error',
    message: expect.stringContaining('"group"'),
  });
  const field = await request(app).get('/api/v2/reports/things?client_account_id=1&group=c').set(rw);
  expect(field.body).toMatchObject({ status: 400, error: 'common.validation_error' });
});

it('OAuth endpoints answer everything in their own envelope', async () => {
  const large = await request(app)
    .post('/v2/oauth/token')
    .type('form')
    .send(`client_id=${'x'.repeat(600)}`);
  expect([large.status, large.body]).toEqual([
    413,
    { error: 'invalid_request', error_description: expect.any(String) },
  ]);
  const field = await request(app).post('/v2/oauth/token').type('form').send('grant=x');
  expect([field.status, field.body.error]).toEqual([400, 'invalid_request']);
  const repeated = await request(app).post('/v2/oauth/token').type('form').send('client_id=a&client_id=b');
  expect([repeated.status, repeated.body.error]).toEqual([400, 'invalid_request']);
  const json = await request(app).post('/v2/oauth/token').send({ client_id: 'a' });
  expect([json.status, json.body.error]).toEqual([400, 'invalid_request']);
  const client = await request(app).post('/v2/oauth/token').type('form').send('client_id=unknown');
  expect([client.status, client.body.error, client.headers['www-authenticate']]).toEqual([
    401,
    'invalid_client',
    undefined,
  ]);
});

it('answers with secrets are not stored by caches [GENX-R10]', async () => {
  for (const id of ['a', 'unknown']) {
    const response = await request(app).post('/v2/oauth/token').type('form').send(`client_id=${id}`);
    expect(response.headers['cache-control']).toBe('no-store');
  }
});

it('an unexpected failure is 500 and says nothing of its cause; the log does [ERR-R10] [GENX-R53]', async () => {
  for (const how of ['bug', 'shape']) {
    const response = await request(app).post('/api/v2/broken').set(rw).send({ how });
    expect([response.status, response.body.error.code]).toEqual([500, 'common.internal_error']);
    expect(response.text).not.toMatch(/insert|secrets|\.ts|at \/|ZodError|stack/i);
  }
  expect(logged).toHaveLength(2);
  expect(logged[0]?.fields).toMatchObject({ err: { message: expect.stringContaining('insert into secrets') } });
});

it('a lost race is 409 common.conflict [GENX-R54] [ERR-R06]', async () => {
  const response = await request(app).post('/api/v2/broken').set(rw).send({ how: 'race' });
  expect([response.status, response.body.error.code]).toEqual([409, 'common.conflict']);
});

it('nothing undeclared leaves the house', async () => {
  const response = await request(app).post('/api/v2/broken').set(rw).send({ how: 'no' });
  expect(response.body).toEqual({ number: '1' });
});

it('JSON says that it is JSON in UTF-8, and is not sniffed [GEN-R03]', async () => {
  for (const response of [await request(app).get('/api/v2/things/1').set(rw), await request(app).get('/nothing')]) {
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  }
});

it('another media type is given when it is asked for and offered, else 406', async () => {
  const ask = (accept: string) =>
    request(app).get('/api/v2/reports/things?client_account_id=1').set(rw).set('Accept', accept);
  expect((await ask('text/html')).text).toBe('<p>æ</p>');
  expect((await ask('text/html;q=0.5, application/json')).headers['content-type']).toBe(
    'application/json; charset=utf-8',
  );
  const any = await ask('*/*');
  expect([any.body, any.headers.vary]).toEqual([[], 'Accept']);
  const refused = await ask('application/pdf');
  expect([refused.status, refused.body.status, refused.headers.vary]).toEqual([406, 406, 'Accept']);
});
