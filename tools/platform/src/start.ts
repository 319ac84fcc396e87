import { seedDemoCompany } from '@app/demo';
import { runPlatform } from './run-platform.ts';

await runPlatform({ seed: seedDemoCompany });
