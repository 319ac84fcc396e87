import type { ShareClass } from '@app/api/ledger/index';
import { anyOf, type Executor, type Tx } from '@app/db';
import { formatRate } from '@app/money';
import { and, desc, eq, lte, ne, type SQL, sql } from 'drizzle-orm';
import { sharePositions } from '../schema/share-positions.ts';
import type { Position } from './cap-table.ts';
import { type Closing, type Holder, type Holding, POOL, shares } from './holdings.ts';

const p = sharePositions;

export interface PositionFilter {
  readonly clientAccountId: number;
  /** The end of this day is shown. */
  readonly asOf: string;
  readonly holders?: readonly Holder[] | undefined;
  readonly shareClasses?: readonly ShareClass[] | undefined;
  readonly includesPool: boolean;
}

/** What each holder has of each class at the end of a day, by holder; who has none left is left out. */
export async function readPositions(db: Executor, filter: PositionFilter): Promise<readonly Position[]> {
  const { holders, shareClasses, asOf, includesPool } = filter;
  const rows = await lastRows(
    db,
    filter.clientAccountId,
    asOf,
    holders?.length ? anyOf(p.businessPartnerId, includesPool ? [...holders, POOL] : holders) : undefined,
    shareClasses?.length ? anyOf(p.shareClass, shareClasses) : undefined,
    includesPool ? undefined : ne(p.businessPartnerId, POOL),
  );
  return rows
    .map(({ holder, shareClass, quantity, cost }) => ({
      ...{ holder, quantity: shares(quantity), cost: shares(cost) },
      // The check of the transactions holds the word to those of the type.
      shareClass: shareClass as ShareClass,
    }))
    .filter(({ quantity }) => !quantity.isZero());
}

/**
 * What holders have of a class at the end of a day.
 * @param holders those asked about; every holder when absent
 */
export async function readHoldings(
  tx: Tx,
  of: { readonly clientAccountId: number; readonly shareClass: ShareClass; readonly date: string },
  holders?: readonly Holder[],
): Promise<ReadonlyMap<Holder, Holding>> {
  const rows = await lastRows(
    tx,
    of.clientAccountId,
    of.date,
    eq(p.shareClass, of.shareClass),
    holders && anyOf(p.businessPartnerId, holders),
  );
  return new Map(
    rows.map(({ holder, quantity, cost }) => [holder, { quantity: shares(quantity), cost: shares(cost) }]),
  );
}

/** The newest row of each holder and class up to a day. */
const lastRows = (db: Executor, clientAccountId: number, asOf: string, ...conditions: readonly (SQL | undefined)[]) =>
  db
    .selectDistinctOn([p.businessPartnerId, p.shareClass], {
      holder: p.businessPartnerId,
      shareClass: p.shareClass,
      quantity: p.quantity,
      cost: p.costBasis,
    })
    .from(p)
    .where(and(eq(p.clientAccountId, clientAccountId), lte(p.asOf, asOf), ...conditions))
    .orderBy(p.businessPartnerId, p.shareClass, desc(p.asOf));

/** Rows of one statement: a year's back-dated operation may touch many days. */
const ROWS = 1_000;

/** Stores what holders have at the end of days, in place of what was known of them. */
export async function putClosings(
  tx: Tx,
  { clientAccountId, shareClass }: { readonly clientAccountId: number; readonly shareClass: ShareClass },
  closings: readonly Closing[],
): Promise<void> {
  for (let start = 0; start < closings.length; start += ROWS) {
    const rows = closings.slice(start, start + ROWS).map(({ holder, date, quantity, cost }) => ({
      ...{ clientAccountId, shareClass, businessPartnerId: holder, asOf: date },
      quantity: formatRate(quantity),
      costBasis: formatRate(cost),
    }));
    await tx
      .insert(p)
      .values(rows)
      .onConflictDoUpdate({
        target: [p.clientAccountId, p.businessPartnerId, p.shareClass, p.asOf],
        set: { quantity: sql`excluded.quantity`, costBasis: sql`excluded.cost_basis` },
      });
  }
}
