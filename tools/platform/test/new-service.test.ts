import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { type Service, services } from '@app/registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../src/root.ts';
import { type NewService, renderService, withRow } from '../src/service-files.ts';

const assets: NewService = {
  name: 'assets',
  number: 79,
  title: "The company's assets",
  description: "Assets, what they are worth, and the month's depreciation.",
  table: 'depreciation_plans',
};

describe('a row in the table of services', () => {
  it('is added at the end, as it is formatted, whatever it says', () => {
    const module = 'export const services = [\n] as const satisfies readonly Service[];\n';
    expect(withRow(module, assets)).toBe(`export const services = [
  {
    name: 'assets',
    number: 79,
    title: "The company's assets",
    description: "Assets, what they are worth, and the month's depreciation.",
  },
] as const satisfies readonly Service[];
`);
    expect(() => withRow('export const services = [];', assets)).toThrow(/does not end with/);
  });
});

describe('npm run new-service', () => {
  let copy = '';
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  /** Runs the checks with these words in their titles. */
  const check = (titles: readonly string[], ...flags: string[]): string =>
    run('node', 'tools/platform/src/check.ts', ...flags, ...titles.flatMap((title) => ['--only', title]));
  const written = ['what the settings say', 'the table of services', 'what the tables say'];

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'accounting-new-service-'));
    const left = new Set(['.git', '.data', '.turbo', 'dist', 'results', 'coverage']);
    const isLeft = (path: string) =>
      left.has(basename(path)) || ['node_modules', 'tools/toolchain/node_modules'].includes(relative(ROOT, path));
    cpSync(ROOT, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !isLeft(path) });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    run('node', 'tools/platform/test/fixtures/add-service/src/main.ts', JSON.stringify(assets));
    check(written, '--write');
    // Not by its check, which asks the installer to run it: the packages of the copy are those of the repository.
    run('node', 'packages/api/scripts/openapi.ts');
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('writes what passes the checks unchanged', () => {
    run('biome', 'check', '--error-on-warnings', 'services/assets', 'packages/registry', 'docker-compose.yml');
    check([...written, 'imports go one way', 'openapi.json is compatible']);
    run('tsc', '--noEmit', '-p', 'services/assets');
  });

  it('touches ten files that were there, nine of them written by the checks and the installer', () => {
    const files = globSync(['**/*', '.*'], { cwd: copy, exclude: (path) => basename(path) === 'node_modules' });
    const isTouched = (path: string) =>
      existsSync(join(ROOT, path)) &&
      lstatSync(join(copy, path)).isFile() &&
      !readFileSync(join(copy, path)).equals(readFileSync(join(ROOT, path)));
    // The tenth is pnpm-lock.yaml: nothing is installed here.
    expect(files.filter(isTouched).sort()).toEqual([
      '.env.example',
      'deploy/charts/platform/Chart.yaml',
      'deploy/charts/platform/values.yaml',
      'deploy/charts/service/templates/_services.tpl',
      'deploy/compose.small.yml',
      'deploy/observability/prometheus.yml',
      'docker-compose.yml',
      'packages/api/openapi.json',
      'packages/registry/src/services.ts',
    ]);
  });

  it('gives the service a chart, a container, a migration of its table, and a number of its own', () => {
    const read = (path: string) => readFileSync(join(copy, path), 'utf8');
    expect(read('deploy/charts/assets/values.yaml')).toContain('repository: accounting-platform/assets');
    expect(read('docker-compose.yml')).toContain('ASSETS_GRPC_ADDRESS: assets:9100');
    expect(read('.env.example')).toContain('ASSETS_HTTP_PORT=8179');
    expect(read('services/assets/migrations/0001_assets.sql')).toMatch(
      /^comment on schema "assets" is 'Assets, .* month''s depreciation\.';\nCREATE TABLE "depreciation_plans"/,
    );
    expect((services as readonly Service[]).map(({ number }) => number)).not.toContain(assets.number);
  });
});

it('a service without a table depends on no database of its own', () => {
  const { table: _, ...plain } = assets;
  const files = renderService(plain);
  expect(Object.keys(files).filter((path) => path.includes('schema'))).toEqual([]);
  expect(files['services/assets/package.json']).not.toMatch(/drizzle|app\/db/);
});
