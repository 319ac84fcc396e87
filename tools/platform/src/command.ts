// Not from the whole package, which takes a second to read: every command begins here.
import { BackupFailure } from '@app/backup/failure';
import { StartFailure } from '@app/embedded';

/** Prints what a person can do something about as it stands, and anything else with its stack. */
export function printFailure(error: unknown): void {
  const isSentence = error instanceof StartFailure || error instanceof BackupFailure || isOfArguments(error);
  const text = isSentence ? (error as Error).message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`\n${text}\n`);
}

/** What `parseArgs` of node:util says of an option that there is not, or of a value that is missing. */
const isOfArguments = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** Runs a command; a failure is printed and becomes exit code 1. */
export async function runCommand(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    printFailure(error);
    process.exitCode = 1;
  }
}
