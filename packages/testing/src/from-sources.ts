import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The arguments of Node.js for a process that a test starts from its sources, in front of its file. */
export const fromSources: readonly string[] = [
  '-C',
  'development',
  '--import',
  pathToFileURL(join(import.meta.dirname, 'drizzle-imports.ts')).href,
];
