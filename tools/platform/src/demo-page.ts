import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closedYears, createCaller, demoPage, demoUsers, login, seedDemoCompany } from '@app/demo';
import { startPlatform } from './platform.ts';
import { ROOT } from './root.ts';
import { makeTemporaryDataDir } from './temporary-data.ts';

/** `npm run demo-page`: makes the demo company on a platform of its own and writes its closed years to docs/demo.md. */
const data = makeTemporaryDataDir();
try {
  await using platform = await startPlatform({
    environment: { PATH: process.env.PATH, DATA_DIR: data.dataDir, RATE_LIMIT_SCALE: '0' },
    hasFreePorts: true,
    say: (text) => process.stdout.write(`${text}\n`),
  });
  const { gatewayUrl, sandboxUrl } = platform;
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  const company = await seedDemoCompany({ gatewayUrl, sandboxUrl, say });
  const { email, password } = demoUsers.owner;
  const api = createCaller(gatewayUrl, await login(gatewayUrl, email, password));
  writeFileSync(join(ROOT, 'docs/demo.md'), await demoPage(api, company.clientAccountId, closedYears(company.until)));
} finally {
  data.remove();
}
