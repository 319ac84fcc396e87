import { createQueueWorker, whileHeld } from '@app/db';
import { Periods } from '@app/rpc';
import { defineJob } from '@app/service';
import type { Area } from '../area.ts';
import type { AreaDependencies } from '../deps.ts';
import type { External } from '../external/area.ts';
import { createConsumers } from './consumers.ts';
import { followRecord, releasePeriods, requireSameBalance } from './follow-records.ts';
import { servePeriods } from './http.ts';
import { prepareEverybody, prepareTaken } from './prepare.ts';
import { extendLease, takeDue } from './queue-store.ts';

/** Reconciliation periods, and the engine that prepares them. */
export function createPeriods(
  { db, clock, logger, connect, ledger, organisation }: AreaDependencies,
  { hooks }: Pick<External, 'hooks'>,
): Area {
  const deps = { db, clock, logger, organisation, sources: { figures: connect(Periods, 'ledger'), ledger } };
  hooks.onRecorded((tx, record, actorId) => followRecord(tx, clock, record, actorId));
  hooks.onChanged((tx, record, actorId) => releasePeriods(tx, clock, record, actorId));
  hooks.onRetired((tx, record, actorId) => followRecord(tx, clock, record, actorId));
  hooks.onReconciling((ex, draft) => requireSameBalance(ex, draft));
  const worker = createQueueWorker({
    db,
    take: () => takeDue(db.executor),
    work: (taken) =>
      whileHeld(
        () => extendLease(db.executor, taken),
        () => prepareTaken(deps, taken),
      ),
    onFault: (error) => logger.warn({ err: error }, 'companies whose periods are due could not be read'),
    // Nothing is due before two seconds have passed since the commit.
    followsCommits: false,
    pollMillis: 1_000,
  });
  return {
    endpoints: (api) => servePeriods(api, deps),
    consumers: createConsumers(deps),
    jobs: [
      defineJob({
        name: 'reconciliation-periods',
        schedule: { dailyAt: '02:30' },
        run: () => prepareEverybody(deps),
      }),
    ],
    start: async () => worker.start(),
    stop: () => worker.stop(),
  };
}
