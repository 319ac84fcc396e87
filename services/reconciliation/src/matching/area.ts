import { invalid } from '@app/contract/failure';
import { Documents, implement, Matching } from '@app/rpc';
import type { Area } from '../area.ts';
import type { AreaDependencies } from '../deps.ts';
import { matchVoucher } from './vouchers.ts';

/** Documents that one call may name. */
const MOST_DOCUMENTS = 100;

/** What matches what: movements of the bank and documents, open lines and each other. */
export function createMatching({ db, connect, partners }: AreaDependencies): Area {
  const documents = connect(Documents, 'documents');
  return {
    rpc: [
      implement(Matching, {
        MatchVoucher: async ({ clientAccountId, documentIds }) => {
          if (documentIds.length > MOST_DOCUMENTS)
            throw invalid(`At most ${MOST_DOCUMENTS} documents can be matched at once, and ${documentIds.length} were`);
          return { matches: [...(await matchVoucher({ db, documents, partners }, clientAccountId, documentIds))] };
        },
      }),
    ],
  };
}
