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
import { isBuiltin } from 'node:module';
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

/** In `dist`: the folders of the packages whose code is in the bundle, for the list of what an image holds. */
export const INSIDE = 'packages.json';

/**
 * Bundles `src/main.ts` of a service into `dist/main.mjs`, and every `*.worker.ts` below `src`, and below that of our
 * packages that the service depends on, into `dist/<name>.worker.mjs`.
 *
 * Packages are inside, too: Node would otherwise look for each of their several hundred modules in every process. The
 * few of {@link OUTSIDE} stay outside, and `dist/node_modules` links to exactly those, as the importing package sees
 * them.
 * @param folder absolute
 */
export async function bundleService(folder: string): Promise<void> {
  const entries = [join(folder, 'src', 'main.ts'), ...workersOf(folder)];
  if (!existsSync(entries[0]!))
    throw new StartFailure(`${relative(ROOT, entries[0]!)} does not exist, so ${basename(folder)} cannot be built.`);
  const dist = join(folder, 'dist');
  const packages = new Map<string, string>();
  const result = await build({
    entryPoints: entries.map((entry) => ({ in: entry, out: basename(entry, '.ts') })),
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: `node${NODE}`,
    conditions: ['development'],
    banner: { js: BANNER },
    plugins: [keepOutside(packages)],
    sourcemap: 'linked',
    metafile: true,
    write: false,
    absWorkingDir: ROOT,
    logLevel: 'silent',
  }).catch(async (failure: BuildFailure) => {
    const messages = await formatMessages(failure.errors ?? [], { kind: 'error' });
    throw new StartFailure(`${relative(ROOT, folder)} could not be built:\n${messages.join('\n') || failure.message}`);
  });
  requireNoPlace(relative(ROOT, folder), result);
  mkdirSync(dist, { recursive: true });
  linkPackages(join(dist, 'node_modules'), packages);
  for (const file of result.outputFiles) replaceFile(file.path, file.contents);
  replaceFile(join(dist, INSIDE), JSON.stringify(packagesInside(result.metafile)));
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
 * Which packages stay outside, and where the importing package finds them. What our own code imports may come in one
 * version only.
 */
function keepOutside(packages: Map<string, string>): Plugin {
  const imported = new Map<string, string>();
  return {
    name: 'keep-outside',
    setup: (bundler) => {
      bundler.onResolve({ filter: /^[^./]/ }, async (args) => {
        if (args.kind === 'entry-point' || args.pluginData === 'resolved') return undefined;
        if (isBuiltin(args.path)) return { path: args.path, external: true };
        const { path, errors } = await bundler.resolve(args.path, {
          kind: args.kind,
          importer: args.importer,
          resolveDir: args.resolveDir,
          pluginData: 'resolved',
        });
        // drizzle names drivers that are not installed; Node says so if one is ever reached.
        if (errors.length > 0)
          return args.importer.includes('/node_modules/') ? { path: args.path, external: true } : { errors };
        const name = packageName(args.path);
        const isOurs = !args.importer.includes('/node_modules/');
        if (name.startsWith('@app/') || (!isOurs && !OUTSIDE.includes(name))) return undefined;
        const place = `${path.slice(0, path.lastIndexOf(`/node_modules/${name}/`))}/node_modules/${name}`;
        const other = imported.get(name);
        if (other && other !== place) {
          return {
            errors: [
              { text: `Two versions of ${name} are imported, from ${other} and ${place}: one process can have one` },
            ],
          };
        }
        imported.set(name, place);
        if (!OUTSIDE.includes(name)) return undefined;
        packages.set(name, place);
        return { path: args.path, external: true };
      });
    },
  };
}

/** Relative to the root of the repository. */
function packagesInside({ outputs }: Metafile): readonly string[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const held = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  const folders = held.map((path) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(folders)].filter((folder) => folder !== undefined).sort();
}

/** A package inside that asks where it lies would get the wrong folder. */
function requireNoPlace(
  folder: string,
  { outputFiles, metafile }: { outputFiles: OutputFile[]; metafile: Metafile },
): void {
  const asks = /\b__(dirname|filename)\b/;
  if (!outputFiles.some((file) => file.path.endsWith('.mjs') && asks.test(file.text))) return;
  const files = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  const asking = files.filter((file) => asks.test(readFileSync(join(ROOT, file), 'utf8')));
  throw new StartFailure(
    `${folder} could not be built: ${asking.join(', ')} asks for its own folder. Its package belongs to OUTSIDE in bundle-service.ts.`,
  );
}

const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

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
