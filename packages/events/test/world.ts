import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { appendToOutbox, connect, type Database } from '@app/db';
import { createLogger, createMetrics } from '@app/runtime';
import { createTestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { z } from 'zod';
import {
  type Broker,
  createBroker,
  createConsumer,
  createRelay,
  defineEvent,
  type Handler,
  on,
  type Relay,
} from '../src/index.ts';

export const factStated = defineEvent({
  name: 'specimen.fact.stated',
  version: 2,
  schema: z.object({ text: z.string() }),
});

export const logger = createLogger({ service: 'specimen', level: 'silent' });

export interface World {
  readonly db: Database;
  readonly broker: Broker;
  readonly relay: Relay;
  readonly prefix: string;
  readonly metrics: ReturnType<typeof createMetrics>;
  announce(...texts: string[]): Promise<void>;
  consume(
    handlers?: readonly Handler[],
    options?: {
      readonly service?: string;
      readonly db?: Database;
      readonly broker?: Broker;
      readonly workers?: number;
    },
  ): ReturnType<typeof createConsumer>;
  texts(): Promise<string[]>;
  count(query: ReturnType<typeof sql>): Promise<number>;
  close(): Promise<void>;
}

/** Writes what it hears into the table `facts`. */
export const recordFacts = on(factStated, async (tx, event) => {
  await tx.execute(sql`insert into facts (event_id, text) values (${event.id}::uuid, ${event.payload.text})`);
});

/** A producer and consumer with a database and a stream of its own. */
export async function createWorld(
  options: { readonly natsUrl?: string; readonly databaseUrl?: string } = {},
): Promise<World> {
  const database = options.databaseUrl
    ? undefined
    : await createTestDatabase('specimen', join(import.meta.dirname, 'migrations'));
  const prefix = `t${randomBytes(5).toString('hex')}`;
  const db = connect({
    url: options.databaseUrl ?? database!.url,
    schema: 'specimen',
    applicationName: 'events-test',
    max: 4,
  });
  const broker = createBroker({ url: options.natsUrl ?? inject('natsUrl'), name: 'events-test', logger, prefix });
  const metrics = createMetrics({ service: 'specimen' });
  const relay = createRelay({ db, service: 'specimen', broker, logger, metrics, pollMillis: 20, checkMillis: 100 });
  const consumers: ReturnType<typeof createConsumer>[] = [];
  return {
    db,
    broker,
    relay,
    prefix,
    metrics,
    announce: (...texts) =>
      db.write((tx) => appendToOutbox(tx, ...texts.map((text) => factStated.create({ text }, 7)))),
    consume: (handlers = [recordFacts], changes = {}) => {
      const consumer = createConsumer({
        service: 'listener',
        handlers,
        db,
        broker,
        logger,
        metrics,
        backoffMillis: 1,
        deliveries: 3,
        ...changes,
      });
      consumers.push(consumer);
      consumer.start();
      return consumer;
    },
    texts: async () =>
      (await db.executor.execute<{ text: string }>(sql`select text from facts order by text`)).map(({ text }) => text),
    count: async (query) =>
      Number((await db.executor.execute<{ count: string }>(sql`select count(*) from ${query}`))[0]!.count),
    close: async () => {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await relay.stop();
      await broker.close();
      await db.close();
      await database?.drop();
    },
  };
}
