import { invalid } from '@app/contract/failure';
import { implement, Records, References } from '@app/rpc';
import type { Area } from './area.ts';
import { nameOf } from './bank-accounts/bank-account.ts';
import { findBankAccounts } from './bank-accounts/store.ts';
import { countTransactions, findTransactions } from './bank-transactions/store.ts';
import type { AreaDependencies } from './deps.ts';

/** Ids that one question may name. */
const MOST = 1_000;

/** What other services ask of records of this one by type and id, and how many there are. */
export const createReferences = ({ db }: AreaDependencies): Area => ({
  rpc: [
    implement(References, {
      Resolve: async ({ clientAccountId, type, ids }) => {
        if (ids.length > MOST) throw invalid(`At most ${MOST} ids can be asked about at once, and ${ids.length} were`);
        if (type === 'bankacc') {
          const found = await findBankAccounts(db.executor, clientAccountId, ids);
          return { references: found.map((one) => ({ id: one.id, name: nameOf(one), isActive: one.isActive })) };
        }
        if (type !== 'banktransaction') throw invalid(`"${type}" is no type of record that reconciliation owns`);
        const found = await findTransactions(db.executor, clientAccountId, ids);
        return {
          references: found.map(({ id, bookingDate, amount, currencyCode }) => ({
            id,
            name: `${bookingDate} ${amount} ${currencyCode}`,
            isActive: true,
          })),
        };
      },
    }),
    implement(Records, {
      CountRecords: async ({ clientAccountId }) => ({
        counts: [{ kind: 'bank_transactions', count: await countTransactions(db.executor, clientAccountId) }],
      }),
    }),
  ],
});
