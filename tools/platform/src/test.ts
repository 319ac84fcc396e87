import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.ts';
import { runCommand } from './command.ts';
import { createProgress, type Say } from './progress.ts';
import { ROOT } from './root.ts';
import { countTests, type TestCounts } from './test-counts.ts';

/**
 * Runs the tests with a report for people on the terminal and one for us in a file. Arguments choose tests as vitest
 * does.
 */
async function runTests(args: readonly string[]): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'test-report-'));
  const report = join(folder, 'report.json');
  try {
    const child = spawn(
      'vitest',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
      {
        cwd: ROOT,
        stdio: 'inherit',
      },
    );
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

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // it ended before it could write one
  }
}

async function test(say: Say): Promise<void> {
  const checks = await runChecks(say);
  const tests = await runTests(process.argv.slice(2));
  for (const name of tests.skipped) say(`skipped: ${name}`);
  const failed = checks.failed + tests.failed;
  process.exitCode = failed > 0 ? 1 : 0;
  process.stdout.write(`${checks.passed + tests.passed} passed, ${failed} failed\n`);
}

// `npm test`: checks, then every test against real servers. The last line is "N passed, N failed".
await runCommand(() => test(createProgress()));
