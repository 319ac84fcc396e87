import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeThrownAwayFolder, removeDataFolder, startNats, startPostgres } from '@app/embedded';
import type { TestProject } from 'vitest/node';

type Running = { readonly url: string; stop(): Promise<void> };

/** One PostgreSQL and one NATS for tests. */
export type TestServers = {
  /** A superuser's address. */
  readonly postgresUrl: string;
  readonly natsUrl: string;
  stop(): Promise<void>;
};

const running = (url: string): Running => ({ url, stop: async () => undefined });

/**
 * Starts both servers with empty data that is thrown away, and without durability. Servers named in
 * `TEST_POSTGRES_URL` (a superuser's address) and `TEST_NATS_URL` are used instead when they are set.
 */
export async function startTestServers(): Promise<TestServers> {
  const folder = makeThrownAwayFolder('accounting-test-');
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
  return { postgresUrl: postgres.value.url, natsUrl: nats.value.url, stop };
}

/** Gives a test run its servers, one pair for all its files. */
export async function setup(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const { postgresUrl, natsUrl, stop } = await startTestServers();
  project.provide('postgresUrl', postgresUrl);
  project.provide('natsUrl', natsUrl);
  return stop;
}
