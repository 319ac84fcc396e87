import { expectBodies } from '@app/runtime';
import { migrateOnce, migrationsOf, runProgram } from '@app/service';
import { readConfig } from './config.ts';
import { startGateway } from './gateway.ts';

// Every file that is uploaded goes through this process.
expectBodies();
await runProgram({
  start: () => startGateway(readConfig(), { isProcess: true }),
  commands: { migrate: () => migrateOnce('gateway', migrationsOf({ name: 'gateway' })) },
  usage: 'Commands:\n  (none)   start the gateway\n  migrate  bring the schema up to date and end',
});
