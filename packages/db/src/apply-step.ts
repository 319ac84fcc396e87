import { setTimeout as pause } from 'node:timers/promises';
import type postgres from 'postgres';
import { isRetryable, sqlState } from './errors.ts';
import type { Step } from './steps.ts';

/**
 * How a migration waits: short waits for locks, behind which others queue, and pauses in between, in which they work.
 * All in milliseconds.
 */
export interface MigrationTimeouts {
  /**
   * The longest wait for one lock: so long those who come after it wait as well. At most 2 000, and more than the
   * server's `deadlock_timeout`: after that it ends an autovacuum that is in the way, and for no shorter wait.
   */
  readonly lockMillis: number;
  readonly pauseMillis: number;
  /** After which a step, or the wait for another replica that migrates, is given up. */
  readonly totalMillis: number;
}

export const ordinaryTimeouts: MigrationTimeouts = { lockMillis: 1_500, pauseMillis: 1_500, totalMillis: 10 * 60_000 };

/** Shows the operator what is waited for; once per wait of some length. */
export type Notice = (text: string, fields: Readonly<Record<string, unknown>>) => void;

/** A quarter shorter or longer at random, so that replicas do not try in step. */
const pauseAbout = (millis: number): Promise<void> => pause(millis * (0.75 + Math.random() / 2));

/** A lock was not given in time, or two migrations crossed: nothing was done. */
const mayTryAgain = (error: unknown): boolean => sqlState(error) === '55P03' || isRetryable(error);

/**
 * Does work that takes locks, again and again until it gets them. Whoever waits for a lock on a table makes everybody
 * wait who comes after it, so a try is short, and between two of them the table is free.
 * @throws what the last try threw, when the time is used up
 */
export async function insist<T>(
  name: string,
  timeouts: MigrationTimeouts,
  notice: Notice,
  work: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + timeouts.totalMillis;
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!mayTryAgain(error) || performance.now() >= until) throw error;
      if (tries % 20 === 1) notice('a migration waits for a lock that others hold', { step: name, tries });
      await pauseAbout(timeouts.pauseMillis);
    }
  }
}

/**
 * Waits for its turn among replicas that migrate, without a statement under way: an index that is built concurrently
 * would wait for that one.
 */
export async function takeMigrationLock(
  sql: postgres.Sql,
  service: string,
  timeouts: MigrationTimeouts,
  notice: Notice,
): Promise<void> {
  const until = performance.now() + timeouts.totalMillis;
  for (let tries = 1; ; tries++) {
    const [lock] = await sql<
      { taken: boolean }[]
    >`select pg_try_advisory_lock(hashtextextended(${`migrate:${service}`}, 0)) as taken`;
    if (lock?.taken) return;
    if (performance.now() >= until)
      throw new Error(`Another process has been migrating ${service} for too long; look at its log, then start again`);
    if (tries % 100 === 20) notice('waiting for another process that migrates this schema', { service });
    await pauseAbout(Math.min(100, timeouts.pauseMillis));
  }
}

const OUTSIDE = /^-- outside a transaction\s*$/m;
const CONCURRENT_INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?\s+on\s/i;

/** Does the first line say that the step cannot be part of a transaction? */
export const isOutside = ({ sql }: Step): boolean => OUTSIDE.test(sql.split('\n', 1)[0] ?? '');

/**
 * Applies a step that cannot be part of a transaction, statement by statement: each ends with a semicolon at the end of
 * a line and can be repeated, since a process that dies in between leaves the rest to the next. An index that was left
 * half built is dropped and built again; its waits for older transactions hold nobody up, so they are not cut short.
 */
export async function applyOutside(sql: postgres.Sql, step: Step, timeouts: MigrationTimeouts): Promise<void> {
  const statements = step.sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  await sql.unsafe(`set lock_timeout = ${timeouts.totalMillis}`);
  try {
    for (const statement of statements) {
      const index = CONCURRENT_INDEX.exec(statement)?.[1];
      if (index !== undefined) await dropInvalid(sql, index);
      await sql.unsafe(statement);
    }
  } finally {
    await sql.unsafe(`set lock_timeout = ${timeouts.lockMillis}`).catch(() => undefined);
  }
}

async function dropInvalid(sql: postgres.Sql, index: string): Promise<void> {
  const [left] = await sql`
    select from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${index} and c.relnamespace = current_schema()::regnamespace and not i.indisvalid`;
  if (left) await sql.unsafe(`drop index concurrently "${index}"`);
}
