import { createClient } from '@app/sdk';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Application, newAuthorization, registerPublicClient, startApplication } from '../src/application.ts';
import { chromiumPath, launchChromium, needsChromium, newVisitor } from '../src/chromium.ts';
import { answerConsent } from '../src/person.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, call, createNumbers, newOwner, type Owner } from '../src/system.ts';

/** Pages that anybody reads. */
const open = [
  '/',
  '/docs',
  '/docs/guides',
  '/docs/guides/retries-and-keys',
  '/docs/organisation/tags',
  '/docs/errors',
  '/docs/errors/common.validation_error',
  '/docs/search?q=mva',
  '/docs/try',
  '/docs/try/createTag',
  '/v2/oauth/login',
  '/v2/oauth/password-reset',
  '/sign-up',
  '/finnes-ikke',
];

/** Pages of somebody who is logged in. */
const own = ['/account', '/account/api-access', '/account/api-access/new', '/account/applications'];

/** Reports that browsers show, as they come. */
const reports = [
  'trial-balance?date_from=2026-01-01&date_to=2026-12-31',
  'income-statement?date_from=2026-01-01&date_to=2026-12-31',
  'balance-sheet?report_date=2026-12-31',
  'general-ledger?date_from=2026-01-01&date_to=2026-12-31',
  'accounts-receivable?date_to=2026-12-31',
  'accounts-payable?date_to=2026-12-31',
];

/** What somebody who sees, hears or moves differently would stumble over; what is only worth a thought is left out. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  const results = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  return results.violations
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, impact, nodes }) => nodes.slice(0, 3).map((node) => `${impact} ${id}: ${node.html.slice(0, 160)}`));
}

/** What does not fit into the window: the page, and the places of an account. */
const cut = `[document.documentElement, ...document.querySelectorAll('.top nav')]
  .filter((element) => element.scrollWidth > element.clientWidth)
  .map((element) => element.outerHTML.slice(0, 80))`;

