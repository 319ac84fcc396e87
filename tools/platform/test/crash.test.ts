import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { identifyProcess, waitForEnd } from '@app/embedded';
import { expect, it } from 'vitest';
import { startPlatform } from '../src/platform.ts';
import { makeTestDataDir } from '../src/temporary-data.ts';
import { FIXTURES } from './fixtures/services.ts';

it('every process dies with a supervisor that is killed, and the next start works', async () => {
  const data = makeTestDataDir();
  const program = `
    import { startPlatform } from ${JSON.stringify(join(import.meta.dirname, '../src/platform.ts'))};
    import { FIXTURES } from ${JSON.stringify(join(import.meta.dirname, 'fixtures/services.ts'))};
    const platform = await startPlatform({ environment: { DATA_DIR: process.argv[1] }, hasFreePorts: true, isFast: true, services: FIXTURES });
    console.log(JSON.stringify([platform.postgres, platform.nats, ...platform.processes.values()].map((each) => each.pid)));`;
  const supervisor = spawn(process.execPath, ['--input-type=module-typescript', '-e', program, data.dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface(supervisor.stdout);
    const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string];
    const processes = (JSON.parse(line) as number[]).map(identifyProcess);
    expect(processes).toHaveLength(FIXTURES.length + 2);
    supervisor.kill('SIGKILL');
    const ended = await Promise.all(processes.map((each) => waitForEnd(each, 60_000)));
    expect(ended).toEqual(processes.map(() => true));

    const said: string[] = [];
    const platform = await startPlatform({
      environment: { DATA_DIR: data.dataDir },
      hasFreePorts: true,
      isFast: true,
      services: FIXTURES,
      say: (text) => said.push(text),
    });
    await platform.stop();
    expect(said.join('\n')).toContain('did not stop cleanly');
  } finally {
    supervisor.kill('SIGKILL');
    data.remove();
  }
});
