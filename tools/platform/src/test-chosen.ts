import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './root.ts';
import { countTests, type TestCounts } from './test-counts.ts';
import { readReport } from './test-report.ts';

/** Runs the tests that the arguments choose, as vitest does, in one run over all packages. */
export async function runChosenTests(args: readonly string[]): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'test-report-'));
  const report = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const child = spawn('vitest', ['run', ...reporters, ...args], { cwd: ROOT, stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    return countTests(readReport(report), code === 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
