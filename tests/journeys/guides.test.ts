import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openYear } from '@app/demo';
import { guideNames, readGuides, stepsOf } from '@app/guides';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPackage } from '../src/empty-project.ts';
import { patternOf, runSteps } from '../src/guide-run.ts';
import { answerConsent } from '../src/person.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, call, createNumbers, newOwner, type Owner } from '../src/system.ts';

const { before, guides } = readGuides(openYear(Temporal.Now.plainDateISO('Europe/Oslo').toString()));

/** Whether there is a Python to run what is written in it; without one the guide is not run from there on. */
const hasPython = (() => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe('each guide, run as it is printed', () => {
  let system: Addresses;
  let owner: Owner;
  let folder: string;
  let client: { readonly client_id: string; readonly client_secret: string };

  // Somebody with a company in the VAT register, and a client of their own.
  beforeAll(async () => {
    system = sharedSystem();
    owner = await newOwner(system, createNumbers());
    const { token } = owner;
    const settings = `/api/v2/client-accounts/${owner.clientAccountId}/settings`;
    await call(system.gateway, 'PATCH', settings, { token, body: { vat_liable: true } });
    const wish = { client_name: 'Veiviser', grant_types: 'client_credentials', scope: 'read write' };
    client = (await call(system.gateway, 'POST', '/v2/oauth/clients', { token, body: wish })).body;
  });

  /** What `npm run build-sdk` prints; the network is not asked for what needs nothing from it. */
  async function archives(place: string) {
    const [SDK, CLI] = await Promise.all([packPackage('sdk', place), packPackage('cli', place)]);
    return { SDK, CLI, npm_config_offline: 'true' };
  }

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(guideNames)('%s', async (name) => {
    const guide = guides.find(({ slug }) => slug === name)!;
    const steps = [...(guide.needs === 'token' ? before : []), ...stepsOf(guide.tokens)];
    const python = steps.findIndex((step) => step.kind === 'file' && step.name.endsWith('.py'));
    rmSync(folder ?? '', { recursive: true, force: true });
    folder = mkdtempSync(join(tmpdir(), 'accounting-guide-'));
    const ran = await runSteps(hasPython || python < 0 ? steps : steps.slice(0, python), {
      folder,
      environment: {
        CLIENT_ID: client.client_id,
        CLIENT_SECRET: client.client_secret,
        XDG_CONFIG_HOME: folder,
        ...(name === 'packages' ? await archives(folder) : {}),
      },
      instead: {
        'http://127.0.0.1:8080': system.gateway,
        'ingrid@nordlys.example': owner.email,
        'Kaffe-og-kake-2026': owner.password,
      },
      visit: async (address) => (await answerConsent(address, owner)).href,
    });
    for (const { script, printed, output } of ran) {
      // What prints something says what: a reader who sees other words knows that something is different.
      if (output === undefined) expect([script, printed]).toEqual([script, '']);
      else expect(printed, script).toMatch(patternOf(output));
    }
  });
});
