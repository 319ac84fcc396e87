import type { Service } from '@app/registry';
import type { WrittenFiles } from './written-files.ts';

/** A service that does not exist yet. */
export interface NewService extends Service {
  /** Its first table, if it has one from the start: small letters, digits and underscores. */
  readonly table?: string | undefined;
}

/** The table of services, from the root of the repository. */
export const REGISTRY = 'packages/registry/src/services.ts';

const END = '] as const satisfies readonly Service[];';

/** In single quotes, as the formatter writes strings without a quote of their own. */
const literal = (text: string): string => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);

/** The module of the table of services with one more row at its end. */
export function withRow(module: string, { name, number, title, description }: Service): string {
  const row = `  {
    name: '${name}',
    number: ${number},
    title: ${literal(title)},
    description: ${literal(description)},
  },
`;
  if (!module.includes(END)) throw new Error(`${REGISTRY} does not end with "${END}"`);
  return module.replace(END, () => row + END);
}

/** Everything in the folder of a new service but its migration, which follows from its tables. */
export function renderService(service: NewService): WrittenFiles {
  const folder = `services/${service.name}`;
  return {
    [`${folder}/package.json`]: renderManifest(service),
    [`${folder}/tsconfig.json`]: TSCONFIG,
    [`${folder}/src/main.ts`]: renderMain(service),
    [`${folder}/src/service.ts`]: renderDefinition(service),
    [`${folder}/test/service.test.ts`]: renderTest(service),
    ...(service.table
      ? { [`${folder}/src/schema/${service.table.replaceAll('_', '-')}.ts`]: renderTable(service.table) }
      : {}),
  };
}

const TSCONFIG = `{
  "extends": "../../packages/config/tsconfig.json",
  "include": ["src", "test"]
}
`;

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const renderManifest = ({ name, table }: NewService): string =>
  json({
    name: `@app/${name}-service`,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: {
      test: 'node ../../tools/platform/src/test-package.ts',
      typecheck: 'tsc --noEmit',
      build: 'node ../../tools/platform/src/bundle.ts',
    },
    dependencies: {
      ...(table ? { '@app/db': 'workspace:*' } : {}),
      '@app/service': 'workspace:*',
      ...(table ? { 'drizzle-orm': 'catalog:' } : {}),
    },
    devDependencies: { '@app/testing': 'workspace:*' },
  });

const renderMain = ({ name }: NewService): string => `import { main } from '@app/service';
import { ${name}Service } from './service.ts';

await main(${name}Service);
`;

const renderDefinition = ({
  name,
  description,
}: NewService): string => `import type { ServiceDefinition } from '@app/service';

/** ${description.replaceAll('*/', '')} */
export const ${name}Service: ServiceDefinition = {
  name: '${name}',
  register: () => ({}),
};
`;

const renderTest = ({ name }: NewService): string => `import { behavesLikeEveryService } from '@app/testing';
import { describe } from 'vitest';
import { ${name}Service } from '../src/service.ts';

describe('${name}', () => behavesLikeEveryService(${name}Service));
`;

const renderTable = (table: string): string => `import { id, moment } from '@app/db/columns';
import { index, pgTable } from 'drizzle-orm/pg-core';

/** Of a client account. */
export const ${table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())} = pgTable(
  '${table}',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('${table}_client_account_id').on(table.clientAccountId, table.id)],
);
`;
