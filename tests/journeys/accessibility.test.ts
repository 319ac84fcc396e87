import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, newAuthorization, registerPublicClient, startApplication } from '../src/application.ts';
import { chromiumPath, launchChromium, needsChromium, newVisitor } from '../src/chromium.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, createNumbers, newOwner, type Owner } from '../src/system.ts';

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

/** What somebody who sees, hears or moves differently would stumble over; what is only worth a thought is left out. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  const results = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  return results.violations
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, impact, nodes }) => nodes.slice(0, 3).map((node) => `${impact} ${id}: ${node.html.slice(0, 160)}`));
}

describe.skipIf(chromiumPath === undefined)(`every page can be used by everybody (${needsChromium})`, () => {
  let system: Addresses;
  let browser: Browser;
  let application: Application;
  let owner: Owner;

  beforeAll(async () => {
    system = sharedSystem();
    [application, browser] = await Promise.all([startApplication(), launchChromium()]);
    owner = await newOwner(system, createNumbers());
  });
  afterAll(async () => {
    await browser?.close();
    await application?.[Symbol.asyncDispose]();
  });

  const looks = [
    { name: 'light, wide', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
    { name: 'dark, narrow', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  ] as const;

  /** What a page looks like follows the window and the wishes of a person while it is open, by style sheets alone. */
  async function faultsInEachLook(page: Page): Promise<readonly string[]> {
    await page.evaluate(axe.source);
    const found: string[] = [];
    for (const { name, colorScheme, viewport } of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      found.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`));
    }
    return found;
  }

  it('light and wide, dark and narrow', async () => {
    const origins = [system.gateway, new URL(system.sandbox).origin, application.origin];
    const { page, context } = await newVisitor(browser, origins, { javaScriptEnabled: true });
    const found: Record<string, readonly string[]> = {};
    const look = async (path: string): Promise<void> => {
      await page.goto(new URL(path, system.gateway).href);
      const faults = await faultsInEachLook(page);
      if (faults.length > 0) found[path] = faults;
    };
    for (const path of open) await look(path);
    await page.goto(`${system.gateway}/account`);
    await page.getByLabel('E-postadresse').fill(owner.email);
    await page.getByLabel('Passord').fill(owner.password);
    await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
    for (const path of own) await look(path);
    const client = await registerPublicClient(system.gateway, application, 'Skjermleser');
    await look(newAuthorization(system.gateway, client).address);
    await context.close();
    expect(found).toEqual({});
  });
});
