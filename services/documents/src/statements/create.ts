import type { Database } from '@app/db';
import { type NamedRecords, takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import { closeQuestions } from '../questions/ask.ts';
import type { QuestionHooks } from '../questions/hooks.ts';
import { assertComplete, assertSaysSomething, type StatementFields, type VoucherStatement } from './statement.ts';
import { findCategories, insertStatement, type OfVoucher } from './store.ts';

export interface StatementDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly named: NamedRecords;
  readonly hooks: QuestionHooks;
}

/**
 * Keeps what somebody says about a voucher, and closes the questions that asked for it.
 * @throws Failure 400 for a statement that says nothing, lacks what its category asks for, or names what is not there;
 * 503
 */
export async function createStatement(
  { db, clock, named, hooks }: StatementDependencies,
  actorId: number,
  of: OfVoucher,
  fields: StatementFields,
): Promise<VoucherStatement> {
  assertSaysSomething(fields);
  await named.require(of.clientAccountId, [
    { field: 'voucher_category_id', kind: 'vouchercategory', id: fields.voucherCategoryId },
    { field: 'payor_id', kind: 'businesspartner', id: fields.payorId },
    { field: 'project_id', kind: 'project', id: fields.projectId },
    { field: 'collection_id', kind: 'vouchercollection', id: fields.collectionId },
    ...fields.tagIds.map((id, index) => ({ field: `tag_ids.${index}`, kind: 'tag', id }) as const),
  ]);
  const [category] = await findCategories(
    db.executor,
    fields.voucherCategoryId === null ? [] : [fields.voucherCategoryId],
  );
  if (category) assertComplete(category, fields);
  return db.write(async (tx) => {
    const { moment } = await takeStamp(tx, clock, of.clientAccountId, actorId);
    const statement = await insertStatement(tx, of, fields, { moment, actorId });
    const closing = { ...of, types: ['STATEMENT'], reason: 'STATEMENT' } as const;
    await closeQuestions(tx, { clock, hooks, actorId }, closing);
    return statement;
  });
}
