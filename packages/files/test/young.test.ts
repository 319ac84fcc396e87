import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createFolderStore } from '../src/folder-store.ts';
import { newKey } from '../src/keys.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as NodeJS.GCFunction;

const BYTES = 200_000;

it('bytes that were stored are given back when V8 looks at what is young, and wait for no look at its whole heap', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'young-'));
  const store = createFolderStore(folder);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  for (let n = 0; n < 100; n++) {
    await store.put(newKey(1), [Buffer.alloc(BYTES, n)], { maximumBytes: BYTES, isAnnounced: n % 2 === 0 });
    collect({ type: 'minor', execution: 'sync' });
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  rmSync(folder, { recursive: true });
  // Memory is given back on another thread: some of it may be on its way.
  expect(most).toBeLessThan(10 * BYTES);
});
