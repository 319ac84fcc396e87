import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { closedYears, createCaller, type DemoCompany, demoPage, demoUsers, openYear, seedDemoCompany } from '@app/demo';
import { findFreePorts } from '@app/embedded';
import { readGuides, stepsOf } from '@app/guides';
import { makeTestDataDir, portVariables, type TemporaryDataDir } from '@app/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, launchChromium, needsChromium, newVisitor } from '../src/chromium.ts';
import {
  type Ask,
  countEntries,
  countOfDocuments,
  expectAlmostMatchingBank,
  expectSoundBooks,
  lengthsAtBank,
  paymentsOf,
} from '../src/demo-books.ts';
import { patternOf, runSteps } from '../src/guide-run.ts';
import { answerConsent } from '../src/person.ts';
import { call } from '../src/system.ts';
import { type Comparison, createComparison } from './foreign-ids/comparison.ts';
import { type Holdings, holdingsOf } from './foreign-ids/holdings.ts';
import { makeOtherCompany, type OtherCompany } from './foreign-ids/other-company.ts';
import { type Language, languages, type Result, runSamples } from './samples/samples.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The year that the platform dates its guides and samples in. */
const YEAR = openYear(Temporal.Now.plainDateISO('Europe/Oslo').toString());

interface Step {
  readonly script: string;
  /** What the README says it prints; `<…>` stands for whatever comes. */
  readonly output: string | undefined;
}

/** The shell blocks in order, each with the output block right behind it. */
const steps: readonly Step[] = [...readme.matchAll(/```sh\n([\s\S]*?)```(?:\n```output\n([\s\S]*?)```)?/g)].map(
  (match) => ({
    script: match[1]!,
    output: match[2],
  }),
);

let base = '';
let printed = '';
let closed = false;
let child: ReturnType<typeof spawn>;
let dataDir: TemporaryDataDir | undefined;
let workDir = '';

/** Where the outside systems are, as it printed. */
const sandboxUrl = (): string => /^ {2}Outside systems +(\S+)/m.exec(printed)![1]!;

/** The day up to which npm start has kept the books. */
const untilOf = (): string => JSON.parse(readFileSync(join(dataDir!.dataDir, 'demonstration.json'), 'utf8')).until;

/** Milliseconds that the platform and the demo company may take on a machine that has much else to do. */
const PATIENCE = 1_800_000;

/** `npm start` as a person types it, on ports and data of its own. */
beforeAll(async () => {
  const deadline = Date.now() + PATIENCE;
  workDir = mkdtempSync(join(tmpdir(), 'accounting-readme-'));
  dataDir = makeTestDataDir();
  const names = portVariables();
  const ports = await findFreePorts(names.length);
  const environment = Object.fromEntries(names.map((name, i) => [name, String(ports[i])]));
  base = `http://127.0.0.1:${environment.GATEWAY_PORT}`;
  child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...environment, DATA_DIR: dataDir.dataDir, NODE_ENV: undefined, VITEST: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.once('close', () => {
    closed = true;
  });
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (printed += text));
  while (!printed.includes('Begin here:')) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`npm start did not become ready:\n${printed.slice(-3000)}`);
    await pause(100);
  }
}, 2 * PATIENCE);

afterAll(async () => {
  if (child && !closed) await stop();
  rmSync(workDir, { recursive: true, force: true });
  dataDir?.remove();
});

/**
 * Ctrl-C as a terminal sends it: to npm and all it started. Resolves when the last of them has let go of the output.
 */
const stop = async (): Promise<void> => {
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  process.kill(-child.pid!, 'SIGINT');
  await gone;
};

