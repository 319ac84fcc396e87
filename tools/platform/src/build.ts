import { buildServices } from './build-services.ts';
import { runCommand } from './command.ts';
import { createProgress } from './progress.ts';
import { SERVICES } from './services.ts';

// `npm run build`: every service whose sources have changed.
await runCommand(() => buildServices(SERVICES, createProgress()));
