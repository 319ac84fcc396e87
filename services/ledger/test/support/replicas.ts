import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startService } from '@app/service';
import { fromSources, type TestAnswer } from '@app/testing';
import { vi } from 'vitest';
import { createLedgerService } from '../../src/service.ts';
import type { Books, Ledger } from '../ledger.ts';

/** Another replica of a ledger, on the same database and broker. */
export interface Replica {
  /** A request with the token of the books, straight to this replica; rejects when the replica dies under it. */
  call(
    books: Books,
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly body: TestAnswer['body'] }>;
  stop(): Promise<void>;
}

const caller =
  (port: string | number): Replica['call'] =>
  async (books, method, path, body, headers = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${books.token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };

/** In this process, with the jobs that it runs. */
export async function startReplica(
  ledger: Ledger,
): Promise<Replica & { readonly runJob: (name: string) => Promise<number> }> {
  const replica = await startService(createLedgerService(), { env: ledger.env, natsPrefix: ledger.natsPrefix });
  await replica.opened;
  return {
    call: caller(replica.httpPort),
    runJob: (name) => replica.composition.jobs.run(name),
    stop: () => replica.stop(),
  };
}

/** In a process of its own; `stop` kills it without a word. */
export async function startKillable(ledger: Ledger): Promise<Replica> {
  const env = { ...process.env, ...ledger.env, TEST_NATS_PREFIX: ledger.natsPrefix };
  const child = spawn(process.execPath, [...fromSources, join(import.meta.dirname, '../ledger-process.ts')], {
    env,
  });
  let output = '';
  const take = (chunk: Buffer): void => {
    output += chunk;
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  // It reads every module anew, which takes its time where others are at work too.
  const port = await vi.waitFor(
    () => /^listening on (\d+)$/m.exec(output)?.[1] ?? Promise.reject(new Error(`The replica is not up: ${output}`)),
    { timeout: 300_000, interval: 25 },
  );
  return {
    call: caller(port),
    stop: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
