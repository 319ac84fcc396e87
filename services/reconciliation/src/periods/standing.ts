import type { Tx } from '@app/db';
import type { Stamp } from '@app/records';
import { periodChanged } from './events.ts';
import { standingOf } from './scopes-store.ts';
import { type Period, setStanding } from './store.ts';

/** What happened in a period, in whose transaction its status follows. */
export interface Happening {
  readonly stamp: Stamp;
  readonly today: string;
  /** A record of it was added, changed or retired: then it is no longer held open. */
  readonly hasChanged: boolean;
  /** Who reconciled the last record. */
  readonly reconciledById: number;
}

/**
 * The automatic rule: a period that has ended is reconciled when each of its scopes has a record that is no draft, and
 * is reopened when that is no longer so (RPD-R08, RPD-R32). One that was reopened by hand waits until something happens
 * to a record of it.
 * @returns whether its status changed
 */
export async function followRule(tx: Tx, period: Period, happening: Happening): Promise<boolean> {
  const { scopes, reconciled } = await standingOf(tx, period.clientAccountId, period.id);
  const isComplete = scopes > 0 && scopes === reconciled && period.periodEnd < happening.today;
  const isHeldOpen = period.isHeldOpen && !happening.hasChanged;
  const status = isComplete && !isHeldOpen ? 'RECONCILED' : period.status === 'OPEN' ? 'OPEN' : 'REOPENED';
  if (status === period.status) {
    if (isHeldOpen !== period.isHeldOpen) await setStanding(tx, period, { isHeldOpen });
    return false;
  }
  const reconciliation =
    status === 'RECONCILED' ? { reconciledAt: happening.stamp.moment, reconciledById: happening.reconciledById } : {};
  await periodChanged(tx, await setStanding(tx, period, { status, isHeldOpen, ...reconciliation }));
  return true;
}
