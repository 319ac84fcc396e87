import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { deliveryInvariant, messageInvariants } from '@app/events';
import type { FileStore } from '@app/files';
import {
  checkInvariant,
  checkInvariants,
  type Finding,
  type Invariant,
  type Query,
  queryOn,
  referenceInvariants,
  type Verification,
} from '@app/invariants';
import postgres from 'postgres';
import { ROOT } from './root.ts';
import { SERVICES, type ServiceDefinition } from './services.ts';
import { CONTENTS, verifyStoredFiles } from './stored-files.ts';

/** What to verify, and how. */
export interface VerifyOptions {
  /** Of a role that may read every schema. */
  readonly postgresUrl: string;
  readonly database: string;
  /**
   * How long events may still be under way; absent when nothing carries them, then they are not asked about. 30 000 by
   * default when the platform runs.
   */
  readonly settleMillis?: number;
  /** Where the bytes of files are; they are not read when it is absent. */
  readonly store?: Pick<FileStore, 'open'>;
  readonly services?: readonly ServiceDefinition[];
  /** Called with every finding as it is made. */
  readonly onFinding?: (finding: ServiceFinding) => void;
}

export interface ServiceFinding extends Finding {
  readonly service: string;
}

const RETRY_MILLIS = 500;

/**
 * Checks every invariant of every service against the rows of a database, that every event reached its consumers, and
 * that what one service keeps of another's records is known there. Reads only; every statement sees one moment, so the
 * platform may be at work meanwhile.
 */
export async function verifyDatabase(options: VerifyOptions): Promise<readonly ServiceFinding[]> {
  const sql = postgres(options.postgresUrl, {
    max: 1,
    database: options.database,
    onnotice: () => undefined,
    connection: {
      application_name: 'verify',
      default_transaction_read_only: true,
      work_mem: '128MB',
      TimeZone: 'UTC',
    },
  });
  const findings: ServiceFinding[] = [];
  const add = (finding: ServiceFinding): void => {
    findings.push(finding);
    options.onFinding?.(finding);
  };
  try {
    for (const { name, folder } of await withTables(sql, options.services ?? SERVICES)) {
      const own = await loadVerification(folder);
      const deliveries = await deliveriesTo(sql, name);
      const references = await referencesOf(sql, own);
      const across = await acrossOf(sql, own);
      const query = queryOn(sql, name);
      const verification: Verification = {
        ...own,
        invariants: [...(own?.invariants ?? []), ...across, ...references, ...messageInvariants(0), ...deliveries],
      };
      for (const invariant of verification.invariants) {
        if (invariant.settles && options.settleMillis === undefined) continue;
        const [first] = await checkInvariants(query, { ...verification, invariants: [invariant] });
        const finding = {
          service: name,
          ...(invariant.settles ? await settled(query, first!, options.settleMillis!) : first!),
        };
        add(finding);
      }
      if (options.store && name === CONTENTS.service && (await hasTable(sql, CONTENTS)))
        add({ service: name, ...(await verifyStoredFiles(sql, options.store)) });
    }
    return findings;
  } finally {
    await sql.end();
  }
}

/**
 * What is under way between the services at this moment, a sentence for each kind of message: events that wait to be
 * published, or for a consumer. Empty once everything that was published has been consumed.
 * @param sql of a role that may read every schema
 */
export async function listUnderWay(
  sql: postgres.Sql,
  services: readonly ServiceDefinition[] = SERVICES,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name } of await withTables(sql, services)) {
    for (const invariant of [...messageInvariants(0), ...(await deliveriesTo(sql, name))]) {
      if (!invariant.settles) continue;
      const { broken, checked, offenders } = await checkInvariant(queryOn(sql, name), invariant, []);
      if (broken > 0)
        found.push(`${name}: ${invariant.name}: not so for ${broken} of ${checked}, as for ${offenders[0]?.subject}`);
    }
  }
  return found;
}

/** What a service says is always true of its rows: `src/invariants.ts`, where there is one. */
export async function loadVerification(folder: string): Promise<Verification | undefined> {
  const file = join(ROOT, folder, 'src', 'invariants.ts');
  if (!existsSync(file)) return undefined;
  const module = (await import(pathToFileURL(file).href)) as { readonly verification: Verification };
  return module.verification;
}

/** What holds between the service and others that are there. */
async function acrossOf(sql: postgres.Sql, own: Verification | undefined): Promise<readonly Invariant[]> {
  const there: Invariant[] = [];
  for (const invariant of own?.across ?? []) if (await hasTable(sql, invariant.other)) there.push(invariant);
  return there;
}

async function hasTable(sql: postgres.Sql, { service, table }: { service: string; table: string }): Promise<boolean> {
  const [found] = await sql<
    { isThere: boolean }[]
  >`select to_regclass(${`"${service}"."${table}"`}) is not null as "isThere"`;
  return found!.isThere;
}

/** Two invariants per kind of foreign id, of owners that are there. */
async function referencesOf(sql: postgres.Sql, own: Verification | undefined): Promise<readonly Invariant[]> {
  const there: Invariant[] = [];
  for (const reference of own?.references ?? []) {
    if (await hasTable(sql, reference.owner)) there.push(...referenceInvariants(reference));
  }
  return there;
}

async function withTables(
  sql: postgres.Sql,
  services: readonly ServiceDefinition[],
): Promise<readonly ServiceDefinition[]> {
  const rows = await sql<
    { schema: string }[]
  >`select schemaname as schema from pg_tables where tablename = 'consumers'`;
  const schemas = new Set(rows.map(({ schema }) => schema));
  return services.filter(({ name }) => schemas.has(name));
}

/** One invariant per kind of event that the service consumes, of producers that are there. */
async function deliveriesTo(sql: postgres.Sql, service: string) {
  const consumers = await sql<
    { name: string; subject: string }[]
  >`select name, subject from ${sql(service)}.consumers order by name`;
  const schemas = await sql<
    { schema: string }[]
  >`select schemaname as schema from pg_tables where tablename = 'outbox'`;
  const producers = new Set(schemas.map(({ schema }) => schema));
  return consumers.flatMap(({ name: consumer, subject }) => {
    const producer = subject.split('.')[1] ?? '';
    return producers.has(producer) ? [deliveryInvariant({ producer, service, consumer, subject })] : [];
  });
}

/** Looks again while something is under way. */
async function settled(query: Query, first: Finding, millis: number): Promise<Finding> {
  const deadline = Date.now() + millis;
  let finding = first;
  while (finding.broken > 0 && Date.now() < deadline) {
    await pause(RETRY_MILLIS);
    finding = await checkInvariant(query, finding.invariant, []);
  }
  return finding;
}
