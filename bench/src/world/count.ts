import type { Bench } from '../bench.ts';

/**
 * Runs work that says how many entries were acknowledged to it, and asks the database whether it holds just as many
 * more.
 */
export async function countingEntries<T extends { readonly stored: number }>(
  bench: Bench,
  work: () => Promise<T>,
): Promise<T> {
  const sql = await bench.sql();
  const count = async (): Promise<number> => {
    const [row] = await sql<
      { posted: string }[]
    >`select coalesce(sum(last_sequence_number), 0) as posted from journal_counters`;
    return Number(row!.posted);
  };
  const before = await count();
  const result = await work();
  const stored = (await count()) - before;
  if (stored !== result.stored) throw new Error(`${result.stored} entries were acknowledged and ${stored} stored`);
  return result;
}
