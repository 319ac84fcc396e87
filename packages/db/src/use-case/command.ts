import type { Failure } from '@app/contract/failure';
import type { z } from 'zod';
import type { Database, Executor, Tx } from '../database.ts';
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
   */
  once(db: Database, commandKey: string, work: (carryOut: CarryOut<Result>) => Promise<Result>): Promise<Result>;
}

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
  const before = async (ex: Executor, commandKey: string): Promise<Result | undefined> => {
    const row = await store.find(ex, name, { commandKey });
    if (!row) return undefined;
    if (row.state === 'refused') throw refusalFrom(row.refusal as KeptRefusal);
    return result.parse(row.result);
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

  return {
    async once(db, commandKey, work) {
      const done = await before(db.executor, commandKey);
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
