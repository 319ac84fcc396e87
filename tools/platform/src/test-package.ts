import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './root.ts';
import { countTests } from './test-counts.ts';
import { readReport, reportOf } from './test-report.ts';
import { describeReport, reportOfPackage } from './test-together.ts';

// The test script of every package: runs the tests of the folder it stands in, and leaves their report there. Where they
// have just run together with those of other packages, their report is taken from there: that happens for dozens of
// packages, so nothing is imported here that takes long to read.
if (process.env.TEST_SURROUNDINGS) await testPackage();
else {
  process.stderr.write('\nRun the tests with "npm test", which knows whether their result is known already.\n');
  process.exitCode = 1;
}

async function testPackage(): Promise<void> {
  const report = reportOf(process.cwd());
  rmSync(report, { force: true });
  mkdirSync(dirname(report), { recursive: true });
  const shared = process.env.SHARED_TEST_REPORT;
  const taken = shared && reportOfPackage(readReport(shared), relative(ROOT, process.cwd()));
  if (taken) {
    writeFileSync(report, JSON.stringify(taken));
    process.stdout.write(`${describeReport(taken).join('\n')}\n`);
    process.exitCode = countTests(taken, true).failed > 0 ? 1 : 0;
    return;
  }
  // Other packages run beside this one: a second worker would read and warm up the same sources once more.
  const args = ['run', `--maxWorkers=${process.env.TEST_WORKERS ?? '1'}`];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(join(ROOT, 'node_modules', '.bin', 'vitest'), [...args, ...reporters], {
    cwd: ROOT,
    env: { ...process.env, PACKAGE_TO_TEST: relative(ROOT, process.cwd()) },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
