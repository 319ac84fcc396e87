// Writes the package `@accounting-platform/sdk` to a folder, `dist` unless another is named: one ESM file and its types,
// which need nothing else.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { operations } from '../src/operations.computed.ts';
import { bundle } from './bundle.ts';
import { type Document, declareClient } from './client-types.ts';
import { commonManifest } from './manifest.ts';

const folder = join(import.meta.dirname, '..');
const dist = resolve(process.argv[2] ?? join(folder, 'dist'));

/** Modules whose types the package exports; they import no other package. */
const TYPED = [
  'api-error',
  'authorization',
  'call-options',
  'client-options',
  'credentials',
  'files',
  'operation',
  'pages',
  'retry',
  'token-endpoint',
];

const EXACT_NUMBER = `/** A JSON number as its text: it has more digits than a double holds, zeros at its end, or an exponent. */
export declare class UnparsedNumber {
  readonly text: string;
  constructor(text: string);
  /** The number as it came; for \`JSON.stringify\`. */
  toJSON(): unknown;
  toString(): string;
}
`;

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
await bundle({ entry: join(folder, 'src', 'index.ts'), target: join(dist, 'index.js'), platform: 'neutral' });
writeTypes();
writeManifest();
cpSync(join(folder, 'README.md'), join(dist, 'README.md'));

function writeTypes(): void {
  const tsc = join(folder, '..', '..', 'node_modules', '.bin', 'tsc');
  const sources = TYPED.map((name) => join(folder, 'src', `${name}.ts`));
  const shared = ['--target', 'esnext', '--module', 'nodenext', '--strict', '--types', 'node', '--skipLibCheck'];
  const emitted = ['--declaration', '--emitDeclarationOnly', '--allowImportingTsExtensions', '--ignoreConfig'];
  execFileSync(tsc, [...shared, ...emitted, '--outDir', dist, ...sources], { stdio: 'inherit', cwd: folder });
  for (const file of readdirSync(dist).filter((name) => name.endsWith('.d.ts')))
    writeFileSync(join(dist, file), withoutSources(readFileSync(join(dist, file), 'utf8')));
  const document = JSON.parse(readFileSync(join(folder, '..', 'api', 'openapi.json'), 'utf8')) as Document;
  writeFileSync(join(dist, 'client-types.d.ts'), declareClient(operations, document));
  writeFileSync(join(dist, 'exact-number.d.ts'), EXACT_NUMBER);
  writeFileSync(join(dist, 'index.d.ts'), indexTypes());
}

/** Types of the package refer to its own files by what stands in it. */
function withoutSources(text: string): string {
  if (text.includes('@app/')) throw new Error('A type of the package refers to another package of the repository');
  return text.replace(/(?<=from ['"]\.\/[\w-]+)\.ts(?=['"])/g, '.js');
}

/** The types of `src/index.ts`, with those that were written in place of those that follow from the declarations. */
function indexTypes(): string {
  const source = readFileSync(join(folder, 'src', 'index.ts'), 'utf8');
  const exported = source.match(/^export (type )?\{[^}]*\} from '\.\/[^;]*;$/gm) ?? [];
  const comment = /\/\*\*(?:(?!\/\*\*)[\s\S])*?\*\/\n(?=export const createClient)/.exec(source)?.[0] ?? '';
  return [
    ...exported.map((line) => line.replace(/\.ts';$/, ".js';")),
    "export type * from './client-types.js';",
    "export { UnparsedNumber } from './exact-number.js';",
    "import type { Client } from './client-types.js';",
    "import type { ClientOptions } from './client-options.js';",
    "import type { Operation } from './operation.js';",
    '/** Every operation of the API, in the order of its reference. */',
    'export declare const operations: readonly Operation[];',
    `${comment}export declare const createClient: (options: ClientOptions) => Client;`,
    '',
  ].join('\n');
}

function writeManifest(): void {
  const manifest = {
    name: '@accounting-platform/sdk',
    description: 'Client of the accounting platform: typed, with retries, keys, cursors, polling and files',
    ...commonManifest(),
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
    files: ['*.js', '*.d.ts'],
    sideEffects: false,
  };
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
