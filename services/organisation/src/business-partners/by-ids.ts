import { createGroupCommit, type Database } from '@app/db';
import type { Partner } from './partner.ts';
import { amongIds, partnerStore } from './store.ts';

export interface PartnersQuestion {
  readonly clientAccountId: number;
  readonly ids: readonly number[];
}

/** Who asks about more is answered by a statement of their own: all of a group wait for each of them. */
const MAX_IDS_IN_GROUP = 20;

/**
 * Answers which partners of a client account these are, by their ids; what it does not have is left out. Questions that
 * are there together are one statement (docs/decisions/0169-what-an-invoice-costs.md): every document that is written
 * asks for its partner, as it is at that moment.
 */
export function createPartnersByIds(db: Database): (question: PartnersQuestion) => Promise<readonly Partner[]> {
  const find = async (questions: readonly PartnersQuestion[]): Promise<readonly (readonly Partner[])[]> => {
    const accounts = [...new Set(questions.map(({ clientAccountId }) => clientAccountId))];
    const found = await partnerStore.select(db.executor, amongIds(accounts, [...new Set(questions.flatMap(idsOf))]));
    return questions.map(({ clientAccountId, ids }) =>
      found.filter((partner) => partner.clientAccountId === clientAccountId && ids.includes(partner.id)),
    );
  };
  const alone = async (question: PartnersQuestion) => (await find([question]))[0]!;
  const groups = createGroupCommit<PartnersQuestion, readonly Partner[]>({
    accountOf: ({ clientAccountId }) => clientAccountId,
    together: find,
    alone,
  });
  return (question) => (question.ids.length > MAX_IDS_IN_GROUP || db.isJoined ? alone(question) : groups.run(question));
}

const idsOf = ({ ids }: PartnersQuestion): readonly number[] => ids;
