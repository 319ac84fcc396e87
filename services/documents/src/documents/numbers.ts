import type { Tx } from '@app/db';
import { and, asc, eq, sql } from 'drizzle-orm';
import { freeNumbers, numberCounters } from '../schema/document-numbers.ts';
import type { NumberSeries } from './kinds.ts';
import { numbersInUse } from './store.ts';

/** Where somebody has set a counter, and at which version of the client account. */
export interface CounterSetting {
  readonly nextNumber: number;
  readonly setAtVersion: number;
}

/** What the number of a series looks like. */
export const textOf = (series: NumberSeries, number: number): string =>
  series === 'pro_forma' ? `P${number}` : String(number);

const LOOK_AHEAD = 50;

/**
 * Takes the next number of a series (DOC-R20 to DOC-R23): one that was given back, else the counter's, past those that
 * are in use. Whoever takes one waits for the others of the client account, until the transaction ends.
 */
export async function takeNumber(
  tx: Tx,
  clientAccountId: number,
  series: NumberSeries,
  setting: CounterSetting | undefined,
): Promise<number> {
  const next = await holdCounter(tx, clientAccountId, series, setting);
  const free = await freedNumber(tx, clientAccountId, series);
  if (free !== undefined) return free;
  for (let from = next; ; from += LOOK_AHEAD) {
    const wanted = Array.from({ length: LOOK_AHEAD }, (_, index) => from + index);
    const used = await numbersInUse(
      tx,
      clientAccountId,
      series,
      wanted.map((number) => textOf(series, number)),
    );
    const number = wanted.find((candidate) => !used.has(textOf(series, candidate)));
    if (number === undefined) continue;
    await tx
      .update(numberCounters)
      .set({ nextNumber: number + 1 })
      .where(and(eq(numberCounters.clientAccountId, clientAccountId), eq(numberCounters.series, series)));
    return number;
  }
}

/** Gives a number back whose document was refused: the next one of the series gets it. */
export async function giveBack(tx: Tx, clientAccountId: number, series: NumberSeries, number: number): Promise<void> {
  await tx.insert(freeNumbers).values({ clientAccountId, series, number }).onConflictDoNothing();
}

/** The counter, held; set anew where somebody has set it since. */
async function holdCounter(
  tx: Tx,
  clientAccountId: number,
  series: NumberSeries,
  { nextNumber, setAtVersion }: CounterSetting = { nextNumber: 1, setAtVersion: 0 },
): Promise<number> {
  const isNewer = sql`excluded.set_at_version > ${numberCounters.setAtVersion}`;
  const [row] = await tx
    .insert(numberCounters)
    .values({ clientAccountId, series, nextNumber, setAtVersion })
    .onConflictDoUpdate({
      target: [numberCounters.clientAccountId, numberCounters.series],
      set: {
        nextNumber: sql`case when ${isNewer} then excluded.next_number else ${numberCounters.nextNumber} end`,
        setAtVersion: sql`greatest(${numberCounters.setAtVersion}, excluded.set_at_version)`,
      },
    })
    .returning({ nextNumber: numberCounters.nextNumber });
  return row!.nextNumber;
}

/** The lowest number that was given back and that nobody has taken by hand meanwhile. */
async function freedNumber(tx: Tx, clientAccountId: number, series: NumberSeries): Promise<number | undefined> {
  const ofSeries = and(eq(freeNumbers.clientAccountId, clientAccountId), eq(freeNumbers.series, series));
  const freed = await tx
    .select({ number: freeNumbers.number })
    .from(freeNumbers)
    .where(ofSeries)
    .orderBy(asc(freeNumbers.number));
  for (const { number } of freed) {
    await tx.delete(freeNumbers).where(and(ofSeries, eq(freeNumbers.number, number)));
    const used = await numbersInUse(tx, clientAccountId, series, [textOf(series, number)]);
    if (used.size === 0) return number;
  }
  return undefined;
}
