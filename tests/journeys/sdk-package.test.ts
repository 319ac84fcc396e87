import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beginAuthorization, createClient, finishAuthorization, refreshTokens } from '@app/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmptyProject, startEmptyProject } from '../src/empty-project.ts';
import { answerConsent } from '../src/person.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, createNumbers, newOwner, type Owner } from '../src/system.ts';

let system: Addresses;
let owner: Owner;
let project: EmptyProject;

beforeAll(async () => {
  system = sharedSystem();
  owner = await newOwner(system, createNumbers());
  project = startEmptyProject();
  await project.install('sdk');
});
afterAll(() => project?.[Symbol.dispose]());

const readme = readFileSync(join(import.meta.dirname, '..', '..', 'packages', 'sdk', 'README.md'), 'utf8');

const RECEIPT =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%receipt\ntrailer<</Root 1 0 R>>\n%%EOF\n';

it('the package stands alone: nothing but its own files, and no word of this repository', () => {
  const installed = join(project.folder, 'node_modules', '@accounting-platform', 'sdk');
  expect(readdirSync(join(project.folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@accounting-platform',
  ]);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect([manifest.dependencies, manifest.type, manifest.exports['.'].types]).toEqual([
    undefined,
    'module',
    './index.d.ts',
  ]);
  for (const name of readdirSync(installed)) {
    const text = readFileSync(join(installed, name), 'utf8');
    expect([name, /@app\/|workspace:|\.ts['"]/.test(text.replaceAll('.d.ts', ''))]).toEqual([name, false]);
  }
});

it('bears the name by which the samples of the reference import it', async () => {
  const { name } = JSON.parse(
    readFileSync(join(project.folder, 'node_modules/@accounting-platform/sdk/package.json'), 'utf8'),
  );
  const page = await (await fetch(`${system.gateway}/docs/ledger/journal-entries`)).text();
  const text = page.replaceAll(/<[^>]+>/g, '').replaceAll('&#39;', "'");
  const imported = [...text.matchAll(/createClient } from '([^']+)'/g)].map((match) => match[1]);
  expect([imported.length > 0, [...new Set(imported)]]).toEqual([true, [name]]);
});

it('the program of its README has strict types, posts, polls, sends a file and gets one', async () => {
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  writeFileSync(join(project.folder, 'program.ts'), blocks.join('\n'));
  writeFileSync(join(project.folder, 'receipt.pdf'), RECEIPT);
  await project.checkTypes('program.ts');

  const own = createClient({ baseUrl: system.gateway, token: owner.token });
  const program = await own.oauth.createClient({
    client_name: 'Own program',
    grant_types: 'client_credentials',
    redirect_uris: '',
    scope: 'read write',
  });
  const printed = await project.run('program.ts', {
    API: system.gateway,
    CLIENT_ID: program.client_id,
    CLIENT_SECRET: program.client_secret!,
  });
  expect(printed.trim().split('\n')).toEqual([
    'entry 1',
    'true',
    'common.validation_error',
    'Leie lokaler',
    expect.stringMatching(/^1 changed until \d{4}-\d\d-\d\dT/),
    'receipt.pdf',
  ]);
  const pdf = join(project.folder, 'trial-balance.pdf');
  expect(readFileSync(pdf).subarray(0, 5).toString()).toBe('%PDF-');
  expect(statSync(pdf).size).toBeGreaterThan(1000);
});

it('the command line installs as well, and bash completes its operations and fields', async () => {
  await project.install('cli');
  const script = `set -e
    source <(bilag completion bash)
    COMP_WORDS=(bilag get getJ); COMP_CWORD=2; _bilag; echo "\${COMPREPLY[@]}"
    COMP_WORDS=(bilag get getJournalEntry ""); COMP_CWORD=3; _bilag; echo "\${COMPREPLY[@]}"
    bilag list listClientAccounts -o ndjson | wc -l
    bilag list listUnits --url http://127.0.0.1:9 || echo "ended with $?"`;
  const environment = { BILAG_TOKEN: owner.token, BILAG_URL: system.gateway };
  expect((await project.runShell(script, environment)).trim().split('\n')).toEqual([
    'getJournalEntry',
    'id= with=',
    '1',
    'ended with 6',
  ]);
});

it('a program acts for a person who let it, and its refresh tokens are used once each', async () => {
  const redirectUri = 'http://127.0.0.1:9/callback';
  const open = createClient({ baseUrl: system.gateway });
  const { client_id: clientId } = await open.oauth.register({
    client_name: 'Till',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
  });
  const begun = await beginAuthorization({ baseUrl: system.gateway, clientId, redirectUri, scope: 'read write' });
  const answer = (await answerConsent(begun.url, owner)).href;
  await expect(finishAuthorization({ baseUrl: system.gateway }, { ...begun, state: 'other' }, answer)).rejects.toThrow(
    /belongs to another request/,
  );
  const first = await finishAuthorization({ baseUrl: system.gateway }, begun, answer);
  expect(first.scope).toBe('read write');

  const stored: string[] = [];
  const person = createClient({
    baseUrl: system.gateway,
    person: { clientId, refreshToken: first.refreshToken!, onRefreshToken: (token) => void stored.push(token) },
  });
  const [me, again] = await Promise.all([person.users.me({}), person.users.me({})]);
  expect([me.email, again.email, stored.length]).toEqual([owner.email, owner.email, 1]);

  // The answer to a refresh was lost on the way: asked again under the same key, it is given again.
  const request = { clientId, refreshToken: stored[0]!, key: crypto.randomUUID() };
  const lost = await refreshTokens({ baseUrl: system.gateway }, request);
  expect((await refreshTokens({ baseUrl: system.gateway }, request)).refreshToken).toBe(lost.refreshToken);
});
