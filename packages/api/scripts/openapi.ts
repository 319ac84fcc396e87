// Writes `openapi.json`, or with --check compares it with what the declarations give and exits with 1 when they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiDocument } from '../src/openapi.ts';

const file = join(import.meta.dirname, '..', 'openapi.json');
const document = `${JSON.stringify(createApiDocument(), null, 1)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, document);
} else if (readFileSync(file, 'utf8') !== document) {
  process.stderr.write(
    'packages/api/openapi.json differs from the declared endpoints: run "pnpm --filter @app/api openapi" and commit it.\n',
  );
  process.exit(1);
}
