import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** Where a browser may stand; see `tests/src/chromium.ts`. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Lists that some tests compare ours with where they lie beside the repository. */
const LISTS = join(ROOT, '..', 'shared', 'reference');

/**
 * A digest of what decides over tests besides the repository and the variables that turbo.json names: the machine, the
 * programs without which tests are skipped, and lists beside the repository. A result is good for the same ones only.
 */
export function describeTestSurroundings(environment: NodeJS.ProcessEnv = process.env): string {
  const hash = createHash('sha256');
  const { HELM_BIN = 'helm', PROMTOOL_BIN = 'promtool' } = environment;
  const parts = [
    [process.platform, process.arch, process.version, process.getuid?.() === 0],
    BROWSERS.map((name) => existsSync(join('/usr/bin', name))),
    whatItSays(HELM_BIN, ['version', '--short'], environment),
    whatItSays(PROMTOOL_BIN, ['--version'], environment),
  ];
  hash.update(JSON.stringify(parts));
  for (const file of globSync('**/*', { cwd: LISTS }).sort()) {
    const path = join(LISTS, file);
    if (statSync(path).isFile()) hash.update(JSON.stringify(file)).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}

/** What a program says of itself; null where it is not installed or fails. */
function whatItSays(program: string, args: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const { status, stdout } = spawnSync(program, args, { env });
  return status === 0 ? stdout.toString() : null;
}
