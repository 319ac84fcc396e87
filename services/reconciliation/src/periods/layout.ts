import type { Database, Tx } from '@app/db';
import { type Stamp, takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import { retireByEngine } from '../external/by-engine.ts';
import type { PeriodCompany } from './company.ts';
import { monthsOfPeriod, openSpans } from './engine/spans.ts';
import { periodChanged } from './events.ts';
import { draftsOfPeriods, removeScopes } from './scopes-store.ts';
import { allPeriods, insertPeriods, type Period, replacePeriods } from './store.ts';

/** Who made what the platform makes by itself. */
export const SYSTEM_USER = 2;

const spanKey = ({ periodStart, periodEnd }: Pick<Period, 'periodStart' | 'periodEnd'>): string =>
  `${periodStart}:${periodEnd}`;

/**
 * Makes the periods from the first posting to today that are missing. Open ones follow the frequency; those that were
 * reconciled once keep their span (RPD-R03, RPD-R14). Of many who do this at once one after the other does, and the
 * later ones find nothing to do.
 * @returns how many periods were made or replaced
 */
export const layOutPeriods = (
  deps: { readonly db: Database; readonly clock: Clock },
  company: PeriodCompany,
  first: string,
): Promise<number> =>
  deps.db.write(async (tx) => {
    const { clientAccountId } = company;
    const stamp = await takeStamp(tx, deps.clock, clientAccountId, SYSTEM_USER);
    const present = await allPeriods(tx, clientAccountId);
    const kept = present.filter(({ status }) => status !== 'OPEN');
    const wanted = openSpans(
      kept.map(({ periodStart, periodEnd }) => ({ start: periodStart, end: periodEnd })),
      monthsOfPeriod(company),
      { first, today: deps.clock.today() },
    );
    const keys = new Set(wanted.map(({ start, end }) => `${start}:${end}`));
    const stale = present.filter((period) => period.status === 'OPEN' && !keys.has(spanKey(period)));
    const there = new Set(present.map(spanKey));
    const missing = wanted.filter(({ start, end }) => !there.has(`${start}:${end}`));
    await replace(tx, stale, stamp);
    const made = await insertPeriods(tx, clientAccountId, missing, {
      createdAt: stamp.moment,
      createdById: SYSTEM_USER,
    });
    for (const period of made) await periodChanged(tx, period);
    return made.length + stale.length;
  });

/** Drafts of a period that is replaced go; what is reconciled stays, under the id that it was made with. */
async function replace(tx: Tx, stale: readonly Period[], stamp: Stamp): Promise<void> {
  if (stale.length === 0) return;
  const { clientAccountId } = stale[0]!;
  const ids = stale.map(({ id }) => id);
  const drafts = await draftsOfPeriods(tx, clientAccountId, ids);
  await retireByEngine(
    tx,
    stamp,
    drafts.map((id) => ({ clientAccountId, id })),
  );
  await removeScopes(tx, clientAccountId, ids);
  await replacePeriods(tx, clientAccountId, ids, stamp.moment);
}
