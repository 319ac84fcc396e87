import { runPlatform } from './run-platform.ts';

// The demo company is made once; other starts need not read how.
await runPlatform({ seed: async (platform) => (await import('@app/demo')).seedDemoCompany(platform) });
