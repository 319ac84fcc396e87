// Writes `openapi.json`, or with --check compares it with what the declarations give. Exits with 1 when they differ,
// when a declaration lacks a description or an example, or has an example that its own schema would refuse, and when
// generators of clients would stumble over the document.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentationFaultsOf } from '@app/contract/documentation';
import { clientFaultsOf } from '@app/contract/openapi-rules';
import { allEndpoints } from '../src/endpoints.ts';
import { createApiDocument } from '../src/openapi.ts';

const file = join(import.meta.dirname, '..', 'openapi.json');
const made = createApiDocument();
const document = `${JSON.stringify(made, null, 1)}\n`;
const faults = [...documentationFaultsOf(allEndpoints), ...clientFaultsOf(made)];

if (faults.length > 0) {
  process.stderr.write(`Declarations that say too little or too much (packages/api/src):\n${faults.join('\n')}\n`);
  process.exit(1);
}
if (!process.argv.includes('--check')) {
  writeFileSync(file, document);
} else if (readFileSync(file, 'utf8') !== document) {
  process.stderr.write(
    'packages/api/openapi.json differs from the declared endpoints: run "pnpm --filter @app/api generate" and commit it.\n',
  );
  process.exit(1);
}
