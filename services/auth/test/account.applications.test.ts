import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, logIn, textOf } from './account-harness.ts';
import {
  type AuthService,
  codeFields,
  obtainCode,
  obtainTokens,
  type Person,
  type RegisteredClient,
  refreshFields,
  startAuth,
} from './harness.ts';

let service: AuthService;
let kari: Person;
let browser: Browser;
let timer: RegisteredClient;
let shop: RegisteredClient;
beforeAll(async () => {
  service = await startAuth();
  kari = await service.person();
  const developer = await service.person();
  timer = await service.client(developer, { client_name: 'Timeregistrering' });
  shop = await service.client(developer, { client_name: 'Nettbutikk' });
  browser = await logIn(service, kari);
});
afterAll(() => service.stop());

const list = async (by = browser) => textOf(await by.open('/account/applications'));
const refresh = (client: RegisteredClient, token: string) => service.token(refreshFields(client, token));
const disconnect = (client: RegisteredClient, by = browser) =>
  by.send(`/account/applications/${client.client_id}/disconnect`);

describe('connected applications', () => {
  it('are those that can renew their access, with what they may do, since when and used when', async () => {
    const ole = await service.person();
    service.setClock('2026-11-02T09:00:00Z');
    try {
      const { refresh_token } = await obtainTokens(service, ole, timer);
      await obtainTokens(service, ole, shop, { scope: 'read' });
      service.setClock('2026-11-21T19:44:00Z');
      expect((await refresh(timer, refresh_token)).status).toBe(200);
      const text = await list(await logIn(service, ole));
      expect(text).toMatch(
        /Timeregistrering .*May Read and write Belongs to app\.example Got access 2 November 2026 at 10:00 Last renewed 21 November 2026 at 20:44/,
      );
      expect(text).toMatch(/Nettbutikk .*May Read Belongs to/);
    } finally {
      service.setClock(null);
    }
  });

  it('are none before anything was given, and none of somebody else', async () => {
    await obtainTokens(service, kari, timer);
    const other = await logIn(service, await service.person());
    expect(await list(other)).toContain('No applications are connected');
  });

  it('that are disconnected can refresh nothing, whichever of their grants it is; others go on', async () => {
    const [first, second] = [await obtainTokens(service, kari, timer), await obtainTokens(service, kari, timer)];
    const kept = await obtainTokens(service, kari, shop);
    const ole = await service.person();
    const his = await obtainTokens(service, ole, timer);
    const answer = await disconnect(timer);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/applications?done=disconnected']);
    const page = textOf(await browser.open(answer.headers.get('location')!));
    expect(page).toContain('The application is disconnected');
    expect(page).not.toContain('Timeregistrering');
    for (const { refresh_token } of [first, second]) {
      const refused = await refresh(timer, refresh_token);
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    }
    expect((await refresh(shop, kept.refresh_token)).status).toBe(200);
    expect((await refresh(timer, his.refresh_token)).status).toBe(200);
  });

  it('cannot come back with a code that was given out before', async () => {
    const { code, verifier } = await obtainCode(service, kari, timer);
    await disconnect(timer);
    const answer = await service.token(codeFields(timer, code, verifier));
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('do not show what ended otherwise: expired, revoked, deleted', async () => {
    const ole = await service.person();
    const developer = await service.person();
    const gone = await service.client(developer, { client_name: 'Slettet' });
    const { refresh_token } = await obtainTokens(service, ole, shop);
    await obtainTokens(service, ole, gone);
    await service.call('DELETE', `/v2/oauth/clients/${gone.client_id}`, { token: developer.token });
    await service.form('/v2/oauth/revoke', { ...shop, token: refresh_token });
    await obtainTokens(service, ole, timer);
    expect(await list(await logIn(service, ole))).toMatch(/^(?!.*(Slettet|Nettbutikk)).*Timeregistrering/);
    service.setClock(new Date(Date.now() + 31 * 86_400_000).toISOString());
    try {
      expect(await list(await logIn(service, ole))).toContain('No applications are connected');
    } finally {
      service.setClock(null);
    }
  });

  it('that nobody connected can be disconnected without harm', async () => {
    expect((await browser.send('/account/applications/app_unknown/disconnect')).status).toBe(303);
    expect((await browser.send('/account/applications/%00/disconnect')).status).toBe(404);
  });
});
