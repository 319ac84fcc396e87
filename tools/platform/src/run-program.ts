import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { ROOT } from './root.ts';

/** How a program or a check ended, and what it printed. */
export type Outcome = { readonly isGood: boolean; readonly output: string };

/**
 * Runs a command that the folder's package, or the root, depends on; tools/run.mjs puts those of the root on the PATH.
 */
export async function runProgram(program: string, args: readonly string[], folder = '.'): Promise<Outcome> {
  const cwd = join(ROOT, folder);
  const env = { ...process.env, PATH: [join(cwd, 'node_modules', '.bin'), process.env.PATH].join(delimiter) };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { isGood: code === 0, output };
}
