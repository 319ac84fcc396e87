import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux has a file system in memory, and the number by which statfs(2) knows one (TMPFS_MAGIC). */
const IN_MEMORY = '/dev/shm';
const TMPFS = 0x0102_1994;

/** What must be free before data goes to memory: several times what a test run has there at once. */
const FREE_BYTES = { place: 3 * 2 ** 30, memory: 6 * 2 ** 30 };

/**
 * Makes a folder for data of servers that are thrown away when the test that uses them ends. It is in memory where there
 * is plenty, else below the system's temporary folder: a test database is some 350 files that are copied and soon
 * removed, which costs a disk's file system six times as much. Others may pass through it, since PostgreSQL runs as
 * another user where we are root.
 */
export function makeThrownAwayFolder(prefix: string, place = IN_MEMORY): string {
  const folder = mkdtempSync(join(hasRoom(place) ? place : tmpdir(), prefix));
  chmodSync(folder, 0o755);
  return folder;
}

/** Whether it is in memory, open to us, and leaves enough to everybody else. */
function hasRoom(place: string): boolean {
  try {
    accessSync(place, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(place);
    return type === TMPFS && bavail * bsize >= FREE_BYTES.place && process.availableMemory() >= FREE_BYTES.memory;
  } catch {
    return false;
  }
}
