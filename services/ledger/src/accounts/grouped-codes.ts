import type { Executor } from '@app/db';
import { systemChart } from './store.ts';

/** The accounts of the system chart by the pair of the business specification that they have, lowest code first. */
export async function codesByGrouping(db: Executor): Promise<ReadonlyMap<string, readonly string[]>> {
  const chart = [...(await systemChart(db))].sort((a, b) => (a.code < b.code ? -1 : 1));
  return new Map(
    [...Map.groupBy(chart, groupingKey)].map(([key, accounts]) => [key, accounts.map(({ code }) => code)]),
  );
}

export const groupingKey = ({ category, grouping }: { readonly category: string; readonly grouping: string }): string =>
  `${category} ${grouping}`;
