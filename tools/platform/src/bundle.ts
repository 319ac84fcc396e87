import { bundleService } from './bundle-service.ts';
import { runCommand } from './command.ts';

// The build script of one service: bundles the service in whose folder it runs.
await runCommand(() => bundleService(process.cwd()));
