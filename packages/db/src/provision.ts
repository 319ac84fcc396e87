import { createHash } from 'node:crypto';
import postgres from 'postgres';

/** The database roles of one service; see {@link provisionDatabase}. */
export type ServiceRoles = {
  /** Name of the schema and of the runtime role, as in `ledger`. */
  readonly name: string;
  /** Of `<name>_owner`, who owns the schema and runs the migrations; left as it is when it is absent. */
  readonly ownerPassword?: string;
  /** Of `<name>`, under which the service works; left as it is when it is absent. */
  readonly password?: string;
  /**
   * Of `<name>_eraser`, for the service that may delete what is otherwise append-only; the role is made when this is
   * given, or `hasEraser`.
   */
  readonly eraserPassword?: string;
  readonly hasEraser?: boolean;
};

const hasEraser = (service: ServiceRoles): boolean =>
  service.eraserPassword !== undefined || service.hasEraser === true;

/** What {@link provisionDatabase} shall make sure of. */
export type DatabasePlan = { readonly database: string; readonly services: readonly ServiceRoles[] };

/** Extensions every service may use; they live in a schema of their own, since a database has each of them once. */
const EXTENSIONS = ['btree_gist', 'pg_trgm'];

/** Raised when the statements below change, so that existing databases are brought up to date. */
const REVISION = 1;

/** One number for the advisory lock that keeps two provisioners apart. */
const LOCK = 7_240_551_903;

/**
 * Makes the database and, per service, its schema and roles; safe to repeat, and cheap (one query) when nothing
 * changed.
 *
 * `<svc>_owner` owns the schema and may create in the database; `<svc>` may only read and write rows (default
 * privileges of whatever the owner creates); a migration takes UPDATE and DELETE away again where a table is
 * append-only. Nobody else may connect.
 *
 * @param adminUrl a role that may create roles and databases; any database of the server
 */
export async function provisionDatabase(adminUrl: string, plan: DatabasePlan): Promise<void> {
  const names = [plan.database, ...plan.services.map((service) => service.name)];
  for (const name of names)
    if (!/^[a-z][a-z0-9_]{0,40}$/.test(name)) throw new Error(`"${name}" is not a name for a database or a service`);

  const stamp = createHash('sha256')
    .update(JSON.stringify([REVISION, plan]))
    .digest('hex');
  const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  try {
    if ((await readStamp(admin, plan.database)) === stamp) return;
    await admin`select pg_advisory_lock(${LOCK})`;
    const [found] = await admin`select from pg_database where datname = ${plan.database}`;
    if (!found) await admin.unsafe(`create database ${quote(plan.database)}`);
    await admin.unsafe(plan.services.map(roleStatements).join('\n'));
    await provisionSchemas(adminUrl, plan);
    await admin.unsafe(`comment on database ${quote(plan.database)} is ${literal(stamp)}`);
  } finally {
    await admin.end(); // gives the advisory lock back
  }
}

async function readStamp(admin: postgres.Sql, database: string): Promise<string | undefined> {
  const rows = await admin<{ stamp: string | null }[]>`
    select shobj_description(oid, 'pg_database') as stamp from pg_database where datname = ${database}`;
  return rows[0]?.stamp ?? undefined;
}

/** Roles belong to the server, not to a database. */
function roleStatements(service: ServiceRoles): string {
  const roles = [
    { name: service.name, password: service.password, timeout: '5s' },
    { name: `${service.name}_owner`, password: service.ownerPassword, timeout: '0' },
    ...(hasEraser(service)
      ? [{ name: `${service.name}_eraser`, password: service.eraserPassword, timeout: '60s' }]
      : []),
  ];
  return roles
    .map(
      ({ name, password, timeout }) => `
      do $$ begin create role ${quote(name)}; exception when duplicate_object then null; end $$;
      alter role ${quote(name)} login nocreatedb nocreaterole noinherit${password === undefined ? '' : ` password ${literal(password)}`};
      alter role ${quote(name)} set search_path = ${quote(service.name)}, extensions;
      alter role ${quote(name)} set statement_timeout = '${timeout}';
      alter role ${quote(name)} set idle_in_transaction_session_timeout = '60s';
      -- An administrator who is no superuser acts for the roles it made.
      do $$ begin
        if not (select rolsuper from pg_roles where rolname = current_user) then
          execute format('grant %I to %I with inherit true, set true', ${literal(name)}, current_user);
        end if;
      end $$;`,
    )
    .join('\n');
}

async function provisionSchemas(adminUrl: string, plan: DatabasePlan): Promise<void> {
  const database = postgres(adminUrl, { max: 1, database: plan.database, onnotice: () => undefined });
  try {
    await database.unsafe(
      [
        `revoke all on database ${quote(plan.database)} from public;`,
        'revoke create on schema public from public;',
        'create schema if not exists extensions;',
        'grant usage on schema extensions to public;',
        ...EXTENSIONS.map((extension) => `create extension if not exists ${extension} schema extensions;`),
        ...plan.services.map((service) => schemaStatements(plan.database, service)),
      ].join('\n'),
    );
  } finally {
    await database.end();
  }
}

function schemaStatements(database: string, service: ServiceRoles): string {
  const schema = quote(service.name);
  const owner = quote(`${service.name}_owner`);
  const eraser = hasEraser(service) ? quote(`${service.name}_eraser`) : undefined;
  const users = [schema, eraser].filter((role) => role !== undefined).join(', ');
  return `
    create schema if not exists ${schema} authorization ${owner};
    grant connect, temporary on database ${quote(database)} to ${owner}, ${users};
    grant create on database ${quote(database)} to ${owner};
    grant usage on schema ${schema} to ${users};
    alter default privileges for role ${owner} revoke execute on functions from public;
    alter default privileges for role ${owner} in schema ${schema} grant select, insert, update, delete on tables to ${schema};
    alter default privileges for role ${owner} in schema ${schema} grant usage, select on sequences to ${schema};
    alter default privileges for role ${owner} in schema ${schema} grant execute on functions to ${schema};`;
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A string constant; passwords come from us, but may come from the environment as well. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
