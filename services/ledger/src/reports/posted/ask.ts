import type { Executor } from '@app/db';
import type { Decimal } from '@app/money';
import { type DescribedAccount, describedAccounts } from '../../accounts/described-accounts.ts';
import { namedRelations, type Relation, relationKey } from '../relation-names.ts';
import { type PostedQuestion, readPieces } from './store.ts';
import { addPieces } from './sums.ts';

/** What is posted on an account, or on one dimension value of it, with their names. */
export interface PostedPart<F extends string> {
  readonly account: DescribedAccount;
  readonly relation: Relation | null;
  readonly figures: Readonly<Record<F, Decimal>>;
}

/**
 * The accounts that a question is about, each as a whole or in parts as the question splits it; parts without a line
 * are left out.
 *
 * @param countedBy the figures that say how many lines a part has
 */
export async function askPosted<F extends string>(
  db: Executor,
  question: PostedQuestion<F>,
  countedBy: readonly NoInfer<F>[],
): Promise<readonly PostedPart<F>[]> {
  const { clientAccountId, splits } = question.selection;
  const sums = addPieces(await readPieces(db, question), splits, countedBy);
  const [accounts, relations] = await Promise.all([
    describedAccounts(db, clientAccountId, [...new Set(sums.map(({ accountId }) => accountId))]),
    namedRelations(
      db,
      clientAccountId,
      sums.flatMap(({ relation }) => relation ?? []),
    ),
  ]);
  return sums.flatMap(({ accountId, relation, figures }) => {
    const account = accounts.get(accountId);
    if (account === undefined) return [];
    const known = relation === null ? null : (relations.get(relationKey(relation)) ?? { ...relation, name: null });
    return [{ account, relation: known, figures }];
  });
}
