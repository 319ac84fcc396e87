import { migrateOnce, migrationsOf, runProgram } from '@app/service';
import { readConfig } from './config.ts';
import { startGateway } from './gateway.ts';

await runProgram({
  start: () => startGateway(readConfig(), { isProcess: true }),
  commands: { migrate: () => migrateOnce('gateway', migrationsOf({ name: 'gateway' })) },
  usage: 'Commands:\n  (none)   start the gateway\n  migrate  bring the schema up to date and end',
});
