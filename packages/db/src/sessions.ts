import { ConfigError } from '@app/runtime';
import postgres from 'postgres';
import { type ConnectOptions, sessionSettings } from './database.ts';
import { REPORT_SECONDS } from './pools.ts';

/** What one statement saw of the session that carried it. */
interface SessionLook {
  /** Which of our connections asked. */
  readonly by: number;
  /** The process of PostgreSQL that answered. */
  readonly pid: number;
  readonly path: string;
  readonly zone: string;
  /** How long a statement may take; 0 is for ever. */
  readonly seconds: number;
  /** How long a transaction may do nothing. */
  readonly idleSeconds: number;
}

/** Of two connections; no pooler that gives them out in turns, or the latest first, gives each its own every time. */
const ASKING = [0, 1, 1, 0, 0, 1] as const;

const HELP = 'See "Connections" in docs/operate.md.';

/**
 * Makes sure that a connection is a session of PostgreSQL, as locks and prepared statements need it, and that it has the
 * settings that were asked for. A pooler in between may change both, and then fails where nobody expects it.
 * @throws ConfigError with a sentence that says what to set there
 */
export async function requireOwnSessions(options: Omit<ConnectOptions, 'max'>): Promise<void> {
  const { url, schema, applicationName } = options;
  const open = () =>
    postgres(url, {
      ...{ max: 1, prepare: false, fetch_types: false, connect_timeout: 10, onnotice: () => {} },
      connection: sessionSettings(schema, applicationName, REPORT_SECONDS),
    });
  const sessions = [open(), open()] as const;
  try {
    const looks: SessionLook[] = [];
    for (const by of ASKING) looks.push({ by, ...(await look(sessions[by])) });
    const fault = faultOf(looks, schema, new URL(url).searchParams.has('statement_timeout'));
    if (fault) throw new ConfigError(`DATABASE_URL leads to a pooler that ${fault} ${HELP}`);
  } catch (error) {
    const refused = /unsupported startup parameter.*/.exec((error as Error).message)?.[0];
    if (!refused) throw error;
    throw new ConfigError(`DATABASE_URL leads to a pooler that refuses settings of a session (${refused}). ${HELP}`);
  } finally {
    await Promise.all(sessions.map((session) => session.end({ timeout: 1 })));
  }
}

async function look(session: postgres.Sql): Promise<Omit<SessionLook, 'by'>> {
  const [row] = await session<Omit<SessionLook, 'by'>[]>`
    select pg_backend_pid() as pid, current_setting('search_path') as path, current_setting('TimeZone') as zone,
      extract(epoch from current_setting('statement_timeout')::interval)::float8 as seconds,
      extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval)::float8 as "idleSeconds"`;
  return { ...row! };
}

/**
 * What is wrong with the sessions, as the end of a sentence; undefined when nothing is.
 * @param isTimed the address asks for a timeout of its own
 */
function faultOf(looks: readonly SessionLook[], schema: string, isTimed: boolean): string | undefined {
  const pids = (by: number) => new Set(looks.filter((each) => each.by === by).map(({ pid }) => pid));
  const [first, second] = [pids(0), pids(1)];
  if (first.size > 1 || second.size > 1 || !first.isDisjointFrom(second))
    return 'gives transactions of one connection to several sessions of PostgreSQL, or one session to several connections. Set pool_mode = session.';
  const [{ path, zone, seconds, idleSeconds }] = looks as readonly [SessionLook];
  const dropped = [
    path.replaceAll(/["\s]/g, '') === `${schema},extensions` ? [] : [`search_path is "${path}"`],
    /^(Etc\/)?UTC$/.test(zone) ? [] : [`TimeZone is ${zone}`],
    isTimed || seconds >= REPORT_SECONDS ? [] : [`statement_timeout is ${seconds} s instead of ${REPORT_SECONDS} s`],
    idleSeconds > 0 ? [] : ['idle_in_transaction_session_timeout is not set'],
  ].flat();
  return dropped.length === 0
    ? undefined
    : `drops settings of a session: ${dropped.join(', ')}. Set them for the role in the database, and restart the pooler.`;
}
