import { startService } from '@app/service';
import { ledgerService } from '../src/service.ts';

/** The service in a process of its own, for tests that kill it: says its port on a line of its own. */
const service = await startService(ledgerService, { natsPrefix: process.env.TEST_NATS_PREFIX ?? 'test' });
await service.opened;
process.stdout.write(`\nlistening on ${service.httpPort}\n`);
