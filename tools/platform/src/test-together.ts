import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT } from './root.ts';
import { countTests, type TestReport } from './test-counts.ts';
import { readReport } from './test-report.ts';
import type { PlannedTask } from './turbo.ts';

/**
 * Packages whose tests need a process of their own: they look at the memory of the process they run in, or start
 * servers and take longer than other tests may.
 */
const ALONE: ReadonlySet<string> = new Set([
  'packages/embedded',
  'packages/invoice-paper',
  'packages/rendering',
  'packages/reports',
  'tests/repository',
  'tools/platform',
]);

/** Whether the tests of a package may share a run with those of others. */
export const mayShare = (task: Pick<PlannedTask, 'folder' | 'isCached'>): boolean =>
  !task.isCached && !ALONE.has(task.folder);

/** The test files of a package, absolute. */
export const testFilesOf = (folder: string): readonly string[] =>
  globSync('**/*.test.ts', {
    cwd: join(ROOT, folder),
    exclude: (name) => ['node_modules', 'dist'].includes(name),
  }).map((file) => join(ROOT, folder, file));

/** A run of the tests of several packages, in one process that has read what they share but once. */
export type SharedRun = {
  /** Where its report is, for `SHARED_TEST_REPORT`; undefined when no package may take its results from there. */
  readonly report: string | undefined;
  remove(): void;
};

/**
 * Runs the tests of the packages together. Starting vitest, reading the sources that all packages share and warming
 * them up takes longer than most of their tests.
 * @param onLine gets each line as it comes
 */
export async function runTogether(
  folders: readonly string[],
  environment: NodeJS.ProcessEnv,
  onLine: (text: string) => void,
): Promise<SharedRun> {
  const place = mkdtempSync(join(tmpdir(), 'shared-tests-'));
  const remove = (): void => rmSync(place, { recursive: true, force: true });
  const report = join(place, 'report.json');
  const args = ['run', '--maxWorkers=1', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn('vitest', args, {
    cwd: ROOT,
    env: { ...environment, PACKAGES_TO_TEST: folders.join(' ') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, passOn);
  for (const stream of [child.stdout, child.stderr]) readLines(stream, onLine);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  for (const signal of signals) process.off(signal, passOn);
  const isWhole = isExplained(readReport(report), code === 0);
  return { report: isWhole ? report : undefined, remove };
}

/**
 * Whether a run that failed failed in a test or a file of tests. An error outside of all belongs to no package: then
 * each runs its tests itself, and the one that has the error fails.
 */
export const isExplained = (report: unknown, isSuccess: boolean): boolean =>
  report !== undefined && (isSuccess || countTests(report, true).failed > 0);

/**
 * What a shared run says of one package: a report as its own run would have left it; undefined unless every file of its
 * tests is in it.
 */
export function reportOfPackage(
  report: unknown,
  folder: string,
  files: readonly string[] = testFilesOf(folder),
): TestReport | undefined {
  const inside = `${join(ROOT, folder)}/`;
  const testResults = ((report as TestReport | undefined)?.testResults ?? []).filter(({ name }) =>
    name.startsWith(inside),
  );
  const reported = new Set(testResults.map(({ name }) => name));
  return files.length > 0 && files.every((file) => reported.has(file)) ? { testResults } : undefined;
}

/** What the log of a package says when its tests ran among those of others. */
export const describeReport = ({ testResults }: TestReport): readonly string[] =>
  testResults.flatMap(({ name, status, assertionResults }) => [
    `${status === 'passed' ? '✓' : '✗'} ${relative(ROOT, name)} (${assertionResults.length} tests)`,
    ...assertionResults
      .filter((test) => test.status === 'failed')
      .flatMap(({ fullName, failureMessages = [] }) => [`  ✗ ${fullName}`, ...failureMessages]),
  ]);

function readLines(stream: NodeJS.ReadableStream, onLine: (text: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) onLine(line);
  });
  stream.on('end', () => void (rest !== '' && onLine(rest)));
}
