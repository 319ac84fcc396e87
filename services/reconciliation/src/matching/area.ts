import { invalid } from '@app/contract/failure';
import { Documents, implement, Matching } from '@app/rpc';
import { defineJob } from '@app/service';
import type { Area } from '../area.ts';
import type { AreaDependencies } from '../deps.ts';
import { matchingEvents } from './books/events.ts';
import { createMatcher, matchEverything } from './books/job.ts';
import { matchVoucher } from './vouchers.ts';

/** Documents that one call may name. */
const MOST_DOCUMENTS = 100;

/** What matches what: movements of the bank and documents, open lines and each other. */
export function createMatching(area: AreaDependencies): Area {
  const { db, clock, logger, connect, ledger, partners, organisation } = area;
  const documents = connect(Documents, 'documents');
  const job = { db, clock, logger, ledger, documents, organisation };
  const matcher = createMatcher(job);
  return {
    consumers: matchingEvents(),
    jobs: [
      defineJob({
        name: 'reconciliation-matching',
        schedule: { everySeconds: 3_600 },
        run: () => matchEverything(job),
      }),
    ],
    start: async () => matcher.start(),
    stop: () => matcher.stop(),
    rpc: [
      implement(Matching, {
        MatchVoucher: async ({ clientAccountId, documentIds }) => {
          if (documentIds.length > MOST_DOCUMENTS)
            throw invalid(`At most ${MOST_DOCUMENTS} documents can be matched at once, and ${documentIds.length} were`);
          return {
            matches: [...(await matchVoucher({ db, documents, partners, organisation }, clientAccountId, documentIds))],
          };
        },
      }),
    ],
  };
}
