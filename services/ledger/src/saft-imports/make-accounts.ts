import { ensureAccount } from '../accounts/change.ts';
import { accountByCode, type Ground } from '../ground/ground.ts';
import type { SaftContext } from './context.ts';
import { fileAccounts } from './meaning.ts';
import type { ReportedAccount } from './saft-import.ts';
import * as store from './store.ts';

/**
 * Makes the accounts that the chart lacks, with the name and the grouping of the file. What is there stays as it is, so
 * it may be done again. @throws LeaseLost, Failure 409 for a chart that is full
 */
export async function makeAccounts(
  { db, clock }: Pick<SaftContext, 'db' | 'clock'>,
  held: store.Held,
  ground: Ground,
  accounts: readonly ReportedAccount[],
): Promise<void> {
  const missing = new Map(
    accounts.flatMap(({ id, code, mappedBy }) =>
      code !== null && mappedBy === 'new_account' && !accountByCode(ground, code) ? [[id, code] as const] : [],
    ),
  );
  if (missing.size === 0) return;
  for (const { content } of await fileAccounts(db.executor, held)) {
    const code = missing.get(content.id);
    if (code === undefined) continue;
    await store.hold(db.executor, held);
    const { name, groupingCategory: category, groupingCode } = content;
    const grouping = category === null || groupingCode === null ? null : { category, code: groupingCode };
    const draft = { clientAccountId: held.clientAccountId, code, nob: name, eng: null, grouping };
    await ensureAccount({ db, clock }, held.actorId, draft);
  }
}
