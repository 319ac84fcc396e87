import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createLineWriter } from '../src/line-writer.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function record() {
  const writes: string[] = [];
  const logger = pino({ base: null, timestamp: false }, createLineWriter({ write: (lines) => writes.push(lines) }));
  return { writes: writes as readonly string[], logger };
}

it('lines of one turn leave in one write, in their order', async () => {
  const { writes, logger } = record();
  logger.info('one');
  logger.info('two');
  expect(writes).toEqual([]);
  await turn();
  logger.info('three');
  await turn();
  expect(writes.map((text) => [...text.matchAll(/"msg":"(\w+)"/g)].map((match) => match[1]))).toEqual([
    ['one', 'two'],
    ['three'],
  ]);
});

it('errors leave at once, with what waited before them', async () => {
  const { writes, logger } = record();
  logger.info('before');
  logger.error('wrong');
  expect(writes).toHaveLength(1);
  expect(writes[0]).toMatch(/before[\s\S]*wrong/);
  await turn();
  expect(writes).toHaveLength(1);
});

it('a flood does not wait for the turn to end', () => {
  const { writes, logger } = record();
  for (let i = 0; i < 100; i++) logger.info('x'.repeat(1_000));
  expect(writes.length).toBeGreaterThan(0);
});

it.each([
  ['ends', 'process.exit(0)'],
  ['dies of an error', "throw new Error('unexpected')"],
  ['is done', ''],
])('a process that %s leaves no line behind', (_, ending) => {
  const logger = join(import.meta.dirname, '../src/logger.ts');
  const script = `import { createLogger } from ${JSON.stringify(logger)}; createLogger({ service: 'x' }).info('last words'); ${ending}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
    encoding: 'utf8',
  });
  expect(stdout).toContain('last words');
});
