import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StartFailure } from '@app/embedded';
import { services } from '@app/registry';
import { runCommand } from './command.ts';
import { createProgress } from './progress.ts';
import { ROOT } from './root.ts';
import { runProgram } from './run-program.ts';
import type { NewService } from './service-files.ts';
import { addMigration, addService } from './write-service.ts';

const USAGE = `npm run new-service -- <name> [--title "Fixed assets"] [--description "Assets, depreciation, disposals."] [--table assets]
  writes a service that starts, with a row in the table of services, a migration, a chart and a test, and runs every check
  <name>         one word of small letters and digits
  --title        of its part of the API reference; the name unless it is given
  --description  what it keeps and does, a sentence
  --table        a first table, of client accounts`;

/** Names of what stands beside services: in the database, among charts, among containers. */
const TAKEN = [
  'gateway',
  'sandbox',
  'platform',
  'service',
  'postgres',
  'nats',
  'provision',
  'extensions',
  'public',
  'none',
];

const say = createProgress();

/** @throws StartFailure that says what is wrong with the arguments */
function readArguments(): NewService {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { title: { type: 'string' }, description: { type: 'string' }, table: { type: 'string' } },
  });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new StartFailure(USAGE);
  if (!/^[a-z][a-z0-9]{1,30}$/.test(name)) throw new StartFailure(`"${name}" names no service.\n${USAGE}`);
  if (TAKEN.includes(name) || services.some((known) => known.name === name) || existsSync(join(ROOT, 'services', name)))
    throw new StartFailure(`The name "${name}" is taken.`);
  const { table } = values;
  if (table !== undefined && !/^[a-z][a-z0-9_]{1,40}$/.test(table))
    throw new StartFailure(`"${table}" names no table.\n${USAGE}`);
  const title = values.title ?? name[0]!.toUpperCase() + name.slice(1);
  const description = values.description ?? `${title}.`;
  if (!/^\p{Lu}.*$/u.test(title) || !/^\p{Lu}.*\.$/u.test(description))
    throw new StartFailure(
      `A title begins with a capital letter, and a description is a sentence on one line.\n${USAGE}`,
    );
  const number = Math.max(...services.map((known) => known.number)) + 1;
  return { name, number, title, description, table };
}

async function install(): Promise<void> {
  const { isGood, output } = await runProgram('pnpm', ['install', '--no-frozen-lockfile', '--prefer-offline']);
  if (!isGood) throw new StartFailure(`The dependencies could not be installed:\n${output}`);
}

await runCommand(async () => {
  const service = readArguments();
  for (const file of addService(service)) say(`wrote ${file}`);
  await install();
  for (const file of await addMigration(service)) say(`wrote ${file}`);
  // In a process of its own: this one has read the table of services as it was.
  const checks = spawn('node', ['tools/platform/src/check.ts', '--write'], { cwd: ROOT, stdio: 'inherit' });
  const [code] = (await once(checks, 'close')) as [number | null];
  if (code !== 0) throw new StartFailure('The service is written, and a check fails.');
  say(
    `${service.name} listens on ${8100 + service.number} (HTTP) and ${9100 + service.number} (gRPC) from the next start on`,
  );
});
