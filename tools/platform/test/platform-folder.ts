import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDataFolder } from '@app/embedded';
import type { ServiceDefinition } from '../src/services.ts';

const folder = 'tools/platform/test/fixtures/echo';

/** A gateway, two services and a sandbox, all of them the same small program. */
export const FIXTURES: readonly ServiceDefinition[] = [
  { name: 'gateway', folder, kind: 'gateway', httpPort: 1 },
  { name: 'alpha', folder, kind: 'service', httpPort: 2, grpcPort: 3, hasEraser: true },
  { name: 'beta', folder, kind: 'service', httpPort: 4, grpcPort: 5 },
  { name: 'sandbox', folder, kind: 'sandbox', httpPort: 6 },
];

/** An empty data folder that PostgreSQL may enter when the tests run as root. */
export function makeDataDir(): { readonly dataDir: string; remove(): void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'platform-'));
  chmodSync(dataDir, 0o755);
  return {
    dataDir,
    remove: () => {
      removeDataFolder(join(dataDir, 'postgres'));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
