import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database, migrate } from '@app/db';
import { createBroker, createConsumer, journalEntryPosted, on } from '@app/events';
import type { Platform } from '@app/platform';
import { createLogger, createMetrics } from '@app/runtime';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { databaseOf } from '../bench.ts';

/** A consumer of postings as a service would have one. */
export interface Listener extends AsyncDisposable {
  /** When the transaction that applied the event of an entry was committed, on the clock of `performance.now`. */
  applied(entryId: number, withinMillis: number): Promise<number>;
}

/**
 * Starts a consumer with a schema of its own, which writes every posting down; the first events it gets are those of
 * old.
 */
export async function startListener(platform: Platform): Promise<Listener> {
  const schema = `bench_${randomBytes(4).toString('hex')}`;
  const url = new URL(platform.postgres.url);
  url.pathname = `/${databaseOf(platform)}`;
  const admin = postgres(url.href, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create schema ${schema}; create table ${schema}.postings (entry_id bigint primary key)`);
  await migrate({ url: url.href, service: schema, directory: join(tmpdir(), schema) });

  const logger = createLogger({ service: schema, level: 'warn' });
  const broker = createBroker({ url: platform.nats.url, name: schema, logger, replicas: 1 });
  const db = connect({ url: url.href, schema, applicationName: schema, max: 4 });
  const appliedAt = new Map<number, number>();
  const waiting = new Map<number, (at: number) => void>();
  const current = new AsyncLocalStorage<{ entryId?: number }>();
  // The moment that counts is after the commit, which only the transaction itself sees.
  const stamped: Database = Object.create(db, {
    write: {
      value: (work: Parameters<Database['write']>[0]) => {
        const box: { entryId?: number } = {};
        return current.run(box, async () => {
          const result = await db.write(work);
          if (box.entryId !== undefined) deliver(box.entryId, performance.now());
          return result;
        });
      },
    },
  });
  const deliver = (entryId: number, at: number): void => {
    appliedAt.set(entryId, at);
    waiting.get(entryId)?.(at);
    waiting.delete(entryId);
  };
  const consumer = createConsumer({
    service: schema,
    db: stamped,
    broker,
    logger,
    metrics: createMetrics({ service: schema }),
    handlers: [
      on(journalEntryPosted, async (tx, { payload }) => {
        await tx.execute(sql`insert into postings (entry_id) values (${payload.journal_entry_id})`);
        current.getStore()!.entryId = payload.journal_entry_id;
      }),
    ],
  });
  consumer.start();
  return {
    applied: (entryId, withinMillis) => {
      const at = appliedAt.get(entryId);
      if (at !== undefined) return Promise.resolve(at);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`The event of entry ${entryId} was not applied within ${withinMillis} ms`)),
          withinMillis,
        );
        waiting.set(entryId, (when) => {
          clearTimeout(timer);
          resolve(when);
        });
      });
    },
    async [Symbol.asyncDispose]() {
      await consumer.stop();
      await broker.close();
      await db.close();
      await admin.unsafe(`drop schema ${schema} cascade`);
      await admin.end();
    },
  };
}
