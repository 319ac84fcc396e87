import { type Placeholder, sql } from 'drizzle-orm';
import type { Executor } from './database.ts';

declare const type: unique symbol;

/** Where a query takes a value of each call. */
export type Value<T> = Placeholder & { readonly [type]?: T };

/** A query of the builder, any of its kinds. */
interface Query<Result> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> };
}

/** What a call gives in the places of a query's values. */
type Given<Values extends readonly unknown[]> = {
  [Place in keyof Values]: Values[Place] extends Value<infer T> ? T : never;
};

/**
 * A query of the builder that is written once for the sessions it runs on, instead of for every call: to write a
 * `select` of eleven columns takes longer than all that PostgreSQL does for a row found by its key. It stays prepared
 * from its first call on, so it is for what finds rows by keys, whatever the length of the books. In a transaction it
 * is written for that.
 * @param build gets an executor and the places of the values, as many as it has parameters besides, none of them
 *   optional: `builtOnce((ex, ids: Value<readonly number[]>) => ex.select().from(units).where(anyOf(units.id, ids)))`
 * @returns runs it with the values of a call
 */
export function builtOnce<Result, Values extends readonly Placeholder[]>(
  build: (ex: Executor, ...values: Values) => Query<Result>,
): (ex: Executor, ...given: Given<Values>) => Promise<Result> {
  const names = Array.from({ length: build.length - 1 }, (_, place) => `value${place}`);
  const places = names.map((name) => sql.placeholder(name)) as readonly Placeholder[] as Values;
  // Of a transaction it goes with the transaction.
  const built = new WeakMap<Executor, ReturnType<Query<Result>['prepare']>>();
  return (ex, ...given) => {
    let query = built.get(ex);
    if (!query) {
      query = build(ex, ...places).prepare('built_once');
      built.set(ex, query);
    }
    return query.execute(Object.fromEntries(names.map((name, place) => [name, given[place]])));
  };
}
