import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { checkValueOf, missingKeys, moveCompany } from '@app/backup';
import { StartFailure } from '@app/embedded';
import { keysOf } from './backup-keys.ts';
import { runCommand } from './command.ts';
import { findDatabaseServer } from './database-server.ts';
import { createProgress } from './progress.ts';
import { ROOT } from './root.ts';
import { hasDatabase, SERVICES } from './services.ts';
import { type Environment, readEnvFile, readSettings, type Settings } from './settings.ts';
import { storeOf } from './stored-files.ts';
import { verifyDatabase } from './verification.ts';

const USAGE = `npm run move-company -- ACCOUNT --to FILE

Copies a company that is read-only into another installation, with its ids, its people and its files, and verifies the
books there. FILE is the .env of the other installation: DATA_DIR, or POSTGRES_URL and where its files are. Where the
company was nothing is changed.`;

const say = createProgress();

/** `npm run move-company`: see docs/operate/scale.md. */
async function move(): Promise<void> {
  const { account, file } = readArguments();
  const [here, there] = await Promise.all([
    settingsOf({ ...readEnvFile(ROOT), ...process.env }),
    settingsOf({ PATH: process.env.PATH, ...parseEnv(readFileSync(file, 'utf8')) }),
  ]);
  requireKeys(here, there);
  await using held = new AsyncDisposableStack();
  const [from, to] = [held.use(await findDatabaseServer(here)), held.use(await findDatabaseServer(there))];
  const [fromStore, toStore] = [await storeOf(here), await storeOf(there)];
  for (const store of [fromStore, toStore]) held.defer(() => store.close());
  await moveCompany({
    ...{ account, fromStore, toStore, say },
    schemas: SERVICES.filter(hasDatabase).map(({ name }) => name),
    fromUrl: databaseOf(from.url, here),
    toUrl: databaseOf(to.url, there),
  });
  say('verifying the other installation');
  const findings = await verifyDatabase({
    ...{ postgresUrl: to.url, database: there.get('POSTGRES_DATABASE'), store: toStore },
  });
  const broken = findings.filter((finding) => finding.broken > 0);
  for (const { service, invariant, broken: count, offenders } of broken)
    say(`${service}: ${invariant.name}: not so for ${count}, as for ${offenders[0]?.subject}`);
  if (broken.length > 0) process.exitCode = 1;
  else
    say(
      `client account ${account} is there, and all ${findings.length} invariants hold. Open it there and remove it here.`,
    );
}

function readArguments(): { readonly account: number; readonly file: string } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
    const [account] = positionals;
    if (positionals.length === 1 && /^[1-9]\d{0,14}$/.test(account!) && values.to && existsSync(values.to))
      return { account: Number(account), file: resolve(values.to) };
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n\n${USAGE}`);
  }
  throw new StartFailure(USAGE);
}

const settingsOf = (environment: Environment): Promise<Settings> =>
  readSettings({ services: SERVICES, environment, root: ROOT });

/** What is sealed here must be readable there, and who is known here must be recognised. */
function requireKeys(here: Settings, there: Settings): void {
  const needed = Object.entries(keysOf(here)).map(([name, keys]) => [name, keys.map(checkValueOf)] as const);
  const missing = missingKeys(Object.fromEntries(needed), keysOf(there));
  if (missing.length > 0)
    throw new StartFailure(
      `The other installation lacks keys of this one: ${missing.join(' and ')}. List them there in the settings of the previous ones, and start it anew.`,
    );
}

function databaseOf(server: string, settings: Settings): string {
  const url = new URL(server);
  url.pathname = `/${settings.get('POSTGRES_DATABASE')}`;
  return url.href;
}

await runCommand(move);
