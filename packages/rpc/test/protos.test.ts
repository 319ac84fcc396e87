import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { driftedFiles, misplacedProtos } from '../generate.ts';

it('the generated types are those of the protos', () => {
  expect(driftedFiles()).toEqual([]);
});

it('the folder of a proto equals its package', () => {
  expect(misplacedProtos()).toEqual([]);
});

it('the protos pass the linter', () => {
  const here = join(import.meta.dirname, '..');
  expect(
    execFileSync(join(here, 'node_modules', '.bin', 'buf'), ['lint', '../../protos'], { cwd: here, encoding: 'utf8' }),
  ).toBe('');
});
