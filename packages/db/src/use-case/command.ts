import { createHash } from 'node:crypto';
import { type Failure, unavailable } from '@app/contract/failure';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database, Executor, Tx } from '../database.ts';
import { createGroupCommit, type GroupCommit } from '../group-commit.ts';
import { EffectTakenBack, KeyTaken, openEffect, withSharedEffect } from '../shared-effects.ts';
import { type KeptRefusal, refusalFrom } from './refusal.ts';
import * as store from './store.ts';

/**
 * Something that one service does in one transaction, at most once per command key: what use cases over services call.
 */
export interface Command<Result> {
  /**
   * Gives what the command gave when its key came before, else does the work. The work asks whom it has to ask with no
   * transaction open, and then has the effect carried out: in one transaction with the note of the key and the result.
   * Of several with one key at the same moment the others wait for the first, and get what it gave.
   * @param options.isFirstTry spares the look whether the key came before; the effect is there once all the same
   */
  once(
    db: Database,
    commandKey: string,
    work: (carryOut: CarryOut<Result>) => Promise<Result>,
    options?: { readonly isFirstTry?: boolean | undefined },
  ): Promise<Result>;
  /**
   * As `once`, for an effect whose transaction may be that of other commands and requests too: the work hands what it
   * writes to whoever takes it from `sharedEffect`, and makes the result before the commit. Joins no transaction.
   * @param options.waits false throws `KeyTaken` where another one with the key is under way. Whether a key came before is
   * found out by its claim then, and not by a look beforehand: it hardly ever did
   */
  shared(
    db: Database,
    commandKey: string,
    work: () => Promise<Result>,
    options?: { readonly waits?: boolean },
  ): Promise<Result>;
  /** What the command of a key came to; undefined while it has not. @throws Failure the refusal that was kept */
  find(ex: Executor, commandKey: string): Promise<Result | undefined>;
}

/** How often a command is carried out whose effect others in its transaction take back. */
const SHARED_ATTEMPTS = 4;

const hashOf = (commandKey: string): Buffer => createHash('sha256').update(`command\n${commandKey}`).digest();

/** Opens the transaction of an effect; what it gives is kept with it. */
export type CarryOut<Result> = (effect: (tx: Tx) => Promise<Result>) => Promise<Result>;

export interface CommandDefinition<Result> {
  /** As it stands in the table: `create_invitation`. */
  readonly name: string;
  /** What it gives, as JSON: ids, so that a repeat reads what became of them. */
  readonly result: z.ZodType<Result>;
  /**
   * Which errors are a final no, which is kept as well and answered again; none by default. For commands that other
   * services send: a copy of the call that is late must not do what was refused to its sender. Says what the
   * `refusalOf` of the sender's use case says: what leaves the outcome open there is tried again under the same key.
   * Requests of people have their own memory of answers.
   */
  readonly refusalOf?: (error: unknown) => Failure | undefined;
}

export function defineCommand<Result>({
  name,
  result,
  refusalOf = () => undefined,
}: CommandDefinition<Result>): Command<Result> {
  /** @throws Failure the refusal that was kept */
  const cameTo = (row: store.CameTo | undefined): Result | undefined => {
    if (!row) return undefined;
    store.requireName(row, name);
    if (row.state === 'refused') throw refusalFrom(row.refusal as KeptRefusal);
    return result.parse(row.result);
  };
  const before = async (ex: Executor, commandKey: string): Promise<Result | undefined> =>
    cameTo(await store.find(ex, name, { commandKey }));

  /** Of keys that come together, by one statement. */
  const looks = new WeakMap<Database, GroupCommit<string, store.CameTo | null>>();
  const looksOn = (db: Database): GroupCommit<string, store.CameTo | null> => {
    const find = async (keys: readonly string[]) => {
      const found = await store.findAmong(db.executor, keys);
      return keys.map((key) => found.get(key) ?? null);
    };
    const group =
      looks.get(db) ??
      createGroupCommit<string, store.CameTo | null>(
        { accountOf: () => 0, together: find, alone: async (key) => (await find([key]))[0] ?? null },
        // Nobody is held up: it reads by the primary key alone.
        { waitingEach: Number.POSITIVE_INFINITY },
      );
    looks.set(db, group);
    return group;
  };

  const carryOutOnce =
    (db: Database, commandKey: string): CarryOut<Result> =>
    (effect) =>
      db.write(async (tx) => {
        if (!(await store.reserve(tx, name, commandKey))) return (await before(tx, commandKey))!;
        const given = await effect(tx);
        await store.finish(tx, commandKey, given);
        return given;
      });

  /** Whoever came first decides: when the key is taken by now, this no counts for nothing. */
  const refuse = async (db: Database, commandKey: string, refusal: Failure): Promise<Result> => {
    if (await store.reserveRefused(db.executor, name, commandKey, refusal)) throw refusal;
    return (await before(db.executor, commandKey))!;
  };

  /** What the one came to that has the key at this moment; undefined when it came to nothing. */
  const afterFirst = (db: Database, commandKey: string): Promise<Result | undefined> =>
    db.write(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${hashOf(commandKey).readBigInt64BE(0).toString()}::bigint)`);
      return before(tx, commandKey);
    });

  const attemptShared = async (commandKey: string, work: () => Promise<Result>): Promise<Result> => {
    const effect = openEffect({ hash: hashOf(commandKey), requestHash: '', commandKey, command: name });
    try {
      const given = await withSharedEffect(effect, work);
      if (!effect.isWritten) throw new Error(`The command "${name}" may share a transaction and has written by itself`);
      effect.answer({ status: 200, contentType: null, headers: {}, body: Buffer.from(JSON.stringify(given)) });
      await effect.commit;
      return given;
    } catch (error) {
      effect.abandon(error);
      throw error;
    }
  };

  return {
    find: before,
    async shared(db, commandKey, work, { waits = true } = {}) {
      const done = waits ? cameTo((await looksOn(db).run(commandKey)) ?? undefined) : undefined;
      if (done !== undefined) return done;
      for (let tries = 1; tries <= SHARED_ATTEMPTS; tries++) {
        try {
          return await attemptShared(commandKey, work);
        } catch (error) {
          if (error instanceof KeyTaken) {
            const first = await (waits ? afterFirst(db, commandKey) : before(db.executor, commandKey));
            if (first !== undefined) return first;
            if (waits) continue;
          }
          if (error instanceof EffectTakenBack) continue;
          const refusal = refusalOf(error);
          if (!refusal) throw error;
          return refuse(db, commandKey, refusal);
        }
      }
      throw unavailable('The command was taken back again and again; send it again in a moment');
    },
    async once(db, commandKey, work, { isFirstTry } = {}) {
      const done = isFirstTry ? undefined : await before(db.executor, commandKey);
      if (done !== undefined) return done;
      try {
        return await work(carryOutOnce(db, commandKey));
      } catch (error) {
        const refusal = refusalOf(error);
        if (!refusal) throw error;
        return refuse(db, commandKey, refusal);
      }
    },
  };
}
