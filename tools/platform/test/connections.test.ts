import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_CONNECTIONS } from '@app/embedded';
import { connectionsOfPlatform, REQUEST_CONNECTIONS, RESERVED_CONNECTIONS } from '@app/registry';
import postgres from 'postgres';
import { expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../src/root.ts';
import { SERVICES } from '../src/services.ts';
import { readSettings } from '../src/settings.ts';

// Connections to PostgreSQL at the worst: every pool of every process full
// (docs/decisions/0233-a-hundred-connections.md). The faults count those of a platform under load.

it('two of each process with full pools are a hundred, and fit into what a server of ours allows', async () => {
  const settings = await readSettings({ services: SERVICES, environment: {}, root: ROOT });
  const requests = Number(settings.get('DATABASE_POOL_SIZE'));
  expect(requests).toBe(REQUEST_CONNECTIONS);
  expect(connectionsOfPlatform(2, requests)).toBeLessThanOrEqual(100);
  expect(connectionsOfPlatform(2, 16) + RESERVED_CONNECTIONS).toBeLessThanOrEqual(MAX_CONNECTIONS);
});

it.each([1, 4, 8, 11])('the formula of the manual is right for pools of %i', (size) => {
  const [, text] = /\n {4}one of each: (.+)\n/.exec(readFileSync(join(ROOT, 'docs/operate.md'), 'utf8'))!;
  const terms = text!.split('+').map((term) => term.trim().replace('DATABASE_POOL_SIZE', `${size}`));
  const worth = (term: string): number => {
    const quarters = /^(\d+) × ⌈(\d+) ÷ 4⌉$/.exec(term);
    if (quarters) return Number(quarters[1]) * Math.ceil(Number(quarters[2]) / 4);
    return term.split('×').reduce((product, factor) => product * Number(factor), 1);
  };
  expect(terms.reduce((sum, term) => sum + worth(term), 0)).toBe(connectionsOfPlatform(1, size));
});

it('the server of npm start and of the tests allows what is declared', async () => {
  const sql = postgres(inject('postgresUrl'), { max: 1 });
  try {
    const [row] = await sql<{ max_connections: string }[]>`show max_connections`;
    expect(Number(row!.max_connections)).toBe(MAX_CONNECTIONS);
  } finally {
    await sql.end();
  }
});

it('the server of docker compose allows as many', () => {
  const { services } = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true });
  expect(services.postgres.command).toEqual(['postgres', '-c', `max_connections=${MAX_CONNECTIONS}`]);
});
