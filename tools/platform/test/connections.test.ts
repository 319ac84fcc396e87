import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectionsOfPlatform, REQUEST_CONNECTIONS } from '@app/db/pools';
import { MAX_CONNECTIONS } from '@app/embedded';
import postgres from 'postgres';
import { expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../src/root.ts';
import { SERVICES } from '../src/services.ts';
import { readSettings } from '../src/settings.ts';

// Connections to PostgreSQL at the worst: every pool of every process full, with two of each
// (docs/decisions/0085-smaller-holes.md).

const REPLICAS = 2;
const processes = SERVICES.filter(({ kind }) => kind !== 'sandbox').length * REPLICAS;

it('two of each process with full pools fit into what PostgreSQL allows', async () => {
  const settings = await readSettings({ services: SERVICES, environment: {}, root: ROOT });
  const requests = Number(settings.get('DATABASE_POOL_SIZE'));
  expect(requests).toBe(REQUEST_CONNECTIONS);
  expect(connectionsOfPlatform(processes, requests)).toBe(MAX_CONNECTIONS);
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
