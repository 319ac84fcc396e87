import { makeTemporaryDataDir, type Platform, startPlatform } from '@app/platform';
import postgres from 'postgres';
import type { Scale } from './scale.ts';
import { makeCompanies } from './world/companies.ts';
import type { Companies, Company } from './world/company.ts';
import { type LargeBooks, loadBooks } from './world/large-books.ts';

/** What cases share: everything is made when the first case asks for it. */
export interface Bench extends AsyncDisposable {
  readonly scale: Scale;
  say(text: string): void;
  platform(): Promise<Platform>;
  /** The database's superuser, on the platform's database. */
  sql(): Promise<postgres.Sql>;
  companies(): Promise<Companies>;
  /** A company with a million lines. */
  millionLines(): Promise<Company>;
  /** That one, and another with five million. */
  largeBooks(): Promise<LargeBooks>;
  readonly isStarted: boolean;
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

export const databaseOf = (platform: Platform): string => platform.settings.get('POSTGRES_DATABASE');

/** @param further settings of the platform besides those that every case has */
export function openBench(
  scale: Scale,
  say: (text: string) => void,
  further: Readonly<Record<string, string>> = {},
): Bench {
  const owned = new AsyncDisposableStack();
  let isStarted = false;
  const platform = once(async () => {
    say('starting the platform with durable settings');
    isStarted = true;
    const data = makeTemporaryDataDir();
    owned.defer(() => data.remove());
    const started = await startPlatform({
      environment: {
        ...{ PATH: process.env.PATH, DATA_DIR: data.dataDir, RATE_LIMIT_SCALE: '0', DEMO_COMPANY: 'false' },
        // A case runs a job.
        TEST_HOOKS_ENABLED: 'true',
        ...further,
      },
      hasFreePorts: true,
    });
    owned.defer(() => started.stop());
    return started;
  });
  const sql = once(async () => {
    const { postgres: server, ...rest } = await platform();
    const client = postgres(server.url, {
      max: 2,
      database: databaseOf(rest as Platform),
      onnotice: () => undefined,
      connection: { search_path: 'ledger, extensions', TimeZone: 'UTC' },
    });
    owned.defer(() => client.end());
    return client;
  });
  const companies = once(async () => makeCompanies(await platform(), await sql(), say));
  const load = async (lines: number): Promise<Company> =>
    loadBooks(await companies(), await sql(), Math.round(lines * scale.lines), say);
  const millionLines = once(() => load(1_000_000));
  return {
    scale,
    say,
    platform,
    sql,
    companies,
    millionLines,
    largeBooks: once(async () => ({ million: await millionLines(), fiveMillion: await load(5_000_000) })),
    get isStarted() {
      return isStarted;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
