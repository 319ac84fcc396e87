import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeTestSurroundings } from '../src/test-surroundings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'surroundings-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A machine whose helm and promtool are these; undefined where one is not installed. */
function machine(programs: { readonly helm?: string; readonly promtool?: string }): NodeJS.ProcessEnv {
  const place = (name: 'helm' | 'promtool'): string => {
    const path = join(folder, `${name}-${programs[name]}`);
    if (programs[name] === undefined) return path;
    writeFileSync(path, `#!/bin/sh\necho ${programs[name]}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  return { PATH: process.env.PATH, HELM_BIN: place('helm'), PROMTOOL_BIN: place('promtool') };
}

test('a machine with nothing but Node.js has surroundings too', () => {
  expect(describeTestSurroundings(machine({}))).toMatch(/^[0-9a-f]{16}$/);
});

test('a result is good for the same programs only', () => {
  const bare = describeTestSurroundings(machine({}));
  const withHelm = describeTestSurroundings(machine({ helm: 'v3.1' }));
  const withPromtool = describeTestSurroundings(machine({ promtool: '2.42' }));
  const digests = [bare, withHelm, withPromtool, describeTestSurroundings(machine({ promtool: '2.43' }))];
  expect(new Set(digests).size).toBe(digests.length);
  expect(describeTestSurroundings(machine({ helm: 'v3.1' }))).toBe(withHelm);
});

test('a program that fails counts as one that is not there', () => {
  const path = join(folder, 'broken');
  writeFileSync(path, '#!/bin/sh\nexit 1\n');
  chmodSync(path, 0o755);
  const env = { ...machine({}), PROMTOOL_BIN: path };
  expect(describeTestSurroundings(env)).toBe(describeTestSurroundings(machine({})));
});