describe('npm start', () => {
  it('prints addresses, people of every role with their passwords, and a first request that works when pasted', async () => {
    for (const role of ['administrator', 'owner', 'accountant', 'bookkeeper', 'employee'])
      expect(printed).toContain(role);
    expect(printed).toContain(`${base}/docs`);
    // How long each step took, and last of all where to begin.
    expect(printed).toMatch(
      /It took +tools and packages [\d.]+ s, servers and services [\d.]+ s, demo company [\d.]+ s/,
    );
    expect(printed.trimEnd().endsWith(`Begin here: ${base}/`)).toBe(true);
    const request = /^ {2}(curl .*)$/m.exec(printed)![1]!;
    const { stdout } = await promisify(execFile)('bash', ['-c', request]);
    expect(JSON.parse(stdout)).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  });

  it('leads to a page with everybody whom the demo company has, each a button that signs in', async () => {
    const page = await (await fetch(`${base}/`, { headers: { 'accept-language': 'en' } })).text();
    for (const [, email] of printed.matchAll(/^ {2}(\S+@\S+) +Kaffe-og-kake-2026 /gm))
      expect(page).toContain(`name="email" value="${email}"`);
    for (const path of ['/docs', '/docs/guides', '/docs/guides/assistants', '/docs/try'])
      expect([path, (await fetch(`${base}${path}`)).status, page.includes(`href="${path}"`)]).toEqual([
        path,
        200,
        true,
      ]);
    const body = new URLSearchParams({
      email: 'ingrid@nordlys.example',
      password: 'Kaffe-og-kake-2026',
      next: '/account',
    });
    const entered = await fetch(`${base}/v2/oauth/login`, { method: 'POST', body, redirect: 'manual' });
    expect([entered.status, entered.headers.get('location')]).toEqual([302, '/account']);
  });

  it.skipIf(chromiumPath === undefined)(
    `has forms that are filled in and sent as the owner of the demo company, and guides whose commands a button copies (${needsChromium})`,
    async () => {
      const browser = await launchChromium();
      const { page, context, strayed, complaints } = await newVisitor(browser, [base], { javaScriptEnabled: true });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`${base}/docs/try/listClientAccounts`);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('#answer').waitFor();
      expect(await page.locator('#status').textContent()).toBe('200');
      expect(await page.locator('#body').textContent()).toContain('Nordlys Kaffebrenneri AS');
      await page.goto(`${base}/docs/guides/polling`);
      await page.getByRole('button', { name: 'Copy: The file follow.py' }).click();
      await page.getByText('Copied').waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(readGuides(YEAR).guides.flatMap(({ tokens }) => stepsOf(tokens))).toContainEqual({
        kind: 'file',
        name: 'follow.py',
        text: copied.trimEnd(),
      });
      await browser.close();
      expect([strayed, complaints]).toEqual([[], []]);
    },
  );

  it('lets everybody it lists sign in', async () => {
    const people = [...printed.matchAll(/^ {2}(\S+@\S+) +(\S+) {3}/gm)].map((match) => ({
      email: match[1]!,
      password: match[2]!,
    }));
    expect(people.length).toBeGreaterThanOrEqual(5);
    const [, email, file] = /^ {2}(\S+@\S+) +password in (\S+) {3}administrator$/m.exec(printed)!;
    expect(statSync(file!).mode & 0o777).toBe(0o600);
    const password = readFileSync(file!, 'utf8').trim();
    expect(printed).not.toContain(password);
    people.push({ email: email!, password });
    for (const body of people)
      expect((await call(base, 'POST', '/v2/oauth/login', { body })).status, body.email).toBe(200);
  });
});

