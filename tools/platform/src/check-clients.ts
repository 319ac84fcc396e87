import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonProgram, typeScriptProgram } from './client-programs.ts';
import { type Calls, CSHARP_OPTIONS, compilerOfCSharp, makeCSharp, type Workbench } from './csharp-client.ts';
import { OPENAPI } from './openapi-check.ts';
import { startPlatform } from './platform.ts';
import { ROOT } from './root.ts';
import { makeTemporaryDataDir } from './temporary-data.ts';

/**
 * `npm run check-clients`: lints the OpenAPI document, generates clients of it, compiles what this machine can, and has
 * the TypeScript, the Python and, where there is mono, the C# one post, list and be refused in a company to throw away:
 * of the platform at `API`, or of one that it starts and stops itself. It fetches its tools itself, by npm, Maven and
 * pip. Exits with 1 when something fails; what the machine has no tool for is said and counts as nothing.
 */
const GENERATOR = 'org.openapitools:openapi-generator-cli:7.25.0';
const folder = mkdtempSync(join(tmpdir(), 'accounting-clients-'));
const failed: string[] = [];

interface Ended {
  readonly isGood: boolean;
  readonly printed: string;
}

interface Surroundings {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const has = async (program: string, ...args: readonly string[]): Promise<boolean> => (await run(program, args)).isGood;

/** A command in the folder, while the platform in this process goes on. */
function run(program: string, args: readonly string[], { cwd = folder, environment = {} }: Surroundings = {}) {
  return new Promise<Ended>((resolve) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...environment } });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += String(part)));
    child.on('error', (error) => resolve({ isGood: false, printed: error.message }));
    child.on('close', (status) => resolve({ isGood: status === 0, printed }));
  });
}

/** One step; what it printed is shown when it fails. */
async function step(title: string, program: string, args: readonly string[], around?: Surroundings): Promise<boolean> {
  const { isGood, printed } = await run(program, args, around);
  say(`${isGood ? 'good  ' : 'FAILED'}  ${title}`);
  if (isGood) return true;
  failed.push(title);
  say(printed.slice(-4_000));
  return false;
}

const bench: Workbench = { folder, has, say, step };

/** The TypeScript client, when it can make calls: how. */
async function makeTypeScript(): Promise<Calls | undefined> {
  const types = ['--yes', 'openapi-typescript@7.13.0', 'openapi.json', '-o', 'api.ts'];
  const client = ['install', '--no-save', '--no-audit', '--no-fund', 'openapi-fetch@0.15.0'];
  if (!(await step('TypeScript types (openapi-typescript)', 'npx', types))) return undefined;
  if (!(await step('TypeScript client (openapi-fetch)', 'npm', client))) return undefined;
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'program.ts'), typeScriptProgram);
  const compiled = await step('TypeScript compiles', join(ROOT, 'node_modules/.bin/tsc'), [
    ...['--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--skipLibCheck'],
    ...['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node', 'program.ts'],
  ]);
  if (!compiled) return undefined;
  return (environment) =>
    step('TypeScript posts, lists and is refused', process.execPath, ['program.js'], { environment });
}

function generate(language: string, ...more: readonly string[]): Promise<boolean> {
  const [, artifact, version] = GENERATOR.split(':');
  return step(`${language} client (openapi-generator)`, 'java', [
    ...['-jar', `${artifact}-${version}.jar`, 'generate', '-i', 'openapi.json', '-g', language, '-o', language],
    ...['--skip-validate-spec', '--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'],
    ...more,
  ]);
}

/** The clients of openapi-generator; how the C# and the Python one make calls, when they can. */
async function makeGenerated(): Promise<readonly (Calls | undefined)[]> {
  if (!(await has('java', '-version')) || !(await has('mvn', '-version'))) {
    say('-       Java, Python and C# clients were not made: this machine has no java or no mvn');
    return [];
  }
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
  const fetching = ['-q', '-B', copy, `-Dartifact=${GENERATOR}`, '-DoutputDirectory=.'];
  if (!(await step('the generator', 'mvn', fetching))) return [];
  if (await generate('java', '--library', 'native'))
    await step('Java compiles', 'mvn', ['-q', '-B', '-Dmaven.test.skip=true', 'compile'], {
      cwd: join(folder, 'java'),
    });
  const compiler = await compilerOfCSharp(bench);
  const csharp =
    compiler !== undefined && (await generate('csharp', '--additional-properties', CSHARP_OPTIONS))
      ? await makeCSharp(bench, compiler)
      : undefined;
  return [csharp, (await generate('python')) ? await makePython() : undefined];
}

async function makePython(): Promise<Calls | undefined> {
  if (!(await has('python3', '-m', 'venv', '--without-pip', 'probe'))) {
    say('-       Python: this machine has no python3 that makes environments');
    return undefined;
  }
  const compiled = await step('Python compiles', 'python3', ['-m', 'compileall', '-q', 'python']);
  const installed =
    compiled &&
    (await step('an environment for Python', 'python3', ['-m', 'venv', 'environment'])) &&
    (await step('Python installs', 'environment/bin/pip', ['install', '-q', './python']));
  if (!installed) return undefined;
  writeFileSync(join(folder, 'program.py'), pythonProgram);
  return (environment) =>
    step('Python posts, lists and is refused', 'environment/bin/python', ['program.py'], { environment });
}

/** Makes the calls in a company of their own. */
async function callAt(api: string, calls: readonly Calls[]): Promise<void> {
  const answer = await fetch(new URL('/testing/companies', api), { method: 'POST' });
  const company = (await answer.json()) as { token: string; client_account_id: number };
  if (answer.status !== 201) {
    failed.push('a company to throw away');
    return say(`FAILED  a company to throw away: ${answer.status} ${JSON.stringify(company)}`);
  }
  const environment = { API: api, TOKEN: company.token, CLIENT_ACCOUNT_ID: String(company.client_account_id) };
  for (const call of calls) await call(environment);
}

async function callOwnPlatform(calls: readonly Calls[]): Promise<void> {
  const data = makeTemporaryDataDir();
  try {
    await using platform = await startPlatform({
      environment: { PATH: process.env.PATH, DATA_DIR: data.dataDir, TEST_HOOKS_ENABLED: 'true' },
      hasFreePorts: true,
      isFast: true,
    });
    await callAt(platform.gatewayUrl, calls);
  } finally {
    data.remove();
  }
}

try {
  cpSync(OPENAPI, join(folder, 'openapi.json'));
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  const spectral = ['--yes', '@stoplight/spectral-cli@6', 'lint', '--fail-severity', 'error', 'openapi.json'];
  await step('redocly', 'npx', ['--yes', '@redocly/cli@2', 'lint', 'openapi.json']);
  await step('spectral', 'npx', spectral);
  const made = [await makeTypeScript(), ...(await makeGenerated())];
  const calls = made.filter((call) => call !== undefined);
  const { API } = process.env;
  if (calls.length > 0) await (API === undefined ? callOwnPlatform(calls) : callAt(API, calls));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed.length === 0 ? 0 : 1;
