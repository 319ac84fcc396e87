import { Failure } from '@app/contract/failure';
import { currentContext, runInContext } from '@app/runtime';
import { type DepreciationContext, depreciate } from './depreciate.ts';
import { companiesWithAssets, dueAssets } from './store.ts';

/** The platform itself. */
const SYSTEM = 2;

/**
 * Writes down, in every company, the months that have ended. What one company's books refuse is tried asset by asset,
 * so that a faulty one keeps no other back; it is reported, and tried again the next night.
 * @returns how many entries were booked
 */
export async function depreciateEverywhere(context: DepreciationContext): Promise<number> {
  const until = lastMonthEnd(context.clock.today());
  let booked = 0;
  for (const clientAccountId of await companiesWithAssets(context.db.executor))
    booked += await runInContext({ requestId: currentContext()?.requestId ?? 'depreciation', clientAccountId }, () =>
      depreciateCompany(context, clientAccountId, until),
    );
  return booked;
}

async function depreciateCompany(
  context: DepreciationContext,
  clientAccountId: number,
  until: string,
): Promise<number> {
  const account = { clientAccountId, actorId: SYSTEM };
  try {
    return (await depreciate(context, account, until)).length;
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) {
      report(context, clientAccountId, error);
      return 0;
    }
  }
  let booked = 0;
  for (const { id } of await dueAssets(context.db.executor, clientAccountId))
    try {
      booked += (await depreciate(context, account, until, { onlyAsset: id })).length;
    } catch (error) {
      report(context, clientAccountId, error, id);
    }
  return booked;
}

const report = ({ books }: DepreciationContext, clientAccountId: number, err: unknown, asset?: number): void =>
  books.logger.error(
    { err, client_account: clientAccountId, asset },
    'an asset was not written down; it is tried again the next night',
  );

/** The last day of the month before: `2026-02-28` on any day of March. */
const lastMonthEnd = (today: string): string =>
  Temporal.PlainDate.from(today).with({ day: 1 }).subtract({ days: 1 }).toString();
