import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the tests of a package leave their report; turbo keeps it with the result, and brings it back. */
export const reportOf = (folder: string): string => join(folder, '.turbo', 'test-report.json');

/** What a test run reported; undefined when it ended before it could. */
export function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
