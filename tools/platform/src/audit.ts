import { StartFailure } from '@app/embedded';
import { AUDIT_USAGE, readQuestion } from './audit-question.ts';
import { runCommand } from './command.ts';
import { findDatabaseServer } from './database-server.ts';
import { ROOT } from './root.ts';
import { findRecords, lineOf } from './security-records.ts';
import { SERVICES } from './services.ts';
import { readEnvFile, readSettings } from './settings.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * `npm run audit`: prints the records of security of every service, oldest first, as a table or one JSON object a line.
 * Works beside a running platform, and on the data of one that is stopped.
 */
async function audit(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return print(AUDIT_USAGE);
  const { isJson, ...question } = readQuestion(args);
  const settings = await readSettings({
    services: SERVICES,
    environment: { ...readEnvFile(ROOT), ...process.env },
    root: ROOT,
  });
  await using server = await findDatabaseServer(settings);
  const { records, services, hasMore } = await findRecords(
    { postgresUrl: server.url, database: settings.get('POSTGRES_DATABASE') },
    question,
  );
  if (services === 0)
    throw new StartFailure('The database holds no records of this platform: start this release once.');
  for (const record of records) print(isJson ? JSON.stringify(record) : lineOf(record));
  const words = `${records.length} records${hasMore ? ', the latest of more: narrow the question, or raise --limit' : ''}`;
  process.stderr.write(`\n${words}\n`);
}

await runCommand(audit);
