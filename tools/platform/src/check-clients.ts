import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPENAPI } from './openapi-check.ts';
import { ROOT } from './root.ts';

/**
 * `npm run check-clients`: lints the OpenAPI document, generates clients of it, and compiles what this machine can. It
 * fetches its tools itself, by npx and Maven. With the address of a running demo in `API` the TypeScript client makes a
 * call. Exits with 1 when something fails; what the machine has no tool for is said and counts as nothing.
 */
const GENERATOR = 'org.openapitools:openapi-generator-cli:7.17.0';
const folder = mkdtempSync(join(tmpdir(), 'accounting-clients-'));
const failed: string[] = [];

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const has = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0;

/** One step: a command in the folder. What it printed is shown when it fails. */
function step(title: string, program: string, args: readonly string[], cwd = folder): boolean {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  say(`${status === 0 ? 'good  ' : 'FAILED'}  ${title}`);
  if (status === 0) return true;
  failed.push(title);
  say(`${stdout ?? ''}${stderr ?? ''}`.slice(-4_000));
  return false;
}

const program = `import type { paths } from './api';

type Me = paths['/api/v2/users/me']['get']['responses'][200]['content']['application/json'];
type NewTag = paths['/api/v2/tags']['post']['requestBody']['content']['application/json'];

export const tag: NewTag = { client_account_id: 2, name: 'messe' };

export async function readMe(api: string, token: string): Promise<Me['id']> {
  const response = await fetch(new URL('/api/v2/users/me', api), { headers: { authorization: 'Bearer ' + token } });
  if (!response.ok) throw new Error('answered with ' + response.status);
  return ((await response.json()) as Me).id;
}

const { API, TOKEN } = process.env;
if (API !== undefined && TOKEN !== undefined) console.log('user', await readMe(API, TOKEN));
`;

function checkTypeScript(): void {
  const made = step('TypeScript types (openapi-typescript)', 'npx', [
    ...['--yes', 'openapi-typescript@7.13.0', 'openapi.json', '-o', 'api.ts'],
  ]);
  if (!made) return;
  writeFileSync(join(folder, 'program.ts'), program);
  const types = join(ROOT, 'node_modules/@types');
  const compiled = step('TypeScript compiles', join(ROOT, 'node_modules/.bin/tsc'), [
    ...['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'],
    ...['--skipLibCheck', '--typeRoots', types, '--types', 'node', 'program.ts'],
  ]);
  if (process.env.API === undefined || process.env.TOKEN === undefined)
    say('-       no call: set API to the address of a running platform, and TOKEN');
  else if (compiled) step('TypeScript makes a call', process.execPath, ['program.ts']);
}

function generate(language: string, ...more: readonly string[]): boolean {
  const [, artifact, version] = GENERATOR.split(':');
  return step(`${language} client (openapi-generator)`, 'java', [
    ...['-jar', `${artifact}-${version}.jar`, 'generate', '-i', 'openapi.json', '-g', language, '-o', language],
    ...['--skip-validate-spec', '--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'],
    ...more,
  ]);
}

function checkGenerated(): void {
  if (!has('java', '-version') || !has('mvn', '-version')) {
    say('-       Java, Python and C# clients: this machine has no java or no mvn');
    return;
  }
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
  const fetched = step('the generator', 'mvn', ['-q', '-B', copy, `-Dartifact=${GENERATOR}`, '-DoutputDirectory=.']);
  if (!fetched) return;
  if (generate('java', '--library', 'native'))
    step('Java compiles', 'mvn', ['-q', '-B', '-Dmaven.test.skip=true', 'compile'], join(folder, 'java'));
  if (generate('python') && has('python3', '--version'))
    step('Python compiles', 'python3', ['-m', 'compileall', '-q', '.'], join(folder, 'python'));
  if (!has('dotnet', '--version')) say('-       C#: this machine has no dotnet');
  else if (generate('csharp')) step('C# compiles', 'dotnet', ['build', '-v', 'q'], join(folder, 'csharp'));
}

try {
  cpSync(OPENAPI, join(folder, 'openapi.json'));
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  step('redocly', 'npx', ['--yes', '@redocly/cli@2', 'lint', 'openapi.json']);
  step('spectral', 'npx', ['--yes', '@stoplight/spectral-cli@6', 'lint', '--fail-severity', 'error', 'openapi.json']);
  checkTypeScript();
  checkGenerated();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed.length === 0 ? 0 : 1;
