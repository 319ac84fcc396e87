import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthService, startAuth } from './harness.ts';

let service: AuthService;
beforeAll(async () => {
  service = await startAuth();
});
afterAll(() => service?.stop());

const norwegian = { 'accept-language': 'no' };

it('refusals about users are Norwegian where that is asked for', async () => {
  const person = await service.person();
  const body = { email: 'ny@books.test', current_password: 'Ikke-passordet-9' };
  const answer = await service.call('PATCH', '/api/v2/users/me', { token: person.token, body, headers: norwegian });
  expect([answer.status, answer.headers.get('content-language'), answer.body.error]).toEqual([
    400,
    'nb',
    expect.objectContaining({
      code: 'user.invalid_password',
      message: expect.stringMatching(/^En ny e-postadresse eller et nytt passord krever/),
      details: { fields: [{ field: 'current_password', message: 'mangler eller er feil' }] },
    }),
  ]);
});

it('what OAuth answers is English whatever is asked for, and ASCII [RFC 6749 5.2]', async () => {
  const body = { email: 'nobody@books.test', password: 'Ikke-passordet-9' };
  const answer = await service.call('POST', '/v2/oauth/login', { body, headers: norwegian });
  expect([answer.status, answer.body]).toEqual([
    401,
    { error: 'invalid_grant', error_description: 'Invalid email or password' },
  ]);
  expect(answer.headers.get('content-language')).toBe('en');
});

it('a page for people shows the sentence in the language of the page', async () => {
  const page = (language: string) =>
    service.call('GET', '/v2/oauth/authorize', { headers: { accept: 'text/html', 'accept-language': language } });
  const [first, second] = [await page('nb'), await page('en')];
  expect([first.status, second.status]).toEqual([400, 400]);
  expect(first.body).toContain('Parameteren client_id er påkrevd');
  expect(second.body).toContain('The parameter client_id is required');
});
