import { startService } from '@app/service';
import { authService } from '../src/service.ts';

/** The service in a process of its own, for tests that kill it: says its port on the first line after its log. */
const service = await startService(authService, { natsPrefix: process.env.TEST_NATS_PREFIX ?? 'test' });
await service.opened;
process.stdout.write(`\nlistening on ${service.httpPort}\n`);
