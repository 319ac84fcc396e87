import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the platform that it is of. */
export const version: string = (
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8')) as {
    readonly version: string;
  }
).version;
