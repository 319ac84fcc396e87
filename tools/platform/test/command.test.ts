import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../src/root.ts';

it('an option that there is not is told in a sentence, without where in the code that was found out', () => {
  const command = join(ROOT, 'tools/platform/src/journeys.ts');
  const { status, stderr } = spawnSync(process.execPath, [command, '--dance'], { encoding: 'utf8' });
  expect([status, stderr.trim()]).toEqual([1, expect.stringMatching(/^Unknown option '--dance'/)]);
  expect(stderr).not.toContain('    at ');
});
