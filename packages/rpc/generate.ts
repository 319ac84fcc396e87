// Writes the types of `protos/` into src/generated; with --check it changes nothing and fails when they differ.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const protos = join(here, '..', '..', 'protos');
const target = join(here, 'src', 'generated');

const options = [
  '--longs=Number',
  '--enums=String',
  '--defaults',
  '--oneofs',
  '--grpcLib=@grpc/grpc-js',
  '--targetFileExtension=.ts',
  '--importFileExtension=.ts',
];

/** `auth/v1/auth.proto` must declare `package auth.v1`. */
export function misplacedProtos(): string[] {
  return globSync('**/*.proto', { cwd: protos }).filter((file) => {
    const declared = /^package ([\w.]+);/m.exec(readFileSync(join(protos, file), 'utf8'))?.[1];
    return declared !== dirname(file).replaceAll('/', '.');
  });
}

function generateInto(folder: string): void {
  const files = globSync('**/*.proto', { cwd: protos }).sort();
  const command = join(here, 'node_modules', '.bin', 'proto-loader-gen-types');
  execFileSync(command, [...options, '-I', '../../protos', '-O', folder, ...files], {
    cwd: here,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const contents = (folder: string): Map<string, string> =>
  new Map(
    globSync('**/*.ts', { cwd: folder })
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );

/** Files of src/generated that are missing, left over or different from what the protos say. */
export function driftedFiles(): string[] {
  const fresh = mkdtempSync(join(tmpdir(), 'protos-'));
  try {
    generateInto(fresh);
    const [wanted, present] = [contents(fresh), contents(target)];
    return [...new Set([...wanted.keys(), ...present.keys()])].filter((file) => wanted.get(file) !== present.get(file));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const misplaced = misplacedProtos();
  if (misplaced.length > 0) throw new Error(`The folder of a proto must equal its package: ${misplaced.join(', ')}`);
  if (process.argv.includes('--check')) {
    const drifted = driftedFiles();
    if (drifted.length > 0) {
      process.stderr.write(
        `src/generated does not match protos/ (run "pnpm --filter @app/rpc generate"): ${drifted.join(', ')}\n`,
      );
      process.exitCode = 1;
    }
  } else {
    const fresh = mkdtempSync(join(tmpdir(), 'protos-'));
    generateInto(fresh);
    rmSync(target, { recursive: true, force: true });
    cpSync(fresh, target, { recursive: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}