describe('the books that npm start has made', () => {
  let ask: Ask;
  let token = '';
  let account = 0;

  const seed = (until: string): Promise<DemoCompany> =>
    seedDemoCompany({ gatewayUrl: base, sandboxUrl: sandboxUrl(), say: () => undefined, until });
  /** All entries but those of the assets, the loss of the payment in euro, the settled bill, and two late ones. */
  const ofStory = async (): Promise<number> =>
    (await countEntries(ask, account)) - (await countEntries(ask, account, 'ASSET')) - 2 - 2;

  beforeAll(async () => {
    const { email, password } = demoUsers.owner;
    token = (await call(base, 'POST', '/v2/oauth/login', { body: { email, password } })).body.token;
    ask = (method, path, body, headers = {}) =>
      call(base, method, path, { token, body, headers: headers as Record<string, string> });
    account = (await ask('GET', '/api/v2/client-accounts')).body.data[0].id;
  });

  it('are those of docs/demo.md, sound, and almost match the bank; payments are in every state', async () => {
    await expectSoundBooks(ask, account, 2025);
    await expectAlmostMatchingBank(ask, account);
    const names = ['demo-approved', 'demo-cancelled', 'demo-paid', 'demo-pending', 'demo-rejected', 'demo-sent'];
    expect(await paymentsOf(ask, account)).toEqual(names.map((id) => [id, id.slice(5).toUpperCase()]));
    const page = await demoPage(createCaller(base, token), account, [2024, 2025]);
    expect(readFileSync(join(root, 'docs/demo.md'), 'utf8')).toBe(page);
  });

  it('are left as they are by another start, and get what happens until a later day, nothing twice', async () => {
    const lists = () => lengthsAtBank(ask, account);
    const [documents, bank, until] = [await countOfDocuments(ask, account), await lists(), untilOf()];
    const again = await seed(until);
    expect([again.clientAccountId, await ofStory()]).toEqual([account, again.entries]);
    expect(await countOfDocuments(ask, account)).toBe(documents);
    // The engine follows what was posted in its own time.
    await expect.poll(lists).toEqual(bank);

    // By then everything that is on its way to a supplier was due.
    const later = Temporal.PlainDate.from(until).add({ days: 40 }).toString();
    const grown = await seed(later);
    expect(grown.entries).toBeGreaterThan(again.entries);
    expect(await ofStory()).toBe(grown.entries);
    expect(await countOfDocuments(ask, account)).toBeGreaterThan(documents);
    // What was on its way has been paid otherwise meanwhile.
    const states = (await paymentsOf(ask, account)).map(([, status]) => status);
    expect(states).toEqual(['CANCELLED', 'CANCELLED', 'PAID', 'CANCELLED', 'REJECTED', 'REJECTED']);
    await expectAlmostMatchingBank(ask, account);
    if (closedYears(later).length === closedYears(until).length) return;
    // The later day has closed the year in which the reader of today posts: it is opened again, as a person would.
    const lock = { client_account_id: account, locked_until_date: `${closedYears(until).at(-1)}-12-31` };
    const opened = { ...lock, locking_comment: 'Opened again for today' };
    expect((await ask('POST', '/api/v2/period-locks', opened)).status).toBe(201);
  });
});

describe('the tour of the README', () => {
  it('works as printed', async () => {
    expect(steps.length).toBeGreaterThanOrEqual(7);
    const marker = '--- next step ---';
    const script = [
      'set -euo pipefail',
      ...steps.map(({ script }) => `${script.replaceAll('http://127.0.0.1:8080', base)}\necho '${marker}'`),
    ].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: workDir });
    const outputs = stdout.split(`${marker}\n`);
    for (const [i, { output }] of steps.entries())
      if (output !== undefined) expect(outputs[i]).toMatch(patternOf(output));
    for (const name of ['trial-balance.html', 'trial-balance.xlsx', 'trial-balance.pdf', 'invoice.pdf'])
      expect(statSync(join(workDir, name)).size).toBeGreaterThan(2_000);
  });

  it('names only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...readme.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, short]) => run ?? short!,
    );
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(scripts).toHaveProperty(name);
  });
});

describe('the guides', () => {
  const { before, guides } = readGuides(YEAR);
  /** One needs a company without books, the other packages: tests/journeys/guides.test.ts gives them these. */
  const elsewhere = ['moving', 'packages'];

  it.each(guides.filter(({ slug }) => !elsewhere.includes(slug)))(
    '$slug works with the demo company as printed, after the tour and the guides before it',
    async ({ slug, needs, tokens }) => {
      const isFirst = slug === 'first-token';
      const steps = [
        ...(needs === 'token' ? before : []),
        ...stepsOf(tokens),
        ...(isFirst ? [...before, { kind: 'shell', script: 'echo $COMPANY', output: '2\n' } as const] : []),
      ];
      const python = steps.findIndex((step) => step.kind === 'file' && step.name.endsWith('.py'));
      const ran = await runSteps(hasPython() || python < 0 ? steps : steps.slice(0, python), {
        folder: workDir,
        environment: {},
        instead: { 'http://127.0.0.1:8080': base },
        visit: async (address) => (await answerConsent(address, demoUsers.owner)).href,
      });
      for (const { script, printed, output } of ran)
        if (output !== undefined) expect(printed, script).toMatch(patternOf(output));
    },
  );
});

