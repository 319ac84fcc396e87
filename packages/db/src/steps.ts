import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of SQL that is applied to a schema. */
export interface Step {
  readonly name: string;
  readonly sql: string;
}

/** The `*.sql` of a folder by name; none when there is no folder. */
export async function readSteps(directory: string): Promise<readonly Step[]> {
  const files = await readdir(directory).catch(() => []);
  const names = files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(join(directory, `${name}.sql`), 'utf8') })),
  );
}

/** Space between words counts for nothing. */
export const checksumOf = (step: Step): string =>
  createHash('sha256').update(step.sql.replace(/\s+/g, ' ').trim()).digest('hex');
