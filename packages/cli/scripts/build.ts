// Writes the package `@accounting-platform/cli` to a folder, `dist` unless another is named: the program `bilag` in one
// file.
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundle } from '@app/sdk/bundle';
import { commonManifest } from '@app/sdk/manifest';

const folder = join(import.meta.dirname, '..');
const dist = resolve(process.argv[2] ?? join(folder, 'dist'));
const program = join(dist, 'bilag.js');

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
await bundle({
  entry: join(folder, 'src', 'main.ts'),
  target: program,
  platform: 'node',
  banner: '#!/usr/bin/env node',
});
chmodSync(program, 0o755);
writeFileSync(
  join(dist, 'package.json'),
  `${JSON.stringify(
    {
      name: '@accounting-platform/cli',
      description: 'The accounting platform from the command line',
      ...commonManifest(),
      bin: { bilag: 'bilag.js' },
      files: ['bilag.js'],
    },
    null,
    2,
  )}\n`,
);
cpSync(join(folder, 'README.md'), join(dist, 'README.md'));
