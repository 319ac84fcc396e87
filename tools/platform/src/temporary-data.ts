import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeThrownAwayFolder, removeDataFolder } from '@app/embedded';

/** A data folder for a platform that is thrown away. */
export type TemporaryDataDir = {
  readonly dataDir: string;
  /** Call it when the platform has been stopped. */
  remove(): void;
};

/** Makes an empty data folder for measurements, on the disk that has the system's temporary folder. */
export function makeTemporaryDataDir(): TemporaryDataDir {
  const dataDir = mkdtempSync(join(tmpdir(), 'platform-'));
  chmodSync(dataDir, 0o755); // as root, PostgreSQL runs as another user
  return removable(dataDir);
}

/** Makes an empty data folder for tests, in memory where there is plenty. */
export const makeTestDataDir = (): TemporaryDataDir => removable(makeThrownAwayFolder('platform-'));

const removable = (dataDir: string): TemporaryDataDir => ({
  dataDir,
  remove: () => {
    removeDataFolder(join(dataDir, 'postgres'));
    rmSync(dataDir, { recursive: true, force: true });
  },
});
