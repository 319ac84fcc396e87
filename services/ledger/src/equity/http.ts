import {
  buyBackShares,
  getEquityTransaction,
  issueShares,
  listEquityTransactions,
  retireShares,
  splitShares,
  transferShares,
} from '@app/api/ledger/index';
import { type Api, notFound } from '@app/contract';
import type { Users } from '@app/records';
import { buybackOf, type Caller, issueOf, retirementOf, splitOf, transferOf } from './operations.ts';
import { type Embedded, presentTransaction, type WireTransaction } from './present.ts';
import { type EquityContext, recordOperation } from './record.ts';
import type { NamedPartner, Shareholders } from './shareholders.ts';
import type { ShareOperation, ShareTransaction } from './transaction.ts';
import { findTransaction, listTransactions } from './transactions-store.ts';

type Relations = ReadonlySet<'business_partner' | 'created_by' | 'updated_by'>;

export interface EquitySources extends EquityContext {
  readonly shareholders: Shareholders;
  readonly users: Users;
}

/** Binds the endpoints of share transactions (docs/contract/equity.md). */
export function serveEquityTransactions(api: Api, sources: EquitySources): void {
  const { db, clock, shareholders, users } = sources;

  const show = async (transactions: readonly ShareTransaction[], wanted: Relations): Promise<WireTransaction[]> => {
    const embedded = await relationsOf(transactions, wanted);
    return transactions.map((transaction) => presentTransaction(transaction, embedded));
  };

  /** What is embedded, one call for each kind of record; all are of one client account. */
  const relationsOf = async (transactions: readonly ShareTransaction[], wanted: Relations): Promise<Embedded> => {
    const [first] = transactions;
    if (!first) return {};
    const wantsUsers = wanted.has('created_by') || wanted.has('updated_by');
    const [partners, people] = await Promise.all([
      wanted.has('business_partner')
        ? shareholders.embed(
            first.clientAccountId,
            transactions.flatMap(({ partnerId }) => partnerId ?? []),
          )
        : undefined,
      wantsUsers ? users.find(transactions.map(({ createdById }) => createdById)) : undefined,
    ]);
    return {
      partners,
      creators: wanted.has('created_by') ? people : undefined,
      updaters: wanted.has('updated_by') ? people : undefined,
    };
  };

  const record = async (operation: ShareOperation, partners: readonly NamedPartner[]): Promise<WireTransaction> => {
    await shareholders.require(operation.clientAccountId, partners);
    return presentTransaction(await recordOperation(sources, operation));
  };
  const caller = (call: {
    readonly account: { readonly clientAccountId: number };
    readonly principal: { readonly userId: number };
  }): Caller => ({
    clientAccountId: call.account.clientAccountId,
    actorId: call.principal.userId,
    today: clock.today(),
  });

  api.serve(listEquityTransactions, async ({ account, query, following }) => {
    const { rows, meta } = await listTransactions(
      db.executor,
      {
        clientAccountId: account.clientAccountId,
        partnerIds: query.business_partner_id,
        shareClasses: query.share_class,
        types: query.transaction_type,
        dateFrom: query.date_from,
        dateTo: query.date_to,
        updatedFrom: query.updated_from,
      },
      { following, page: query },
    );
    return { data: await show(rows, query.with), meta };
  });

  api.serve(getEquityTransaction, {
    load: async ({ params }) => {
      const transaction = await findTransaction(db.executor, params.id);
      if (!transaction) throw notFound(`There is no share transaction ${params.id}`, 'equity.transaction_not_found');
      return transaction;
    },
    accountOf: ({ clientAccountId }) => clientAccountId,
    handle: async ({ resource, query }) => (await show([resource], query.with))[0]!,
  });

  api.serve(issueShares, (call) => record(...issueOf(caller(call), call.body)));
  api.serve(transferShares, (call) => record(...transferOf(caller(call), call.body)));
  api.serve(buyBackShares, (call) => record(...buybackOf(caller(call), call.body)));
  api.serve(retireShares, (call) => record(...retirementOf(caller(call), call.body)));
  api.serve(splitShares, (call) => record(...splitOf(caller(call), call.body)));
}
