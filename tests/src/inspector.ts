import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const program = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/cli/build/index.js',
);

export interface Inspection {
  readonly code: number | null;
  /** What the server answered, as JSON; undefined when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered
  readonly answer: any;
  /** What the inspector says about it. */
  readonly remarks: string;
}

/**
 * Runs the official inspector by its command line, once.
 * @param endpoint of tools
 * @param args what it asks, such as `--method tools/list`
 */
export async function inspect(endpoint: string, token: string, args: readonly string[]): Promise<Inspection> {
  const home = mkdtempSync(join(tmpdir(), 'inspector-'));
  const header = `Authorization: Bearer ${token}`;
  try {
    const child = spawn(process.execPath, [program, endpoint, '--transport', 'http', '--header', header, ...args], {
      cwd: home,
      // It keeps a catalogue of servers at home.
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.timeout(500_000),
    });
    const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
    const [printed, remarks, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, answer: printed.trimStart().startsWith('{') ? JSON.parse(printed) : undefined, remarks };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
