import { sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { fixedStatement } from '../fixed-statement.ts';
import { useCases } from '../schema/use-cases.ts';

// Raw: lists of one length each, so that the text of a statement is the same however many there are, and made once.

const keys = sql`any (${sql.placeholder('keys')}::text[])`;
const held = sql`select command_key from ${useCases} where command_key = ${keys} and state = 'open' for update`;
const waiting = fixedStatement(held);
const passing = fixedStatement(sql`${held} skip locked`);

const ending = fixedStatement(sql`
  update ${useCases} as u
  set state = 'done', result = given.result, intent = null, lease_until = null, ended_at = clock_timestamp()
  from jsonb_to_recordset(${sql.placeholder('ended')}::text::jsonb) as given ("commandKey" text, result jsonb)
  where u.command_key = given."commandKey"`);

/**
 * Holds the runs that are open until the transaction ends, for what ends several of them (`commitBy`).
 * @param options.waits for whoever holds a run; else that one is left out
 * @returns their keys, without those that somebody has ended
 */
export async function holdRuns(
  tx: Tx,
  commandKeys: readonly string[],
  { waits }: { readonly waits: boolean },
): Promise<ReadonlySet<string>> {
  const rows = await tx.execute<{ command_key: string }>(
    (waits ? waiting : passing)({ keys: sql.param([...commandKeys]) }),
  );
  return new Set(rows.map(({ command_key }) => command_key));
}

/** Ends runs that are held, with what they came to. */
export async function endRuns(
  tx: Tx,
  ended: readonly { readonly commandKey: string; readonly result: unknown }[],
): Promise<void> {
  if (ended.length > 0) await tx.execute(ending({ ended: JSON.stringify(ended) }));
}
