import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PROTOS = join(import.meta.dirname, '..', '..', '..', 'protos');
const BUF = join(import.meta.dirname, '..', 'node_modules', '.bin', 'buf');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'protos-'));
  cpSync(PROTOS, folder, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

function run(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(BUF, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0 && stdout === '') throw new Error(stderr);
  return stdout;
}

/** Changes the first place of any proto that the pattern finds, and says what it was. */
function change(pattern: RegExp, replacement: string): void {
  for (const file of globSync('**/*.proto', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (!pattern.test(text)) continue;
    writeFileSync(join(folder, file), text.replace(pattern, replacement));
    return;
  }
  throw new Error(`no proto has ${pattern}`);
}

/** Of the present protos as if they were released, with one change. */
const breakagesOf = (...edit: Parameters<typeof change>): string => {
  run('build', '--exclude-source-info', '-o', 'present.binpb');
  change(...edit);
  return run('breaking', '--against', 'present.binpb');
};

const FIELD = /^ {2}string (\w+) = 1;$/m;

describe('a change of the protos that the last release cannot live with is refused', () => {
  it('a field that is gone', () => {
    expect(breakagesOf(FIELD, '')).toMatch(/Previously present field "1"/);
  });

  it('a field of another type', () => {
    expect(breakagesOf(FIELD, '  int64 $1 = 1;')).toMatch(/changed/);
  });

  it('a method that is gone', () => {
    expect(breakagesOf(/^ {2}rpc \w+\(\w+\) returns \(\w+\);$/m, '')).toMatch(/Previously present RPC/);
  });

  it('but a field whose number and name are reserved, or a new one, is not', () => {
    expect(breakagesOf(FIELD, '  reserved 1;\n  reserved "$1";\n  string added_later = 900;')).toBe('');
  });
});
