import { connect } from '@app/db';
import { StartFailure } from '@app/embedded';
import { publishAgain } from '@app/events';
import postgres from 'postgres';
import { runCommand } from './command.ts';
import { findDatabaseServer } from './database-server.ts';
import { createProgress } from './progress.ts';
import { ROOT } from './root.ts';
import { SERVICES } from './services.ts';
import { readEnvFile, readSettings } from './settings.ts';

const say = createProgress();

/**
 * `npm run republish [-- MOMENT]`: makes every service publish its events since then again, by default all that a
 * stream would hold. For a restored database that met a stream which was kept: consumers had confirmed events that they
 * do not have any more. Consumers know repeats, so it is safe to run at any time; the services publish as soon as they
 * run.
 */
async function republish(): Promise<void> {
  const from = readMoment(process.argv[2]);
  const settings = await readSettings({
    services: SERVICES,
    environment: { ...readEnvFile(ROOT), ...process.env },
    root: ROOT,
  });
  await using server = await findDatabaseServer(settings);
  const url = new URL(server.url);
  url.pathname = `/${settings.get('POSTGRES_DATABASE')}`;
  let found = 0;
  for (const schema of await schemasWithOutbox(url.href)) {
    const db = connect({ url: url.href, schema, applicationName: 'republish', max: 1 });
    try {
      const onWait = (millis: number) =>
        say(`${schema}: the stream takes what it has for repeats; waiting ${Math.ceil(millis / 1_000)} s`);
      const count = await publishAgain(db, schema, { onWait, ...(from ? { from } : {}) });
      if (count > 0) say(`${schema}: ${count} events wait to be published again`);
      found += count;
    } finally {
      await db.close();
    }
  }
  if (found === 0) say('there is nothing to publish again');
  else if (!server.isRunning) say('they leave at the next start of the platform');
}

function readMoment(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new StartFailure(`"${text}" is no moment: write it as 2026-01-31T12:00:00Z.`);
  return moment;
}

async function schemasWithOutbox(url: string): Promise<readonly string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const rows = await sql<
      { schema: string }[]
    >`select schemaname as schema from pg_tables where tablename = 'outbox' order by 1`;
    const known = new Set(SERVICES.map(({ name }) => name));
    return rows.map(({ schema }) => schema).filter((schema) => known.has(schema));
  } finally {
    await sql.end();
  }
}

await runCommand(republish);
