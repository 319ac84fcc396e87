import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { StartFailure } from '@app/embedded';
import { type BuildFailure, build, formatMessages, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { ROOT } from './root.ts';

/** Packages that hold native code, or that look for files of theirs beside themselves. */
const OUTSIDE = [
  '@expo-google-fonts/source-code-pro',
  '@expo-google-fonts/source-sans-3',
  '@grpc/grpc-js',
  '@hyzyla/pdfium',
  '@neslinesli93/qpdf-wasm',
  '@node-rs/argon2',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@tesseract.js-data/eng',
  '@tesseract.js-data/nor',
  'exceljs',
  'libheif-js',
  'pdfkit',
  'pino',
  'sharp',
  'tesseract.js-core',
  'undici',
];

/** The oldest Node.js that a bundle is written for. */
const NODE = 26;

/**
 * Packages inside that are CommonJS ask for Node's own modules by `require`. An older Node.js would end somewhere inside
 * with an error that says nothing of it.
 */
const BANNER = `import { createRequire as requireOfNode } from 'node:module';
if (Number.parseInt(process.versions.node, 10) < ${NODE}) {
  process.stderr.write(\`This program needs Node.js ${NODE} or newer, and \${process.execPath} is \${process.version}. From a checkout, "npm run service -- SERVICE COMMAND" runs it with the right one.\\n\`);
  process.exit(1);
}
const require = requireOfNode(import.meta.url);`;

type Output = Metafile['outputs'][string];

/** In `dist`: the folders of the packages whose code is in the bundle, for the list of what an image holds. */
export const INSIDE = 'packages.json';

/**
 * Bundles `src/main.ts` of a service into `dist/main.mjs`, and every `*.worker.ts` below `src`, and below that of our
 * packages that the service depends on, into `dist/<name>.worker.mjs`.
 *
 * Packages are inside, too: Node would otherwise look for each of their several hundred modules in every process. The
 * few of {@link OUTSIDE} stay outside, and `dist/node_modules` links to exactly those, as the importing package sees
 * them.
 * @param folders of the services, absolute: what several of them share is read once
 */
export async function bundleServices(folders: readonly string[]): Promise<void> {
  const names = folders.map((folder) => relative(ROOT, folder)).join(', ');
  const places = new Map<string, string>();
  const { outputFiles, metafile } = await build({
    entryPoints: folders.flatMap((folder) =>
      entriesOf(folder).map((entry) => ({ in: entry, out: join(folder, 'dist', basename(entry, '.ts')).slice(1) })),
    ),
    outdir: '/',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: `node${NODE}`,
    conditions: ['development'],
    banner: { js: BANNER },
    plugins: [keepOutside(places)],
    sourcemap: 'linked',
    metafile: true,
    write: false,
    absWorkingDir: ROOT,
    logLevel: 'silent',
  }).catch(async (failure: BuildFailure) => {
    const messages = await formatMessages(failure.errors ?? [], { kind: 'error' });
    throw new StartFailure(`${names} could not be built:\n${messages.join('\n') || failure.message}`);
  });
  requireOneVersion(names, metafile);
  for (const folder of folders) {
    const dist = join(folder, 'dist');
    const files = outputFiles.filter(({ path }) => path.startsWith(`${dist}/`));
    const outputs = files.map(({ path }) => metafile.outputs[relative(ROOT, path)]!);
    requireNoPlace(relative(ROOT, folder), files, outputs);
    mkdirSync(dist, { recursive: true });
    const imported = outputs.flatMap(({ imports }) => imports.map(({ path }) => `${path}/`));
    const isUsed = ([name]: readonly [string, string]) => imported.some((path) => path.startsWith(`${name}/`));
    linkPackages(join(dist, 'node_modules'), new Map([...places].filter(isUsed)));
    for (const { path, contents } of files) replaceFile(path, contents);
    replaceFile(join(dist, INSIDE), JSON.stringify(packagesInside(outputs)));
  }
}

function entriesOf(folder: string): readonly string[] {
  const main = join(folder, 'src', 'main.ts');
  if (!existsSync(main))
    throw new StartFailure(`${relative(ROOT, main)} does not exist, so ${basename(folder)} cannot be built.`);
  return [main, ...workersOf(folder)];
}

/**
 * The threads of a service: its own, and those of our packages that it depends on. A folder without a manifest depends
 * on none.
 */
function workersOf(folder: string): readonly string[] {
  const manifest = join(folder, 'package.json');
  const { dependencies = {} } = (existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {}) as {
    dependencies?: Record<string, string>;
  };
  const ours = Object.keys(dependencies).filter((name) => name.startsWith('@app/'));
  const sources = [folder, ...ours.map((name) => realpathSync(join(folder, 'node_modules', name)))].map((place) =>
    join(place, 'src'),
  );
  return sources.flatMap((source) => globSync(join(source, '**', '*.worker.ts')).sort());
}

/**
 * Which packages stay outside, and where the importing package finds them. The bundler finds the others by itself, which
 * takes it half of the time.
 */
function keepOutside(packages: Map<string, string>): Plugin {
  return {
    name: 'keep-outside',
    setup: (bundler) => {
      bundler.onResolve({ filter: new RegExp(`^(${OUTSIDE.join('|').replaceAll('.', '\\.')})(/|$)`) }, async (args) => {
        if (args.pluginData === 'resolved') return undefined;
        const { path, errors } = await bundler.resolve(args.path, {
          kind: args.kind,
          importer: args.importer,
          resolveDir: args.resolveDir,
          pluginData: 'resolved',
        });
        if (errors.length > 0) return { errors };
        const { name, place } = packageAt(path)!;
        const other = packages.get(name);
        if (other && other !== place) return { errors: [{ text: twoVersions(name, other, place) }] };
        packages.set(name, place);
        return { path: args.path, external: true };
      });
    },
  };
}

const twoVersions = (name: string, one: string, other: string): string =>
  `Two versions of ${name} are imported, from ${one} and ${other}: one process can have one`;

/** What our own code imports may come in one version only. */
function requireOneVersion(names: string, { inputs }: Metafile): void {
  const places = new Map<string, string>();
  const ours = Object.entries(inputs).filter(([file]) => packageAt(file) === undefined);
  for (const { path } of ours.flatMap(([, { imports }]) => imports)) {
    const { name, place } = packageAt(path) ?? {};
    if (name === undefined || place === undefined) continue;
    const other = places.get(name) ?? place;
    if (other !== place) throw new StartFailure(`${names} could not be built: ${twoVersions(name, other, place)}`);
    places.set(name, place);
  }
}

/** The package that a file is part of; undefined for one of ours. */
function packageAt(file: string): { readonly name: string; readonly place: string } | undefined {
  const [, place, name] = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(file) ?? [];
  return place === undefined ? undefined : { name: name!, place };
}

/** Relative to the root of the repository. */
function packagesInside(outputs: readonly Output[]): readonly string[] {
  const inputs = outputs.flatMap((output) => Object.entries(output.inputs));
  const held = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  const folders = held.map((path) => packageAt(path)?.place);
  return [...new Set(folders)].filter((folder) => folder !== undefined).sort();
}

/** A package inside that asks where it lies would get the wrong folder. */
function requireNoPlace(folder: string, files: readonly OutputFile[], outputs: readonly Output[]): void {
  const asks = /\b__(dirname|filename)\b/;
  if (!files.some((file) => file.path.endsWith('.mjs') && asks.test(file.text))) return;
  const inputs = outputs.flatMap((output) => Object.keys(output.inputs));
  const asking = inputs.filter((file) => asks.test(readFileSync(join(ROOT, file), 'utf8')));
  throw new StartFailure(
    `${folder} could not be built: ${asking.join(', ')} asks for its own folder. Its package belongs to OUTSIDE in bundle-service.ts.`,
  );
}

function linkPackages(folder: string, packages: ReadonlyMap<string, string>): void {
  for (const entry of globSync(['*', '@*/*'], { cwd: folder })) {
    if (!packages.has(entry) && linkTarget(join(folder, entry)) !== undefined) rmSync(join(folder, entry));
  }
  for (const [name, place] of packages) {
    const link = join(folder, name);
    mkdirSync(dirname(link), { recursive: true });
    const target = relative(dirname(link), place);
    if (linkTarget(link) === target) continue;
    const half = `${link}.${process.pid}`;
    rmSync(half, { force: true });
    symlinkSync(target, half);
    renameSync(half, link);
  }
}

function linkTarget(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

/** A process that starts meanwhile reads the old file or the new one, never half of one. */
function replaceFile(file: string, contents: OutputFile['contents'] | string): void {
  const half = `${file}.${process.pid}`;
  writeFileSync(half, contents);
  renameSync(half, file);
}
