import { startService } from '@app/service';
import { reconciliationService } from '../src/service.ts';

/** Another process of a running test service, for tests that end it: `<prefix of the streams>`; says its port. */
const running = await startService(reconciliationService, { env: process.env, natsPrefix: process.argv[2]! });
await running.opened;
process.stdout.write(`${running.httpPort}\n`);
