import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Application,
  askToken,
  newAuthorization,
  registerPublicClient,
  startApplication,
} from '../src/application.ts';
import { chromiumPath, launchChromium, needsChromium, newVisitor, type Visitor } from '../src/chromium.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, call, createNumbers, newOwner, type Owner } from '../src/system.ts';

/** The element that has the focus. */
interface Focused {
  readonly html: string;
  readonly isOutlined: boolean;
  readonly x: number;
  readonly y: number;
}
const focused = `((element) => ({
  html: element.outerHTML.slice(0, 80),
  isOutlined: getComputedStyle(element).outlineStyle !== 'none',
  x: element.getBoundingClientRect().x,
  y: element.getBoundingClientRect().y + scrollY,
}))(document.activeElement)`;

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

describe.skipIf(chromiumPath === undefined)(`a person with a browser that runs no script (${needsChromium})`, () => {
  let system: Addresses;
  let application: Application;
  let browser: Browser;
  let owner: Owner;
  let visitor: Visitor;
  let page: Page;
  const numbers = createNumbers();
  const origins = () => [system.gateway, new URL(system.sandbox).origin, application.origin];

  beforeAll(async () => {
    system = sharedSystem();
    [application, browser] = await Promise.all([startApplication(), launchChromium()]);
    owner = await newOwner(system, numbers);
  });
  afterAll(async () => {
    await browser?.close();
    await application?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    visitor = await newVisitor(browser, origins());
    page = visitor.page;
  });
  // Whatever a journey does: nothing is asked of anybody else, and the browser has nothing to complain about.
  afterEach(async () => {
    const { context, strayed, complaints } = visitor;
    await context.close();
    expect(strayed).toEqual([]);
    expect(complaints).toEqual([]);
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const link = (name: string | RegExp) => page.getByRole('link', { name });
  const shown = async (locator: Locator): Promise<string> => (await locator.allInnerTexts()).join('\n');
  const heading = () => shown(page.getByRole('heading', { level: 1 }));

  async function logIn(
    path = '/account',
    who: { readonly email: string; readonly password: string } = owner,
  ): Promise<void> {
    await page.goto(`${system.gateway}${path}`);
    await page.getByLabel('E-postadresse').fill(who.email);
    await page.getByLabel('Passord').fill(who.password);
    await button('Logg inn').click();
  }

  /** Opens an application's request for access, logged in. */
  async function atConsent(name: string) {
    const client = await registerPublicClient(system.gateway, application, name);
    const authorization = newAuthorization(system.gateway, client);
    await page.goto(authorization.address);
    if (await page.getByLabel('Passord').isVisible()) {
      await page.getByLabel('E-postadresse').fill(owner.email);
      await page.getByLabel('Passord').fill(owner.password);
      await button('Logg inn').click();
    }
    expect(await heading()).toBe(`${name} vil bruke regnskapet på dine vegne`);
    return { client, ...authorization };
  }

  it('signs a company up on a phone, from the front page to the overview', async () => {
    await visitor.context.close();
    visitor = await newVisitor(browser, origins(), PHONE);
    page = visitor.page;
    const [pid, organizationNumber] = [numbers.nextPid(), numbers.nextOrganization()];
    await call(system.sandbox, 'PUT', `/sandbox/organizations/${organizationNumber}`, {
      body: { name: 'Nordlys Kaffe AS', organization_form: 'AS', country_code: 'NO' },
    });
    await call(system.sandbox, 'PUT', `/sandbox/persons/${pid}`, {
      body: { given_name: 'Siri', family_name: 'Prøve', organizations: [organizationNumber] },
    });
    await page.goto(system.gateway);
    await link('Opprett regnskap').click();
    await button('Registrer deg med nasjonal e-ID').click();
    expect(new URL(page.url()).origin).toBe(new URL(system.sandbox).origin);
    await page.locator('input[name=pid]').fill(pid);
    await page.locator('input[name=pid]').press('Enter');
    expect(new URL(page.url()).origin).toBe(system.gateway);
    await page.getByLabel(/Nordlys Kaffe AS/).check();
    await page.getByLabel('E-postadresse').fill(`siri-${organizationNumber}@example.test`);
    await page.getByLabel('Passord').fill('Blå-himmel-over-9');
    await button('Opprett regnskapet').click();
    expect(await heading()).toBe('Regnskapet er klart');
    await page.goto(system.gateway);
    expect(await heading()).toBe('Hei, Siri');
    expect(await shown(page.getByRole('main'))).toContain('Nordlys Kaffe AS');
  });

  it('logs in with the keyboard alone, and reads why the first try failed', async () => {
    await page.goto(`${system.gateway}/account/applications`);
    await page.locator('input[type=email]:focus').waitFor();
    await page.keyboard.type(owner.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('feil-passord');
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page.getByRole('alert'))).toContain('E-postadressen eller passordet stemmer ikke');
    expect(await page.getByLabel('E-postadresse').inputValue()).toBe(owner.email);
    await page.locator('input[type=password]:focus').waitFor();
    await page.keyboard.type(owner.password);
    await page.keyboard.press('Enter');
    await expect.poll(heading).toBe('Tilkoblede programmer');
    expect(new URL(page.url()).pathname).toBe('/account/applications');
  });

  it('takes writing away on the consent page: the token may read and nothing more', async () => {
    const { redeem, state } = await atConsent('Lesebrett');
    const write = page.getByLabel(/Skrive/);
    expect(await write.isChecked()).toBe(true);
    await write.uncheck();
    await button('Gi tilgang').click();
    const answer = await application.nextAnswer();
    expect([answer.get('state'), answer.get('iss')]).toEqual([state, system.gateway]);
    const tokens = await redeem(answer.get('code')!);
    expect([tokens.status, tokens.body.scope]).toEqual([200, 'read']);
    const token = tokens.body.access_token!;
    expect((await call(system.gateway, 'GET', '/api/v2/users/me', { token })).status).toBe(200);
    const written = await call(system.gateway, 'PATCH', '/api/v2/users/me', { token, body: { first_name: 'X' } });
    expect([written.status, written.body.error.code]).toEqual([403, 'common.insufficient_scope']);
  });

  it('leaves writing on, and the token may write', async () => {
    const { redeem } = await atConsent('Skrivebord');
    await button('Gi tilgang').click();
    const tokens = await redeem((await application.nextAnswer()).get('code')!);
    expect(tokens.body.scope).toBe('read write');
  });

  it('says no, and the application hears that alone', async () => {
    const { state } = await atConsent('Nysgjerrig');
    await button('Avslå').click();
    const answer = await application.nextAnswer();
    expect(Object.fromEntries(answer)).toMatchObject({ error: 'access_denied', state, iss: system.gateway });
    expect(answer.has('code')).toBe(false);
  });

  it('sees a page with the request id when an application asks wrongly, and is sent nowhere', async () => {
    const client = await registerPublicClient(system.gateway, application, 'Skjev');
    const address = newAuthorization(system.gateway, {
      ...client,
      redirectUri: 'https://evil.example/callback',
    }).address;
    const response = await page.goto(address);
    expect([response?.status(), await heading()]).toEqual([400, 'Programmet kan ikke kobles til']);
    expect(await shown(page.getByRole('contentinfo'))).toContain(response!.headers()['x-request-id']);
    const lost = await page.goto(`${system.gateway}/finnes-ikke`);
    expect([lost?.status(), await heading()]).toEqual([404, 'Denne siden finnes ikke']);
  });

  it('makes a client, uses its secret, and never sees it again', async () => {
    await logIn('/account/api-access');
    await link('Ny klient').click();
    await button('Lag klienten').click();
    expect(await shown(page.getByRole('alert'))).toContain('Noe mangler');
    await page.getByLabel('Navn').fill('Nattjobb');
    await button('Lag klienten').click();
    expect(await heading()).toBe('«Nattjobb» er klar');
    const client_id = await page.getByLabel('Klient-ID').inputValue();
    const client_secret = await page.getByLabel('Hemmelighet').inputValue();
    const [download] = await Promise.all([page.waitForEvent('download'), button('Last ned som fil').click()]);
    expect(readFileSync(await download.path(), 'utf8')).toContain(`CLIENT_SECRET=${client_secret}\n`);

    const answer = await askToken(system.gateway, { grant_type: 'client_credentials', client_id, client_secret });
    expect([answer.status, answer.body.scope]).toEqual([200, 'read']);
    const me = await call(system.gateway, 'GET', '/api/v2/users/me', { token: answer.body.access_token! });
    expect([me.status, me.body.email]).toEqual([200, owner.email]);

    await page.reload();
    expect(await heading()).toBe('Klienten er allerede laget');
    expect(await page.content()).not.toContain(client_secret);
    await link('Til listen').click();
    const entry = page.getByRole('article', { name: 'Nattjobb' });
    expect(await shown(entry)).toMatch(/Sist brukt\s+\d+\. \w+ \d{4} kl\. \d\d:\d\d/);
    expect(await page.content()).not.toContain(client_secret);

    await entry.getByRole('link', { name: 'Slett Nattjobb' }).click();
    await button('Slett klienten').click();
    expect(await shown(page.getByRole('status'))).toContain('Klienten er slettet');
    const refused = await askToken(system.gateway, { grant_type: 'client_credentials', client_id, client_secret });
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    expect((await call(system.gateway, 'GET', '/api/v2/users/me', { token: answer.body.access_token! })).status).toBe(
      401,
    );
  });

  it('disconnects an application: it cannot refresh any more', async () => {
    const { client, redeem } = await atConsent('Timeliste');
    await button('Gi tilgang').click();
    const tokens = (await redeem((await application.nextAnswer()).get('code')!)).body;
    const refresh = (refresh_token: string) =>
      askToken(system.gateway, { grant_type: 'refresh_token', client_id: client.client_id, refresh_token });
    const renewed = await refresh(tokens.refresh_token!);
    expect(renewed.status).toBe(200);

    await page.goto(`${system.gateway}/account/applications`);
    expect(await shown(page.getByRole('article', { name: 'Timeliste' }))).toContain('Lese og skrive');
    await button('Koble fra Timeliste').click();
    expect(await shown(page.getByRole('status'))).toContain('Programmet er koblet fra');
    expect(await page.getByRole('article', { name: 'Timeliste' }).count()).toBe(0);
    const refused = await refresh(renewed.body.refresh_token!);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('logs out, and the pages are closed', async () => {
    await logIn();
    expect(await heading()).toBe('Hei, Kari');
    await button('Logg ut').click();
    expect(await heading()).toBe('Regnskap du kan bygge på');
    await page.goto(`${system.gateway}/account`);
    expect(await heading()).toBe('Logg inn');
    await page.goBack();
    expect(await page.content()).not.toContain(owner.email);
  });

  it('gets through every page with Tab, in the order it is read, and sees where', async () => {
    await logIn();
    for (const path of ['/account', '/account/api-access', '/account/api-access/new', '/account/applications']) {
      await page.goto(`${system.gateway}${path}`);
      const count = await page.locator('a, button, input:not([type=hidden]), textarea').count();
      await page.evaluate("document.querySelector('.skip').focus()");
      let last: { readonly x: number; readonly y: number } | undefined;
      for (let step = 1; step < count; step++) {
        await page.keyboard.press('Tab');
        const { html, isOutlined, ...box } = await page.evaluate<Focused>(focused);
        const name = `${path} ${step}: ${html}`;
        expect([name, isOutlined]).toEqual([name, true]);
        // Down the page, and from left to right within a row; the first is the way past the menu.
        if (last && step > 1) expect([name, box.y > last.y - 24 || box.x > last.x]).toEqual([name, true]);
        last = box;
      }
      await page.keyboard.press('Tab');
      expect([path, await page.evaluate('document.activeElement.tagName')]).toEqual([path, 'BODY']);
    }
  });

  it('needs no sideways scrolling on the narrowest screen', async () => {
    await logIn();
    await page.setViewportSize({ width: 320, height: 640 });
    const paths = [
      '/',
      '/account',
      '/account/api-access',
      '/account/api-access/new',
      '/account/applications',
      '/v2/oauth/login',
      '/sign-up',
      '/docs',
      '/docs/guides/polling',
      '/docs/ledger/journal-entries',
      '/docs/errors',
      '/docs/search?q=mva',
      '/docs/try/createJournalEntry',
      `${system.sandbox}/sandbox/mail`,
    ];
    for (const path of paths) {
      await page.goto(new URL(path, system.gateway).href);
      const overhang = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect([path, overhang]).toEqual([path, 0]);
    }
  });

  it('who reads English finds no Norwegian on the way', async () => {
    await visitor.context.close();
    visitor = await newVisitor(browser, origins(), { locale: 'en-GB' });
    page = visitor.page;
    await page.goto(`${system.gateway}/account/api-access/new`);
    await page.getByLabel('E-mail address').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await button('Log in').click();
    for (const path of [
      '/account',
      '/account/api-access',
      '/account/api-access/new',
      '/account/applications',
      '/sign-up',
    ]) {
      await page.goto(`${system.gateway}${path}`);
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
      expect([path, (await shown(page.locator('body'))).match(/\b(og|ikke|du|din|med|som|til)\b/gi)]).toEqual([
        path,
        null,
      ]);
    }
  });
});