const hasPython = (): boolean => spawnSync('python3', ['--version']).status === 0;

describe('the demo company', () => {
  it('has two years of books that add up, and every year is closed whose accounts are due', async () => {
    const { token } = (
      await call(base, 'POST', '/v2/oauth/login', {
        body: { email: 'ola@fjordregnskap.example', password: 'Kaffe-og-kake-2026' },
      })
    ).body;
    const accounts = (await call(base, 'GET', '/api/v2/client-accounts', { token })).body.data as {
      id: number;
      display_name: string;
    }[];
    const { id } = accounts.find((account) => account.display_name.startsWith('Nordlys'))!;
    const entries = await call(base, 'GET', `/api/v2/journal-entries?client_account_id=${id}`, { token });
    expect(entries.body.meta.records).toBeGreaterThanOrEqual(3_000);
    const rows = (
      await call(
        base,
        'GET',
        `/api/v2/reports/trial-balance?client_account_id=${id}&date_from=2024-01-01&date_to=2025-12-31`,
        { token },
      )
    ).body as { outgoing_balance: number }[];
    expect(rows.reduce((sum, row) => sum + Math.round(row.outgoing_balance * 100), 0)).toBe(0);
    for (const year of closedYears(untilOf())) {
      const posting_date = `${year}-12-31`;
      const lines = [
        { posting_date, account_code: '1920', debit: '1', credit: '0' },
        { posting_date, account_code: '3000', debit: '0', credit: '1' },
      ];
      const late = { client_account_id: id, lines };
      const { body } = await call(base, 'POST', '/api/v2/journal-entries/', { token, body: late });
      expect([year, body.error.code]).toEqual([year, 'accounting.period_locked']);
    }
  });

  describe('the samples of the reference', () => {
    const signIn = /^ {2}(\S+@\S+) +password in (\S+) {3}administrator$/m;
    const languagesHere = (Object.keys(languages) as Language[]).map((language, number) => ({ language, number }));

    let comparison: Comparison;
    let other: OtherCompany;
    let before: Holdings;
    const place = () => {
      const [, email = '', file = ''] = signIn.exec(printed) ?? [];
      const administrator = { email, password: readFileSync(file, 'utf8').trim() };
      return { gateway: base, sandbox: sandboxUrl(), database: '', administrator };
    };

    beforeAll(async () => {
      other = await makeOtherCompany(place());
      comparison = createComparison(other);
      before = await holdingsOf(base, other);
    });

    it.for(languagesHere)(
      'every one in $language succeeds with the status that is documented',
      async ({ language, number }, { skip }) => {
        if (language === 'Python') skip(!hasPython(), 'there is no python3 on this machine');
        // Once, what each sample names is named of another company first: the sample shows that nothing else was wrong.
        const results = await runSamples(
          place(),
          language,
          number,
          language === 'TypeScript' ? comparison.before : undefined,
        );
        expect(results.length).toBeGreaterThan(200);
        const said = ({ operation, outcome: { status, fault, text } }: Result): string =>
          `${operation}: ${status} ${fault} ${text.slice(0, 500)}`;
        expect(results.filter(({ isGood }) => !isGood).map(said)).toEqual([]);
      },
    );

    it('an id of another company is answered in every field and by every tool as one of nobody, and changes nothing', async () => {
      expect(comparison.compared.length).toBeGreaterThan(600);
      expect(comparison.faults).toEqual([]);
      // The platform itself (users 2 and 3) may have worked on it meanwhile, nobody else.
      const { records, people } = await holdingsOf(base, other);
      expect(before.records.length).toBeGreaterThan(30);
      expect(before.records.filter((record) => !records.includes(record))).toEqual([]);
      expect(people.filter((id) => ![2, 3, other.ids.users].includes(id))).toEqual([]);
    });
  });

  it('stops cleanly on Ctrl-C', async () => {
    await stop();
    expect(printed).toContain('stopped PostgreSQL');
    await expect(fetch(`${base}/health/live`)).rejects.toThrow();
  });
});
