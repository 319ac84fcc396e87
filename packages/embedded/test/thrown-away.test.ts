import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { makeThrownAwayFolder } from '../src/index.ts';

const made: string[] = [];
const make = (place?: string): string => {
  const folder = place === undefined ? makeThrownAwayFolder('thrown-') : makeThrownAwayFolder('thrown-', place);
  made.push(folder);
  return folder;
};

afterEach(() => {
  vi.restoreAllMocks();
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

it('a folder that is thrown away lets the account of the database pass', () => {
  expect(statSync(make()).mode & 0o777).toBe(0o755);
});

it('data that is thrown away is on the disk where memory is short, or the place is none in memory', () => {
  const onDisk = mkdtempSync(join(tmpdir(), 'place-'));
  made.push(onDisk);
  expect([onDisk, join(onDisk, 'missing')].map((place) => dirname(make(place)))).toEqual([tmpdir(), tmpdir()]);
  vi.spyOn(process, 'availableMemory').mockReturnValue(2 ** 30);
  expect(dirname(make())).toBe(tmpdir());
});