describe.skipIf(chromiumPath === undefined)(`every page can be used by everybody (${needsChromium})`, () => {
  let system: Addresses;
  let browser: Browser;
  let application: Application;
  let owner: Owner;
  const numbers = createNumbers();

  beforeAll(async () => {
    system = sharedSystem();
    [application, browser] = await Promise.all([startApplication(), launchChromium()]);
    owner = await newOwner(system, numbers);
  });
  afterAll(async () => {
    await browser?.close();
    await application?.[Symbol.asyncDispose]();
  });

  const looks = [
    { name: 'light, wide', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
    // As narrow as a page may have to be read without scrolling sideways (WCAG 2.2, 1.4.10).
    { name: 'dark, narrow', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
  ] as const;

  /** What a page looks like follows the window and the wishes of a person while it is open, by style sheets alone. */
  async function faultsInEachLook(page: Page): Promise<readonly string[]> {
    await page.evaluate(axe.source);
    const found: string[] = [];
    for (const { name, colorScheme, viewport } of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      found.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`));
      found.push(...(await page.evaluate<readonly string[]>(cut)).map((what) => `${name}: cut: ${what}`));
    }
    return found;
  }

  let page: Page;
  let context: BrowserContext;
  let found: Record<string, readonly string[]>;
  beforeEach(async () => {
    found = {};
    const origins = [system.gateway, new URL(system.sandbox).origin, application.origin];
    ({ page, context } = await newVisitor(browser, origins, { javaScriptEnabled: true }));
  });
  afterEach(async () => {
    await context.close();
    expect(found).toEqual({});
  });

  /** Looks at the page that is open. */
  async function lookHere(name: string): Promise<void> {
    const faults = await faultsInEachLook(page);
    if (faults.length > 0) found[name] = faults;
  }
  async function look(path: string): Promise<void> {
    await page.goto(new URL(path, system.gateway).href);
    await lookHere(path);
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it('pages that anybody reads', async () => {
    for (const path of [...open, system.sandbox]) await look(path);
  });

  it('signing in, the account, its clients and what they asked, an application that asks for access', async () => {
    await page.goto(`${system.gateway}/account`);
    await page.getByLabel('E-postadresse').fill(owner.email);
    await page.getByLabel('Passord').fill('feil');
    await press('Logg inn');
    await lookHere('a refused password');
    await page.getByLabel('Passord').fill(owner.password);
    await press('Logg inn');
    for (const path of own) await look(path);
    await page.goto(`${system.gateway}/account/api-access/new`);
    await press('Lag klienten');
    await lookHere('a form that is not complete');
    await page.getByLabel('Navn').fill('Skjermleser');
    await press('Lag klienten');
    await lookHere('a new client with its secret');
    const [id, secret] = await Promise.all(
      ['Klient-ID', 'Hemmelighet'].map((name) => page.getByLabel(name).inputValue()),
    );
    const client = createClient({
      baseUrl: system.gateway,
      clientCredentials: { clientId: id!, clientSecret: secret! },
    });
    await client.organisation.listClientAccounts({});
    const scope = { grant_types: 'client_credentials', scope: 'read', redirect_uris: '' };
    await createClient({ baseUrl: system.gateway, token: owner.token }).oauth.createClient({
      client_name: 'Skjermleser',
      ...scope,
    });
    await look('/account/api-access');
    await look(`/account/api-access/${id}/requests`);
    await look(`/account/api-access/${id}/delete`);
    const registered = await registerPublicClient(system.gateway, application, 'Skjermleser');
    const { address } = newAuthorization(system.gateway, registered);
    await look(address);
    for (let connected = 0; connected < 2; connected++) {
      const again = await registerPublicClient(system.gateway, application, 'Skjermleser');
      await answerConsent(newAuthorization(system.gateway, again).address, owner);
    }
    await look('/account/applications');
    // An address that the application has not registered: a page of ours, since nobody is sent there.
    await look(address.replace(/redirect_uri=[^&]*/, 'redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fother'));
    expect(new URL(page.url()).origin).toBe(system.gateway);
  });

  it('a forgotten password, with the mail that the sandbox shows', async () => {
    const forgetful = await newOwner(system, numbers);
    await page.goto(`${system.gateway}/v2/oauth/password-reset`);
    await page.getByLabel('E-postadresse').fill(forgetful.email);
    await press('Send lenke');
    await lookHere('a link was sent');
    const mailbox = `/sandbox/mail?to=${encodeURIComponent(forgetful.email)}`;
    const mails = async (): Promise<string> => JSON.stringify((await call(system.sandbox, 'GET', mailbox)).body);
    await expect.poll(mails).toContain('/password-reset/');
    await page.goto(new URL(mailbox, system.sandbox).href);
    await lookHere('the mail');
    await page.locator('a[href*="password-reset"]').click();
    await lookHere('the form for a new password');
    const dead = page.url();
    await page.getByLabel('Nytt passord').fill('Blå-himmel-over-9');
    await press('Lagre passordet');
    await lookHere('the password is changed');
    await look(dead);
  });

  it('signing up, over the sign-in of the identity provider', async () => {
    const [pid, organization] = [numbers.nextPid(), numbers.nextOrganization()];
    await call(system.sandbox, 'PUT', `/sandbox/persons/${pid}`, {
      body: { given_name: 'Siri', family_name: 'Prøve', organizations: [organization] },
    });
    await page.goto(`${system.gateway}/sign-up`);
    await press('Registrer deg med nasjonal e-ID');
    await lookHere('the sign-in of the sandbox');
    await page.locator('input[name=pid]').fill(pid);
    await page.locator('input[name=pid]').press('Enter');
    await lookHere('the choice of a company');
    await page.getByRole('radio').check();
    await page.getByLabel('E-postadresse').fill(`siri-${organization}@example.test`);
    await page.getByLabel('Passord').fill('Blå-himmel-over-9');
    await press('Opprett regnskapet');
    await lookHere('the books are ready');
    await look('/account');
  });

  it('reports, read in a browser', async () => {
    await context.setExtraHTTPHeaders({ authorization: `Bearer ${owner.token}` });
    const client_account_id = owner.clientAccountId;
    const line = (account_code: string, debit: string, credit: string) => ({
      posting_date: '2026-01-15',
      ...{ account_code, debit, credit },
    });
    const client = createClient({ baseUrl: system.gateway, token: owner.token });
    await client.ledger.createJournalEntry({
      client_account_id,
      lines: [line('6300', '9500.00', '0'), line('1920', '0', '9500.00')],
    });
    for (const report of reports) await look(`/api/v2/reports/${report}&client_account_id=${client_account_id}`);
  });
});
