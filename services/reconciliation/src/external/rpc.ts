import { invalid } from '@app/contract/failure';
import { type Implementation, implement, Reconciliations } from '@app/rpc';
import type { GroundSources } from './ground.ts';
import { liveRecords, type Standing, standingsOf } from './standing.ts';

const MOST_SUBJECTS = 1_000;

/** What other services ask about records. */
export const createRecordsRpc = (deps: Pick<GroundSources, 'db' | 'ledger'>): Implementation =>
  implement(Reconciliations, {
    GetLiveRecords: async ({ clientAccountId, subjects, includesStanding }) => {
      if (subjects.length > MOST_SUBJECTS)
        throw invalid(`At most ${MOST_SUBJECTS} subjects can be asked about at once, and ${subjects.length} were`);
      const records = await liveRecords(deps.db.executor, clientAccountId, subjects);
      const written = records.filter(({ sequenceNumber }) => sequenceNumber !== null);
      const standings: ReadonlyMap<number, Standing> = includesStanding
        ? await standingsOf(deps, clientAccountId, written)
        : new Map();
      return {
        records: records.map(({ id, subjectType, subjectId, subjectLineId, sequenceNumber }) => {
          const standing = standings.get(id);
          return {
            ...{ id, relationType: subjectType, relationId: subjectId, isPending: sequenceNumber === null },
            ...(subjectLineId === 0 ? {} : { relationLineId: subjectLineId }),
            ...(standing === undefined ? {} : { standing: `RECORD_STANDING_${standing}` as const }),
          };
        }),
      };
    },
  });
