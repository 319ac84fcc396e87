import { join } from 'node:path';
import { migrate } from '@app/db';
import { appRoot, ConfigError, settleMemory } from '@app/runtime';
import { readConfig } from './config.ts';
import { startGateway } from './gateway.ts';

async function serve(): Promise<void> {
  const gateway = await startGateway(readConfig(), { isProcess: true });
  gateway.lifecycle.handleSignals();
  process.on('unhandledRejection', (error) => {
    console.error(error);
    process.exit(1);
  });
  gateway.opened.then(
    () => settleMemory(),
    async () => {
      await gateway.stop();
      process.exit(1);
    },
  );
}

async function migrateOnce(): Promise<void> {
  const url = process.env.DATABASE_OWNER_URL;
  if (!url)
    throw new ConfigError(
      'The environment variable DATABASE_OWNER_URL is missing: migrations run as the owner of the schema.',
    );
  const directory = join(appRoot(), 'services', 'gateway', 'migrations');
  const { applied } = await migrate({ url, service: 'gateway', directory, replaceNewer: true });
  console.log(applied.length === 0 ? 'The schema was up to date.' : `Applied: ${applied.join(', ')}`);
}

try {
  const [command] = process.argv.slice(2);
  if (command === undefined) await serve();
  else if (command === 'migrate') await migrateOnce();
  else throw new ConfigError('Commands:\n  (none)   start the gateway\n  migrate  bring the schema up to date and end');
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  // Connections that were opened before the failure would keep a gateway alive that never started.
  process.exit(1);
}
