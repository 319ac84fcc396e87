import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDataFolder, startNats, startPostgres } from '@app/embedded';
import type { TestProject } from 'vitest/node';

type Running = { readonly url: string; stop(): Promise<void> };

const running = (url: string): Running => ({ url, stop: async () => undefined });

/**
 * Gives the whole test run one PostgreSQL and one NATS, with empty data in a temporary folder and without durability.
 * Servers named in `TEST_POSTGRES_URL` (a superuser's address) and `TEST_NATS_URL` are used instead when they are set.
 */
export async function setup(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'accounting-test-'));
  const { TEST_POSTGRES_URL, TEST_NATS_URL } = process.env;
  const start = [
    TEST_POSTGRES_URL ? running(TEST_POSTGRES_URL) : startPostgres({ dataDir: join(folder, 'postgres'), fast: true }),
    TEST_NATS_URL ? running(TEST_NATS_URL) : startNats({ dataDir: join(folder, 'nats'), fast: true }),
  ];
  const settled = await Promise.allSettled(start);
  const stop = async () => {
    await Promise.all(settled.map((server) => server.status === 'fulfilled' && server.value.stop()));
    removeDataFolder(join(folder, 'postgres'));
    rmSync(folder, { recursive: true, force: true });
  };
  const [postgres, nats] = settled;
  if (postgres?.status !== 'fulfilled' || nats?.status !== 'fulfilled') {
    await stop();
    throw settled.find((server) => server.status === 'rejected')?.reason;
  }
  project.provide('postgresUrl', postgres.value.url);
  project.provide('natsUrl', nats.value.url);
  return stop;
}
