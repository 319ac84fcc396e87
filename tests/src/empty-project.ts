import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

/** A folder outside the repository with nothing but a `package.json`, as somebody begins a program. */
export interface EmptyProject extends Disposable {
  readonly folder: string;
  /**
   * Builds a package of this repository, packs it and installs the archive, without the network.
   * @param name folder below `packages`
   */
  install(name: string): Promise<void>;
  /** Checks the types of a program as strictly as the compiler can. @throws Error with what it says */
  checkTypes(file: string): Promise<void>;
  /** Runs a program of the folder; gives what it printed. */
  run(file: string, environment?: Readonly<Record<string, string>>): Promise<string>;
  /** Runs a script of bash, for which the programs of what was installed are found. */
  runShell(script: string, environment?: Readonly<Record<string, string>>): Promise<string>;
}

/** What this process has packed, by the name of the package: sources stay as they are while tests run. */
const packed = new Map<string, Promise<string>>();

/**
 * Builds a package of this repository and packs it, as `npm run build-sdk` does.
 * @param name folder below `packages`
 * @param folder for the archive
 * @returns the path of the archive
 */
export async function packPackage(name: string, folder: string): Promise<string> {
  const archive = packed.get(name) ?? pack(name);
  packed.set(name, archive);
  const own = join(folder, basename(await archive));
  copyFileSync(await archive, own);
  return own;
}

/** The archive goes away with this process. */
async function pack(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `packed-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const options = { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' } };
  const built = join(folder, 'built');
  await run(process.execPath, [join(root, 'packages', name, 'scripts', 'build.ts'), built], { ...options, cwd: root });
  const { stdout } = await run('npm', ['pack', '--json', built], options);
  const [{ filename }] = JSON.parse(stdout) as [{ readonly filename: string }];
  return join(folder, filename);
}

export function startEmptyProject(): EmptyProject {
  const folder = mkdtempSync(join(tmpdir(), 'empty-project-'));
  const options = { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' } };
  writeFileSync(join(folder, 'package.json'), '{ "name": "own-program", "private": true, "type": "module" }\n');
  const PATH = [join(folder, 'node_modules', '.bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
  async function print(program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const env = { ...options.env, PATH, ...environment };
    const ran = await run(program, args, { ...options, env, timeout: 500_000 }).catch(
      ({ message, stdout }: Error & { readonly stdout?: string }) => {
        throw new Error(`${message}\nIt had printed:\n${stdout}`);
      },
    );
    return ran.stdout;
  }
  return {
    folder,
    async install(name) {
      await run('npm', ['install', '--offline', '--no-audit', '--no-fund', await packPackage(name, folder)], options);
    },
    async checkTypes(file) {
      // As `npm install --save-dev @types/node` would.
      mkdirSync(join(folder, 'node_modules', '@types'), { recursive: true });
      symlinkSync(join(root, 'node_modules', '@types', 'node'), join(folder, 'node_modules', '@types', 'node'));
      const strict = [
        '--ignoreConfig',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--noEmit',
        '--skipLibCheck',
        'false',
      ];
      const modern = ['--target', 'es2024', '--module', 'nodenext', '--types', 'node'];
      const tsc = join(root, 'node_modules', '.bin', 'tsc');
      await run(tsc, [...strict, ...modern, file], options).catch((error: { readonly stdout?: string }) => {
        throw new Error(error.stdout || String(error));
      });
    },
    run: (file, environment) => print(process.execPath, [file], environment),
    runShell: (script, environment) => print('bash', ['-c', script], environment),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
