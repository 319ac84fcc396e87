import { createHmac, randomBytes } from 'node:crypto';
import { fingerprintMigrations, migrate, provisionDatabase } from '@app/db';
import postgres from 'postgres';
import { inject } from 'vitest';
import { partitionTables } from './partitioning/index.ts';

/**
 * Into how many partitions the tables of every service are divided, where the tests shall run on such: none unless
 * `TEST_PARTITIONS` says so (docs/operate/scale.md).
 */
const PARTS = Number(process.env.TEST_PARTITIONS ?? 0);

/** A database of a test file's own, migrated, with no rows but those of the migrations. */
export type TestDatabase = {
  /** Of the service's runtime role. */
  readonly url: string;
  /** Of the role that owns the schema. */
  readonly ownerUrl: string;
  /** Of the role that may erase what is append-only. */
  readonly eraserUrl: string;
  /** Of the superuser. */
  readonly adminUrl: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
};

/**
 * Makes a database for the service by copying a template that is migrated once per test run and per content of
 * migrations and definitions, by whichever worker comes first.
 * @param service as in `ledger`
 * @param migrationsDir folder with the service's `*.sql`; its definitions are in the folder `sql` beside it
 */
export async function createTestDatabase(service: string, migrationsDir: string): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl');
  const template = `tpl_${service}_${(await fingerprintMigrations(migrationsDir)).slice(0, 12)}${PARTS > 0 ? `_${PARTS}` : ''}`;
  const name = `t_${service}_${randomBytes(6).toString('hex')}`;
  await withAdmin(adminUrl, async (sql) => {
    await sql`select pg_advisory_lock(hashtextextended(${template}, 0))`;
    const [found] = await sql`select from pg_database where datname = ${template}`;
    if (!found) await makeTemplate(sql, { adminUrl, service, migrationsDir, template });
    await sql`select pg_advisory_unlock(hashtextextended(${template}, 0))`;
    await sql.unsafe(`create database ${name} template ${template} strategy = file_copy`);
    // A right on a database is not copied with it.
    await sql.unsafe(`grant create on database ${name} to ${service}_owner`);
  });
  return {
    url: addressOf(adminUrl, service, name),
    ownerUrl: addressOf(adminUrl, `${service}_owner`, name),
    eraserUrl: addressOf(adminUrl, `${service}_eraser`, name),
    adminUrl: withDatabase(adminUrl, name),
    drop: () =>
      withAdmin(adminUrl, async (sql) => void (await sql.unsafe(`drop database if exists ${name} with (force)`))),
  };
}

type Template = {
  readonly adminUrl: string;
  readonly service: string;
  readonly migrationsDir: string;
  readonly template: string;
};

/** A template gets its name only when it is whole, so that a run that is interrupted leaves none that looks ready. */
async function makeTemplate(
  sql: postgres.Sql,
  { adminUrl, service, migrationsDir, template }: Template,
): Promise<void> {
  const half = `${template}_half`;
  await sql.unsafe(`drop database if exists ${half} with (force)`);
  const [password, ownerPassword, eraserPassword] = ['', '_owner', '_eraser'].map((suffix) =>
    passwordOf(adminUrl, `${service}${suffix}`),
  );
  await provisionDatabase(adminUrl, {
    database: half,
    services: [{ name: service, password: password!, ownerPassword: ownerPassword!, eraserPassword: eraserPassword! }],
  });
  await migrate({ url: addressOf(adminUrl, `${service}_owner`, half), service, directory: migrationsDir });
  if (PARTS > 0) await divide(addressOf(adminUrl, `${service}_owner`, half), service);
  await sql.unsafe(`alter database ${half} rename to ${template}`);
}

async function divide(url: string, schema: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await partitionTables(sql, { schema, column: 'client_account_id', parts: PARTS });
  } finally {
    await sql.end();
  }
}

async function withAdmin(adminUrl: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

/** Every worker must know the roles' passwords: they follow from the superuser's. */
function passwordOf(adminUrl: string, role: string): string {
  return createHmac('sha256', new URL(adminUrl).password).update(role).digest('base64url');
}

function addressOf(adminUrl: string, role: string, database: string): string {
  const url = new URL(withDatabase(adminUrl, database));
  url.username = role;
  url.password = passwordOf(adminUrl, role);
  return url.href;
}

function withDatabase(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
