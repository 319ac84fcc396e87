import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identifyProcess, isAlive, type ProcessId, StartFailure } from '@app/embedded';

/** Which process runs the platform on a data folder, and where it is reached. */
export type Run = { readonly process: ProcessId; readonly url: string; readonly startedAt: string };

const fileOf = (dataDir: string): string => join(dataDir, 'run.json');

/** The run that holds the data folder now, or that left its note there when it crashed; see {@link isRunning}. */
export function readRun(dataDir: string): Run | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Run;
  } catch {
    return undefined;
  }
}

export const isRunning = (run: Run): boolean => isAlive(run.process);

/** The sentence for a platform that runs. */
export const alreadyRunning = (run: Run): StartFailure =>
  new StartFailure(
    `The platform already runs at ${run.url} (process ${run.process.pid}). Stop it with Ctrl-C in its terminal or with "kill ${run.process.pid}", ` +
      'or set DATA_DIR and other ports for a second one.',
  );

/**
 * Notes that this process runs the platform. What a run left behind that ended without it is replaced, with a word.
 * @returns takes the note away
 */
export function takeRunFile(dataDir: string, url: string, say: (text: string) => void): () => void {
  const file = fileOf(dataDir);
  const run: Run = { process: identifyProcess(process.pid), url, startedAt: new Date().toISOString() };
  const half = `${file}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify(run)}\n`);
  try {
    // A link appears whole and fails when there is one: of two starts at once, one wins.
    while (!linkUnlessExists(half, file)) {
      const other = readRun(dataDir);
      if (other && isRunning(other)) throw alreadyRunning(other);
      say(
        `the run before${other ? ` (process ${other.process.pid}, ${other.startedAt})` : ''} did not stop cleanly; carrying on from its data`,
      );
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(half, { force: true });
  }
  return () => rmSync(file, { force: true });
}

function linkUnlessExists(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
