import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCEPTED_BREAKAGES } from './accepted-breakages.ts';
import { faultsOfOpenapi } from './openapi-breakages.ts';
import { ROOT } from './root.ts';
import type { Json } from './schema-breakages.ts';

export const OPENAPI = join(ROOT, 'packages/api/openapi.json');

/** The document of the last release. */
export const RELEASED_OPENAPI = join(ROOT, 'packages/api/released/openapi.json');

const read = (file: string): Json => JSON.parse(readFileSync(file, 'utf8')) as Json;

/** What `openapi.json` breaks for clients of the last release, a sentence each. */
export const checkOpenapi = (): readonly string[] =>
  faultsOfOpenapi({ released: read(RELEASED_OPENAPI), present: read(OPENAPI) }, ACCEPTED_BREAKAGES);
